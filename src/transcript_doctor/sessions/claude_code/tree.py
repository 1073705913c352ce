"""The tree of a Claude Code session: where each line hangs, and the way from the newest one up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from transcript_doctor.core.transcript import Damage
from transcript_doctor.sessions.claude_code.entries import Entry, Kept


class Tree:
    """The lines of a conversation by their index, and where each hangs."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.at: dict[str | None, int] = {
            entry.uuid: i for i, entry in enumerate(entries) if entry.uuid
        }
        self._by_message: dict[str | None, int] = {
            entry.message_id: i for i, entry in enumerate(entries) if entry.message_id
        }
        self.first_of = {e.session: i for i, e in reversed(list(enumerate(entries)))}
        """Where each session's first line stands."""
        self.is_flat = all(entry.parent is None for entry in entries)
        """Whether no line names a parent: then there is no tree, and they follow one another."""
        self.boundary = self._last(lambda entry: entry.kept is not None)
        """The line that marks the last compaction."""
        self._ground = self._grounds()

    @property
    def kept(self) -> Kept:
        """What the last compaction kept."""
        kept = None if self.boundary is None else self.entries[self.boundary].kept
        return kept or Kept(None, None, None, frozenset())

    def above(self, entry: Entry) -> int | None:
        """Return the line that an entry hangs on; some agents name it by its message's id."""
        return self.at.get(entry.parent, self._by_message.get(entry.parent))

    def ground_of(self, entry: Entry) -> int | None:
        """Return the nearest line that speaks, on the way up from an entry.

        Hooks and progress write lines between a call and its result. A result names the line of its
        call a second time.
        """
        above = self.above(entry)
        if above is None and entry.results:
            above = self.at.get(entry.caller)
        return None if above is None else self._ground[above]

    def _grounds(self) -> list[int | None]:
        """Return for each line itself, if it speaks, else the nearest one above it that does."""
        found: list[int | None] = []
        for i, entry in enumerate(self.entries):
            above = self.above(entry)
            if entry.speaks:
                found.append(i)
            else:
                found.append(found[above] if above is not None and above < i else None)
        return found

    def _last(self, holds: Callable[[Entry], bool]) -> int | None:
        entries = self.entries
        return next((i for i in reversed(range(len(entries))) if holds(entries[i])), None)

    def row(self) -> set[int]:
        """Return all lines from the last compaction on: the way where there is no tree."""
        start = self._last(lambda entry: entry.summary)
        if start is None and self.boundary is not None:
            start = self.boundary
        end = len(self.entries)
        if start is None or not any(entry.speaks for entry in self.entries[start:]):
            start = 0
        return set(range(start, end))

    def climb(self, stem: str, damage: list[Damage]) -> list[int]:
        """Return the way from its tip, the last line that speaks, up to the root, or to a summary.

        `stem` is the file's name, which is mostly the session's.
        """
        last = self._tip()
        way: dict[int, None] = {}
        while last is not None and last not in way:
            way[last] = None
            entry, here = self.entries[last], last
            if entry.summary or (entry.parent is None and not self._is_head(last)):
                break
            last = self.at.get(self.kept.anchor) if self._is_head(here) else self.above(entry)
            if last is None:
                if here or not entry.sidechain:
                    begins = self.first_of.get(entry.session) == here
                    damage.append(_lost(entry, stem, begins=begins))
                last = here - 1 if here else None
        return list(way)

    def _tip(self) -> int | None:
        """Return the last line that speaks and on which no other one hangs that does.

        Where a writer put a line behind those that hang on it, the way ends in these all the same; so
        does the one of `get_session_messages` in Claude's Agent SDK.
        """
        speaking = [i for i, entry in enumerate(self.entries) if entry.speaks]
        borne = {self.ground_of(self.entries[i]) for i in speaking}
        tips = (i for i in reversed(speaking) if i not in borne)
        return next(tips, speaking[-1] if speaking else None)

    def _is_head(self, index: int) -> bool:
        """Tell whether a line is the first that the last compaction kept, and was not written again."""
        if self.boundary is None or index > self.boundary or self.kept.anchor not in self.at:
            return False
        return self.kept.head is not None and self.entries[index].uuid == self.kept.head


def _lost(entry: Entry, stem: str, *, begins: bool) -> Damage:
    """Return the damage of a line whose parent is not in the file; `begins`: its session begins with it."""
    values = {"parent": entry.parent, "session": entry.session}
    other = begins and entry.session and entry.session != stem
    if other and entry.agent is None and not entry.sidechain:
        return Damage("S105", "continued", entry.origin, values)
    return Damage("S104", "no-parent", entry.origin, values)
