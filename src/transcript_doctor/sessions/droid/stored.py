"""What Droid sends for the lines of its own file: the way from the last one to the root."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from transcript_doctor.core.transcript import Damage, Origin
from transcript_doctor.sessions.shared.climbing import ROOT, Parent, climb, places
from transcript_doctor.sessions.shared.picking import objects
from transcript_doctor.sessions.shared.repeating import once
from transcript_doctor.sessions.shared.rows import Row


class Sent(NamedTuple):
    """A message of the list, with its place."""

    message: dict[str, Any]
    origin: Origin


def sent(rows: Sequence[Row], damage: list[Damage]) -> list[Sent]:
    """Return the messages that are sent."""
    header = {
        row.value.get("id")
        for row in rows
        if row.value.get("type") == "session_start"
        if isinstance(row.value.get("id"), str)
    }
    entries = list(
        once(
            (row for row in rows if row.value.get("type") != "session_start"),
            lambda line: line.get("id"),
            damage,
        )
    )
    made: deque[Sent] = deque()
    summaries = 0
    for row in _path(entries, header, damage):
        if row.value.get("type") == "compaction_state":
            summaries += _compact(row, made)
        elif (message := _message(row.value)) is not None:
            made.append(Sent(message, row.origin))
    return _without_halves(list(made)) if summaries else list(made)


def _path(rows: Sequence[Row], header: set[Any], damage: list[Damage]) -> list[Row]:
    """Return the lines from the root to the last message; old ones that name no parent stand in a row."""
    talk = (i for i in reversed(range(len(rows))) if _message(rows[i].value) is not None)
    compacted = {i for i, row in enumerate(rows) if row.value.get("type") == "compaction_state"}

    def parent_of(value: Mapping[str, Any]) -> Parent:
        parent = value.get("parentId")
        if not isinstance(parent, str):
            return None
        return ROOT if parent in header else parent

    way = climb(rows, places(rows, "id"), next(talk, -1), parent_of, damage)
    return [rows[i] for i in sorted(compacted.union(way))]


def _message(value: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the message of a line as it is sent; what a hook did, and what people alone see, is not."""
    message = value.get("message")
    if message is None and "role" in value and "content" in value:
        message = {"role": value["role"], "content": value["content"]}  # as in the first version
    if value.get("type") != "message" or not isinstance(message, dict):
        return None
    if message.get("hookEventName") or message.get("visibility") == "user_only":
        return None
    content = message.get("content")
    if isinstance(content, list):
        kept = [part for part in content if not _is_unsigned(part)]
        if not kept and content:
            return None
        content = kept if len(kept) < len(content) else content
    if len(message) == 2 and content is message.get("content"):
        return message
    return {"role": message.get("role"), "content": content}


def _is_unsigned(part: Any) -> bool:
    """Tell whether a part is a thought that no provider takes back."""
    return isinstance(part, dict) and part.get("type") == "thinking" and not part.get("signature")


def _compact(row: Row, made: deque[Sent]) -> bool:
    """Put a compaction's summary in the place of what it removed; tell whether it has one."""
    summary = row.value.get("summaryText", row.value.get("summary"))
    if isinstance(summary, dict):
        summary = summary.get("body")
    if not isinstance(summary, str) or not summary:
        return False
    removed = row.value.get("removedCount")
    for _ in range(min(removed, len(made)) if type(removed) is int else len(made)):
        made.popleft()
    part = {"type": "text", "text": summary}
    made.appendleft(Sent({"role": "user", "content": [part]}, row.origin))
    return True


def _without_halves(list_: list[Sent]) -> list[Sent]:
    """Return the list without the results behind its summary whose calls the summary replaced."""
    called = {ident for one in list_ for ident in calls(one.message)}
    start = 1
    while start < len(list_):
        if all(ident in called for ident, _ in results(list_[start].message)):
            break
        start += 1
    return [list_[0], *list_[start:]]


def calls(message: Mapping[str, Any]) -> Iterator[str]:
    """Yield the ids of the calls in a message."""
    for part in _parts(message, "tool_use"):
        if isinstance(part.get("id"), str):
            yield part["id"]


def results(message: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the ids of the results in a message, each with its part."""
    for part in _parts(message, "tool_result"):
        if isinstance(part.get("tool_use_id"), str):
            yield part["tool_use_id"], part


def _parts(message: Mapping[str, Any], kind: str) -> Iterator[dict[str, Any]]:
    return (part for part in objects(message.get("content")) if part.get("type") == kind)
