"""The report for people: kinds told once, doubts with their source, who stands where, what is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.cli.running import EXAMPLES
from tests.sessions.files import read_text
from transcript_doctor import Report, check, diff, show
from transcript_doctor.acts.check.weighing import doubt
from transcript_doctor.acts.diagnose.meant import Answer
from transcript_doctor.acts.report.entry import Entry, Tally, entry_text, sum_of
from transcript_doctor.acts.report.github import GithubWriter
from transcript_doctor.acts.report.text import TextWriter
from transcript_doctor.catalog import target_named, target_names
from transcript_doctor.core.report import Stand

USER = {"role": "user", "content": "Go."}
SESSION = EXAMPLES / "dead-session-claude-code.jsonl"


def calling(*ids: str) -> dict[str, Any]:
    function = {"name": "read", "arguments": "{}"}
    calls = [{"id": ident, "type": "function", "function": function} for ident in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def answer(ident: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": "ok"}


def ids(count: int) -> list[str]:
    return [f"call_{number:07}" for number in range(1, count + 1)]


def text_of(report: Report, *, many_lines: bool = True, **settings: Any) -> str:
    def line_of(place: Any) -> int:
        return 10 + sum(step for step in place if isinstance(step, int)) if many_lines else 1

    writer, tally = TextWriter(**settings), Tally()
    tally.add(sum_of(report))
    return entry_text(writer, Entry("a.json", 1, report, line_of)) + writer.end(tally)


def lines_of(text: str, label: str) -> list[str]:
    """The row behind a label, its lines joined."""
    found = re.findall(rf"^    {label}  +(.*(?:\n {{17}}\S.*)*)", text, re.MULTILINE)
    return [" ".join(row.split()) for row in found]


def test_repeats_are_told_on_one_line() -> None:
    report = check([USER, calling(*ids(12)), USER], as_="request", target="openai")
    text = text_of(report)
    assert text.count("P001 unanswered-call") == 1
    assert lines_of(text, "also") == ["c2 ... c12 at lines 12, 13, 14, ... (11 more)"]
    says = 'each with "No result was recorded for this call."'
    calls = "c1, c2, c3, c4, c5, c6, c7, c8, ... (4 more)"
    assert lines_of(text, "fix") == [f"(adds a marker) answer {calls} {says}"]


def test_few_repeats_are_all_named() -> None:
    report = check([USER, calling(*ids(3)), USER], as_="request", target="openai")
    text = text_of(report)
    assert lines_of(text, "also") == ["c2, c3 at lines 12, 13"]
    assert "(adds a marker) answer c1, c2, c3 each with" in lines_of(text, "fix")[0]
    assert lines_of(text_of(report, many_lines=False), "also") == ["c2, c3"]


def test_a_single_fault_keeps_its_own_fix() -> None:
    report = check([USER, calling("call_0000001"), USER], as_="request", target="openai")
    text = text_of(report)
    assert lines_of(text, "also") == []
    assert "answer call call_0000001 of read with" in lines_of(text, "fix")[0]


def test_without_a_limit_each_is_told_whole() -> None:
    report = check([USER, calling(*ids(12)), USER], as_="request", target="openai")
    text = text_of(report, limit=0)
    assert text.count("P001 unanswered-call") == 12
    assert lines_of(text, "also") == []
    assert len(lines_of(text, "fix")) == 12


def test_repeats_that_no_id_tells_apart_are_named_by_place() -> None:
    report = check([USER, *[answer("call_0000001")] * 6], as_="request", target="openai")
    assert lines_of(text_of(report), "also") == [
        "messages[2], messages[3], messages[4], ... at lines 12, 13, 14, ... (5 more)"
    ]


@pytest.mark.parametrize(
    ("safety", "label"),
    [
        ("safe", "safe: nothing lost"),
        ("marked", "adds a marker"),
        ("lossy", "loses something, listed"),
        ("manual", "by hand"),
    ],
)
def test_fixes_say_what_they_cost(safety: str, label: str) -> None:
    sick: dict[str, list[Any]] = {
        "safe": [USER, calling("c1"), USER, answer("c1")],
        "marked": [USER, calling("c1"), USER],
        "lossy": [{**USER, "mood": "good"}],
        "manual": [USER, {"role": "narrator", "content": "a"}],
    }
    target = "anthropic" if safety == "lossy" else "openai"
    (finding,) = (report := check(sick[safety], as_="request", target=target)).findings
    assert finding.fix is not None
    assert (finding.fix.safety, finding.to_json()["fix"]) == (
        safety,
        {"safety": safety, "title": finding.fix.title},
    )
    assert lines_of(text_of(report), "fix")[0].startswith(f"({label}) ")


# -- warnings -------------------------------------------------------------------------------------


def warnings() -> list[Any]:
    call = {"type": "tool_use", "id": "c1", "name": "f", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "c1", "content": "a"}
    found = [
        check([USER, calling("c1")], target=name, as_=kind, format="openai-chat")
        for name in sorted(target_names())
        for kind in ("record", "request")
        if target_named(name).format == "openai-chat"
    ]
    body = {"messages": [USER, {"role": "assistant", "content": [call]},
                         {"role": "user", "content": [result]}]}  # fmt: skip
    found.append(check(body, target="deepseek-anthropic"))
    mild = [report for report in found if report.ok]
    return [(finding, report) for report in mild for finding in report.findings]


def test_no_warning_shows_a_bare_refusal() -> None:
    assert len(warnings()) > 10
    for finding, report in warnings():
        text = text_of(report)
        own = [*lines_of(text, re.escape(finding.target))]
        assert not any(row.startswith("400") for row in own), text
        why = doubt(finding)
        if why is None:
            assert "no evidence either way" in own
        else:
            assert f"may be refused by {finding.target} ({why})" in " ".join(text.split())


def test_a_contested_law_is_named_with_source_and_date() -> None:
    report = check([USER, calling("c1"), USER], target="groq", as_="request", format="openai-chat")
    (finding,) = report.findings
    law = finding.ruling.law
    assert law is not None
    assert law.verdict == "contested"
    assert doubt(finding) is not None
    assert re.fullmatch(rf"contested: .{{5,60}}, {law.date}", doubt(finding) or "")
    assert finding.target not in finding.refused_by
    assert "may be refused by  groq (contested: " in text_of(report)


def test_what_no_law_speaks_of_has_no_evidence() -> None:
    half = {"role": "user", "content": "half \ud83d"}
    report = check([half], target="openai", as_="request", format="openai-chat")
    (finding,) = report.findings
    assert (finding.severity, finding.ruling.law, doubt(finding)) == ("warning", None, None)
    assert lines_of(text_of(report), "openai") == ["no evidence either way"]


# -- every target ---------------------------------------------------------------------------------


def test_every_target_stands_somewhere() -> None:
    report = check([USER, calling("call_0000001"), USER], target="all", format="openai-chat")
    asked = [stand.target for stand in report.stands]
    assert asked == sorted(asked)
    refusing = {stand.target: stand.codes for stand in report.stands if stand.verdict == "refuses"}
    assert refusing["mistral"] == ("I002", "P001")
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert set(refusing) == {name for finding in errors for name in finding.refused_by}
    depends = {stand.target: stand.why for stand in report.stands if stand.verdict == "depends"}
    assert depends["groq"] == ("P001 contested",)
    takes = [stand for stand in report.stands if stand.verdict == "takes"]
    assert Stand("ollama", "takes", (), ()) in takes
    assert len(asked) == len(refusing) + len(depends) + len(takes)


def test_the_verdict_closes_the_block_and_names_all() -> None:
    report = check([USER, calling("call_0000001"), USER], target="all", format="openai-chat")
    text = text_of(report)
    assert "every target, as a record" in text
    assert "more)" not in text
    (refuse,) = lines_of(text, "refuse")
    assert "mistral (I002, P001)" in refuse
    assert "openai (P001)" in refuse
    assert "ollama" in lines_of(text, "take it")[0]
    assert "groq (P001 contested)" in lines_of(text, "depends")[0]
    order = [text.index(f"    {label} ") for label in ("refuse ", "take it", "depends")]
    assert order == sorted(order)


def test_an_unknown_fact_is_what_it_depends_on() -> None:
    messages = [USER, calling("abcdefgh1"), answer("abcdefgh1")]
    report = check(messages, target="all", format="openai-chat", as_="request")
    (stand,) = [stand for stand in report.stands if stand.target == "deepseek"]
    assert stand.verdict == "depends"
    assert "thinking unknown" in stand.why


def test_one_target_alone_makes_no_verdict() -> None:
    report = check([USER, calling("c1"), USER], target="openai")
    assert report.findings[0].refused_by
    assert report.stands == ()
    assert lines_of(text_of(report), "take it") == []


def test_of_the_healthy_only_what_they_depend_on_is_told() -> None:
    messages = [USER, calling("abcdefgh1"), answer("abcdefgh1")]
    report = check(messages, target="all", format="openai-chat", as_="request")
    assert report.findings == ()
    text = text_of(report)
    assert "healthy  every target, as a request" in text
    assert "deepseek (thinking unknown)" in lines_of(text, "depends")[0]
    assert lines_of(text, "take it") == []


# -- what is said once ----------------------------------------------------------------------------


def test_what_a_record_is_is_said_once_in_a_run_unless_stated() -> None:
    record, request = check([USER]), check([USER], as_="request")
    writer = TextWriter()
    for report in (record, record, request):
        entry_text(writer, Entry("a.json", 1, report, lambda place: 1))
    assert writer.end(Tally()).count("--as request if you sent it") == 1
    assert "--as request" not in text_of(request)
    assert "--as request" not in text_of(record, stated_as=True)


def test_a_transcript_aimed_at_another_format_is_told_what_is_not_judged() -> None:
    report = check([USER, calling("c1"), USER], target="anthropic", format="openai-chat")
    assert report.recognised.why.endswith(
        "written for OpenAI Chat Completions, aimed at anthropic: ids and part shapes are not "
        "judged, a conversion rewrites them"
    )


def test_github_has_the_fix_on_its_second_line() -> None:
    report = check([USER, answer("c1")], target="openai")
    made = entry_text(GithubWriter(), Entry("a.json", 1, report, lambda place: 1))
    second = made.split("::")[2].split("%0A")[1]
    assert second == (
        "fix: keep its text as a labelled quotation in a user turn beside it (adds a marker)"
    )


# -- show and diff --------------------------------------------------------------------------------


def test_numbers_and_codes_stand_beside_the_lines() -> None:
    messages = [USER, answer("c1"), *[USER] * 9]
    shown = show(messages, numbers=True, format="openai-chat").splitlines()
    assert shown[0] == ' 0  user -> "Go."'
    assert shown[1] == ' 1  tool c1 -> "ok"  <- P002'
    assert shown[10] == '10  user -> "Go."'
    assert show(messages, format="openai-chat").splitlines()[0] == 'user -> "Go."'
    assert show([], numbers=True) == ""
    report = check(messages, target="mistral", format="openai-chat")
    assert show(report, numbers=True).splitlines()[1].endswith("  <- I002, P002")


def test_the_head_of_a_diff_has_the_names_it_is_given() -> None:
    made = diff([USER], [USER, USER], names=("old.json", "new\x1b.json"))
    assert made.splitlines()[:2] == ["--- old.json", "+++ new\\x1b.json"]
    assert diff([USER], [USER, USER]).startswith("--- a\n+++ b\n")
    assert diff([USER], [USER], names=("x", "y")) == ""


def test_of_a_damaged_file_nothing_is_said_of_what_a_provider_thinks() -> None:
    (session,) = read_text('{"type": "user", "mess\n' + SESSION.read_text("utf-8"), "s.jsonl")
    report = check(session)
    assert "S101" in {finding.code for finding in report.findings}
    text = text_of(report)
    assert "S101 torn-record (warning)" in text
    assert "no evidence either way" not in text


def test_what_an_error_means_stands_below_the_finding_that_it_means() -> None:
    messages = [USER, calling("call_1"), USER, answer("call_9")]
    report = check(messages, target="openai", as_="request")
    first, second = report.findings[:2]
    assert first.code != second.code
    for meant, before in ((first, second.code), (second, first.code), (None, "")):
        entry = Entry("f", 1, report, lambda _: 1, Answer(meant, "it means this"))
        lines = entry_text(TextWriter(), entry).split("\n")
        (at,) = [i for i, line in enumerate(lines) if line == "    your error   it means this"]
        heads = [i for i, line in enumerate(lines) if re.match(r"  [A-Z]\d{3} ", line)]
        if meant is None:
            assert at < heads[0]
        else:
            assert lines[at - 1].startswith(f"  {meant.code} ")
            assert before in lines[heads[1]]


def test_what_is_said_of_the_whole_stands_apart_from_the_last_of_several_kinds() -> None:
    one = check([USER, calling("call_1"), USER], target="openai", as_="request")
    two = check([USER, calling("call_1"), USER, answer("call_9")], target="openai", as_="request")
    for report, apart in ((one, False), (two, True)):
        lines = entry_text(TextWriter(), Entry("f", 1, report, lambda _: 1)).split("\n")
        at = next(i for i, line in enumerate(lines) if line.startswith("    read as"))
        assert (lines[at - 1] == "") is apart
