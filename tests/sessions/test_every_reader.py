"""Each reader on sound files and on harmed ones: nothing raises, nothing that is whole is lost."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sessions.made import kit
from transcript_doctor import check
from transcript_doctor.acts.reading.sessions import read_session, text_source
from transcript_doctor.catalog import READERS
from transcript_doctor.core.reader import Sample
from transcript_doctor.core.transcript import Transcript

NAMES = sorted(
    p.stem for p in Path(kit.__file__).parent.glob("*.py") if p.stem not in ("kit", "__init__")
)
EVERY = pytest.mark.parametrize("name", NAMES)


def made(data: st.DataObject, name: str) -> kit.Made:
    found: kit.Made = data.draw(import_module(f"tests.sessions.made.{name}").MADE)
    return found


def read(name: str, data: bytes) -> list[Transcript] | None:
    return read_session(text_source(data, name))


def said(sessions: list[Transcript]) -> str:
    """All that stands on the lists, and the results beside them."""
    return json.dumps([[s.request, [stray.raw for stray in s.strays]] for s in sessions])


def lines_named(sessions: list[Transcript]) -> set[int]:
    """The lines that the findings of rules S101 to S105 name."""
    found = [(s, finding) for s in sessions for finding in check(s).findings]
    return {s.spot(finding.place).line for s, finding in found if finding.code.startswith("S1")}


def lost(sessions: list[Transcript], harm: kit.Harm) -> list[str]:
    text = said(sessions)
    return [record.word for record in harm.readable if record.word not in text]


def assert_kept(file: kit.Made, harm: kit.Harm) -> list[Transcript]:
    """Assert that what is whole was read, unless what tells whose file it is was hit."""
    sessions = read(file.name, harm.data)
    if sessions is None:
        assert harm.at < file.head
        return []
    for session in sessions:
        check(session)
        assert len(session.origins) == len(
            session.request if isinstance(session.request, list) else session.origins
        )
    if harm.at >= file.head:
        assert lost(sessions, harm) == []
    return sessions


def lines_of_record(record: kit.Record, harm: kit.Harm) -> set[int]:
    """The lines of a torn record, and the one behind it: a lost key is noticed where brackets close."""
    first = harm.data.count(b"\n", 0, record.start) + 1
    return set(range(first, harm.data.count(b"\n", 0, record.end) + 3))


def test_every_reader_is_tried() -> None:
    by_hand = {"claude-code", "pi"}  # tests/sessions/test_damage.py
    by_hand |= {"parquet"}  # a container; its rows go through the same code as those of `rows`
    by_hand |= {
        "aider"
    }  # plain text, of which any piece is a whole one: tests/sessions/test_chats.py
    by_hand |= {"openai-agents"}  # a database: tests/sessions/test_openai_agents.py
    others = {name.replace("-", "_") for name in READERS if name not in by_hand}
    assert others - set(NAMES) == set()


@EVERY
@given(data=st.data())
def test_a_sound_session_is_read_whole(name: str, data: st.DataObject) -> None:
    file = made(data, name)
    sessions = read(file.name, file.data)
    assert sessions
    assert lost(sessions, kit.cut(file, len(file.data))) == []
    for session in sessions:
        assert session.damage == ()
        assert check(session).findings == ()
        for origin in session.origins:
            assert origin.offset == 0 or file.data[origin.offset - 1 : origin.offset] == b"\n"
            assert file.data.count(b"\n", 0, origin.offset) == origin.line - 1


@EVERY
@given(data=st.data())
def test_cut_at_any_byte(name: str, data: st.DataObject) -> None:
    file = made(data, name)
    harm = kit.cut(file, data.draw(st.integers(0, len(file.data) - 1)))
    sessions = assert_kept(file, harm)
    torn = [r for r in file.records if r.start < harm.at < r.end]
    if sessions and torn:
        assert lines_named(sessions) & lines_of_record(torn[0], harm)


@EVERY
@given(data=st.data())
def test_any_line_doubled(name: str, data: st.DataObject) -> None:
    file = made(data, name)
    assert_kept(file, kit.line_twice(file, data.draw(st.integers(0, kit.lines_of(file) - 1))))


@EVERY
@given(data=st.data())
def test_any_line_dropped(name: str, data: st.DataObject) -> None:
    file = made(data, name)
    assert_kept(file, kit.without_line(file, data.draw(st.integers(0, kit.lines_of(file) - 1))))


@EVERY
@settings(max_examples=200)
@given(data=st.data())
def test_any_line_cut_and_spliced_with_the_next(name: str, data: st.DataObject) -> None:
    file = made(data, name)
    number = data.draw(st.integers(0, kit.lines_of(file) - 1))
    keep = data.draw(st.integers(0, 400))
    harm = kit.spliced(file, number, keep)
    sessions = assert_kept(file, harm)
    torn = [r for r in file.records if r.start < harm.at < r.end]
    if sessions and torn and harm.at >= file.head and not is_sound(harm.data):
        assert lines_named(sessions) & lines_of_record(torn[0], harm)


def is_sound(data: bytes) -> bool:
    """Tell whether a file that lost a line is a JSON value all the same: then nobody can see it."""
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


@EVERY
@given(data=st.data())
def test_any_bytes_overwritten(name: str, data: st.DataObject) -> None:
    file = made(data, name)
    whole = bytearray(file.data)
    for _ in range(data.draw(st.integers(1, 5))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    for session in read(file.name, bytes(whole)) or []:
        for finding in check(session).findings:
            assert session.spot(finding.place).line >= 1


_KEYS = st.sampled_from(
    [
        "type",
        "role",
        "content",
        "message",
        "messages",
        "parts",
        "id",
        "uuid",
        "parentUuid",
        "sessionId",
        "payload",
        "kind",
        "history",
        "info",
        "source",
        "action",
        "observation",
        "steps",
        "samples",
        "conversations",
        "from",
        "value",
        "data",
        "tool_calls",
        "attributes",
    ]
)
_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(_KEYS | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=20,
)


@settings(max_examples=300)
@given(values=st.lists(_ANY, min_size=1, max_size=4), lines=st.booleans())
def test_no_value_makes_a_recogniser_raise(values: list[Any], lines: bool) -> None:
    text = "\n".join(map(json.dumps, values)) if lines else json.dumps(values[0], indent=1)
    sample = Sample(text.encode())
    for reader in READERS.values():
        why = reader.recognise(sample)
        if why is not None:
            for session in reader.read(text_source(text, "some.json"), why):
                check(session)
