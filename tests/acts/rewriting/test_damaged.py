"""Sound session files of every kind that is edited, damaged by chance, repaired, and read again."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.acts.rewriting.own_rules import claude_code_sends, doubles, lines, lost_parents
from tests.sessions import files
from transcript_doctor import check
from transcript_doctor.acts.reading.sessions import read_session, text_source
from transcript_doctor.acts.rewriting import NoTranscript, Rewritten, repair_session
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.transcript import Transcript

IDS = {"claude-code": ("uuid", "parentUuid"), "pi": ("id", "parentId")}
OF_LINES = ("claude-code", "pi", "codex", "rows", "batch")
EVERY = (*OF_LINES, "cline", "opencode", "history")
POLICIES = st.sampled_from(["safe", "marked", "lossy"])


@st.composite
def sound(draw: st.DrawFn, name: str) -> bytes:
    """A sound file, in some layout that is none of ours."""
    if name in files.MADE:
        records: list[dict[str, Any]] = draw(files.MADE[name])
        separators = draw(st.sampled_from([(",", ":"), (", ", ": "), (" , ", " :  ")]))
        rows = [
            json.dumps(r, ensure_ascii=draw(st.booleans()), separators=separators) for r in records
        ]
        data = "\n".join([*rows, ""]).encode()
    else:
        data = draw(import_module(f"tests.sessions.made.{name}").MADE).data
    if draw(st.booleans()) and b"\r" not in data:
        data = data.replace(b"\n", b"\r\n")
    if draw(st.booleans()):
        data = data.rstrip(b"\r\n")
    return (b"\xef\xbb\xbf" if draw(st.booleans()) else b"") + data


@st.composite
def damaged(draw: st.DrawFn, name: str, most: int = 3) -> bytes:
    """A file with some lines lost, doubled, torn, spliced, or put elsewhere."""
    rows = draw(sound(name)).split(b"\n")
    for _ in range(draw(st.integers(1, most))):
        if len(rows) < 4:
            break
        i, j = (draw(st.integers(1, len(rows) - 2)) for _ in "ij")
        harm = draw(st.sampled_from(["lose", "double", "move", "splice", "tear"]))
        if harm == "lose":
            del rows[i]
        elif harm == "double":
            rows.insert(j, rows[i])
        elif harm == "move":
            rows.insert(j, rows.pop(i))
        elif harm == "splice":
            rows[i : i + 2] = [rows[i].rstrip(b"\r") + rows[i + 1]]
        else:
            rows[i] = rows[i][: draw(st.integers(0, len(rows[i])))]
    return b"\n".join(rows)


@st.composite
def damaged_list(draw: st.DrawFn) -> bytes:
    """A task of Cline with messages lost, doubled, or put elsewhere."""
    value = json.loads(draw(sound("cline")).removeprefix(b"\xef\xbb\xbf"))
    listed = value if isinstance(value, list) else value["messages"]
    for _ in range(draw(st.integers(1, 3))):
        if len(listed) < 3:
            break
        i, j = (draw(st.integers(0, len(listed) - 1)) for _ in "ij")
        harm = draw(st.sampled_from(["lose", "double", "move"]))
        moved = listed[i] if harm == "double" else listed.pop(i)
        if harm != "lose":
            listed.insert(j, moved)
    return json.dumps(value, indent=draw(st.sampled_from([None, 1, "\t"]))).encode()


def written(
    data: bytes, policy: str, name: str = "session.jsonl"
) -> tuple[Rewritten, bytes] | None:
    """Repair a file with these bytes in its place; assert what must hold whatever is in it."""
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        try:
            made = repair_session(path, write=True, policy=policy)
        except (NoTranscript, UnreadableFile):
            assert path.read_bytes() == data
            return None
        after = path.read_bytes()
        if made.backup is None:
            assert after == data
            assert len(list(Path(folder).iterdir())) == 1
            return made, after
        assert Path(made.backup).read_bytes() == data
        assert after == made.data != data
        again = repair_session(path, write=True, policy=policy)
        assert (again.backup, again.mended, again.data) == (None, (), None)
        assert not any(one.is_changed and one.left_out is None for one in again.repaired)
        assert len(list(Path(folder).iterdir())) == 2
    return made, after


def assert_reads_clean(made: Rewritten, data: bytes, name: str) -> None:
    """The list that is read afterwards has no fault that was healed; what is left was told."""
    sessions = read_session(text_source(data, "session.jsonl"))
    if sessions is None:  # what is left tells nobody's mark: it is plain JSON then
        return
    assert len(sessions) == len(made.repaired)
    for session, one in zip(sessions, made.repaired, strict=True):
        if one.left_out is None:
            errors = [f.code for f in check(session).findings if f.severity == "error"]
            left = [f.code for f in one.repair.report.findings if f.severity == "error"]
            assert sorted(errors) == sorted(left)
        harm = [damage for damage in session.damage if damage.code in ("S101", "S102")]
        assert len(harm) <= len(made.damage)


def assert_untouched_lines(made: Rewritten, before: bytes, after: bytes) -> None:
    """Lines are the old ones to the byte but for those that a change or its neighbours touched."""
    old, new = ([line.rstrip(b"\r") for line in data.split(b"\n")] for data in (before, after))
    joined = b"\n".join(old)
    foreign = [line for line in new if line not in old and line not in joined]
    changes = sum(len(one.repair.changes) for one in made.repaired if one.left_out is None)
    moves = sum(
        a is not b
        for one in made.repaired
        for a, b in zip(one.repair.messages, _list(one.given), strict=False)
    )
    assert len(foreign) <= 3 * (changes + len(made.mended) + moves)


def _list(given: Any) -> list[Any]:
    request = given.request if isinstance(given, Transcript) else given
    found = request.get("messages") if isinstance(request, dict) else request
    return found if isinstance(found, list) else []


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=25)
@given(data=st.data())
def test_a_sound_file_is_left_alone(name: str, data: st.DataObject) -> None:
    file = data.draw(sound(name))
    found = written(file, data.draw(POLICIES))
    if found is not None and name != "claude-code":  # results beside the branch are hung into it
        assert found[1] == file


@pytest.mark.parametrize("name", OF_LINES)
@settings(max_examples=60)
@given(data=st.data())
def test_a_damaged_file_of_lines_reads_clean_afterwards(name: str, data: st.DataObject) -> None:
    file = data.draw(damaged(name))
    found = written(file, data.draw(POLICIES))
    if found is None or found[0].backup is None:
        return
    made, after = found
    assert_reads_clean(made, after, name)
    assert_untouched_lines(made, file, after)
    assert after.startswith(b"\xef\xbb\xbf") == file.startswith(b"\xef\xbb\xbf")
    if name in IDS:
        before, now = lines(file), lines(after)
        ident, parent = IDS[name]
        assert set(doubles(now, ident)) <= set(doubles(before, ident)) | _hidden(file, ident)
        if name == "claude-code" and not made.damage and _is_settled(made):
            calls, results = claude_code_sends(now)
            if calls == called(after):  # a line that was put elsewhere may be another one's tip
                assert calls == results
        assert lost_parents(now, ident, parent) <= lost_parents(before, ident, parent) | _hidden(
            file, ident
        )


def called(data: bytes) -> set[str]:
    """The calls of all lists that are read from a file of Claude Code."""
    sessions = read_session(text_source(data, "session.jsonl")) or []
    parts = [
        p
        for s in sessions
        for m in s.request
        if isinstance(m["content"], list)
        for p in m["content"]
    ]
    return {part["id"] for part in parts if part["type"] == "tool_use"}


def _is_settled(made: Rewritten) -> bool:
    """Tell whether nothing was left alone, and no call may still run."""
    whole = all(one.left_out is None and not one.repair.refused for one in made.repaired)
    return whole and all(one.repair.report.findings == () for one in made.repaired)


def _hidden(file: bytes, ident: str) -> set[str]:
    """Ids that stand on lines that cannot be read as one record."""
    return {
        value
        for line in file.split(b"\n")
        if not lines(line)
        for piece in line.split(b'"')
        if (value := piece.decode("utf-8", "replace"))
    }


@settings(max_examples=60)
@given(damaged_list(), POLICIES)
def test_a_damaged_task_of_cline_reads_clean_afterwards(file: bytes, policy: str) -> None:
    found = written(file, policy, "api_conversation_history.json")
    if found is None or found[0].backup is None:
        return
    made, after = found
    assert_reads_clean(made, after, "cline")
    assert all(one.left_out is None for one in made.repaired)
    old = json.loads(file)
    new = json.loads(after)
    olds, news = (value if isinstance(value, list) else value["messages"] for value in (old, new))
    kept = {json.dumps(message) for message in olds}
    changes = sum(len(one.repair.changes) for one in made.repaired)
    assert sum(json.dumps(message) not in kept for message in news) <= 2 * changes


@pytest.mark.parametrize("name", OF_LINES)
@settings(max_examples=25)
@given(data=st.data())
def test_garbled_bytes_are_never_made_worse(name: str, data: st.DataObject) -> None:
    file = bytearray(data.draw(sound(name)))
    for _ in range(data.draw(st.integers(1, 4))):
        file[data.draw(st.integers(0, len(file) - 1))] = data.draw(st.integers(0, 255))
    written(bytes(file), data.draw(POLICIES))
