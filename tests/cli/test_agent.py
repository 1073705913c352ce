"""The coding agent as people run it: what it shows, asks and refuses, and the record that it leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from transcript_doctor import History, check, read_session, shape
from transcript_doctor.agent.models import keys
from transcript_doctor.cli import agent_view
from transcript_doctor.core.answers import NO_RESULT
from transcript_doctor.provider import running
from transcript_doctor.testing import call, reply, say, text

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the commands are those of a Unix shell"
)
SCRIPT = """
- say: Let me look.
  calls: [{name: read, arguments: {path: a.py}}, {name: bash, arguments: {command: echo hi > out}}]
- {call: edit, arguments: {path: a.py, old: "1", new: "2"}}
- say: Done.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    (made / "a.py").write_text("A = 1\n", "utf-8")
    return made


def script(folder: Path, text: str = SCRIPT) -> Path:
    path = folder.parent / "script.yaml"
    path.write_text(text, "utf-8")
    return path


def records(folder: Path) -> list[Path]:
    return sorted((folder / ".transcript-doctor").glob("*.jsonl"))


def messages(path: Path) -> list[Any]:
    (session,) = read_session(path)
    listed: list[Any] = session.request
    return listed


def results(path: Path) -> list[Any]:
    return [m["content"][0]["text"] for m in messages(path) if m["role"] == "toolResult"]


def test_it_works_in_the_folder_and_keeps_its_record(folder: Path) -> None:
    ran = run("agent", "Make A 2.", "--in", folder, "--script", script(folder), "--yes")
    assert (ran.exit_code, ran.stdout) == (0, "Let me look.\nDone.\n")
    assert (folder / "a.py").read_text() == "A = 2\n"
    assert (folder / "out").read_text() == "hi\n"
    (path,) = records(folder)
    assert ran.stderr.splitlines() == [
        'read {"path": "a.py"}',
        "  A = 1",
        'bash {"command": "echo hi > out"}',
        "  (nothing)",
        'edit {"path": "a.py", "old": "1", "new": "2"}',
        "  Edited a.py: 1 place.",
        f"3 turns; record: {path}",
    ]
    (session,) = read_session(path)
    assert check(session).ok
    assert shape(session) == "U A[c1,c2] R(c1) R(c2) A[c3] R(c3) A"
    assert (path.parent / ".gitignore").read_text() == "*\n"
    assert path.stat().st_mode & 0o077 == 0


def test_a_record_is_gone_on_with(folder: Path) -> None:
    words = ("--in", folder, "--script", script(folder, "[{say: One.}]"))
    assert run("agent", "Go.", *words).stdout == "One.\n"
    assert run("agent", "Go.", *words).stdout == "One.\n"
    first, second = records(folder)
    os.utime(second, (1, 1))
    assert run("agent", "And?", *words, "--continue").exit_code == 0
    assert [shape(read_session(path)[0]) for path in (first, second)] == ["U A U A", "U A"]
    kept = folder.parent / "kept.jsonl"
    assert run("agent", "Go.", *words, "--record", kept).exit_code == 0
    again = run("agent", "Go.", *words, "--record", kept)
    assert (again.exit_code, again.stderr) == (
        2,
        f"transcript-doctor: {kept} is there already; --continue goes on with it\n",
    )
    assert run("agent", "Go.", *words, "--record", kept, "--continue").exit_code == 0
    assert shape(read_session(kept)[0]) == "U A U A"
    assert len(records(folder)) == 2


def test_a_record_beside_the_files_is_not_overwritten_by_a_tool(folder: Path) -> None:
    kept = folder / "kept.jsonl"
    steps = "[{call: write, arguments: {path: kept.jsonl, content: x}}, {say: Done.}]"
    ran = run("agent", "Go.", "--in", folder, "--script", script(folder, steps), "--record", kept)
    assert ran.stdout == "Done.\n"
    assert results(kept) == ["kept.jsonl is where the record is kept; it is not for tools"]
    assert check(read_session(kept)[0]).ok


def test_a_run_that_was_killed_is_gone_on_with_without_words(folder: Path) -> None:
    kept = folder.parent / "kept.jsonl"
    with History.open(kept, "lab") as history:
        history.user("Go.")
        history.assistant(reply(call("bash", {"command": "x"}, id="c1")))
    ran = run(
        "agent",
        "--in",
        folder,
        "--script",
        script(folder, "[{say: Fine.}]"),
        "--record",
        kept,
        "--continue",
    )
    assert ran.stdout == "Fine.\n"
    assert results(kept) == [NO_RESULT]


