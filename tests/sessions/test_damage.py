"""Sound sessions cut, doubled, spliced and thinned: nothing raises, nothing readable is lost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sessions.files import MADE, read_text
from transcript_doctor import check
from transcript_doctor.acts.reading.sessions import read_session, text_source
from transcript_doctor.catalog import READERS
from transcript_doctor.core.transcript import Transcript

EVERY = pytest.mark.parametrize("name", MADE)


def written(records: list[dict[str, Any]], wide: bool) -> list[bytes]:
    return [json.dumps(record, ensure_ascii=not wide).encode() for record in records]


def holds(sessions: list[Transcript], line: int) -> bool:
    """Whether the word of a line is on a list, or in a result beside it."""
    kept = [[s.request, [stray.raw for stray in s.strays]] for s in sessions]
    return f"w{line}w" in json.dumps(kept)


def lines_named(sessions: list[Transcript]) -> set[int]:
    """The lines that the findings of rules S101 to S105 name."""
    found = [(s, finding) for s in sessions for finding in check(s).findings]
    return {s.spot(finding.place).line for s, finding in found if finding.code.startswith("S1")}


def drawn(data: st.DataObject, name: str) -> tuple[list[dict[str, Any]], list[bytes]]:
    records = data.draw(MADE[name])
    return records, written(records, data.draw(st.booleans()))


def first_said(name: str) -> int:
    return 1 if name == "pi" else 0  # pi's header says nothing


def test_every_reader_is_tried() -> None:
    assert set(MADE) <= set(READERS)  # the others: tests/sessions/test_every_reader.py


@EVERY
@given(data=st.data())
def test_a_sound_session_is_read_whole_and_sound(name: str, data: st.DataObject) -> None:
    records, lines = drawn(data, name)
    (session,) = read_text(b"\n".join(lines) + data.draw(st.sampled_from([b"", b"\n"])))
    assert all(holds([session], k) for k in range(first_said(name), len(records)))
    assert session.state == "whole"
    assert session.strays == ()
    assert [d for d in session.damage if d.case != "beside"] == []
    assert check(session).ok
    for i, origin in enumerate(session.origins):
        assert lines[origin.line - 1].startswith(b"{")
        assert origin.offset == sum(len(line) + 1 for line in lines[: origin.line - 1])
        said = json.loads(lines[session.spot(("messages", i, "content", 0)).line - 1])["message"]
        first = session.request[i]["content"]
        assert first == said["content"] or first[0] == said["content"][0]


@EVERY
@given(data=st.data())
def test_cut_at_any_byte(name: str, data: st.DataObject) -> None:
    _, lines = drawn(data, name)
    whole = b"\n".join(lines)
    end = data.draw(st.integers(0, len(whole)))
    kept = [k for k in range(len(lines)) if sum(map(len, lines[: k + 1])) + k <= end]
    sessions = read_session(text_source(whole[:end], "session.jsonl"))
    if len(kept) > first_said(name):
        assert sessions is not None
        assert all(holds(sessions, k) for k in kept if k >= first_said(name))
        begun = end - sum(len(lines[k]) + 1 for k in kept)
        if begun > 0:
            assert lines_named(sessions) >= {len(kept) + 1}


@EVERY
@given(data=st.data())
def test_any_line_doubled(name: str, data: st.DataObject) -> None:
    records, lines = drawn(data, name)
    k = data.draw(st.integers(first_said(name), len(lines) - 1))
    sessions = read_text(b"\n".join([*lines[: k + 1], *lines[k:]]))
    for j in range(first_said(name), len(records)):
        assert holds(sessions, j)
    assert json.dumps([s.request for s in sessions]).count(f"w{k}w") == (
        json.dumps(records[k]).count(f"w{k}w")
    )
    assert lines_named(sessions) >= {k + 2}


@EVERY
@settings(max_examples=200)
@given(data=st.data())
def test_any_line_cut_and_spliced_with_the_next(name: str, data: st.DataObject) -> None:
    _, lines = drawn(data, name)
    k = data.draw(st.integers(first_said(name), len(lines) - 2))
    end = data.draw(st.integers(0, len(lines[k])))
    spliced = [*lines[:k], lines[k][:end] + lines[k + 1], *lines[k + 2 :]]
    sessions = read_text(b"\n".join(spliced))
    lost = {k} if end < len(lines[k]) else set()
    for j in range(first_said(name), len(lines)):
        assert j in lost or holds(sessions, j)
    if end:
        assert lines_named(sessions) >= {k + 1}


@EVERY
@given(data=st.data())
def test_any_line_dropped(name: str, data: st.DataObject) -> None:
    records, lines = drawn(data, name)
    k = data.draw(st.integers(first_said(name), len(lines) - 2))
    sessions = read_text(b"\n".join([*lines[:k], *lines[k + 1 :]]))
    for j in range(first_said(name), len(lines)):
        assert j == k or holds(sessions, j)
    gone = records[k].get("uuid", records[k].get("id"))
    heirs = {j for j, r in enumerate(records) if gone in (r.get("parentUuid"), r.get("parentId"))}
    if heirs:
        assert lines_named(sessions) & heirs  # a line further up now, and counted from 1
    else:
        assert "P001" in [finding.code for s in sessions for finding in check(s).findings]


@EVERY
@given(data=st.data())
def test_any_bytes_overwritten(name: str, data: st.DataObject) -> None:
    _, lines = drawn(data, name)
    whole = bytearray(b"\n".join(lines))
    for _ in range(data.draw(st.integers(1, 5))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    for session in read_session(text_source(bytes(whole), "session.jsonl")) or []:
        for finding in check(session).findings:
            assert 1 <= session.spot(finding.place).line <= len(lines) + 5
            assert finding.message
