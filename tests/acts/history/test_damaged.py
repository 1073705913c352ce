"""Files that somebody else wrote into or took lines from: what is wrong is said, and nothing is changed."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acts.history.makers import calling, ident
from transcript_doctor import check, read_session, repair
from transcript_doctor.acts.history import History
from transcript_doctor.core.errors import BadOption, DoctorError, UnreadableFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with six lines: header, user, two calls, their results, an answer."""
    path = tmp_path / "history.jsonl"
    with History.open(path, "openai") as history:
        history.user("Which ports?")
        history.assistant(calling("openai", [1, 2]))
        history.results({ident("openai", n): f"PORT = {n}" for n in (1, 2)})
        history.assistant("1 and 2.")
    return path


def refused(path: Path) -> str:
    """What is said of a file, which stays as it is."""
    before = path.read_bytes()
    with pytest.raises(UnreadableFile) as refusal:
        History.open(path)
    assert path.read_bytes() == before
    return str(refusal.value)


@pytest.mark.parametrize("gone", [1, 2, 3, 4])
def test_a_lost_line_is_told_and_the_rest_can_be_read(path: Path, gone: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:gone] + lines[gone + 1 :]))
    said = f":{gone + 1}: record {gone} is not where it was written, {gone + 1} is; "
    assert said in refused(path)
    (session,) = read_session(path)
    (damage,) = session.damage
    assert (damage.code, damage.case, damage.origin.line) == ("S104", "no-parent", gone + 1)
    report = check(session)
    assert f"goes on from record {gone}, which is not in the file" in report.findings[0].message


def test_lines_that_stand_twice_are_told(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], lines[2], *lines[3:]]))
    assert ":4: record 3 is not where it was written, 2 is" in refused(path)


def test_a_whole_file_is_not_damaged(path: Path) -> None:
    (session,) = read_session(path)
    assert session.damage == ()


def edited(path: Path, number: int, edit: Callable[[dict[str, Any]], Any]) -> None:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    edit(lines[number])
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


@pytest.mark.parametrize(
    ("number", "edit", "said"),
    [
        (
            1,
            lambda line: line.update(messages=["zzz"]),
            ":2: this goes on from a record that is not there",
        ),
        (1, lambda line: line.update(messages=5), ":2: no record of a history"),
        (2, lambda line: line.update(messages=[]), ":4: this goes on from"),
        (3, lambda line: line.update(call=7), ":4: this goes on from"),
        (4, lambda line: line.update(call=0), ":5: this goes on from"),
        (3, lambda line: line.update(type="noted"), ":4: no record of a history"),
        (3, lambda line: (line.clear(), line.update(n=3, type="sent")), ":6: this goes on from"),
    ],
)
def test_a_foreign_line_is_told(
    path: Path, number: int, edit: Callable[[dict[str, Any]], Any], said: str
) -> None:
    edited(path, number, edit)
    assert said in refused(path)
    list(read_session(path))


@pytest.mark.parametrize("text", ["a note without a line end", '{"a": 1}', "[1, 2", " "])
def test_a_file_that_is_no_history_is_not_cut(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(UnreadableFile, match="no file of a history"):
        History.open(path, "openai")
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"target": "typo"},
        {"target": "openai", "model": 5},
        {"target": "openai", "context": "x"},
        {"target": "all"},
        {"target": 5},
    ],
)
def test_a_wrong_option_leaves_no_file_behind(tmp_path: Path, asked: dict[str, Any]) -> None:
    path = tmp_path / "typo.jsonl"
    with pytest.raises(DoctorError):
        History.open(path, **asked)
    assert not path.exists()


@pytest.mark.parametrize("name", [None, 5, b"history.jsonl", "", "a\0b", object()])
def test_what_names_no_file_is_refused_in_words(name: Any) -> None:
    with pytest.raises(BadOption, match="path takes the name of a file, not "):
        History.open(name, "openai")


def test_a_history_that_nobody_holds_leaves_its_file_free(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    History.open(path, "openai").user("Go.")
    gc.collect()
    with History.open(path) as history:
        assert len(history) == 1


@pytest.mark.parametrize("gone", [1, 2, 3, 4, 5])
def test_what_is_left_of_a_file_can_be_gone_on_from(path: Path, gone: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:gone] + lines[gone + 1 :]))
    (session,) = read_session(path)
    history = History.of(repair(session, target="openai").messages, "openai")
    history.interrupt()
    history.user("Go on.")
    assert check(history.request(), target="openai", as_="request").ok