@pytest.mark.parametrize(
    ("answer", "ran_it"),
    [("y\n", True), ("YES\n", True), ("n\n", False), ("\n", False), ("", False)],
)
def test_commands_are_asked_about(
    folder: Path, monkeypatch: pytest.MonkeyPatch, answer: str, ran_it: bool
) -> None:
    monkeypatch.setattr(agent_view, "_is_terminal", lambda: True)
    ran = run("agent", "Go.", "--in", folder, "--script", script(folder), stdin=answer)
    assert ran.exit_code == 0
    assert "Run this?\n    echo hi > out\n[y/N] " in ran.stderr
    assert (folder / "out").exists() == ran_it
    refused = "This command was not allowed, and it was not run."
    assert (refused in results(records(folder)[0])) != ran_it
    assert (f"  failed: {refused}" in ran.stderr) != ran_it


def test_where_nobody_can_be_asked_no_command_runs(folder: Path) -> None:
    ran = run("agent", "Go.", "--in", folder, "--script", script(folder), stdin="y\n")
    assert "nobody can be asked whether this may run; --yes allows commands" in ran.stderr
    assert not (folder / "out").exists()


def test_what_is_shown_cannot_act_on_the_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_view, "_is_terminal", lambda: True)
    evil = "\x1b[2J\u202e"
    steps = [
        {"say": f"a\tb\n{evil}c", "calls": [
            {"name": "bash", "arguments": {"command": f"true {evil}\n[y/N] y"}},
            {"name": f"raed{evil}", "arguments": {evil: 1}},
            {"name": "read", "arguments": {"path": evil}},
        ]},
        {"say": evil},
    ]  # fmt: skip
    ran = run(
        "agent", "Go.", "--in", folder, "--script", script(folder, json.dumps(steps)), stdin="n\n"
    )
    assert ran.exit_code == 0
    assert ran.stdout == "a\tb\n\\x1b[2J\\u202ec\n\\x1b[2J\\u202e\n"
    assert "Run this?\n    true \\x1b[2J\\u202e\n    [y/N] y\n[y/N] " in ran.stderr
    assert all(char.isprintable() or char == "\n" for char in ran.stderr)


def test_nothing_outside_is_touched(folder: Path) -> None:
    (folder.parent / "secret").write_text("7", "utf-8")
    (folder / "link").symlink_to(folder.parent / "secret")
    (folder / ".transcript-doctor").mkdir()
    steps = [
        {"calls": [{"name": "read", "arguments": {"path": path}} for path in ("../secret", "link", "/etc/passwd")]},
        {"calls": [{"name": "write", "arguments": {"path": path, "content": "x"}} for path in ("../new", "link", ".transcript-doctor/x")]},
        {"say": "I cannot."},
    ]  # fmt: skip
    ran = run(
        "agent", "Go.", "--in", folder, "--script", script(folder, json.dumps(steps)), "--yes"
    )
    assert ran.exit_code == 0
    assert ran.stderr.count("outside of the folder") == 5
    assert ran.stderr.count("it is not for tools") == 1
    assert sorted(path.name for path in folder.parent.iterdir()) == [
        "script.yaml",
        "secret",
        "work",
    ]
    assert (folder.parent / "secret").read_text() == "7"


