"""The command `diagnose`: where the text comes from, what is printed, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import EXAMPLES, run

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
    assert "stdin:5" in piped.stdout or "-:5" in piped.stdout


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
    assert both.exit_code != 0
    file = run("diagnose", TRIMMED)
    assert file.exit_code != 0
    assert f"--transcript {TRIMMED}" in str(file.exception or file.output) + file.output
    none = run("diagnose", f"@{tmp_path / 'none.txt'}")
    assert (none.exit_code, "there is no such file" in none.output + str(none.exception)) == (
        2,
        True,
    )
    assert "Errno" not in none.output


def test_a_second_argument_is_told_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "error.txt"
    file.write_text(SAID, encoding="utf-8")
    listed = run("diagnose", f"@{file}", TRIMMED)
    assert listed.exit_code == 2
    assert f"--transcript {TRIMMED}" in listed.output + str(listed.exception)
    words = run("diagnose", "it", "does", "not", "work")
    assert words.exit_code == 2
    assert "@error.txt" in words.output + str(words.exception)


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
    told = " ".join(run("diagnose", said, "--transcript", file).stdout.split())
    assert f"`transcript-doctor repair '{file}' --as request`" in told
    assert run("repair", file, "--as", "request", "--write").exit_code == 0
    assert run("diagnose", said, "--transcript", file).exit_code == 0
    targeted = run("diagnose", "--transcript", TRIMMED, "--target", "mistral").stdout
    assert "--target mistral" in " ".join(targeted.split())


def test_an_agent_s_session_is_mended_and_the_agent_s_code_is_not_the_user_s() -> None:
    ran = run("diagnose", "--transcript", EXAMPLES / "dead-session-claude-code.jsonl")
    told = " ".join(ran.stdout.split())
    assert "dead-session-claude-code.jsonl --write` mends the session" in told
    assert "that of Claude Code, not yours" in told
    assert "not yours" not in run("diagnose", "--transcript", TRIMMED).stdout


def test_an_empty_text_is_misuse() -> None:
    assert run("diagnose", "").exit_code == 2
    assert run("diagnose", "-", stdin=" \n").exit_code == 2
