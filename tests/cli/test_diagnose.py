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
    assert alone.startswith("P002 orphan-result\n")
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
    assert run("diagnose", f"@{tmp_path / 'none.txt'}").exit_code != 0


def test_an_empty_text_is_misuse() -> None:
    assert run("diagnose", "").exit_code == 2
    assert run("diagnose", "-", stdin=" \n").exit_code == 2
