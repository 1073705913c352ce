"""The conversations of an export: it holds one, a list of them, or one on each line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, State, Transcript
from transcript_doctor.place import Steps as Place
from transcript_doctor.sessions.chats.reading.wire import Made
from transcript_doctor.sessions.shared.chat import waits
from transcript_doctor.sessions.shared.handing import with_damage
from transcript_doctor.sessions.shared.layout import of_lines
from transcript_doctor.sessions.shared.rows import Row, rows
from transcript_doctor.sessions.shared.timing import time_of
from transcript_doctor.sessions.shared.whole import Whole

Steps = tuple[str, ...]

_DEEP = 30


class Held(NamedTuple):
    """A conversation as the file holds it, with the rows of its messages or nodes."""

    value: dict[str, Any]
    rows: list[Row]


def held(
    source: Source, steps_of: Callable[[Any], Steps | None], damage: list[Damage]
) -> Iterator[Held]:
    """Yield the conversations; `steps_of` says where the messages of one stand, or that it is none."""
    if of_lines(source):
        for row in rows(source, lambda value: steps_of(value) is not None, damage):
            steps = steps_of(row.value)
            if steps is not None:
                yield Held(row.value, _inside(row, steps))
        return
    whole = Whole(source, damage)
    value = whole.value
    steps = steps_of(value)
    if steps is not None:
        yield Held(value, _of_whole(whole, steps))
    for number, one in enumerate(value if isinstance(value, list) else []):
        steps = steps_of(one)
        if steps is not None:
            yield Held(one, _of_whole(whole, (number, *steps)))


def _inside(row: Row, steps: Steps) -> list[Row]:
    found: Any = row.value
    for step in steps:
        found = found.get(step) if isinstance(found, dict) else None
    if isinstance(found, dict):
        return [
            Row(_named(one, k), row.origin) for k, one in found.items() if isinstance(one, dict)
        ]
    listed = found if isinstance(found, list) else ()
    return [Row(one, row.origin) for one in listed if isinstance(one, dict)]


def _of_whole(whole: Whole, steps: Place) -> list[Row]:
    found = whole.rows(*steps)
    mapping = whole.at(*steps)
    if not isinstance(mapping, dict):
        return found
    keys = {id(one): key for key, one in mapping.items()}
    named = [Row(_named(row.value, keys.get(id(row.value))), row.origin) for row in found]
    inside = [row for key in mapping for row in _swallowed(whole, (*steps, key))]
    return sorted([*named, *inside], key=lambda row: row.origin.line) if inside else named


def _swallowed(whole: Whole, steps: Place) -> Iterator[Row]:
    """Yield the nodes that lie in a torn one, because its end is lost."""
    torn = whole.at(*steps)
    inside = isinstance(torn, dict) and whole.is_torn(torn) and len(steps) < _DEEP
    for key, one in torn.items() if inside else ():
        if isinstance(one, dict) and one.get("id") == key:
            if whole.is_torn(one):
                yield from _swallowed(whole, (*steps, key))
            else:
                yield Row(one, whole.origin(*steps, key))


def _named(node: dict[str, Any], key: str | None) -> dict[str, Any]:
    """Return a node with its id, where it stands under it and does not name it itself."""
    return node if "id" in node or key is None else {**node, "id": key}


def read(
    source: Source,
    agent: str,
    why: str,
    steps_of: Callable[[Any], Steps | None],
    made_of: Callable[[Held, list[Damage]], Transcript | None],
) -> Iterator[Transcript]:
    """Yield the transcripts of an export."""
    damage: list[Damage] = []
    made = (made_of(one, damage) for one in held(source, steps_of, damage))
    bare = Transcript([], "openai-chat", agent, why)
    yield from with_damage((one for one in made if one is not None), damage, bare)


def transcript(
    made: Sequence[Made],
    agent: str,
    why: str,
    *,
    session: Any = None,
    when: Any = None,
    state: State | None = None,
) -> Transcript | None:
    """Return the transcript of messages that were made; None where there is none."""
    if not made:
        return None
    messages = [one.message for one in made]
    parts: dict[int, tuple[Origin, ...]] = {
        n: one.origins for n, one in enumerate(made) if len(one.origins) > 1
    }
    return Transcript(
        messages,
        "openai-chat",
        agent,
        why,
        tuple(one.origins[0] for one in made),
        parts=parts,
        state=state or ("running" if waits(messages) else "whole"),
        session=session if isinstance(session, str) else None,
        when=time_of(when),
    )