def test_secrets_are_not_in_the_environment_of_commands(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*keys(), "GROQ_API_KEY", "AWS_SECRET_ACCESS_KEY", "GH_TOKEN"):
        monkeypatch.setenv(name, "sk-CANARY")
    monkeypatch.setenv("COLOUR", "blue")
    steps = '[{call: bash, arguments: {command: "env; echo ..."}}, {say: Done.}]'
    assert (
        run("agent", "Go.", "--in", folder, "--script", script(folder, steps), "--yes").exit_code
        == 0
    )
    kept = records(folder)[0].read_text("utf-8")
    assert "COLOUR=blue" in kept
    assert "CANARY" not in kept


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("agent",), "say what to do: transcript-doctor agent PROMPT"),
        (("agent", " ", "--script", "x"), "say what to do"),
        (("agent", "Go."), "name one model: --model API:NAME, or --script FILE"),
        (("agent", "Go.", "--model", "openai:x", "--script", "x"), "name one model"),
        (("agent", "Go.", "--script", "x", "--base-url", "http://x"), "--base-url and --target go with --model"),
        (("agent", "Go.", "--script", "no-such-file"), "no-such-file"),
        (("agent", "Go.", "--model", "x:y"), "a model is API:NAME"),
        (("agent", "Go.", "--model", "openai:gpt-5.2", "--target", "anthropic"), "takes those of"),
        (("agent", "Go.", "--model", "openai:x", "--in", "no-such-folder"), "no such folder"),
        (("agent", "--continue", "--model", "openai:x"), "there is no record"),
        (("agent", "Go.", "--continue", "--record", "typo", "--model", "openai:x"), "typo to go on with"),
        (("agent", "Go.", "--record", ".", "--model", "openai:x"), "is a folder; --record names a file"),
        (("agent", "Go.", "--max-turns", "0"), "--max-turns"),
    ],
)  # fmt: skip
def test_misuse_is_said_in_a_line_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*words)
    assert ran.exit_code == 2
    assert told in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_comes_to_no_end_is_told_apart(folder: Path) -> None:
    asks = "[{call: read, arguments: {path: a.py}, repeat: true}]"
    ran = run("agent", "Go.", "--in", folder, "--script", script(folder, asks), "--max-turns", "3")
    assert ran.exit_code == 1
    assert "stopped: Agent stopped after max_turns=3" in ran.stderr
    ran = run(
        "agent", "Go.", "--in", folder, "--script", script(folder, "[{fail: 503 overloaded}]")
    )
    assert (ran.exit_code, "stopped: 503 overloaded" in ran.stderr) == (1, True)
    ran = run("agent", "Go.", "--in", folder, "--script", script(folder, "[{empty: true}]"))
    assert (ran.exit_code, "the last reply says nothing (stop)" in ran.stderr) == (1, True)
    ran = run(
        "agent", "Go.", "--in", folder, "--script", script(folder, "[{say: It is, stop: length}]")
    )
    assert (ran.exit_code, "the last reply was cut off" in ran.stderr) == (1, True)


def test_a_script_that_runs_out_leaves_a_record_that_goes_on(folder: Path) -> None:
    asks = "[{call: read, arguments: {path: a.py}}]"
    ran = run("agent", "Go.", "--in", folder, "--script", script(folder, asks))
    assert ran.exit_code == 2
    assert "the script has 1 step" in ran.stderr
    ran = run("agent", "--in", folder, "--script", script(folder, "[{say: Done.}]"), "--continue")
    assert ran.stdout == "Done.\n"


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("echo one; exit 3", ["  one", "  Command exited with code 3"]),
        ("exit 3", ["  Command exited with code 3"]),
        ("sleep 60", ["  [Stopped after 0.2 seconds.]", "  Command exited with code 124"]),
        ("true", ["  (nothing)"]),
        ("printf 'a\\n\\nb\\n'", ["  3 lines"]),
        ("printf '[Stopped now.]\\n%.0s' 1 2 3 4 5", ["  2 lines", *["  [Stopped now.]"] * 3]),
    ],
)
def test_how_a_command_ended_is_shown(folder: Path, command: str, shown: list[str]) -> None:
    steps = json.dumps([{"call": "bash", "arguments": {"command": command}}, {"say": "Done."}])
    ran = run(
        "agent", "Go.", "--in", folder, "--script", script(folder, steps), "--yes", "--timeout", "0.2"
    )  # fmt: skip
    assert ran.stderr.splitlines()[1:-1] == shown


def test_a_command_is_shown_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = "[{calls: [{name: bash, arguments: {command: echo hi}}, {name: bash}]}, {say: Done.}]"
    words = ("agent", "Go.", "--in", folder, "--script", script(folder, steps))
    asked, told = "Run this?\n    echo hi\n[y/N] ", "bash {}\n  failed: command must be a string\n"
    unasked = 'bash {"command": "echo hi"}\n  nobody can be asked whether this may run; --yes allows commands\n'
    assert run(*words).stderr.startswith(unasked)
    monkeypatch.setattr(agent_view, "_is_terminal", lambda: True)
    assert run(*words, stdin="y\n").stderr.startswith(f"{asked}  hi\n{told}")


def test_arguments_that_cannot_be_read_are_shown_as_such(folder: Path) -> None:
    steps = """[{calls: [{name: read, arguments: '{"path": "a.'}]}, {say: Done.}]"""
    ran = run("agent", "Go.", "--in", folder, "--script", script(folder, steps))
    assert ran.stderr.startswith("read with arguments that cannot be read\n  failed: ")


