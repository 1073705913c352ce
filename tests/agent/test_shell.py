"""A real shell on a real system: whatever a command does, it ends, and what it printed is bounded."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.agent.replies import Replies, call, said
from transcript_doctor.agent import (
    RealShell,
    ScriptedShell,
    make_bash_tool,
    run_agent_async,
    run_tool,
)
from transcript_doctor.agent.tail import Tail
from transcript_doctor.core.errors import BadOption

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the commands are those of a Unix shell"
)


@pytest.mark.parametrize(
    ("command", "output", "code"),
    [
        ("echo out; echo err >&2; exit 3", "out\nerr\n", 3),
        ("true", "", 0),
        ("pwd -P", "{folder}\n", 0),
        ("printf 'a\\377b\\xc3\\xa9'", "a\ufffdbé", 0),
        ("kill -9 $$", "", -9),
        ("cat", "", 0),  # nothing to read: it does not wait for a person
        ("nosuchcommand 2>/dev/null", "", 127),
    ],
)
def test_what_it_printed_and_how_it_ended(
    tmp_path: Path, command: str, output: str, code: int
) -> None:
    found = RealShell(tmp_path).run(command)
    assert found == (output.format(folder=tmp_path.resolve()), code)


def test_a_command_that_takes_too_long_is_ended_with_its_children(tmp_path: Path) -> None:
    shell = RealShell(tmp_path, timeout=1)
    output, code = shell.run("echo begun; sh -c 'echo $$ > child; exec sleep 60' & wait")
    assert (output, code) == ("begun\n[Stopped after 1 second.]", 124)
    assert is_gone(int((tmp_path / "child").read_text()))


def test_what_stays_in_the_background_is_ended_and_not_waited_for(tmp_path: Path) -> None:
    output, code = RealShell(tmp_path, timeout=50).run("sleep 60 & echo $! > child; echo done")
    assert (output, code) == ("done\n", 0)
    assert is_gone(int((tmp_path / "child").read_text()))


def is_gone(pid: int) -> bool:
    """Wait until a process that was killed is no longer there, or is waiting to be buried."""
    for _ in range(500):
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat")
            if state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        threading.Event().wait(0.01)
    return False


def test_long_output_keeps_its_end_in_bounded_memory(tmp_path: Path) -> None:
    output, code = RealShell(tmp_path, kept=1000).run("seq 1 100000")
    notice, *lines = output.splitlines()
    assert code == 0
    assert lines[-1] == "100000"
    assert lines == [str(n) for n in range(100_001 - len(lines), 100_001)]
    kept = sum(len(line) + 1 for line in lines)
    assert 900 < kept <= 1000
    assert notice == f"[The first {588_895 - kept} bytes of the output were dropped.]"
    whole, _ = RealShell(tmp_path, kept=1000).run("head -c 5000 /dev/zero | tr '\\0' x")
    assert whole == "[The first 4000 bytes of the output were dropped.]\n" + "x" * 1000


def test_what_is_dropped_holds_no_memory_while_the_command_runs() -> None:
    printing = [
        sys.executable,
        "-c",
        "print('x' * 2_000_000, flush=True); import sys; sys.stdin.read()",
    ]
    with subprocess.Popen(printing, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        tail = Tail(process, 1_000)
        while tail._dropped + len(tail._kept) < 2_000_001:
            time.sleep(0.01)
        assert len(tail._kept) <= 2_000
        assert process.stdin is not None
        process.stdin.close()
        tail.finish()
    assert tail.text().startswith("[The first ")


def test_the_environment_is_the_one_that_is_given(tmp_path: Path) -> None:
    shell = RealShell(tmp_path, env={"PATH": os.environ["PATH"], "COLOUR": "blue"})
    assert shell.run("echo $COLOUR$HOME") == ("blue\n", 0)


def test_what_is_no_command_or_no_shell_is_said(tmp_path: Path) -> None:
    result = run_tool([make_bash_tool(RealShell(tmp_path))], call("bash", {"command": "a\0b"}))
    assert result["content"] == "this is no command line: embedded null byte"
    assert result["is_error"]
    with pytest.raises(BadOption):
        RealShell(tmp_path, timeout=0)


def test_ctrl_c_ends_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import subprocess

    def interrupted(self: Any, timeout: float | None = None) -> int:
        while not (tmp_path / "child").exists() or not (tmp_path / "child").read_text().strip():
            threading.Event().wait(0.01)
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        RealShell(tmp_path).run("echo $$ > child; exec sleep 60")
    assert is_gone(int((tmp_path / "child").read_text()))


def test_cancelling_an_agent_ends_its_command(tmp_path: Path) -> None:
    messages: list[Any] = []
    tools = [make_bash_tool(RealShell(tmp_path))]
    model = Replies(said(call("bash", {"command": "echo $$ > child; exec sleep 60"})))

    async def main() -> None:
        task = asyncio.create_task(run_agent_async(model, "", messages, tools, "Wait."))
        while not (tmp_path / "child").exists() or not (tmp_path / "child").read_text().strip():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert is_gone(int((tmp_path / "child").read_text()))
    assert messages[-1]["is_error"]


def test_a_scripted_shell_answers_from_a_table() -> None:
    shell = ScriptedShell({"make": ("boom\n", 2), "ls": "a.py\n", "date": lambda c: c.upper()})
    assert [shell.run(c) for c in ("ls", "make", "date", "git status", "")] == [
        ("a.py\n", 0),
        ("boom\n", 2),
        ("DATE", 0),
        ("git: command not found\n", 127),
        (": command not found\n", 127),
    ]
    assert shell.commands == ["ls", "make", "date", "git status", ""]


@pytest.mark.skipif(sys.platform != "linux", reason="marks are found on Linux only")
@pytest.mark.skipif(shutil.which("setsid") is None, reason="nothing here can leave its group")
def test_what_made_a_session_of_its_own_is_ended_too(tmp_path: Path) -> None:
    daemon = "(setsid sh -c 'echo $$ > child; sleep 60; sleep 60' &)"
    waits = "while [ ! -s child ]; do sleep 0.01; done; echo done"
    assert RealShell(tmp_path).run(f"{daemon}; {waits}") == ("done\n", 0)
    assert is_gone(int((tmp_path / "child").read_text()))
    (tmp_path / "child").unlink()
    shell = RealShell(tmp_path, timeout=0.5)
    assert shell.run(f"{daemon}; {waits}; sleep 60")[1] == 124
    assert is_gone(int((tmp_path / "child").read_text()))


@pytest.mark.skipif(shutil.which("setsid") is None, reason="nothing here can leave its group")
def test_what_left_its_group_takes_nobody_else_s_output(tmp_path: Path) -> None:
    """Its reader waits on; the number of the output that was closed belongs to somebody else by then."""
    late = "touch left; while [ ! -e go ]; do sleep 0.02; done; echo late; touch said; sleep 2"
    begun = "while [ ! -e left ]; do sleep 0.02; done; echo first"
    unmarked = f"env -i $(command -v setsid) sh -c '{late}'"
    assert RealShell(tmp_path).run(f"{unmarked} & {begun}") == ("first\n", 0)
    pipes = [os.pipe() for _ in range(8)]
    try:
        (tmp_path / "go").touch()
        assert any((tmp_path / "said").exists() or time.sleep(0.02) for _ in range(1000))
        time.sleep(0.05)  # the reader takes what was said, and reads on
        for _, into in pipes:
            os.write(into, b"mine")
        time.sleep(0.05)
        for out, _ in pipes:
            os.set_blocking(out, False)
            assert os.read(out, 9) == b"mine"
    finally:
        for pipe in pipes:
            os.close(pipe[0])
            os.close(pipe[1])


BEGINS = "echo $$ > begun.part; mv begun.part begun; exec sleep 3600"


def begun(folder: Path) -> int:
    """Wait until the command says its number, and return it."""
    while not (folder / "begun").exists():
        threading.Event().wait(0.01)
    return int((folder / "begun").read_text())


@pytest.mark.skipif(sys.platform != "linux", reason="marks are found on Linux only")
def test_an_end_that_comes_while_a_command_is_started_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def starting(*args: Any, **kwargs: Any) -> None:
        left.append(start(*args, **kwargs))
        begun(tmp_path)
        raise KeyboardInterrupt

    monkeypatch.setattr("transcript_doctor.agent.shell.subprocess.Popen", starting)
    with pytest.raises(KeyboardInterrupt):
        RealShell(tmp_path).run(BEGINS)
    with left[0] as process:
        assert process.wait(60) == -9


def test_an_end_that_comes_before_a_command_is_waited_for_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reading(*_: object) -> None:
        begun(tmp_path)
        raise SystemExit(143)

    monkeypatch.setattr("transcript_doctor.agent.shell.Tail", reading)
    with pytest.raises(SystemExit):
        RealShell(tmp_path).run(BEGINS)
    with pytest.raises(ProcessLookupError):
        os.kill(begun(tmp_path), 0)
