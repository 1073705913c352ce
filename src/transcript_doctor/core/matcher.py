"""One run over a list: its exchanges are matched where they stand, what they leave is looked for everywhere.

`core.pairing` decides which rows are matched, and by what law.
"""

from __future__ import annotations

from transcript_doctor.core.matching import Pair, by_message, match, position, search
from transcript_doctor.core.outline import CALLS, MIXED, RESULTS, Call, Outline, Result
from transcript_doctor.core.target import Pairing
from transcript_doctor.core.turns import turns_of
from transcript_doctor.core.unnamed import Group, groups_of


class Pairs:
    """What one pairing law makes of an outline; every list is in reading order."""

    __slots__ = (
        "answers",
        "apart",
        "blocked",
        "disordered",
        "doubled",
        "duplicates",
        "late",
        "orphans",
        "split",
        "unanswered",
    )

    def __init__(self) -> None:
        self.answers: list[Pair] = []
        """Every call with its result, where they meet as the law wants."""
        self.late: list[Pair] = []
        """A call whose result stands in the answering turn, but later than the law wants."""
        self.apart: list[Pair] = []
        """A call and its result, both there, that do not meet."""
        self.doubled: list[Call] = []
        """A call without a result of its own whose id another call of its turn bears."""
        self.unanswered: list[Call] = []
        self.duplicates: list[tuple[Result, Result]] = []
        """A further result, and the first one for the same call."""
        self.orphans: list[Result] = []
        self.split: list[tuple[Call, list[Result]]] = []
        """The first call of a turn with scattered results, and those outside the first message."""
        self.blocked: list[tuple[Result, int]] = []
        """A result with something before it in its turn, and the message of that something."""
        self.disordered: list[tuple[Result, Call]] = []


