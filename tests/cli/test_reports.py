"""Machine-readable reports hold to their schemas, and nothing hostile gets out in any format."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.acts.histories import HOSTILE, JSON_VALUES, bodies
from tests.cli.running import EXAMPLES, run
from transcript_doctor import check
from transcript_doctor.acts.report.entry import Entry, Tally, Writer, entry_text, sum_of
from transcript_doctor.acts.report.github import GithubWriter
from transcript_doctor.acts.report.json import JsonWriter, schema
from transcript_doctor.acts.report.sarif import SarifWriter, uri_of
from transcript_doctor.acts.report.text import TextWriter
from transcript_doctor.core.report import Report

FORMATS = ("text", "json", "sarif", "github")


def written(writer: Writer, *transcripts: Any, source: str = "a.json") -> str:
    tally = Tally()
    pieces = [writer.begin()]
    for transcript in transcripts:
        report = check(transcript)
        tally.add(sum_of(report))
        pieces.append(entry_text(writer, Entry(source, 1, report, lambda place: 1 + len(place))))
    return "".join([*pieces, writer.end(tally)])


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@given(st.lists(st.one_of(bodies(), JSON_VALUES), max_size=3))
@settings(max_examples=60)
def test_json_holds_to_its_schema(transcripts: list[Any]) -> None:
    made = json.loads(written(JsonWriter(), *transcripts))
    jsonschema.validate(made, schema())
    assert len(made["transcripts"]) == len(transcripts)


def test_json_has_the_fields_of_version_1_in_their_order() -> None:
    made = json.loads(run("check", "--format", "json", EXAMPLES / "night-shift.jsonl").stdout)
    assert list(made) == ["version", "transcripts"]
    assert made["version"] == 1
    second = made["transcripts"][1]
    assert list(second) == [
        "source", "line", "format", "recognised", "target", "as", "ok", "shape", "stands",
        "findings", "unknowns", "session",
    ]  # fmt: skip
    assert list(second["findings"][0]) == [
        "code", "name", "case", "severity", "index", "place", "line", "message", "related",
        "refused_by", "provider_says", "looks_like", "fix",
    ]  # fmt: skip
    assert second["shape"] == "S U A[call_n2] R(call_n2) R(call_n2) A"
    assert (second["line"], second["findings"][0]["line"]) == (2, 2)
    assert "openai" in second["findings"][0]["refused_by"]


def test_sarif_has_rules_and_regions() -> None:
    made = json.loads(run("check", "--format", "sarif", EXAMPLES).stdout)
    assert made["version"] == "2.1.0"
    (only,) = made["runs"]
    rules = only["tool"]["driver"]["rules"]
    hit = dict.fromkeys(result["ruleId"] for result in only["results"])
    assert [rule["id"] for rule in rules] == list(hit)
    assert all(rule["shortDescription"]["text"] and rule["help"]["text"] for rule in rules)
    found = json.loads(run("check", "--format", "json", EXAMPLES).stdout)["transcripts"]
    assert len(only["results"]) == sum(len(transcript["findings"]) for transcript in found)
    for result in only["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] == "error"
        (location,) = result["locations"]
        assert location["physicalLocation"]["region"]["startLine"] >= 1
    assert only["invocations"] == [{"executionSuccessful": True}]
    apart = next(result for result in only["results"] if result["ruleId"] == "P003")
    assert apart["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 9


def test_sarif_says_what_could_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[{", "utf-8")
    made = json.loads(run("check", "--format", "sarif", tmp_path / "a.json").stdout)
    (invocation,) = made["runs"][0]["invocations"]
    assert not invocation["executionSuccessful"]
    (note,) = invocation["toolExecutionNotifications"]
    assert note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("/a.json")


@pytest.mark.parametrize(
    ("source", "uri"),
    [
        ("stdin", "stdin"),
        ("a/b c.json", "a/b%20c.json"),
        ("\u00fc%20.json", "%C3%BC%2520.json"),
        ("a:b.json", "a%3Ab.json"),
        ("../x.json", "../x.json"),
    ],
)
def test_names_of_files_become_uris(source: str, uri: str) -> None:
    assert uri_of(source) == uri
    assert uri_of("/tmp/a b.json") == "file:///tmp/a%20b.json"


def test_github_commands_stand_beside_the_lines(tmp_path: Path) -> None:
    file = tmp_path / "a,b: c.jsonl"
    messages = [
        {"role": "user", "content": "a"},
        {"role": "tool", "tool_call_id": "x", "content": ""},
    ]
    file.write_text(json.dumps(messages) + "\n[{", "utf-8")
    ran = run("check", "--format", "github", file)
    first, second, last = ran.stdout.splitlines()
    where = str(file).replace(":", "%3A").replace(",", "%2C")
    assert first.startswith(f"::error file={where},line=1,title=P002 orphan-result::messages[1]: ")
    assert "%0Arefused by " in first
    assert second.startswith(f"::error file={where},line=2,title=unreadable::column ")
    assert last.startswith("::notice title=transcript-doctor::1 transcript: 1 with errors")


def visible(text: str) -> bool:
    """Whether every character shows itself; line feeds aside."""
    return all(
        c == "\n" or (c.isprintable() and unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co"))
        for c in text
    )


@given(bodies(), st.sampled_from(HOSTILE))
@settings(max_examples=60)
def test_nothing_hostile_gets_out(transcript: Any, name: str) -> None:
    for writer in (TextWriter(), JsonWriter(), SarifWriter("1"), GithubWriter()):
        text = written(writer, transcript, source=name)
        assert visible(text)
        if isinstance(writer, JsonWriter | SarifWriter):
            assert text.isascii()
            assert not set("<>&") & set(text)
            assert all(map(visible, strings(json.loads(text))))
        if isinstance(writer, GithubWriter):
            assert all(
                line.startswith(("::error ", "::warning ", "::notice "))
                for line in text.splitlines()
            )


def strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [s for child in value.values() for s in strings(child)]
    if isinstance(value, list):
        return [s for child in value for s in strings(child)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("output", FORMATS)
@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_texts_everywhere_in_a_file(tmp_path: Path, hostile: str, output: str) -> None:
    call = {"id": hostile, "type": hostile, "function": {"name": hostile, "arguments": hostile}}
    messages = [
        {"role": hostile, "content": hostile, hostile: hostile},
        {"role": "assistant", "content": [{"type": hostile, hostile: 1}], "tool_calls": [call]},
        {"role": "tool", "tool_call_id": hostile, "name": hostile, "content": None},
        {"role": "tool", "tool_call_id": hostile + "2", "content": {hostile: hostile}},
    ]
    file = tmp_path / "a.json"
    file.write_text(json.dumps({"model": hostile, "messages": messages}), "utf-8")
    ran = run("check", "--format", output, file, "--error", hostile, "--context", f"{hostile}=1")
    assert ran.exit_code == 1
    assert visible(ran.stdout)
    assert visible(ran.stderr)


def test_colours_are_ours_alone() -> None:
    messages = [{"role": "tool", "tool_call_id": "\x1b[31mx", "content": "a"}]
    text = written(TextWriter(colour=True), messages)
    assert "\x1b[1;31mP002 orphan-result\x1b[0m" in text
    assert visible(re.sub(r"\x1b\[[0-9;]+m", "", text))
    assert r"\x1b[31mx" in text
    assert re.sub(r"\x1b\[[0-9;]+m", "", text) == written(TextWriter(), messages)


@given(bodies(), st.integers(60, 140))
@settings(max_examples=40)
def test_lines_keep_to_the_width(transcript: Any, width: int) -> None:
    for line in written(TextWriter(width=width), transcript).splitlines():
        assert len(line) <= width or line.startswith("a.json:") or "://" in line


def test_a_report_without_its_outline_has_no_shape() -> None:
    made = check([{"role": "narrator", "content": "a"}])
    report = Report(made.findings, made.unknowns, made.recognised, made.target, made.as_)
    entry = Entry("a.json", 1, report, lambda place: 1)
    assert entry_text(JsonWriter(), entry).count('"shape": ""') == 1
    assert "~" not in entry_text(TextWriter(), entry)


def test_a_place_in_another_file_of_a_session_names_that_file() -> None:
    report = check([{"role": "narrator", "content": "a"}])
    for file, named in (("s/part.json", {"file": "s/part.json"}), ("s", {})):
        entry = Entry("s", 1, report, lambda place: 7, file_of=lambda place, file=file: file)
        writer = JsonWriter()
        text = writer.begin() + entry_text(writer, entry) + writer.end(Tally())
        (finding,) = json.loads(text)["transcripts"][0]["findings"]
        assert {key: finding[key] for key in ("file",) if key in finding} == named
        assert finding["line"] == 7
        assert f"::error file={file},line=7," in entry_text(GithubWriter(), entry)


def test_a_path_of_windows_has_slashes_on_github() -> None:
    report = check([{"role": "narrator", "content": "a"}])
    entry = Entry("sub\\a.json", 1, report, lambda place: 1)
    assert "::error file=sub/a.json,line=1," in entry_text(GithubWriter(), entry)


def test_a_stated_format_is_not_explained() -> None:
    messages = [{"role": "narrator", "content": "a"}]
    assert "read as " in written(TextWriter(), messages)
    report = check(messages, format="openai-chat")
    text = entry_text(TextWriter(), Entry("a.json", 1, report, lambda place: 1))
    assert "read as " not in text


def test_an_unknown_fact_is_said_once_with_the_way_to_state_it() -> None:
    call = {"type": "tool_use", "id": "c1", "name": "f", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "c1", "content": "b"}
    messages = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result]},
    ]
    writer = TextWriter()
    report = check(messages, target="anthropic")
    assert report.ok
    assert report.unknowns
    texts = [entry_text(writer, Entry("a.json", 1, report, lambda place: 1)) for _ in range(2)]
    for unknown in report.unknowns:
        said = (
            f"    unknown      {unknown.fact} ({', '.join(unknown.codes)}): {unknown.how_to_say_it}"
        )
        assert said[:60] in texts[0]
        assert said[:60] not in texts[1]
