"""Reading a session of Gemini CLI, or a checkpoint of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.core.reader import SAMPLE, Sample, Source
from transcript_doctor.core.transcript import Damage, State, Stray, Transcript
from transcript_doctor.sessions.gemini_cli import CHECKPOINT, content_of, where_saved
from transcript_doctor.sessions.gemini_cli.contents import (
    Content,
    contents_of,
    response_id,
    results_of,
)
from transcript_doctor.sessions.gemini_cli.records import Session, from_lines, from_object
from transcript_doctor.sessions.gemini_cli.signing import signed
from transcript_doctor.sessions.shared.handing import in_lines
from transcript_doctor.sessions.shared.picking import listed, objects
from transcript_doctor.sessions.shared.rows import Row
from transcript_doctor.sessions.shared.straying import unsent
from transcript_doctor.sessions.shared.whole import Whole


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a session or of a checkpoint."""
    damage: list[Damage] = []
    gone: list[Row] = []
    session = Session()
    if why.endswith(CHECKPOINT):
        contents = _saved(Whole(source, damage))
    else:
        with source.open() as stream:
            lines = Sample(stream.read(SAMPLE)).is_lines
        session = from_lines(source, damage) if lines else from_object(Whole(source, damage))
        contents, gone = contents_of(session.messages), session.gone
    model = _model(session.messages)
    contents = signed(contents, model)
    if not contents and not damage:
        return
    strays = _strays(gone, contents)
    damage += unsent(strays, {i for content in contents for i in _called(content.value)})
    ident = session.facts.get("sessionId")
    yield Transcript(
        [content.value for content in contents],
        "gemini",
        _agent(session.messages),
        why,
        tuple(content.origin for content in contents),
        damage=in_lines(damage),
        strays=strays,
        state=_state(session.messages, contents),
        session=ident if isinstance(ident, str) else None,
        when=_when(session),
        facts={"model": model} if model else {},
    )


def _agent(messages: Iterable[Row]) -> str:
    """Return whose the session is: the first versions of Qwen Code kept files of this kind."""
    qwen = any(row.value.get("type") == "qwen" for row in messages)
    return "Qwen Code" if qwen else "Gemini CLI"


def _saved(whole: Whole) -> list[Content]:
    """Return the contents of a checkpoint: they were saved as they were sent."""
    top = whole.value
    where = (where_saved(top),) if isinstance(top, dict) else ()
    return [Content(_as_sent(content_of(row.value)), row.origin) for row in whole.rows(*where)]


def _as_sent(content: dict[str, Any]) -> dict[str, Any]:
    """Return a content as it is sent; old ones name the model otherwise and have a time beside it."""
    if content.get("role") != "gemini" and "ts" not in content:
        return content
    role = "model" if content.get("role") == "gemini" else content.get("role")
    return {"role": role, "parts": content.get("parts")}


def _strays(gone: Iterable[Row], contents: Sequence[Content]) -> tuple[Stray, ...]:
    """Return the results in messages that are no longer on the list."""
    listed = {ident for content in contents for ident in _answered(content.value)}
    return tuple(
        Stray(ident, part, row.origin)
        for row in gone
        for part in results_of(row.value)
        if (ident := response_id(part)) and ident not in listed
    )


def _answered(content: Mapping[str, Any]) -> Iterator[str]:
    return filter(None, map(response_id, listed(content.get("parts"))))


def _called(content: Mapping[str, Any]) -> Iterator[str]:
    for part in objects(content.get("parts")):
        call = part.get("functionCall")
        ident = call.get("id") if isinstance(call, dict) else None
        if isinstance(ident, str):
            yield ident


def _state(messages: Sequence[Row], contents: Sequence[Content]) -> State:
    """Return how the session rests: a note of the agent behind all may say that it was stopped."""
    last: Mapping[str, Any] = messages[-1].value if messages else {}
    if last.get("type") == "error" or last.get("content") == "Request cancelled.":
        return "interrupted"
    status = [call.get("status") for call in objects(last.get("toolCalls"))]
    if "awaiting_approval" in status:
        return "paused"
    if not contents:
        return "whole"
    if "cancelled" in status:
        return "interrupted"
    ends = contents[-1].value
    waits = any("functionCall" in part for part in objects(ends.get("parts")))
    return "running" if waits or ends.get("role") == "user" else "whole"


def _when(session: Session) -> str | None:
    times = [row.value.get("timestamp") for row in session.messages[-1:]]
    times.append(session.facts.get("lastUpdated"))
    return next((time for time in times if isinstance(time, str)), None)


def _model(messages: Sequence[Row]) -> str | None:
    """Return the model that answered last."""
    for row in reversed(messages):
        model = row.value.get("model")
        if isinstance(model, str) and model:
            return model
    return None
