"""Editing a Claude Code session: lines that name their parents, several of which make one message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.reader import Source
from transcript_doctor.core.rewriting.chain import Chain
from transcript_doctor.core.rewriting.draft import Draft, Record, draft_of_lines
from transcript_doctor.core.rewriting.mending import drop_doubles
from transcript_doctor.core.rewriting.placing import Around, Placing
from transcript_doctor.core.rewriting.rewriter import Mended, Rewriter, Wanted
from transcript_doctor.core.transcript import Damage, Transcript
from transcript_doctor.sessions.claude_code.branch import siblings
from transcript_doctor.sessions.claude_code.compaction import kept_by
from transcript_doctor.sessions.claude_code.drafted import PARENT, UUID, File
from transcript_doctor.sessions.claude_code.entries import Entry
from transcript_doctor.sessions.claude_code.lines import is_line, is_one_value
from transcript_doctor.sessions.claude_code.repeats import said_twice, without_repeats
from transcript_doctor.sessions.claude_code.tree import Tree
from transcript_doctor.sessions.claude_code.unfolding import Lines


def draft(source: Source, data: bytes) -> Draft:
    """Return the lines of a session; what was printed or downloaded is none."""
    if is_one_value(source):
        raise Unwritable("it is one JSON value, which Claude Code does not open as a session")
    made = draft_of_lines(data, is_line)
    if not any(PARENT in record.value for record in made.at.values()):
        raise Unwritable("it is what `claude -p` printed, and no session that it opens again")
    return made


def mend(draft: Draft, source: Source, transcripts: Sequence[Transcript]) -> Iterator[Mended]:
    """Drop what stands there twice; hang results beside the branch behind their calls."""
    doubles = list(drop_doubles(draft, transcripts, UUID, PARENT))
    yield from doubles
    cases = {
        harm.case for one in transcripts for harm in one.damage if harm.code in ("S103", "S104")
    }
    if doubles or not cases & {"message", "beside"}:
        return
    file = File(draft, source.stem)
    for entries in file.groups:
        branch = _Branch(file, entries)
        if "message" in cases:
            yield from branch.without_repeats(said_twice(entries))
        elif "beside" in cases:
            yield from branch.in_a_row()
    file.links.close()


def rewrite(draft: Draft, source: Source, wanted: Sequence[Wanted]) -> None:
    """Edit the lines so that the messages that are wanted are sent."""
    file = File(draft, source.stem)
    for one in wanted:
        _Branch(file, file.group_at(one.transcript.origins[0].line)).rewrite(one)
    file.links.close()


class _Branch:
    """The lines of one conversation, as they hang on one another."""

    def __init__(self, file: File, entries: Sequence[Entry]) -> None:
        damage: list[Damage] = []
        unique, _ = without_repeats(entries, damage)
        self._file, self._draft, self._tree = file, file.draft, Tree(unique)
        flat = self._tree.is_flat
        way = [] if flat else self._tree.climb(file.stem, damage)[::-1]
        self._way = set(way) or self._tree.row()
        self.chain = Chain([self._record(i) for i in way], None if flat else file.links)

    def _record(self, index: int) -> Record:
        return self._draft.at[self._tree.entries[index].origin.line]

    def rewrite(self, wanted: Wanted) -> None:
        """Edit the lines."""
        for _ in self.in_a_row("assistant"):
            pass  # a call beside the branch would part from what answers it there
        lines = Lines(self._draft, wanted)
        self._like = lines.like
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
        return self._file.line_of(message, around, self._like.get(id(message)))


REWRITER = Rewriter(draft, rewrite, mend)
