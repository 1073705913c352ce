"""Files below a folder: nothing outside of it is read or written, by whatever path or link."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.agent.replies import call
from transcript_doctor.agent import (
    Folder,
    folder,
    make_edit_tool,
    make_read_tool,
    make_write_tool,
    run_tool,
)
from transcript_doctor.core.errors import BadOption

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
SECRET = "the key is 7\n"


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    (made / "src").mkdir(parents=True)
    (made / "src" / "a.py").write_text("A = 1\n")
    (tmp_path / "work2").mkdir()
    (tmp_path / "secret").write_text(SECRET)
    (tmp_path / "work2" / "secret").write_text(SECRET)
    (made / "out").symlink_to(tmp_path)
    (made / "link").symlink_to(tmp_path / "secret")
    (made / "dangling").symlink_to(tmp_path / "new")
    (made / "self").symlink_to(made / "self")
    (made / "in").symlink_to(made / "src")
    return made


@pytest.fixture(params=[True, False], ids=["by-descriptor", "by-path"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test also as on systems that cannot open files below an open folder."""
    if not request.param:
        monkeypatch.setattr(folder, "BY_DESCRIPTOR", False)
    assert folder.BY_DESCRIPTOR is request.param


OUTSIDE = [
    "../secret", "/etc/passwd", "src/../../secret", "out/secret", "link", "dangling", "out/work2/secret",
    "../work2/secret", "in/../../secret", "..", "/", "src/../..", "out", "./.././secret",
]  # fmt: skip


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("path", OUTSIDE)
def test_what_is_outside_is_neither_read_nor_written(inside: Path, path: str) -> None:
    ws = Folder(inside)
    before = sorted(p.name for p in inside.parent.rglob("*"))
    tools = [make_read_tool(ws), make_write_tool(ws), make_edit_tool(ws)]
    for name, more in (
        ("read", {}),
        ("write", {"content": "x"}),
        ("edit", {"old": "7", "new": "8"}),
    ):
        result = run_tool(tools, call(name, {"path": path, **more}))
        assert result["is_error"]
        assert (
            result["content"] == f"{path} is outside of the folder; only what is inside can be used"
        )
    with pytest.raises(PermissionError):
        ws.listdir(path)
    assert sorted(p.name for p in inside.parent.rglob("*")) == before
    assert (inside.parent / "secret").read_text() == SECRET


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["..", "src", "out", "in", "link", "secret", "work", "work2", ".", "", "a.py"]
        ),
        max_size=7,
    ),
    st.booleans(),
)
def test_no_path_leads_out(inside: Path, steps: list[str], absolute: bool) -> None:
    path = "/".join(steps)
    path = f"{inside}/{path}" if absolute else path
    ws = Folder(inside)
    with suppress(OSError, ValueError):
        assert ws.read_text(path) != SECRET
    if not path:
        with pytest.raises(ValueError, match="path must not be empty"):
            ws.exists(path)
        return
    real = (inside / path).resolve()
    if real == inside.resolve() or inside.resolve() in real.parents:
        ws.exists(path)
    else:
        with pytest.raises(PermissionError):
            ws.exists(path)


@pytest.mark.usefixtures("way")
def test_paths_that_are_inside_work_in_every_spelling(inside: Path) -> None:
    ws = Folder(inside)
    for path in ("src/a.py", "./src/../src/a.py", "in/a.py", f"{inside}/src/a.py", "src//a.py"):
        assert ws.read_text(path) == "A = 1\n"
        assert ws.exists(path)
    ws.write_text("in/b.py", "B = 2\r\n")
    assert (inside / "src" / "b.py").read_bytes() == b"B = 2\r\n"
    assert ws.read_text("src/b.py") == "B = 2\r\n"
    ws.write_text("new/deep/c.py", "é")
    assert (inside / "new" / "deep" / "c.py").read_bytes() == "é".encode()
    assert ws.listdir("src") == ["a.py", "b.py"]
    assert ws.listdir(".") == ["dangling", "in", "link", "new/", "out", "self", "src/"]


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("src", "src is a folder; it holds: a.py"),
        ("self", "leads nowhere"),
        ("a\0b", "a path has no null character in it"),
        ("x" * 300, "File name too long"),
        ("binary", "binary is no text in UTF-8 (byte 1); use bash to look at it"),
        ("pipe", "pipe is no ordinary file"),
        ("huge", "huge has 20000001 bytes, over 20000000; use bash to look at it"),
        (
            ".transcript-doctor/x",
            ".transcript-doctor/x is where the record is kept; it is not for tools",
        ),
    ],
)
def test_what_is_no_text_file_is_said_and_nothing_hangs(
    inside: Path, path: str, words: str
) -> None:
    (inside / "binary").write_bytes(b"a\xff")
    os.mkfifo(inside / "pipe")
    with (inside / "huge").open("wb") as stream:
        stream.truncate(20_000_001)
    with pytest.raises((OSError, ValueError)) as caught:
        Folder(inside).read_text(path)
    assert words in str(caught.value)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("path", ["src", ".", "pipe", "src/a.py/b"])
