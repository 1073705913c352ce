"""`show`, `diff`, `share`, `minimise`: transcripts out again, as lines or as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from tests.acts.histories import bodies
from tests.cli.running import EXAMPLES, run
from transcript_doctor import shape
from transcript_doctor.cli.printing.writing import as_json
from transcript_doctor.core.errors import DoctorError

STOPPED = EXAMPLES / "agent-interrupted-anthropic.json"


def write(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), "utf-8")
    return path


def test_show_prints_a_line_a_message() -> None:
    ran = run("show", EXAMPLES / "failed-turn-pi.json")
    assert ran.exit_code == 0
    assert ran.output.splitlines()[0] == '0  user -> "What port does config.py use?"'
    assert ran.output.splitlines()[3] == (
        "3  assistant -> (nothing)  [error: 503 overloaded]  <- C001"
    )
    assert len(ran.output.splitlines()) == 5


def test_show_cuts_contents_for_logs() -> None:
    ran = run("show", "--contents", "0", STOPPED)
    assert "redis-cli" not in ran.output
    assert "toolu_01Bq7Queue" in ran.output


def test_show_prints_shapes_of_many() -> None:
    ran = run("show", "--shape", EXAMPLES / "night-shift.jsonl")
    assert ran.output.splitlines()[1] == "S U A[call_n1] R(call_n1) A"
    assert ran.output.count("night-shift.jsonl:") == 3
    assert run("show", "--shape", "-", stdin=STOPPED.read_bytes()).output == (
        "U A[c1] R(c1) A[c2,c3] U[R(c2),text]\n"
    )


def test_show_says_what_it_could_not_read(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text("[{", "utf-8")
    ran = run("show", file, STOPPED)
    assert ran.exit_code == 2
    assert "a.json:1" in ran.stderr
    assert "Why does the nightly export hang?" in ran.stdout


def test_diff_shows_what_changed(tmp_path: Path) -> None:
    body = json.loads(STOPPED.read_text("utf-8"))
    body["messages"].pop()
    ran = run("diff", STOPPED, write(tmp_path / "b.json", body))
    assert ran.exit_code == 1
    assert ran.output.startswith(f"--- {STOPPED}\n+++ {tmp_path / 'b.json'}\n")
    assert run("diff", STOPPED, STOPPED).exit_code == 0
    assert run("diff", STOPPED, STOPPED).output == ""


def test_share_proves_and_says_so(tmp_path: Path) -> None:
    ran = run("share", STOPPED)
    assert ran.exit_code == 0
    made = json.loads(ran.stdout)
    assert shape(made) == "U A[c1] R(c1) A[c2,c3] U[R(c2),text]"
    assert "replaced; kept are keys, roles, types" in ran.stderr
    assert "proved: the same shape and findings (1 finding)" in ran.stderr
    for word in ("nightly", "redis", "Queue", "export.log", "bash"):
        assert word not in ran.stdout
    again = run("check", "--format", "json", write(tmp_path / "b.json", made))
    findings = json.loads(again.stdout)["transcripts"][0]["findings"]
    assert [(f["code"], f["index"]) for f in findings] == [("P001", 3)]


def test_share_fails_where_it_is_not_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "transcript_doctor.acts.share.disguise.Disguise._text", lambda self, text: ""
    )
    ran = run("share", STOPPED)
    assert ran.exit_code == 1
    assert "not the same as the original: C001 (user) at message 0" in ran.stderr


def test_minimise_prints_the_list_and_says_how_many(tmp_path: Path) -> None:
    ran = run("minimise", STOPPED)
    assert ran.exit_code == 0
    assert len(json.loads(ran.stdout)["messages"]) == 1
    assert (
        "P001 unanswered-call at messages[0].content[0] for anthropic: 1 of 5 messages"
        in ran.stderr
    )
    file = tmp_path / "small.json"
    file.write_text(ran.stdout, "utf-8")
    assert "P001" in run("check", file).output
    shared = run("share", "-", stdin=ran.stdout)
    assert shared.exit_code == 0
    assert "bash" not in shared.stdout


def test_minimise_says_when_it_stopped_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transcript_doctor.acts.minimise.searching.MOST_CHECKS", 1)
    ran = run("minimise", STOPPED)
    assert "stopped at its bound" in ran.stderr


def test_minimise_keeps_the_rule_that_is_asked_for(tmp_path: Path) -> None:
    messages = [
        {"role": "tool", "tool_call_id": "x", "content": "a"},
        {"role": "narrator", "content": "b"},
    ]
    file = write(tmp_path / "a.json", messages)
    assert json.loads(run("minimise", file, "--rule", "R002").stdout) == messages[1:]
    assert json.loads(run("minimise", file, "--rule", "P002").stdout)[0]["role"] == "tool"


@given(bodies())
@settings(max_examples=40)
def test_what_is_written_can_be_read_again(transcript: Any) -> None:
    text = as_json(transcript)
    assert json.loads(text) == transcript
    assert text.isascii()
    assert text.isprintable() or text.replace("\n", "").isprintable()


@pytest.mark.parametrize("value", [[], {}, None, "text", {"messages": []}])
def test_small_values_are_written_too(value: Any) -> None:
    assert json.loads(as_json(value)) == value


def test_depth_ends_in_an_error_and_not_in_a_trace() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(DoctorError, match="nested too deeply"):
        as_json([deep])
