"""`repair --write` on the command line: files and folders in their own format, and how it ends."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLES, run
from transcript_doctor import check
from transcript_doctor.acts.reading.sessions import session_at

SICK = [
    {"role": "user", "content": [{"type": "text", "text": "Go."}]},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "r", "input": {}}]},
    {"role": "user", "content": [{"type": "text", "text": "Hello?"}]},
]
SOUND = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return Path(shutil.copy(EXAMPLES / "dead-session-claude-code.jsonl", tmp_path / "s.jsonl"))


def test_without_write_it_says_that_nothing_was_written(session: Path) -> None:
    before = session.read_bytes()
    ran = run("repair", session)
    assert ran.exit_code == 0
    assert ran.stdout.startswith("- U A")
    assert f"{session}: nothing was written; add --write to edit the file like this" in ran.stderr
    assert (session.read_bytes(), len(list(session.parent.iterdir()))) == (before, 1)


def test_a_session_is_written_and_what_it_was_lies_beside(session: Path) -> None:
    before, shown = session.read_bytes(), run("repair", session).stdout
    ran = run("repair", session, "--write")
    backup = session.with_name("s.jsonl.before-repair")
    assert (ran.exit_code, ran.stdout) == (0, shown)
    assert f"{session}: written; what it was lies in {backup}\n" in ran.stderr
    assert (
        f"to put the old file back: mv {backup} {session}; resume the session as before\n"
        in ran.stderr
    )
    assert backup.read_bytes() == before
    assert check(session_at(session)[0]).ok
    again = run("repair", session, "--write")
    assert (again.exit_code, again.stdout, again.stderr) == (0, "nothing to repair\n", "")
    assert len(list(session.parent.iterdir())) == 2


def test_files_of_a_folder_are_written_each_on_its_own(session: Path, tmp_path: Path) -> None:
    (tmp_path / "sick.json").write_text(json.dumps(SICK))
    (tmp_path / "sound.json").write_text(json.dumps(SOUND))
    (tmp_path / "other.json").write_text('{"name": "no transcript"}')
    ran = run("repair", tmp_path, "--write")
    assert ran.exit_code == 0
    assert ran.stdout.endswith("3 files looked at\n")
    assert sorted(one.name for one in tmp_path.glob("*.before-repair")) == [
        "s.jsonl.before-repair",
        "sick.json.before-repair",
    ]
    assert check(json.loads((tmp_path / "sick.json").read_text())).ok
    assert ran.stdout.count("\n- U A") == 2


def test_one_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    torn, sick = tmp_path / "a.json", tmp_path / "b.json"
    torn.write_text('[{"role": "user", "cont')
    sick.write_text(json.dumps(SICK))
    ran = run("repair", torn, sick, "--write")
    assert ran.exit_code == 2
    assert "a.json: line 1" in ran.stderr
    assert check(json.loads(sick.read_text())).ok
    assert torn.read_text() == '[{"role": "user", "cont'


def test_what_is_still_refused_ends_with_one(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(json.dumps(SICK))
    ran = run("repair", file, "--write", "--policy", "safe")
    assert (ran.exit_code, ran.stdout) == (1, "nothing that may be repaired\n")
    assert json.loads(file.read_text()) == SICK


def test_a_format_that_is_not_edited_ends_with_two_and_names_output(tmp_path: Path) -> None:
    real = EXAMPLES.parent / "tests" / "data" / "real" / "openhands" / "sdk-goal-events.jsonl"
    file = Path(shutil.copy(real, tmp_path))
    assert run("repair", file, "--policy", "lossy").exit_code in (0, 1)
    ran = run("repair", file, "--policy", "lossy", "--write")
    assert ran.exit_code == 2
    assert "not edited in their own format; --output FILE writes the list" in ran.stderr
    assert file.read_bytes() == real.read_bytes()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc")
def test_a_file_that_is_open_elsewhere_ends_with_two(session: Path) -> None:
    before = session.read_bytes()
    code = f"import sys; f = open({str(session)!r}, 'ab'); print(1, flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        other.stdout.readline()
        ran = run("repair", session, "--write")
        other.stdin.close()
    assert ran.exit_code == 2
    assert f"not written: another process has it open: {other.pid} (" in ran.stderr
    assert (session.read_bytes(), len(list(session.parent.iterdir()))) == (before, 1)


def test_json_says_what_was_written_and_where_the_old_file_lies(
    session: Path, tmp_path: Path
) -> None:
    (tmp_path / "sound.json").write_text(json.dumps(SOUND))
    ran = run("repair", tmp_path, "--write", "--format", "json")
    first, second = json.loads(ran.stdout)["files"]
    assert first["file"] == str(session)
    assert (first["ok"], first["written"], first["reason"]) == (True, True, None)
    assert first["backup"] == f"{session}.before-repair"
    (transcript,) = first["transcripts"]
    assert {change["code"] for change in transcript["changes"]} == {"P001"}
    assert (transcript["line"], transcript["losses"], transcript["left_out"]) == (1, [], None)
    assert (second["written"], second["backup"], second["ok"]) == (False, None, True)


def test_damage_of_the_file_is_mended_or_told(tmp_path: Path) -> None:
    line = json.dumps({"type": "user", "uuid": "u1", "parentUuid": None, "message": SOUND[0]})
    other = {
        "type": "assistant",
        "uuid": "a1",
        "parentUuid": "u1",
        "message": {"id": "m", **SOUND[1]},
    }
    file = tmp_path / "s.jsonl"
    file.write_text(f'{line}{json.dumps(other)}\n{{"type":"user","uuid":"x\n')
    ran = run("repair", file, "--write")
    assert ran.stdout == (
        "no message is to be repaired; the file itself is: 1 thing\n"
        "  line 1: 2 records that shared this line have lines of their own\n"
    )
    assert "s.jsonl:1: 2 records that shared this line have lines of their own" in ran.stderr
    assert "s.jsonl: still so in the file: line 3: S101" in ran.stderr
    assert file.read_text() == f'{line}\n{json.dumps(other)}\n{{"type":"user","uuid":"x\n'


def test_control_sequences_of_names_do_not_reach_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[31m.json"
    file.write_text(json.dumps(SICK))
    ran = run("repair", tmp_path, "--write")
    assert "\x1b" not in ran.stdout + ran.stderr


def test_the_command_that_puts_the_old_file_back_does_so(tmp_path: Path) -> None:
    file = tmp_path / "a list.json"
    file.write_text(json.dumps(SICK))
    before = file.read_bytes()
    ran = run("repair", file, "--write")
    (back,) = (
        line.removeprefix("to put the old file back: ")
        for line in ran.stderr.splitlines()
        if line.startswith("to put the old file back: ")
    )
    word, old, new = shlex.split(back)
    assert (word, new) == ("mv", str(file))
    assert (file.read_bytes() != before, Path(old).read_bytes()) == (True, before)
