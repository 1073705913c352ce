"""Editing a session of pi, tau or OpenClaw: entries that name their parents, a message in each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.reader import Source
from transcript_doctor.core.rewriting.chain import Chain
from transcript_doctor.core.rewriting.draft import Draft, Record, draft_of_lines
from transcript_doctor.core.rewriting.links import Links
from transcript_doctor.core.rewriting.making import new_id, time_between
from transcript_doctor.core.rewriting.mending import drop_doubles
from transcript_doctor.core.rewriting.placing import Around, Placing, Slot
from transcript_doctor.core.rewriting.rewriter import Mended, Rewriter, Wanted
from transcript_doctor.core.transcript import Damage, Origin, Transcript
from transcript_doctor.sessions.pi.entries import path
from transcript_doctor.sessions.pi.reading import SHOWN, is_record
from transcript_doctor.sessions.shared.repeating import once
from transcript_doctor.sessions.shared.rows import Row

_CAMEL = {
    "tool_call_id": "toolCallId",
    "tool_name": "toolName",
    "is_error": "isError",
    "stop_reason": "stopReason",
}
_OF_ANSWER = ("api", "provider", "model")
_NOTHING = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0}
_FREE = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0}
_KEPT = ("firstKeptEntryId", "first_kept_entry_id")


def draft(source: Source, data: bytes) -> Draft:
    """Return the records of a session."""
    return draft_of_lines(data, is_record)


def mend(draft: Draft, source: Source, transcripts: Sequence[Transcript]) -> Iterator[Mended]:
    """Drop entries that stand in the file twice."""
    return drop_doubles(draft, transcripts)


def rewrite(draft: Draft, source: Source, wanted: Sequence[Wanted]) -> None:
    """Edit the entries so that the messages that are wanted are sent."""
    for one in wanted:
        _Session(draft).rewrite(one)


class _Session:
    """The entries of a file, and what a new one needs of them."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        found = [Row(r.value, Origin("", r.line, 0)) for r in draft.records if r.value]
        kinds = [row.value.get("type") for row in found]
        if any(kind in SHOWN or kind == "message_end" for kind in kinds):
            raise Unwritable("it is what pi printed, and no session that it opens again")
        header: dict[str, Any] = next((row.value for row in found if _is_header(row)), {})
        entries = [row for row in found if not _is_header(row)]
        damage: list[Damage] = []
        entries = list(once(entries, lambda entry: entry.get("id"), damage))
        self._entries = entries
        self._ids = {ident for row in entries if isinstance(ident := row.value.get("id"), str)}
        snake = any("parent_id" in row.value for row in entries)
        self._parent = "parent_id" if snake else "parentId"
        self._length = max((len(ident) for ident in self._ids), default=8)
        self.way = [draft.at[row.origin.line] for row in path(entries, header, damage)]

    def rewrite(self, wanted: Wanted) -> None:
        """Edit the entries of the one conversation."""
        slots = list(_slots(self._draft, wanted.transcript))
        tip = self.way[-1] if self.way else None
        links = Links(self._draft, "id", self._parent) if self._ids else None
        chain = Chain(self.way, links)
        strays = {
            id(stray.raw): record
            for stray in wanted.transcript.strays
            if (record := self._draft.at.get(stray.origin.line)) is not None
        }
        pairs = zip(wanted.came_from, wanted.messages, strict=True)
        items = [(source, _timed(wanted.before, source, message)) for source, message in pairs]
        Placing(self._draft, slots, chain, self._made, strays).place(wanted.before, items)
        self._follow_tip(tip, chain)
        if links is not None:
            self._follow_kept(links)
            links.close()

    def _follow_tip(self, old: Record | None, chain: Chain) -> None:
        """Have the newest leaf name the new tip, where it named the old one."""
        leaf = next((r for r in reversed(self._entries) if r.value.get("type") == "leaf"), None)
        if leaf is not None and chain.tip is not None and chain.tip is not old:
            self._draft.at[leaf.origin.line].put(("entry_id",), chain.tip.value.get("id"))

    def _follow_kept(self, links: Links) -> None:
        """Have compactions whose first kept entry is gone begin at the one behind it."""
        heirs: dict[str, Any] = {}
        heir = None
        for record in reversed(self.way):
            ident = record.value.get("id")
            heir = heir if record.dropped else ident
            if isinstance(ident, str) and ident in links.gone:
                heirs[ident] = heir
        for record in self.way if heirs else ():
            for key in _KEPT:
                kept = record.value.get(key)
                if isinstance(kept, str) and heirs.get(kept) is not None:
                    record.put((key,), heirs[kept])

    def _made(self, message: Any, around: Around) -> Any:
        """Return the entry of a new message; of one that a compaction holds, the message alone."""
        beside = around.behind or around.ahead
        assert beside is not None, "a new message stands beside others"
        behind, ahead = (one.record.value if one else {} for one in around)
        like = behind or ahead
        times = [_time_of(_message(one)) for one in (behind, ahead)]
        said = self._said(message, time_between(*times))
        if not beside.is_own:
            return said
        made = {"type": "message"}
        if self._ids:
            made["id"] = new_id(self._ids, self._length, like.get("id"), message)
            self._ids.add(made["id"])
            made[self._parent] = None  # type: ignore[assignment]
        if (time := time_between(_time_of(behind), _time_of(ahead))) is not None:
            made["timestamp"] = time
        return {**made, "message": said}

    def _said(self, message: Mapping[str, Any], time: Any) -> dict[str, Any]:
        """Return a message as the agent keeps it."""
        made = {_CAMEL.get(key, key): value for key, value in message.items()}
        if made.get("role") == "assistant":
            like = next((m for r in reversed(self.way) if (m := _answer(r.value))), {})
            made |= {key: like[key] for key in _OF_ANSWER if key in like and key not in made}
            made.setdefault("usage", {**_NOTHING, "cost": _FREE})
        if time is not None and "timestamp" not in made:
            made["timestamp"] = time
        return made


def _is_header(row: Row) -> bool:
    return row.value.get("type") == "session"


def _message(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    found = entry.get("message")
    return found if isinstance(found, dict) else {}


def _time_of(value: Mapping[str, Any]) -> Any:
    return value.get("timestamp")


def _answer(entry: Mapping[str, Any]) -> Mapping[str, Any] | None:
    message = _message(entry)
    return message if message.get("role") == "assistant" and "model" in message else None


def _timed(before: Sequence[Any], source: int | None, message: Any) -> Any:
    """Return a message with the time of the one that it was: what became of a result has one too."""
    was = before[source] if source is not None else None
    if message is was or not isinstance(message, dict) or not isinstance(was, dict):
        return message
    time = _time_of(was)
    return message if time is None or "timestamp" in message else {**message, "timestamp": time}


def _slots(draft: Draft, transcript: Transcript) -> Iterator[Slot]:
    """Yield where the messages of a conversation stand; a compaction may hold several."""
    held: dict[int, int] = {}
    for origin in transcript.origins:
        record = draft.at[origin.line]
        if record.value.get("type") == "message":
            yield Slot(record, ("message",))
            continue
        number = held.get(origin.line, -1)
        held[origin.line] = number + 1
        yield Slot(
            record, ("retainedTail", number) if number >= 0 else (), number < 0, None, number < 0
        )


REWRITER = Rewriter(draft, rewrite, mend)
