"""One state of the transcript under repair: the list, where each message came from, what is known of it."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from transcript_doctor.acts.repair.entries import Change, Loss, Where
from transcript_doctor.acts.repair.following import followed
from transcript_doctor.acts.repair.ledger import Books, Side
from transcript_doctor.acts.repair.rebuilding import with_list
from transcript_doctor.acts.repair.trail import Round, Spot, given_at
from transcript_doctor.acts.repair.units import Sayings, Unit, lost_at, said_below
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.content import words_in
from transcript_doctor.core.edit import Edit, apply, lineage
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.core.safety import Safety
from transcript_doctor.core.target import Laws
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.place import Steps

Check = Callable[[Any, Mapping[str, Any]], Report]
Gone = tuple[Steps, str, Any]
"""What left: its place below the list, what it was, the very node."""
Done = tuple[Finding, str | None, Safety]
"""A finding that was healed, in which words if not its own, at what cost."""


class State:
    """The transcript after some rounds; nothing in it is ever changed, each round makes another one."""

    def __init__(self, transcript: Any, report: Report, first: State | None) -> None:
        outline = report.outline
        assert outline is not None, "a report of `check` always has an outline"
        self.transcript, self.report, self.outline = transcript, report, outline
        self.messages: list[Any] = outline.messages
        self.first = first or self
        """The state before the repair."""
        self.came_from: tuple[int | None, ...] = tuple(range(len(self.messages)))
        self.trail: tuple[Round, ...] = ()
        """The rounds since the list was given."""
        self.changes: tuple[Change, ...] = ()
        self.losses: tuple[Loss, ...] = ()
        self.lost: tuple[Unit, ...] = ()
        """What the losses took away, line by line."""
        self.evidence: list[str] | None = None
        """What speaks against this state, once the proof has looked."""
        self.sayings: Sayings = first.sayings if first else Sayings(FORMATS[outline.format])
        """Reads what messages say, for all states of one repair."""
        self.stale: frozenset[int] = frozenset()
        """Messages of the given list whose reasoning is older than a change of this repair."""

    @property
    def laws(self) -> Laws:
        """The laws that the repair is to meet."""
        laws = self.report.laws_of(target_named(self.report.target))
        assert laws is not None, "a report of `check` knows its laws"
        return laws

    @property
    def side(self) -> Side:
        """This state as one side of the books; on the other stands the state before the repair."""
        return Side(self.messages, self.outline.roles, self.sayings, self.came_from)

    @cached_property
    def written(self) -> frozenset[str]:
        """What may come anew: the mark that the target documents for calls without a signature, and
        what the file holds beside the list."""
        found = (self.laws.param("T001", "placeholder", None, c) for c in ("signature", "unsigned"))
        marks = {word for word in found if isinstance(word, str)}
        strays = self.transcript.strays if type(self.transcript) is Transcript else ()
        return frozenset(marks.union(*(words_in(stray.raw) for stray in strays)))

    def origin(self, index: int | None) -> int | None:
        """Return where a message stood in the given list."""
        return None if index is None or index >= len(self.came_from) else self.came_from[index]

    def edited(
        self,
        edits: Sequence[Edit],
        done: Iterable[Done],
        losses: Iterable[Gone],
        check: Check,
        context: Mapping[str, Any],
    ) -> State:
        """Return the state after a round."""
        messages = apply(self.messages, edits)
        sources = lineage(len(self.messages), edits)
        found = self._found_again(messages, sources)
        came = tuple(None if then is None else self.came_from[then] for then in found)
        trail = (*self.trail, Round(self.messages, messages, edits, found))
        messages = self._as_given(messages, came)
        transcript = with_list(self.transcript, self.report, messages, found)
        after = self._checked(transcript, came, self.stale, check, context)
        gone, done = list(losses), list(done)
        units = self._units_of(gone)
        if any(safety == "lossy" for _, _, safety in done):
            side = after.side._replace(origins=found)
            gone += self._unlisted(side, units, frozenset(f.code for f, _, _ in done))
        made = (Change(self.where(one), one, cost, said) for one, said, cost in done)
        after.changes = (*self.changes, *made)
        after.losses = (*self.losses, *(self._loss(*loss) for loss in gone))
        after.lost, after.trail = (*self.lost, *units), trail
        return after

    def with_stale(self, stale: frozenset[int], check: Check, context: Mapping[str, Any]) -> State:
        """Return the same state, checked again with what is known of stale reasoning."""
        after = self._checked(self.transcript, self.came_from, stale, check, context)
        after.changes, after.losses, after.lost = self.changes, self.losses, self.lost
        after.trail = self.trail
        return after

    def _checked(
        self,
        transcript: Any,
        came_from: tuple[int | None, ...],
        stale: frozenset[int],
        check: Check,
        context: Mapping[str, Any],
    ) -> State:
        now = [i for i, then in enumerate(came_from) if then in stale]
        facts = followed(context, came_from, self.first.outline.roles, now)
        after = State(transcript, check(transcript, facts), self.first)
        after.came_from, after.stale = came_from, stale
        return after

    def _as_given(self, messages: list[Any], came_from: tuple[int | None, ...]) -> list[Any]:
        """Return the list with the given message wherever one has become again what it was."""
        given = self.first.messages
        return [
            given[then]
            if then is not None and message is not given[then] and _same(message, given[then])
            else message
            for message, then in zip(messages, came_from, strict=True)
        ]

    def _found_again(self, messages: list[Any], sources: list[int | None]) -> list[int | None]:
        """Return the sources, with those of messages that were taken out and put in elsewhere."""
        if None not in sources:
            return sources
        gone = set(range(len(self.messages))) - set(sources)
        spots = {id(self.messages[i]): i for i in gone}
        return [
            spots.pop(id(message), None) if then is None else then
            for message, then in zip(messages, sources, strict=True)
        ]

    # -- what is said of a round -------------------------------------------------------------------

    def where(self, finding: Finding) -> Where:
        """Return where in the given request stood what a finding names."""
        hit = finding.hit
        return (
            Where(None, finding.place)
            if hit.message is None
            else self._given((hit.message, *hit.part))
        )

    def _given(self, steps: Steps) -> Where:
        """Return where in the given request stood what stands at a place below the list now."""
        spot = given_at(self.trail, steps)
        if self.trail:
            spot = self._among_its_parts(spot, steps)
        return Where.of(spot, self.first.outline.root)

    def _loss(self, at: Steps, what: str, node: Any) -> Loss:
        where = self._given(at)
        return Loss(where.index, where.place, what, node)

    def _among_its_parts(self, spot: Spot, steps: Steps) -> Spot:
        """Return a spot in the message whose parts these were, where all of them came from another one."""
        message, *part = steps
        verbs = FORMATS[self.outline.format].verbs
        key = verbs.parts_key if verbs is not None else None
        raw = self.messages[message] if isinstance(message, int) else None
        parts = raw.get(key) if isinstance(raw, dict) and key is not None else None
        if part[:1] == [key] or not isinstance(parts, list):
            return spot
        found = (given_at(self.trail, (message, key or "", k)) for k in range(len(parts)))
        homes = list(dict.fromkeys(None if one.added else one.steps[0] for one in found))
        if not homes or homes[0] is None or (spot.added and len(homes) > 1):
            return spot
        return spot if spot.steps[0] in homes and not spot.added else Spot((homes[0], *part))

    def _units_of(self, losses: Iterable[Gone]) -> list[Unit]:
        """Return what some losses take away; each message is read once, however much leaves it."""
        format, read = FORMATS[self.outline.format], dict[int, dict[Steps, list[Unit]]]()
        units: list[Unit] = []
        for (message, *part), _, node in losses:
            assert isinstance(message, int), "a loss stands in a message"
            if message not in read:
                role = self.outline.roles[message]
                read[message] = said_below(format, self.messages[message], role)
            units += lost_at(read[message], tuple(part), node)
        return units

    def _unlisted(self, after: Side, units: list[Unit], codes: frozenset[str]) -> list[Gone]:
        """Return what a round that may lose something lost beyond what its rules said; `units` grow by it."""
        books = Books(self.side, after)
        books.report(units)
        books.explain(codes, self.written)
        found = list(books.parts_missing())
        units += (unit for unit, _, _ in found)
        parts = {(message, *part.place): part for _, message, part in found}
        return [(place, f"a part ({part.kind})", part.raw) for place, part in parts.items()]


def _same(one: Any, two: Any) -> bool:
    """Tell whether two plain values are the same to the letter; equality takes 1 for true."""
    try:
        return marshal.dumps(one, 2) == marshal.dumps(two, 2)
    except ValueError:
        return False
