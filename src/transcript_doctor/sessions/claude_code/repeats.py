"""Lines of a Claude Code session that stand in it twice: a fault of its writer, or by design."""

from __future__ import annotations

from collections.abc import Sequence

from transcript_doctor.core.transcript import Damage
from transcript_doctor.sessions.claude_code.entries import Entry

Pair = tuple[Entry, Entry]
"""An entry, and the earlier one that it repeats."""


def without_repeats(
    entries: Sequence[Entry], damage: list[Damage]
) -> tuple[list[Entry], list[Pair]]:
    """Return the entries, each uuid once, and which of them say again what another one said.

    Two repetitions are by design and no damage: after a compaction the lines that it kept may be
    written again, with a new parent; and one may write the past again below the same parent, with the
    old times.
    """
    seen = _Seen(damage)
    for entry in entries:
        seen.take(entry)
    return [entry for entry in seen.unique if entry is not None], seen.repeats


def said_twice(entries: Sequence[Entry]) -> list[Pair]:
    """Return the lines of answers, and of what was asked, that stand there again by a fault."""
    seen = _Seen([])
    for entry in entries:
        seen.take(entry)
    return seen.faults


class _Seen:
    def __init__(self, damage: list[Damage]) -> None:
        self.unique: list[Entry | None] = []
        self.repeats: list[Pair] = []
        self.faults: list[Pair] = []
        """Those of the repetitions that are no design."""
        self._damage = damage
        self._at: dict[str, int] = {}
        self._kept: set[str] = set()
        self._by_message: dict[tuple[object, ...], Entry] = {}
        self._by_moment: dict[tuple[object, ...], Entry] = {}
        self._replays: set[str | None] = set()

    def take(self, entry: Entry) -> None:
        if entry.kept is not None:
            self._kept |= entry.kept.uuids
        first = self._of(entry.uuid)
        if first is not None and entry.uuid not in self._kept:
            self._damage.append(_again("line", entry, first))
            return
        if first is not None:
            self.unique[self._at[entry.uuid or ""]] = None
        if entry.uuid:
            self._at[entry.uuid] = len(self.unique)
        self.unique.append(entry)
        said = entry.said if entry.speaks else None
        if said is not None and not self._is_replay(entry, said):
            self._compare(entry, said, anew=first is not None)

    def _of(self, uuid: str | None) -> Entry | None:
        at = self._at.get(uuid or "")
        return None if at is None else self.unique[at]

    def _is_replay(self, entry: Entry, said: tuple[object, ...]) -> bool:
        """Tell whether a line was said before, at the same time and below the same parent."""
        if entry.when is None or entry.parent is None:
            return False
        twin = self._by_moment.setdefault((entry.when, entry.role, said), entry)
        if twin is entry or (entry.parent != twin.parent and entry.parent not in self._replays):
            return False
        self._replays.add(entry.uuid)
        self.repeats.append((entry, twin))
        return True

    def _compare(self, entry: Entry, said: tuple[object, ...], *, anew: bool) -> None:
        """Look whether an answer with the same message id said the same."""
        if entry.role != "assistant" or not entry.message_id:
            return
        key = (entry.message_id, said)
        if anew:
            self._by_message[key] = entry
        first = self._by_message.setdefault(key, entry)
        if first is not entry:
            asked = self._same_question(entry, first)
            self.faults += [(entry, first), *asked]
            self.repeats += [(entry, first), *asked]
            self._damage.append(_again("message", asked[0][0] if asked else entry, first))

    def _same_question(self, entry: Entry, first: Entry) -> list[Pair]:
        """Return the parents of a repeated answer and of its first copy, if they say the same too."""
        again, before = self._of(entry.parent), self._of(first.parent)
        if again is None or before is None or again is before or again.role != "user":
            return []
        return [(again, before)] if again.speaks and again.said == before.said else []


def _again(case: str, entry: Entry, first: Entry) -> Damage:
    values = {"id": first.message_id or first.uuid, "first": first.origin.line}
    return Damage("S103", case, entry.origin, values)
