"""A Claude Code file in the making: what its conversations share, and how a new line of it looks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from transcript_doctor.core.rewriting.draft import Draft, Record
from transcript_doctor.core.rewriting.links import Links
from transcript_doctor.core.rewriting.making import new_id, time_between
from transcript_doctor.core.rewriting.placing import Around
from transcript_doctor.core.transcript import Origin
from transcript_doctor.sessions.claude_code.entries import NO_MODEL, Entry
from transcript_doctor.sessions.claude_code.reading import groups

UUID, PARENT = "uuid", "parentUuid"
_CALLER = "sourceToolAssistantUUID"
"""Under which a result's line names the line of its call."""
_ENVELOPE = (
    "isSidechain", "userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug", "agentId",
)  # fmt: skip
"""What every line repeats of the session that it belongs to."""


class File:
    """The lines of a file by conversation, the links between them, and the ids that are taken."""

    def __init__(self, draft: Draft, stem: str) -> None:
        self.draft, self.stem = draft, stem
        self.groups: list[list[Entry]] = groups(
            Entry(record.value, Origin("", line, 0)) for line, record in draft.at.items()
        )
        """The entries of each conversation."""
        self.links = Links(draft, UUID, PARENT)
        found = (record.value.get(UUID) for record in draft.at.values())
        self._uuids = {uuid for uuid in found if isinstance(uuid, str)}
        self._group_of = {e.origin.line: i for i, row in enumerate(self.groups) for e in row}

    def group_at(self, line: int) -> list[Entry]:
        """Return the entries of the conversation that a line belongs to."""
        return self.groups[self._group_of[line]]

    def line_of(self, message: Any, around: Around, own: Record | None) -> Any:
        """Return the line of a new message; `own` is one of the message that it is a part of."""
        behind, ahead = (one.record.value if one else {} for one in around)
        like = own.value if own is not None else behind or ahead
        uuid = new_id(self._uuids, None, like.get(UUID), message)
        self._uuids.add(uuid)
        made = {PARENT: None, **{key: like[key] for key in _ENVELOPE if key in like}}
        role = message["role"]
        said = message if role == "user" else _answer(message, like.get("message"), uuid)
        made |= {"type": role, "message": said, UUID: uuid}
        time = time_between(behind.get("timestamp"), ahead.get("timestamp"))
        if time is not None:
            made["timestamp"] = time
        answered = (i for i in _named(message, "tool_use_id") if i in self._callers)
        caller = next((self._callers[i] for i in answered), None)
        if caller is not None and self._names_callers:
            made[_CALLER] = caller
        return made

    @cached_property
    def _callers(self) -> dict[str, Any]:
        """The line of each call, by the call's id."""
        values = [record.value for record in self.draft.at.values()]
        return {i: value.get(UUID) for value in values for i in _named(value.get("message"), "id")}

    @cached_property
    def _names_callers(self) -> bool:
        return any(_CALLER in record.value for record in self.draft.at.values())


def _answer(message: dict[str, Any], like: Any, uuid: str) -> dict[str, Any]:
    """Return an answer as its line has it: a part of the message that it is like, or one of its own."""
    known = like if isinstance(like, dict) and like.get("role") == "assistant" else {}
    made = {key: known[key] for key in ("id", "type", "model") if key in known}
    if not made:
        made = {"id": f"msg_{uuid.replace('-', '')}", "type": "message", "model": NO_MODEL}
    return {**made, **message}


def _named(message: Any, key: str) -> Iterator[str]:
    """Yield the ids that the parts of a message have under a key."""
    content = message.get("content") if isinstance(message, dict) else None
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict) and isinstance(ident := part.get(key), str):
            yield ident