def test_only_files_are_replaced(inside: Path, path: str) -> None:
    os.mkfifo(inside / "pipe")
    with pytest.raises((OSError, ValueError)):
        Folder(inside).write_text(path, "x")
    assert (inside / "src" / "a.py").read_text() == "A = 1\n"


@pytest.mark.usefixtures("way")
def test_a_file_keeps_its_mode_and_nothing_is_left_beside_it(inside: Path) -> None:
    script = inside / "run.sh"
    script.write_text("exit 1\n")
    script.chmod(0o750)
    ws = Folder(inside)
    ws.write_text("run.sh", "exit 0\n")
    assert script.stat().st_mode & 0o777 == 0o750
    with pytest.raises(UnicodeEncodeError):
        ws.write_text("run.sh", "\ud800")
    assert script.read_text() == "exit 0\n"
    assert [p.name for p in inside.iterdir() if "run" in p.name] == ["run.sh"]


@pytest.mark.skipif(os.open not in os.supports_dir_fd, reason="needs openat")
@pytest.mark.parametrize("swapped", ["src", "src/a.py"])
def test_a_link_put_there_after_the_look_is_not_followed(
    inside: Path, swapped: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between finding the way and walking it, somebody puts a link to the outside on it."""
    ws = Folder(inside)
    (inside.parent / "a.py").write_text(SECRET)
    real = Folder._steps

    def late(self: Folder, path: str) -> Any:
        steps = real(self, path)
        (inside / swapped).rename(inside / "moved")
        target = inside.parent if swapped == "src" else inside.parent / "secret"
        (inside / swapped).symlink_to(target)
        return steps

    monkeypatch.setattr(Folder, "_steps", late)
    with pytest.raises(OSError, match=r"became a link|Not a directory"):
        ws.read_text("src/a.py")
    monkeypatch.undo()
    (inside / swapped).unlink()
    (inside / "moved").rename(inside / swapped)
    monkeypatch.setattr(Folder, "_steps", late)
    with pytest.raises((OSError, ValueError)):
        ws.write_text("src/a.py", "B = 2\n")
    assert (inside.parent / "secret").read_text() == SECRET
    assert (inside.parent / "a.py").read_text() == SECRET


def test_there_must_be_a_folder(inside: Path) -> None:
    with pytest.raises(BadOption, match="no such folder"):
        Folder(inside / "nowhere")


def test_another_spelling_that_the_file_system_takes_leads_to_no_record(
    inside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (inside / folder.STATE).mkdir(exist_ok=True)
    spelt = folder.STATE.replace("-", "-\u200c")  # some systems pass over such a mark
    real = Path.samefile
    monkeypatch.setattr(Path, "samefile", lambda one, two: one.name == spelt or real(one, two))
    with pytest.raises(PermissionError, match="record"):
        Folder(inside).write_text(f"{spelt}/x", "x")


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("spelt", ["kept.jsonl", "./src/../kept.jsonl", "alias", "twin"])
def test_a_record_beside_the_files_is_not_for_tools(inside: Path, spelt: str) -> None:
    (inside / "kept.jsonl").write_text("{}\n")
    (inside / "alias").symlink_to("kept.jsonl")
    (inside / "twin").hardlink_to(inside / "kept.jsonl")
    ws = Folder(inside)
    ws.hide(inside / "kept.jsonl")
    tools = [make_read_tool(ws), make_write_tool(ws), make_edit_tool(ws)]
    more = {"content": "x", "old": "{", "new": "["}
    for name in ("read", "write", "edit"):
        result = run_tool(tools, call(name, {"path": spelt, **more}))
        words = f"{spelt} is where the record is kept; it is not for tools"
        assert (result["content"], result["is_error"]) == (words, True)
    assert (inside / "kept.jsonl").read_text() == "{}\n"
    assert "kept.jsonl" not in ws.listdir(".")


@pytest.mark.parametrize(("name", "more"), [("read", {}), ("write", {"content": "x"})])
def test_a_path_that_is_empty_is_told(inside: Path, name: str, more: dict[str, str]) -> None:
    tools = [make_read_tool(Folder(inside)), make_write_tool(Folder(inside))]
    result = run_tool(tools, call(name, {"path": "", **more}))
    assert (result["content"], result["is_error"]) == ("path must not be empty", True)