class Matcher:
    """One run over the exchanges, then one search over what they left."""

    def __init__(
        self,
        outline: Outline,
        law: Pairing,
        calls: list[Call],
        results: list[Result],
        owned: frozenset[int] = frozenset(),
    ) -> None:
        self.outline, self.law, self.owned = outline, law, owned
        self.calls, self.results = calls, results
        self.join = law.join or bool(outline.items)
        self.pairs = Pairs()
        if law.without_legacy:
            calls = [call for call in calls if call.kind != "legacy"]
        self.calls_at = by_message(calls)
        self.results_at = by_message(results)
        by_name = law.by == "name" and outline.untidy
        self.claimed = frozenset(c.id for c in calls if c.id) if by_name else frozenset()
        """Ids that some call bears, where names are what pairs."""
        self.placed: set[int] = set()
        """Results that need no search, by `id()`."""
        if law.skip_first:
            self.placed.update(id(result) for result in self.results_at.pop(0, ()))
        self.answer: dict[int, Result] = {}
        """The result of each call that has one, by `id()` of the call."""
        self.looked_at: list[Call] = []
        self.exchanges: list[tuple[list[Call], range]] = []
        """The calls of each exchange, with the messages that may answer them."""
        self.twins: set[int] = set()

    def run(self) -> Pairs:
        """Return who answers whom."""
        if self.law.where == "anywhere-after":
            self._match_anywhere()
        else:
            self._match_exchanges()
            self._search_rest()
        self.pairs.apart.sort(key=lambda pair: position(pair[0]))
        self.pairs.duplicates.sort(key=lambda pair: position(pair[0]))
        return self.pairs

    def groups(self, open_: list[Call]) -> list[Group]:
        """Return the calls of each exchange with the results that may be theirs; some calls are open."""
        if self.law.where == "anywhere-after":
            return groups_of(open_, self.pairs.orphans)
        return [
            (calls, [row for k in run for row in self.results_at.get(k, ())])
            for calls, run in self.exchanges
        ]

    # -- the exchanges ---------------------------------------------------------------------------

    def _match_exchanges(self) -> None:
        roles, n = self.outline.roles, len(self.outline.messages)
        i = 1 if self.law.skip_first else 0
        while i < n:
            if i not in self.calls_at:
                i += 1
                continue
            calls, end = list(self.calls_at[i]), i + 1
            only_calls = self.law.between == "calls"
            while self.join and end < n and roles[end] == "a":
                if only_calls and end not in self.calls_at and end not in self.outline.hollow:
                    break
                calls += self.calls_at.get(end, ())
                end += 1
            self._match_exchange(calls, end)
            i = end

    def _zone(self, start: int) -> tuple[int, int]:
        """Return the end of the messages that may answer, and of those that may be meant to."""
        letters, roles, n = self.outline.letters, self.outline.roles, len(self.outline.messages)
        run = start

        if self.law.where == "directly":
            while run < n and letters[run] == RESULTS:
                run += 1
            if run < n and letters[run] == MIXED:
                run += 1
        else:
            while run < n and roles[run] in "ut":
                run += 1
        alone = self.law.group == "one-message" or (self.law.where == "next-turn" and not self.join)
        if alone and not self.outline.items:
            return min(start + 1, run), run
        return run, run

    def _match_exchange(self, calls: list[Call], start: int) -> None:
        zone_end, run_end = self._zone(start)
        zone = [r for k in range(start, zone_end) for r in self.results_at.get(k, ())]
        matched, extra, missing = match(calls, zone, self.law.by, self.claimed, self.owned)
        if matched:
            answers = self._led(matched, start, zone_end)
            self._note_order(answers)
            self._keep(self.pairs.answers, answers)
        if missing and run_end > zone_end:
            missing = self._match_late(calls, missing, zone_end, run_end, bool(matched))
        if matched and extra:
            self._note_doubles(matched, extra)
        self.looked_at += calls
        self.exchanges.append((calls, range(start, run_end)))
        if missing:
            self._note_twins(calls, missing)

    def _keep(self, where: list[Pair], pairs: list[Pair]) -> None:
        where += pairs
        for call, result in pairs:
            self.answer[id(call)] = result
            self.placed.add(id(result))

    def _led(self, matched: list[Pair], start: int, end: int) -> list[Pair]:
        """Return the pairs that meet; note results that something else precedes in their turn.

        What stands in front in its own or an earlier mixed message blocks a result; a whole message
        of something else parts it from its call.
        """
        if not matched or self.law.results == "free" or self.law.where != "next-turn":
            return matched
        letters = self.outline.letters
        wall = next((k for k in range(start, end) if letters[k] not in (RESULTS, MIXED)), end)
        tail = next((k for k in range(start, end) if letters[k] == MIXED), end)
        self._keep(self.pairs.apart, [pair for pair in matched if pair[1].message > wall])
        met = [pair for pair in matched if pair[1].message <= wall]
        for _, result in met:
            if result.message > tail:
                self.pairs.blocked.append((result, tail))
            elif not result.lead:
                self.pairs.blocked.append((result, result.message))
        return met

    def _note_order(self, answers: list[Pair]) -> None:
        if self.law.order != "call":
            return
        last: tuple[int, ...] = ()
        for call, result in sorted(answers, key=lambda pair: position(pair[1])):
            if (here := position(call)) < last:
                self.pairs.disordered.append((result, call))
            last = max(last, here)

    def _match_late(
        self, calls: list[Call], missing: list[Call], start: int, end: int, begun: bool
    ) -> list[Call]:
        """Match results in the messages after the one that should hold them all."""
        late = [r for k in range(start, end) for r in self.results_at.get(k, ())]
        found, _, missing = match(missing, late, self.law.by, self.claimed, self.owned)
        if found and begun:
            self._keep(self.pairs.late, found)
            self.pairs.split.append((calls[0], [result for _, result in found]))
        elif found:
            self._keep(self.pairs.apart, found)
        return missing

    def _note_doubles(self, matched: list[Pair], extra: list[Result]) -> None:
        """Note results whose call has one already, among those of its own exchange."""
        first = {call.id: result for call, result in matched if call.id is not None}
        for result in extra:
            if result.id in first:
                self.placed.add(id(result))
                self.pairs.duplicates.append((result, first[result.id]))

    def _note_twins(self, calls: list[Call], missing: list[Call]) -> None:
        """Remember open calls whose id another call of the turn bears: that is one fault."""
        if len(calls) == 1 or self.law.by not in ("id", "exact"):
            return
        lacking = {id(call) for call in missing}
        borne = {call.id for call in calls if id(call) not in lacking}
        for call in missing:
            if call.id in borne and (call.id or self.law.by == "exact"):
                self.twins.add(id(call))
            borne.add(call.id)

    # -- the whole history -----------------------------------------------------------------------

    def _search_rest(self) -> None:
        """Look for what the exchanges left: apart, twice, without a call, without a result."""
        loose = [r for r in self.results if id(r) not in self.placed]
        calls = self.looked_at
        if self.law.by == "count":
            calls = [call for call in calls if id(call) in self.answer]
        found = search(
            calls, loose, self.answer, turns_of(self.outline, self.law), self.law.by, older=False
        )
        self.pairs.apart += found.after + found.before
        self.pairs.duplicates += found.doubles
        self.pairs.orphans = found.orphans
        rest = found.open
        if self.law.by == "count":
            rest = [call for call in self.looked_at if id(call) not in self.answer]
        self.pairs.unanswered = [call for call in rest if id(call) not in self.twins]
        self.pairs.doubled = [call for call in rest if id(call) in self.twins]

    def _match_anywhere(self) -> None:
        """Match by key, wherever the result stands behind its call."""
        turns, by = turns_of(self.outline, self.law), self.law.by
        found = search(self.calls, self.results, {}, turns, by, older=True)
        self.pairs.answers, self.pairs.apart = found.after, found.before
        self.pairs.duplicates, self.pairs.orphans = found.doubles, found.orphans
        borne = {(turns[call.message], call.id) for call, _ in found.after}
        for call in found.open:
            twin = bool(call.id) and (turns[call.message], call.id) in borne
            (self.pairs.doubled if twin else self.pairs.unanswered).append(call)
            borne.add((turns[call.message], call.id))
        if self.law.between == "calls":
            self._part_strangers()

    def _part_strangers(self) -> None:
        """Take apart the pairs between which something other than a call or a result stands."""
        others = [0]
        for letter in self.outline.letters:
            others.append(others[-1] + (letter not in (CALLS, RESULTS)))
        pairs, self.pairs.answers = self.pairs.answers, []
        for call, result in pairs:
            clear = others[result.message] == others[call.message + 1]
            (self.pairs.answers if clear else self.pairs.apart).append((call, result))
