"""Reading a task of Cline or Roo Code: the messages of its file that are sent, and how it rests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, State, Stray, Transcript
from transcript_doctor.sessions.cline import SHOWN
from transcript_doctor.sessions.cline.cutting import without_cut
from transcript_doctor.sessions.cline.hiding import calls, effective, results
from transcript_doctor.sessions.cline.sending import sent
from transcript_doctor.sessions.shared.handing import in_lines
from transcript_doctor.sessions.shared.rows import Row
from transcript_doctor.sessions.shared.straying import unsent
from transcript_doctor.sessions.shared.timing import time_of
from transcript_doctor.sessions.shared.whole import Whole

_ASKING = (
    "attempt_completion",
    "ask_followup_question",
    "plan_mode_respond",
    "new_task",
    "ask_question",
)
"""Calls that only a person answers."""
_ROO = ("condenseId", "condenseParent", "truncationId", "truncationParent", "isSummary")
_STOPPED = ("[Response interrupted by", "Task was interrupted before this tool call")
SPEAKS = ("user", "assistant")
"""The roles of messages that are sent."""


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a task; what only shows it holds none."""
    if why.endswith(SHOWN):
        return
    damage: list[Damage] = []
    whole = Whole(source, damage)
    top = whole.value if isinstance(whole.value, dict) else {}
    rows = whole.rows("messages") if top else whole.rows()
    rows = [row for row in rows if row.value.get("role") in SPEAKS]
    kept = kept_of(rows, None if top or damage else source.path)
    messages = [made for made, _ in kept]
    if not messages and not damage:
        return
    strays = _strays(rows, messages)
    damage += unsent(strays, {ident for message in messages for ident in calls(message)})
    version, session, model = top.get("version"), top.get("sessionId"), _model(rows)
    yield Transcript(
        messages,
        "anthropic",
        "Roo Code" if any(key in row.value for row in rows for key in _ROO) else "Cline",
        why,
        tuple(row.origin for _, row in kept),
        damage=in_lines(damage),
        strays=strays,
        state=_state(messages),
        version=str(version) if isinstance(version, int) else None,
        session=session if isinstance(session, str) else None,
        when=next((when for row in reversed(rows) if (when := time_of(row.value.get("ts")))), None),
        facts={"model": model} if model else {},
    )


def kept_of(rows: Sequence[Row], path: Path | None) -> list[tuple[dict[str, Any], Row]]:
    """Return the messages that are sent, each with its row; `path` leads to what older versions cut."""
    there = rows if path is None else without_cut(rows, path)
    return [(made, row) for row in effective(there) if (made := sent(row.value)) is not None]


def _strays(rows: Sequence[Row], messages: Sequence[dict[str, Any]]) -> tuple[Stray, ...]:
    """Return the results that the file holds and the list does not."""
    listed = {ident for message in messages for ident, _ in results(message)}
    return tuple(
        Stray(ident, part, row.origin)
        for row in rows
        for ident, part in results(row.value)
        if ident not in listed
    )


def _state(messages: Sequence[Mapping[str, Any]]) -> State:
    """Return how a task rests, by its last message."""
    if not messages:
        return "whole"
    last = messages[-1]
    parts = last["content"] if isinstance(last["content"], list) else [last["content"]]
    if any(_is_stopped(part) for part in parts):
        return "interrupted"
    asked = [
        part.get("name")
        for part in parts
        if isinstance(part, dict) and part.get("type") == "tool_use"
    ]
    if any(name in _ASKING for name in asked):
        return "paused"
    return "running" if asked or last["role"] == "user" else "whole"


def _is_stopped(part: Any) -> bool:
    """Tell whether a part is what the extension writes where a turn was broken off."""
    words = part.get("text", part.get("content")) if isinstance(part, dict) else part
    return isinstance(words, str) and any(mark in words[-200:] for mark in _STOPPED)


def _model(rows: Sequence[Row]) -> str | None:
    """Return the model that answered last, if it is one of those whose wire this is."""
    for row in reversed(rows):
        info = row.value.get("modelInfo")
        if isinstance(info, dict):
            name = info.get("modelId", info.get("id"))
            name = name.rpartition("/")[2] if isinstance(name, str) else ""
            return name if name.startswith("claude-") else None
    return None
