"""Folders of sessions: several processes say what one says, in the same order, with the same sums."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from transcript_doctor.cli.asking.options import Asked
from transcript_doctor.cli.reading.asides import Lost
from transcript_doctor.cli.reading.files import Named
from transcript_doctor.cli.reading.reading import Reading
from transcript_doctor.cli.running import pool, workers
from transcript_doctor.cli.running.judging import Judge, Judged, Style
from transcript_doctor.core.reader import Source

REAL = Path(__file__).resolve().parents[1] / "data" / "real"
SICK = [
    {"role": "user", "content": "Go."},
    {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "toolu_1", "name": "read", "input": {}}],
    },
    {"role": "user", "content": "And?"},
]
HEALTHY = [{"role": "user", "content": "Go."}, {"role": "assistant", "content": "Done."}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for k in range(30):
        (tmp_path / f"{k:02}.json").write_text(json.dumps(SICK if k % 7 == 3 else HEALTHY))
    (tmp_path / "40.json").write_text('[{"role": "user", "content": "cut off')
    (tmp_path / "41.json").write_text('{"name": "settings"}')
    for k, name in enumerate(sorted(REAL.rglob("*turn*.jsonl"))):
        shutil.copy(name, tmp_path / f"5{k}.jsonl")
    return tmp_path


@pytest.mark.parametrize("output", ["text", "json", "sarif", "github"])
def test_several_processes_say_what_one_says(folder: Path, output: str) -> None:
    alone = run("check", folder, "--format", output, "-j", "1")
    together = run("check", folder, "--format", output, "-j", "3")
    assert together.stdout == alone.stdout
    assert together.stderr == alone.stderr
    assert together.exit_code == alone.exit_code == 2


def test_sums_by_agent_and_by_rule(folder: Path) -> None:
    (folder / "40.json").unlink()
    health = "26 healthy, 4 with errors, 2 with warnings only (4 errors and 2 warnings)"
    lines = run("check", folder, "--quiet").stdout.splitlines()
    assert lines == [
        "agent         transcripts  healthy  warnings only  with errors",
        "(no agent's)           30       26              0            4",
        "Claude Code             2        0              2            0",
        "",
        "rule                  transcripts  errors  warnings",
        "P001 unanswered-call            5       4         1",
        "S104 lost-branch                1       0         1",
        "",
        f"32 transcripts: {health}; 1 file passed over (no transcript)",
    ]


def test_one_transcript_has_no_tables() -> None:
    (file,) = sorted(REAL.rglob("*turn-1.jsonl"))
    assert "transcripts  healthy" not in run("check", file).stdout


class Deadly(Reading):
    """A reading that kills its process at one file, as a system does when memory runs out."""

    def read(self, file: Named) -> Any:
        if file.name.endswith("05.json"):
            os._exit(9)
        return super().read(file)


def named(folder: Path) -> list[Named]:
    return [Named(str(path), path, False) for path in sorted(folder.glob("*.json"))]


def judge(reading: Reading) -> Judge:
    style = Style("json", 20, quiet=False, stated=False, width=100, colour=False)
    return Judge(Asked(None, None, None, {}), reading, style)


def test_a_process_that_dies_takes_one_file_with_it(folder: Path) -> None:
    files = named(folder)
    pieces = list(pool.over_all(judge(Deadly(files)), files, 2))
    lost = [piece for _, piece in pieces if isinstance(piece, Lost)]
    assert [Path(one.name).name for one in lost] == ["05.json", "40.json"]
    assert "was killed" in lost[0].what
    assert sum(isinstance(piece, Judged) for _, piece in pieces) == 29
    assert [index for index, _ in pieces] == sorted(index for index, _ in pieces)


def test_a_process_waits_where_too_much_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_KEPT", 0)
    monkeypatch.setattr(workers, "_BATCH", 1)
    rows = "".join(json.dumps({"messages": HEALTHY, "n": k}) + "\n" for k in range(300))
    for name in ("00.json", "01.json"):
        (folder / name).with_suffix(".jsonl").write_text(rows)
    files = [Named(str(p), p, False) for p in sorted(folder.glob("*.json*"))]
    pieces = list(pool.over_all(judge(Reading(files)), files, 2))
    assert sum(isinstance(piece, Judged) for _, piece in pieces) == 632
    assert [index for index, _ in pieces] == sorted(index for index, _ in pieces)


def test_a_process_that_dies_with_nothing_to_do_takes_nothing_with_it(folder: Path) -> None:
    files = named(folder)[:2]
    crew = workers.Pool(2, judge(Reading(files)), files)
    try:
        for worker in crew._workers:
            crew._give(worker)
        idle = next(worker for worker in crew._workers if not worker.given)
        idle.process.kill()
        idle.process.join()
        crew._take(idle)
        assert [index for index, _ in crew.run()] == [0, 1]
    finally:
        crew.stop()


def test_leaving_early_ends_the_processes(folder: Path) -> None:
    files = named(folder)
    pieces = pool.over_all(judge(Reading(files)), files, 2)
    next(pieces)
    pieces.close()
    assert workers.get_context().active_children() == []


def test_what_is_whole_in_a_cut_file_that_is_packed_is_judged(tmp_path: Path) -> None:
    text = json.dumps({"messages": HEALTHY}, indent=1)
    (tmp_path / "cut.json.gz").write_bytes(gzip.compress(text[: len(text) - 40].encode()))
    for path in (tmp_path / "cut.json.gz", tmp_path):
        ran = run("check", path)
        assert ran.exit_code == 2
        assert "what is whole in it is judged all the same" in ran.stderr
        assert "1 transcript" in ran.stdout


def test_what_is_whole_in_a_cut_file_is_judged(tmp_path: Path) -> None:
    file = tmp_path / "cut.json"
    text = json.dumps({"model": "claude-sonnet-4-5", "messages": [*SICK, *HEALTHY]}, indent=1)
    file.write_text(text[:-30])
    ran = run("check", file)
    assert ran.exit_code == 2
    assert "what is whole in it is judged all the same" in ran.stderr
    assert f"{file}:11  messages[1].content[0]" in ran.stdout
    assert "P001 unanswered-call" in ran.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes on this system")
def test_pipes_and_devices_in_a_folder_are_not_waited_for(tmp_path: Path) -> None:
    shutil.copy(REAL / "pi" / "agent-sessions-small.jsonl", tmp_path / "a.jsonl")
    os.mkfifo(tmp_path / "b.jsonl")
    (tmp_path / "c.jsonl").symlink_to("/dev/zero")
    (tmp_path / "d.jsonl").symlink_to("d.jsonl")
    result = run("check", tmp_path)
    assert "a.jsonl:4  healthy" in result.stdout
    assert result.stderr == f"{tmp_path}/d.jsonl: Too many levels of symbolic links\n"
    assert result.exit_code == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes on this system")
@pytest.mark.parametrize(
    ("end", "code", "said"),
    [(None, 0, "b.jsonl:4  healthy"), (2400, 0, "S101 torn-record"), (7, 2, "")],
)
def test_a_pipe_that_is_named_is_read_once(
    tmp_path: Path, end: int | None, code: int, said: str
) -> None:
    pipe = tmp_path / "b.jsonl"
    os.mkfifo(pipe)
    data = (REAL / "pi" / "agent-sessions-small.jsonl").read_bytes()[:end]
    with ThreadPoolExecutor() as pool:
        writing = pool.submit(pipe.write_bytes, data)
        result = run("check", pipe)
        assert writing.result() == len(data)
    assert (result.exit_code, said in result.stdout) == (code, True)


def test_a_source_knows_its_stem() -> None:
    assert Source(r"C:\Users\me\0a1b.jsonl", lambda: None).stem == "0a1b"  # type: ignore[arg-type, return-value]
