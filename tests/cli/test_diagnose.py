"""The command `diagnose`: where the text comes from, what is printed, and how it ends."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import EXAMPLES, run
from transcript_doctor.cli.running import mending
from transcript_doctor.core.errors import UnprovenRepair

TRIMMED = EXAMPLES / "trimmed-orphan-openai.json"
SAID = "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'."


def test_it_prints_rule_place_mistake_and_prevention() -> None:
    ran = run("diagnose", SAID, "--transcript", TRIMMED)
    assert ran.exit_code == 1
    assert ran.stdout.startswith("P002 orphan-result\n")
    assert f"{TRIMMED}:5  messages[1]" in ran.stdout.replace("\n", " ")
    assert "a window cut through an exchange" in ran.stdout
    assert "messages = messages[-20:]" in ran.stdout


def test_the_text_comes_as_argument_file_or_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "error.txt"
    file.write_text(SAID, encoding="utf-8")
    alone = run("diagnose", SAID).stdout
    assert alone.startswith(
        "A tool result answers no call.\n    rule            P002 orphan-result\n"
    )
    assert run("diagnose", f"@{file}").stdout == alone
    assert run("diagnose", "-", stdin=SAID).stdout == alone
    assert run("diagnose", stdin=SAID).stdout == alone
    piped = run("diagnose", SAID, "--transcript", "-", stdin=TRIMMED.read_text("utf-8"))
    assert "    place           -:5  messages[1]" in piped.stdout


def test_a_transcript_stands_for_itself() -> None:
    ran = run("diagnose", "--transcript", TRIMMED)
    assert ran.exit_code == 1
    assert "looks like" in ran.stdout
    assert "your error" not in ran.stdout
    sound = run("diagnose", "--transcript", EXAMPLES / "healthy-shop-openai.json")
    assert (sound.exit_code, sound.stdout.partition("\n")[0]) == (0, "no rule")


def test_it_writes_json() -> None:
    ran = run("diagnose", SAID, "--transcript", TRIMMED, "--format", "json")
    found = json.loads(ran.stdout)
    assert found["codes"][0] == "P002"
    assert found["mistake"]["name"] == "cut-through-an-exchange"
    assert found["finding"]["index"] == 1
    assert found["suspects"][0]["weight"] >= 80


def test_misuse_is_told(tmp_path: Path) -> None:
    both = run("diagnose", "-", "--transcript", "-", stdin=SAID)
    assert both.exit_code == 2
    file = run("diagnose", TRIMMED)
    assert file.exit_code == 2
    assert f"--transcript {TRIMMED}" in file.output
    none = run("diagnose", f"@{tmp_path / 'none.txt'}")
    assert none.exit_code == 2
    assert "there is no such file" in none.output
    assert "Errno" not in none.output


def test_a_second_argument_is_told_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "error.txt"
    file.write_text(SAID, encoding="utf-8")
    listed = run("diagnose", f"@{file}", TRIMMED)
    assert listed.exit_code == 2
    assert f"--transcript {TRIMMED}" in listed.output
    words = run("diagnose", "it", "does", "not", "work")
    assert words.exit_code == 2
    assert "@error.txt" in words.output


def test_a_text_that_no_law_knows_is_told_where_to_go_on() -> None:
    for text in ("it does not work", "Error 400"):
        ran = run("diagnose", text)
        assert ran.exit_code == 2
        assert "transcript-doctor check FILE" in ran.stdout
    assert run("diagnose", "Error code: 429 - rate limit").exit_code == 0
    assert run("diagnose", SAID).exit_code == 0
    sound = run(
        "diagnose", "it does not work", "--transcript", EXAMPLES / "healthy-shop-openai.json"
    )
    assert sound.exit_code == 0


def test_the_next_step_mends_what_was_given(tmp_path: Path) -> None:
    file = tmp_path / "my list.json"
    call = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
    ]
    file.write_text(json.dumps(messages), encoding="utf-8")
    said = "The following tool_call_ids did not have response messages: call_1"
    warned = run("diagnose", "--transcript", file)
    assert (warned.exit_code, warned.stdout.partition("\n")[0]) == (0, "P001 unanswered-call")
    told = " ".join(run("diagnose", said, "--transcript", file).stdout.split())
    assert f"`transcript-doctor repair '{file}' --as request`" in told
    assert run("repair", file, "--as", "request", "--write").exit_code == 0
    assert run("diagnose", said, "--transcript", file).exit_code == 0
    stated = ["--target", "mistral", "--as", "record", "--context", "model=m 1", "--context"]
    targeted = run("diagnose", "--transcript", TRIMMED, *stated, 'thinking="1"').stdout
    words = "--target mistral --as record --context 'model=m 1' --context 'thinking=\"1\"'`"
    assert words in " ".join(targeted.split())


def test_an_agent_s_session_is_mended_and_the_agent_s_code_is_not_the_user_s() -> None:
    ran = run("diagnose", "--transcript", EXAMPLES / "dead-session-claude-code.jsonl")
    told = " ".join(ran.stdout.split())
    assert "dead-session-claude-code.jsonl --write` mends the session" in told
    assert "that of Claude Code, not yours" in told
    assert "not yours" not in run("diagnose", "--transcript", TRIMMED).stdout


def test_an_empty_text_is_misuse() -> None:
    assert run("diagnose", "").exit_code == 2
    assert run("diagnose", "-", stdin=" \n").exit_code == 2


def test_a_transcript_as_the_error_is_misuse(tmp_path: Path) -> None:
    for given in ([f"@{TRIMMED}"], [f"@{TRIMMED}", "--transcript", TRIMMED]):
        ran = run("diagnose", *given)
        assert ran.exit_code == 2
        assert "this is a transcript, no refusal" in ran.stdout
    assert "diagnose --transcript FILE" in " ".join(run("diagnose", f"@{TRIMMED}").stdout.split())


BARE = {"type": "thinking", "thinking": "t", "signature": ""}
CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": '{"a": "b'}}
ASKED: dict[str, tuple[list[dict[str, Any]], str]] = {
    "lossy": (
        [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": [BARE, {"type": "text", "text": "b"}]},
            {"role": "user", "content": "c"},
        ],
        "--policy lossy` shows this history mended, and lists what it loses",
    ),
    "by hand": (
        [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": None, "tool_calls": [CALL]},
            {"role": "tool", "tool_call_id": "call_1", "content": "b"},
            {"role": "user", "content": "c"},
        ],
        "next by hand: ",
    ),
}


@pytest.mark.parametrize("what", ASKED)
def test_no_repair_is_promised_that_does_nothing(what: str, tmp_path: Path) -> None:
    messages, promised = ASKED[what]
    file = tmp_path / "a.json"
    file.write_text(json.dumps(messages), encoding="utf-8")
    told = " ".join(run("diagnose", "--transcript", file).stdout.split())
    assert promised in told


def test_what_is_promised_is_done() -> None:
    for file in sorted(EXAMPLES.iterdir()):
        told = " ".join(run("diagnose", "--transcript", file).stdout.split())
        if (found := re.search(r"next `transcript-doctor (repair [^`]*)`", told)) is None:
            continue
        words = [word for word in shlex.split(found[1]) if word != "--write"]
        assert "nothing" not in run(*words).stdout.split("\n")[0], file


def test_where_a_repair_cannot_be_proven_none_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    def unproven(*_: Any, **__: Any) -> Any:
        raise UnprovenRepair(["it is not whole"], None)

    monkeypatch.setattr(mending, "repair", unproven)
    assert "next            by hand" in run("diagnose", "--transcript", TRIMMED).stdout
