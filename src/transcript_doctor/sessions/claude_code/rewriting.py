"""Editing a Claude Code session: lines that name their parents, several of which make one message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.reader import Source
from transcript_doctor.core.rewriting.chain import Chain
from transcript_doctor.core.rewriting.draft import Draft, Record, draft_of_lines
from transcript_doctor.core.rewriting.making import new_id, time_between
from transcript_doctor.core.rewriting.mending import drop_doubles
from transcript_doctor.core.rewriting.placing import Around, Placing
from transcript_doctor.core.rewriting.rewriter import Mended, Rewriter, Wanted
from transcript_doctor.core.transcript import Damage, Origin, Transcript
from transcript_doctor.sessions.claude_code.branch import siblings
from transcript_doctor.sessions.claude_code.compaction import kept_by
from transcript_doctor.sessions.claude_code.entries import NO_MODEL, Entry
from transcript_doctor.sessions.claude_code.lines import is_line, is_one_value
from transcript_doctor.sessions.claude_code.reading import groups
from transcript_doctor.sessions.claude_code.repeats import said_twice, without_repeats
from transcript_doctor.sessions.claude_code.tree import Tree
from transcript_doctor.sessions.claude_code.unfolding import Lines

_ENVELOPE = (
    "isSidechain",
    "userType",
    "entrypoint",
    "cwd",
    "sessionId",
    "version",
    "gitBranch",
    "slug",
    "agentId",
)
"""What every line repeats of the session that it belongs to."""
_UUID, _PARENT = "uuid", "parentUuid"


def draft(source: Source, data: bytes) -> Draft:
    """Return the lines of a session; what was printed or downloaded is none."""
    if is_one_value(source):
        raise Unwritable("it is one JSON value, which Claude Code does not open as a session")
    made = draft_of_lines(data, is_line)
    if not any(_PARENT in record.value for record in made.at.values()):
        raise Unwritable("it is what `claude -p` printed, and no session that it opens again")
    return made


def mend(draft: Draft, source: Source, transcripts: Sequence[Transcript]) -> Iterator[Mended]:
    """Drop what stands there twice; hang results beside the branch behind their calls."""
    doubles = list(drop_doubles(draft, transcripts, _UUID, _PARENT))
    yield from doubles
    cases = {
        harm.case for one in transcripts for harm in one.damage if harm.code in ("S103", "S104")
    }
    if doubles or not cases & {"message", "beside"}:
        return
    for entries in _groups(draft):
        branch = _Branch(draft, entries, source.stem)
        if "message" in cases:
            yield from branch.without_repeats(said_twice(entries))
        elif "beside" in cases:
            yield from branch.in_a_row()
        branch.chain.close()


def rewrite(draft: Draft, source: Source, wanted: Sequence[Wanted]) -> None:
    """Edit the lines so that the messages that are wanted are sent."""
    found = _groups(draft)
    for one in wanted:
        line = one.transcript.origins[0].line
        entries = next(row for row in found if any(e.origin.line == line for e in row))
        _Branch(draft, entries, source.stem).rewrite(one)


def _groups(draft: Draft) -> list[list[Entry]]:
    """Return the entries of each conversation of a file."""
    return groups(Entry(record.value, Origin("", line, 0)) for line, record in draft.at.items())


class _Branch:
    """The lines of one conversation, as they hang on one another."""

    def __init__(self, draft: Draft, entries: Sequence[Entry], stem: str) -> None:
        damage: list[Damage] = []
        unique, _ = without_repeats(entries, damage)
        self._draft, self._tree = draft, Tree(unique)
        way = [] if self._tree.is_flat else self._tree.climb(stem, damage)[::-1]
        self._way = set(way) or self._tree.row()
        ident = "" if self._tree.is_flat else _UUID
        self.chain = Chain(draft, [self._record(i) for i in way], ident, _PARENT)
        found = (record.value.get(_UUID) for record in draft.at.values())
        self._uuids = {uuid for uuid in found if isinstance(uuid, str)}

    def _record(self, index: int) -> Record:
        return self._draft.at[self._tree.entries[index].origin.line]

    def rewrite(self, wanted: Wanted) -> None:
        """Edit the lines."""
        for _ in self.in_a_row("assistant"):
            pass  # a call beside the branch would part from what answers it there
        lines = Lines(self._draft, wanted)
        self._like = lines.like
        self._callers = _callers(record.value for record in self._draft.at.values())
        Placing(self._draft, lines.slots, self.chain, self._made).place(lines.before, lines.items())

    def without_repeats(self, pairs: Sequence[tuple[Entry, Entry]]) -> Iterator[Mended]:
        """Drop lines that say again what others said; what hangs on them hangs on those then."""
        for entry, first in pairs:
            record = self._draft.at[entry.origin.line]
            record.dropped = True
            self.chain.drop(record, self._draft.at[first.origin.line])
            yield Mended(record.line, f"dropped: line {first.origin.line} says the same")

    def in_a_row(self, *roles: str) -> Iterator[Mended]:
        """Hang lines that are sent and lie beside the branch into it, behind those of their message.

        `roles` says whose lines; those of everybody where none is named.
        """
        tree, taken = self._tree, self._way | kept_by(self._tree, self._way)
        way = set(taken)
        siblings(tree, taken)
        beside = sorted(taken - way)
        last: dict[str | None, Record] = {}
        for i in sorted(taken):
            entry = tree.entries[i]
            if entry.role == "assistant" and i in way:
                last[entry.message_id] = self._record(i)
        for i in beside:
            entry, record = tree.entries[i], self._record(i)
            if roles and entry.role not in roles:
                continue
            ground = tree.ground_of(entry)
            message = entry.message_id if entry.role == "assistant" else None
            if message is None and ground is not None:
                message = tree.entries[ground].message_id
            behind = last.get(message)
            if behind is not None and self.chain.holds(behind):
                self.chain.add(record, behind)
                last[message] = record
                yield Mended(record.line, "hung into the branch, behind its call")

    def _made(self, message: Any, around: Around) -> Any:
        """Return the line of a new message."""
        behind, ahead = (one.record.value if one else {} for one in around)
        own = self._like.get(id(message))
        like = own.value if own is not None else behind or ahead
        uuid = new_id(self._uuids, None, like.get(_UUID), message)
        self._uuids.add(uuid)
        made = {_PARENT: None, **{key: like[key] for key in _ENVELOPE if key in like}}
        role = message["role"]
        said = message if role == "user" else _answer(message, like.get("message"), uuid)
        made |= {"type": role, "message": said, _UUID: uuid}
        time = time_between(behind.get("timestamp"), ahead.get("timestamp"))
        if time is not None:
            made["timestamp"] = time
        caller = next((self._callers[i] for i in _answered(message) if i in self._callers), None)
        if caller is not None and self._names_callers:
            made["sourceToolAssistantUUID"] = caller
        return made

    @cached_property
    def _names_callers(self) -> bool:
        return any("sourceToolAssistantUUID" in record.value for record in self._draft.at.values())


def _answer(message: dict[str, Any], like: Any, uuid: str) -> dict[str, Any]:
    """Return an answer as its line has it: a part of the message that it is like, or one of its own."""
    known = like if isinstance(like, dict) and like.get("role") == "assistant" else {}
    made = {key: known[key] for key in ("id", "type", "model") if key in known}
    if not made:
        made = {"id": f"msg_{uuid.replace('-', '')}", "type": "message", "model": NO_MODEL}
    return {**made, **message}


def _callers(values: Iterator[Any]) -> dict[str, Any]:
    """Return the line of each call, by the call's id."""
    found: dict[str, Any] = {}
    for value in values:
        message = value.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            if isinstance(part, dict) and isinstance(ident := part.get("id"), str):
                found[ident] = value.get(_UUID)
    return found


def _answered(message: dict[str, Any]) -> Iterator[str]:
    content = message.get("content")
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict) and isinstance(ident := part.get("tool_use_id"), str):
            yield ident


REWRITER = Rewriter(draft, rewrite, mend)
