"""Reading OpenHands: where a file holds its events, and the conversation that they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, State, Transcript
from transcript_doctor.sessions.openhands import (
    LISTS,
    is_base_state,
    is_event,
    is_log,
    is_newer_event,
    newer,
    older,
)
from transcript_doctor.sessions.openhands.folder import beside, event_rows, has_base, is_anchor
from transcript_doctor.sessions.openhands.wire import Made
from transcript_doctor.sessions.shared.chat import waits
from transcript_doctor.sessions.shared.handing import in_lines, with_damage
from transcript_doctor.sessions.shared.layout import of_lines
from transcript_doctor.sessions.shared.picking import listed
from transcript_doctor.sessions.shared.repeating import once
from transcript_doctor.sessions.shared.rows import Row, rows
from transcript_doctor.sessions.shared.timing import time_of
from transcript_doctor.sessions.shared.whole import Whole


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a file or of its folder; of an evaluation, one for each row."""
    damage: list[Damage] = []
    found = _of_lines(source, why, damage) if of_lines(source) else _of_one(source, why, damage)
    yield from with_damage(found, damage, Transcript([], "openai-chat", "OpenHands", why))


def _is_record(value: Any) -> bool:
    return is_event(value) or is_log(value) or _held(value) is not None


def _held(value: Any) -> str | None:
    """Return the key under which an object holds its events."""
    if isinstance(value, dict) and not is_event(value):
        for key in LISTS:
            if isinstance(value.get(key), list):
                return key
    return None


def _of_lines(source: Source, why: str, damage: list[Damage]) -> Iterator[Transcript]:
    events: list[Row] = []
    for row in rows(source, _is_record, damage):
        if is_event(row.value):
            events.append(row)
        elif is_log(row.value):
            yield _of_log(row.value, [row.origin] * len(row.value["messages"]), why)
        elif (key := _held(row.value)) is not None:
            made = _conversation(_flat(row.value[key], row.origin), row.value, why)
            if made is not None:
                yield made
    made = _conversation(events, {}, why)
    if made is not None:
        yield made


def _flat(events: Any, origin: Origin) -> list[Row]:
    """Return the events of a list, also of one of pairs."""
    found: list[Row] = []
    for one in events if isinstance(events, list) else []:
        if isinstance(one, list):
            found += _pair([Row(each, origin) for each in one if isinstance(each, dict)])
        elif isinstance(one, dict):
            found.append(Row(one, origin))
    return found


def _pair(pair: Sequence[Row]) -> list[Row]:
    """Return an action and its observation so that the one names the other."""
    if len(pair) != 2 or isinstance(pair[1].value.get("cause"), int):
        return list(pair)
    action, observation = pair
    ident = action.value.get("id")
    if not isinstance(ident, int):
        ident = id(action.value)  # no other action has it while the file is read
        action = Row({**action.value, "id": ident}, action.origin)
    return [action, Row({**observation.value, "cause": ident}, observation.origin)]


def _of_one(source: Source, why: str, damage: list[Damage]) -> Iterator[Transcript]:
    whole = Whole(source, damage)
    value = whole.value
    if is_log(value):
        messages = value["messages"]
        yield _of_log(value, [whole.origin("messages", n) for n in range(len(messages))], why)
        return
    if is_event(value) and has_base(source):
        damage.clear()  # it is told with the others
        return
    base = value if is_base_state(value) else {}
    folder = beside(source, base=bool(base)) if base or is_event(value) else None
    if folder is not None:
        damage.clear()  # of a file that is read again with the others
        if base or is_anchor(source, folder):
            harm: list[Damage] = []
            made = _conversation(event_rows(folder, source.path, harm), base, why, harm)
            if made is not None:
                yield made
        return
    held = _held(value)
    if held is not None or not isinstance(value, dict):
        events = _of_list(whole, *([held] if held else []))
    else:
        events = (
            [Row(value, whole.origin())] if is_event(value) and not whole.is_torn(value) else []
        )
    made = _conversation(events, value if isinstance(value, dict) else {}, why)
    if made is not None:
        yield made


def _of_list(whole: Whole, *at: str) -> list[Row]:
    """Return the events of a list in a file; of one of pairs, the whole pairs."""
    found = whole.at(*at)
    if not any(isinstance(one, list) for one in listed(found)):
        return whole.rows(*at)
    events: list[Row] = []
    for number, one in enumerate(found):
        if isinstance(one, list):
            events += _pair(whole.rows(*at, number))
        elif isinstance(one, dict) and not whole.is_torn(one):
            events.append(Row(one, whole.origin(*at, number)))
    return events


def _of_log(value: Mapping[str, Any], origins: Sequence[Origin], why: str) -> Transcript:
    """Return a request as it was caught, with what the log tells beside its list."""
    tools = value.get("tools")
    body = {"messages": value["messages"], **({"tools": tools} if tools else {})}
    when = value.get("timestamp")
    return Transcript(
        body,
        "openai-chat",
        "OpenHands",
        why,
        tuple(origins),
        when=time_of(when),
        as_="request",
    )


def _conversation(
    events: Sequence[Row], about: Mapping[str, Any], why: str, harm: list[Damage] | None = None
) -> Transcript | None:
    """Return the conversation that events make; `about` is the object that holds them."""
    damage: list[Damage] = harm if harm is not None else []
    events = list(once(events, lambda event: event.get("id"), damage))
    if any(is_newer_event(row.value) for row in events):
        leaf = about.get("leaf_event_id")
        path = newer.branch(events, leaf if isinstance(leaf, str) else None, damage)
        made = list(newer.build(newer.sent(path)))
        state = newer.state_of(path, about.get("execution_status", about.get("agent_status")))
    else:
        made = list(older.build(older.sent(events)))
        state = older.state_of(events)
    if not made and not damage:
        return None
    parts = {n: one.origins for n, one in enumerate(made) if len(one.origins) > 1}
    session = about.get("id", about.get("instance_id", about.get("conversation_id")))
    when = (w for row in reversed(events) if isinstance(w := row.value.get("timestamp"), str))
    return Transcript(
        [one.message for one in made],
        "openai-chat",
        "OpenHands",
        why,
        tuple(one.origins[0] for one in made),
        parts=parts,
        damage=in_lines(damage),
        state=_state(made, state, about),
        session=session if isinstance(session, str) else None,
        when=next(when, None),
    )


def _state(made: Sequence[Made], state: State | None, about: Mapping[str, Any]) -> State:
    """Return how a conversation rests, by what its events say and by its last message."""
    if state is not None or about.get("error"):
        return state or "interrupted"
    return "running" if waits([one.message for one in made]) else "whole"
