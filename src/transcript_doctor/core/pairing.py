"""Who answers whom: one matcher for every target, steered by the target's pairing law.

Pairs are made by position inside an exchange, never by a set of ids over the whole history, for ids
come back legally. What is left over is then looked for in the whole history, so that a call and a result
that both exist but stand apart are one fault and not two.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from transcript_doctor.core.outline import CALLS, MIXED, RESULTS, Call, Outline, Result


@dataclass(frozen=True, slots=True)
class Pairing:
    """How a target wants calls and results to stand; the words of `[pairing]` in its file."""

    join: bool = False
    """Neighbours of one role are one turn before anything is checked."""
    where: Literal["next-turn", "directly", "anywhere-after"] = "directly"
    by: Literal["id", "position", "count", "name"] = "id"
    results: Literal["lead", "alone", "free"] = "free"
    """Results open their turn, are alone in it, or stand anywhere in it."""
    order: Literal["free", "call"] = "free"
    group: Literal["free", "one-message"] = "free"
    """`one-message`: all results of a turn stand in one message."""
    between: Literal["anything", "calls"] = "anything"
    """`calls`: only other calls and results may stand between a call and its result."""
    skip_first: bool = False
    """The first message is never looked at (mistral-common)."""
    before_next_assistant: bool = False
    """Results count until the next assistant message, whatever stands between (mistral-common)."""


@dataclass(slots=True)
class Pairs:
    """What one pairing law makes of an outline; every list is in reading order."""

    unanswered: list[Call] = field(default_factory=list)
    orphans: list[Result] = field(default_factory=list)
    apart: list[tuple[Call, Result]] = field(default_factory=list)
    duplicates: list[tuple[Result, Result]] = field(default_factory=list)
    """A further result, and the first one for the same call."""
    split: list[tuple[Call, list[Result]]] = field(default_factory=list)
    """The first call of a turn whose results lie over several messages, and those outside the first."""
    blocked: list[tuple[Result, int]] = field(default_factory=list)
    """A result with something before it in its turn, and the message of that something."""
    disordered: list[tuple[Result, Call]] = field(default_factory=list)
    answers: list[tuple[Call, Result]] = field(default_factory=list)
    """Every call with its result, where they meet as the law wants."""


def pairs_of(outline: Outline, law: Pairing) -> Pairs:
    """Return who answers whom under a pairing law; worked out once for each outline and law."""
    found: Pairs | None = outline.cache.get(law)
    if found is None:
        found = outline.cache[law] = _Matcher(outline, law).run()
    return found


class _Matcher:
    """One run over the exchanges, then one over what they left."""

    def __init__(self, outline: Outline, law: Pairing) -> None:
        self.outline, self.law = outline, law
        self.pairs = Pairs()
        self.calls_at: dict[int, list[Call]] = {}
        self.results_at: dict[int, list[Result]] = {}
        for call in outline.calls:
            self.calls_at.setdefault(call.message, []).append(call)
        for result in outline.results:
            self.results_at.setdefault(result.message, []).append(result)
        self.seen: set[int] = set()
        self.open_calls: list[Call] = []
        self.answered: dict[str, tuple[Call, Result]] = {}

    def run(self) -> Pairs:
        if self.law.where == "anywhere-after":
            self._match_anywhere()
        else:
            self._match_exchanges()
        self._match_leftovers()
        return self.pairs

    # -- the exchanges ------------------------------------------------------------------------------

    def _match_exchanges(self) -> None:
        roles, n = self.outline.roles, len(self.outline.messages)
        i = 1 if self.law.skip_first else 0
        while i < n:
            if i not in self.calls_at:
                i += 1
                continue
            calls, end = list(self.calls_at[i]), i + 1
            while self.law.join and end < n and roles[end] == "a":
                calls += self.calls_at.get(end, ())
                end += 1
            self._match_exchange(calls, end)
            i = end

    def _zone(self, start: int) -> tuple[int, int]:
        """Return the end of the messages that may answer, and the end of those that may be meant to."""
        letters, roles, n = self.outline.letters, self.outline.roles, len(self.outline.messages)
        run = start
        if self.law.before_next_assistant:
            while run < n and roles[run] != "a":
                run += 1
            return run, run
        if self.law.where == "directly":
            while run < n and letters[run] == RESULTS:
                run += 1
            if run < n and letters[run] == MIXED:
                run += 1
        else:
            while run < n and roles[run] in "ut":
                run += 1
        if self.law.group == "one-message" or (self.law.where == "next-turn" and not self.law.join):
            return min(start + 1, run), run
        return run, run

    def _match_exchange(self, calls: list[Call], start: int) -> None:
        zone_end, run_end = self._zone(start)
        zone = [r for k in range(start, zone_end) for r in self.results_at.get(k, ())]
        self.seen.update(map(id, zone))
        matched, extra, missing = _match(calls, zone, self.law)
        self._note_blocked(matched, start, zone_end)
        self._note_order(matched)
        if missing and run_end > zone_end:
            missing = self._note_split(calls, missing, zone_end, run_end, bool(matched))
        for call, result in matched:
            if call.id is not None:
                self.answered[call.id] = (call, result)
        self.pairs.answers += matched
        self.open_calls += missing
        firsts = {call.id: result for call, result in matched}
        for result in extra:
            if result.id is not None and result.id in firsts:
                self.pairs.duplicates.append((result, firsts[result.id]))
            else:
                self.seen.discard(id(result))

    def _note_blocked(self, matched: list[tuple[Call, Result]], start: int, end: int) -> None:
        """Note results that something else precedes in their turn; a whole message between parts them."""
        if self.law.results == "free" or self.law.where != "next-turn":
            return
        letters = self.outline.letters
        wall = next((k for k in range(start, end) if letters[k] not in (RESULTS, MIXED)), end)
        tail = next((k for k in range(start, end) if letters[k] == MIXED), end)
        for pair in list(matched):
            call, result = pair
            if result.message > wall:
                matched.remove(pair)
                self.pairs.apart.append((call, result))
                if call.id is not None:
                    self.answered[call.id] = pair
            elif result.message > tail:
                self.pairs.blocked.append((result, tail))
            elif not result.lead:
                self.pairs.blocked.append((result, result.message))

    def _note_order(self, matched: list[tuple[Call, Result]]) -> None:
        if self.law.order != "call":
            return
        last: tuple[int, ...] = ()
        for call, result in sorted(matched, key=lambda pair: _position(pair[1])):
            if (here := _position(call)) < last:
                self.pairs.disordered.append((result, call))
            last = max(last, here)

    def _note_split(
        self, calls: list[Call], missing: list[Call], start: int, end: int, begun: bool
    ) -> list[Call]:
        """Note results that stand in the messages after the first of the answering turn."""
        late = [r for k in range(start, end) for r in self.results_at.get(k, ())]
        found, extra, missing = _match(missing, late, self.law)
        if found:
            if begun:
                self.pairs.split.append((calls[0], [result for _, result in found]))
            else:
                self.pairs.apart += found
            kept = {id(result) for result in extra}
            self.seen.update(id(result) for result in late if id(result) not in kept)
            for call, result in found:
                if call.id is not None:
                    self.answered[call.id] = (call, result)
        return missing

    # -- anywhere after (by id) -----------------------------------------------------------------------

    def _match_anywhere(self) -> None:
        waiting: dict[str | None, deque[Call]] = {}
        events: list[Call | Result] = [*self.outline.calls, *self.outline.results]
        events.sort(key=_position)
        for row in events:
            if isinstance(row, Call):
                waiting.setdefault(row.id, deque()).append(row)
                continue
            queue = waiting.get(row.id)
            if queue:
                call = queue.popleft()
                self.pairs.answers.append((call, row))
                if row.id is not None:
                    self.answered[row.id] = (call, row)
                self.seen.add(id(row))
        answered = {id(call) for call, _ in self.pairs.answers}
        self.open_calls = [call for call in self.outline.calls if id(call) not in answered]
        if self.law.between == "calls":
            self._note_between()

    def _note_between(self) -> None:
        """Take apart the pairs between which something other than a call or a result stands."""
        letters = self.outline.letters
        others = [0]
        for letter in letters:
            others.append(others[-1] + (letter not in (CALLS, RESULTS)))
        kept = []
        for call, result in self.pairs.answers:
            clear = others[result.message] == others[call.message + 1]
            (kept if clear else self.pairs.apart).append((call, result))
        self.pairs.answers = kept

    # -- what is left ---------------------------------------------------------------------------------

    def _match_leftovers(self) -> None:
        """Look for what the exchanges left: apart, twice, without a call, without a result."""
        loose = [r for r in self.outline.results if id(r) not in self.seen]
        waiting: dict[str | None, deque[Call]] = {}
        for call in self.open_calls:
            waiting.setdefault(_key(call, self.law), deque()).append(call)
        taken: set[int] = set()
        for result in loose:
            queue = waiting.get(_key(result, self.law))
            if queue and self.law.by != "count":
                call = queue.popleft()
                taken.add(id(call))
                self.pairs.apart.append((call, result))
                continue
            first = self.answered.get(result.id) if result.id is not None else None
            if first and _position(first[0]) < _position(result):
                self.pairs.duplicates.append((result, first[1]))
            else:
                self.pairs.orphans.append(result)
        self.pairs.unanswered = [call for call in self.open_calls if id(call) not in taken]
        self.pairs.apart.sort(key=lambda pair: _position(pair[0]))


def _position(row: Call | Result) -> tuple[int, ...]:
    """Return where a row stands among all rows, by message and by the index of its part."""
    return (row.message, *(step for step in row.part if isinstance(step, int)))


def _key(row: Call | Result, law: Pairing) -> str | None:
    return row.id if row.id is not None or law.by != "name" else f"\0name {row.name}"


def _match(
    calls: list[Call], results: list[Result], law: Pairing
) -> tuple[list[tuple[Call, Result]], list[Result], list[Call]]:
    """Return the pairs, the results left over and the calls left over of one exchange."""
    pairs: list[tuple[Call, Result]] = []
    rounds = {"id": (_by_id,), "position": (_by_any,), "count": (_by_id, _by_any)}
    for take in rounds.get(law.by, (_by_id, _by_name, _by_any)):
        calls, results = take(calls, results, pairs)
    if law.by == "id" and calls:
        idless = [r for r in results if not r.id]
        calls, left = _by_any(calls, idless, pairs)
        kept = {id(r) for r in left}
        results = [r for r in results if r.id or id(r) in kept]
    return pairs, results, calls


def _by_id(
    calls: list[Call], results: list[Result], pairs: list[tuple[Call, Result]]
) -> tuple[list[Call], list[Result]]:
    return _by_key(calls, results, pairs, "id")


def _by_name(
    calls: list[Call], results: list[Result], pairs: list[tuple[Call, Result]]
) -> tuple[list[Call], list[Result]]:
    return _by_key(calls, results, pairs, "name")


def _by_key(
    calls: list[Call], results: list[Result], pairs: list[tuple[Call, Result]], key: str
) -> tuple[list[Call], list[Result]]:
    waiting: dict[str, deque[Call]] = {}
    for call in calls:
        if (value := getattr(call, key)) is not None:
            waiting.setdefault(value, deque()).append(call)
    taken: set[int] = set()
    left: list[Result] = []
    for result in results:
        queue = waiting.get(value) if (value := getattr(result, key)) is not None else None
        if queue:
            call = queue.popleft()
            taken.add(id(call))
            pairs.append((call, result))
        else:
            left.append(result)
    return [call for call in calls if id(call) not in taken], left


def _by_any(
    calls: list[Call], results: list[Result], pairs: list[tuple[Call, Result]]
) -> tuple[list[Call], list[Result]]:
    """Pair in order, whatever the ids say."""
    count = min(len(calls), len(results))
    pairs += zip(calls, results, strict=False)
    return calls[count:], results[count:]
