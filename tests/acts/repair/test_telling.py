"""What is said of a repair: what was done, what it leaves alone and why, on paper as on the screen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import ROOT, run
from transcript_doctor import DoctorError
from transcript_doctor.acts.repair import Repair, repair

GO = {"role": "user", "content": "Go."}
LONG = "word " * 100
RULES = ROOT / "src" / "transcript_doctor" / "rules"


def calls(*idents: str, arguments: str = "{}") -> dict[str, Any]:
    made = [
        {"id": ident, "type": "function", "function": {"name": "read", "arguments": arguments}}
        for ident in idents
    ]
    return {"role": "assistant", "content": None, "tool_calls": made}


def gave(ident: str, text: str = "ok") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": text}


OPEN = [GO, calls("c1"), GO]
CUT_OFF = [GO, calls("c1", arguments='{"path": "a'), gave("c1"), GO]


def repairs_of_all_cases() -> Iterator[Repair]:
    for file in sorted(RULES.glob("*/*.cases.json")):
        for case in json.loads(file.read_text("utf-8"))["cases"]:
            if "messages" not in case:
                continue
            how = {"format": case["format"], "target": case.get("target"), "as_": case.get("as")}
            for policy in ("safe", "lossy"):
                try:
                    yield repair(
                        case["messages"], context=case.get("context"), policy=policy, **how
                    )
                except DoctorError:
                    continue


def test_a_title_says_what_was_done_and_not_what_might_have_been() -> None:
    titles = {
        (change.code, change.title) for done in repairs_of_all_cases() for change in done.changes
    }
    assert len(titles) > 100
    assert not {row for row in titles if re.search(r", (or|else) ", row[1])}


@pytest.mark.parametrize(
    ("second", "title"),
    [
        ("ok", "drop the result for c1, which stands there twice"),
        ("aborted", "drop the result for c1, a marker: another result is there"),
        ("more", "keep the text of the result for c1, the later one, as a labelled quotation"),
    ],
)
def test_a_second_result_goes_or_is_quoted_and_that_is_said(second: str, title: str) -> None:
    given = [GO, calls("c1"), gave("c1"), gave("c1", second), GO]
    (change,) = repair(given, target="openai", as_="request").changes
    assert (change.code, change.title) == ("P004", title)


def test_a_policy_that_stops_names_the_option_that_goes_on() -> None:
    noisy = [{"role": "user", "content": "Hi", "timestamp": 7}]
    (left,) = repair(noisy, target="groq", as_="request").refused
    assert left.finding.severity == "error"
    assert "--policy lossy applies it" in left.reason
    assert repair(noisy, target="groq", as_="request", policy=left.safety).report.ok


@pytest.mark.parametrize("policy", ["marked", "lossy"])
def test_a_warning_that_is_left_alone_is_listed_with_what_its_fix_would_cost(policy: Any) -> None:
    done = repair(CUT_OFF, target="openai", as_="request", policy=policy)
    assert done.transcript is CUT_OFF
    (left,) = done.refused
    assert (left.finding.code, left.finding.severity, left.safety) == ("Y001", "warning", "lossy")
    assert left.reason.startswith("a warning is healed where nothing is lost or added")
    assert "--policy" not in left.reason  # no policy applies it


def test_a_call_open_at_the_end_says_what_answers_it() -> None:
    (left,) = repair([GO, calls("c1")]).refused
    assert "--as request heals it" in left.reason
    assert repair([GO, calls("c1")], as_="request").report.ok


def test_for_everybody_is_for_the_target_of_the_model() -> None:
    body = {"model": "mistral-large-latest", "messages": [GO, calls("call_too_long"), gave("call_too_long"), GO]}  # fmt: skip
    done = repair(body, target="all")
    assert repair(done.transcript, target="mistral").transcript is done.transcript
    assert not any("openai" in left.reason for left in done.refused)


def test_printed_it_reads_as_the_command_prints_it(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    for messages in (OPEN, CUT_OFF, [GO]):
        file.write_text(json.dumps(messages))
        ran = run("repair", file)
        notes = [line for line in ran.stderr.splitlines() if not line.startswith(str(file))]
        assert str(repair(messages)) == "\n".join([ran.stdout.rstrip("\n"), *notes])


def test_in_a_list_it_is_short_and_tells_nothing_of_what_was_said() -> None:
    secret = [{"role": "user", "content": LONG}, *OPEN[1:]]
    done = repair(secret)
    assert "word" not in repr(done)
    assert "1 changes, 0 losses" in repr(done)
    assert str(done.changes[0]) in repr(done.changes)
    assert len(repr(done)) < 200


def test_what_a_transcript_says_is_harmless_in_print() -> None:
    given = [GO, calls("\x1b[31mc1"), GO]
    done = repair(given)
    assert "\x1b" not in str(done)
    assert "\x1b" not in str(done.changes[0])


def test_many_warnings_are_counted() -> None:
    given = [
        GO,
        *(one for n in range(30) for one in (calls(f"c{n}", arguments='{"a": "b'), gave(f"c{n}"))),
        GO,
    ]
    lines = str(repair(given, target="openai", as_="request")).splitlines()
    assert lines[-1] == "left alone: 10 more warnings"
    assert len(lines) == 22


def test_messages_that_stay_are_cut_and_those_that_change_are_not(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(json.dumps([{"role": "user", "content": LONG}, calls("c1"), gave("gone", LONG), GO]))  # fmt: skip
    short, whole = run("repair", file), run("repair", file, "--contents")
    assert short.stdout.count(LONG.strip()) == whole.stdout.count(LONG.strip()) - 1 == 2
    assert f' user -> "{LONG[:60]}…"' in short.stdout.splitlines()


def test_a_file_whose_list_is_sound_says_what_is_mended_in_it(tmp_path: Path) -> None:
    line = {"type": "user", "uuid": "u1", "parentUuid": None, "sessionId": "s",
            "message": {"role": "user", "content": "Go."}}  # fmt: skip
    said = {"type": "assistant", "uuid": "a1", "parentUuid": "u1", "sessionId": "s",
            "message": {"id": "m", "role": "assistant", "content": [{"type": "text", "text": "Ok."}]}}  # fmt: skip
    file = tmp_path / "s.jsonl"
    file.write_text(f"{json.dumps(line)}{json.dumps(said)}\n")
    first, *rest = run("repair", file).stdout.splitlines()
    assert first == "no message is to be repaired; the file itself is: 1 thing"
    assert rest == ["  line 1: 2 records that shared this line have lines of their own"]
    file.write_text(f'{json.dumps(line)}\n{json.dumps(said)}\n{{"type":"user","uu\n')
    assert run("repair", file).stdout == (
        "no message is to be repaired; what is wrong with the file itself stays\n"
    )