def test_what_is_answered_is_not_gone_on_with_without_a_prompt(folder: Path) -> None:
    words = ("--in", folder, "--script", script(folder, "[{say: One.}]"))
    assert run("agent", "Go.", *words).exit_code == 0
    ran = run("agent", *words, "--continue")
    told = "transcript-doctor: the assistant spoke last: say a prompt to go on with\n"
    assert (ran.exit_code, ran.stderr) == (2, told)
    assert shape(messages(records(folder)[0])) == "U A"


def test_a_step_that_raises_ends_the_run_in_a_line(folder: Path) -> None:
    python = folder.parent / "boom.py"
    python.write_text("def boom(request):\n    return {}['x']\nsteps = [boom]\n", "utf-8")
    ran = run("agent", "Go.", "--in", folder, "--script", python)
    assert ran.exit_code == 1
    assert ran.stderr.startswith("stopped: KeyError: 'x' (boom.py, line 2)\n")


@pytest.mark.parametrize(
    ("model", "base"), [("openai:gpt-5.2", "/v1"), ("anthropic:claude-opus-4-8", ""), ("gemini:gemini-2.5-pro", "")]
)  # fmt: skip
def test_a_real_model_through_its_sdk(folder: Path, model: str, base: str) -> None:
    steps = [reply(text("Let me look."), call("read", {"path": "a.py"})), say("A is 1.")]
    with running(steps) as provider:
        ran = run(
            "agent", "What is A?", "--in", folder, "--model", model, "--base-url", provider.url + base
        )  # fmt: skip
    assert (ran.exit_code, ran.stdout) == (0, "Let me look.\nA is 1.\n")
    (session,) = read_session(records(folder)[0])
    assert check(session).ok
    other = run("agent", "Go.", "--in", folder, "--script", script(folder), "--continue")
    assert other.exit_code == 2
    assert "is kept for" in other.stderr
    assert "`lab` is a script's (--script); without --continue a new one begins" in other.stderr


def test_without_a_key_no_record_is_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    ran = run("agent", "Go.", "--in", folder, "--model", "openai:gpt-5.2")
    assert (ran.exit_code, ran.stderr) == (
        2,
        "transcript-doctor: there is no key for openai: set OPENAI_API_KEY in the environment\n",
    )
    assert [path.name for path in folder.iterdir()] == ["a.py"]


def test_scripts_of_the_fake_provider(folder: Path) -> None:
    written = script(folder, "- {say: a, slow: 1}\n")
    ran = run("agent", "Go.", "--in", folder, "--script", written)
    assert ran.exit_code == 2
    assert f"{written}, line 1: step 1: 'slow' is for serve alone" in ran.stderr
    python = folder.parent / "script.py"
    python.write_text("from transcript_doctor.testing import say\nsteps = [say('Hi.')]\n", "utf-8")
    ran = run("agent", "Go.", "--in", folder, "--script", python)
    assert (ran.exit_code, ran.stdout) == (0, "Hi.\n")
    assert ran.stderr.startswith("1 turn; record: ")


def test_words_from_standard_input(folder: Path) -> None:
    ran = run(
        "agent", "-", "--in", folder, "--script", script(folder, "[{say: Hi.}]"), stdin="Say\nhi.\n"
    )
    assert ran.stdout == "Hi.\n"
    assert messages(records(folder)[0])[0]["content"][0]["text"] == "Say\nhi.\n"


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGQUIT, 131)],
)
def test_whatever_ends_it_leaves_a_whole_record_and_no_command(
    folder: Path, number: signal.Signals, code: int
) -> None:
    command = "echo $$ > begun.part; mv begun.part begun; sleep 60"
    steps = json.dumps([{"say": "Waiting.", "call": "bash", "arguments": {"command": command}}])
    words = ["agent", "Go.", "--in", folder, "--script", script(folder, steps), "--yes"]
    process = subprocess.Popen(
        [sys.executable, "-m", "transcript_doctor", *map(str, words)],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        # A shell that starts things in the background makes them deaf to Ctrl-C.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    for _ in range(3000):
        if (folder / "begun").exists() or process.poll() is not None:
            break
        threading.Event().wait(0.01)
    process.send_signal(number)
    _, told = process.communicate(timeout=60)
    assert process.returncode == code
    with pytest.raises(ProcessLookupError):
        os.killpg(int((folder / "begun").read_text()), 0)
    (path,) = records(folder)
    assert f"the record is whole: {path}; --continue goes on" in told.decode()
    assert results(path) == [NO_RESULT]
    with History.open(path) as history:
        assert history.open_calls == ()
