"""What one round of repair does to a list: rules say what they want, edits come of it all at once.

A rule's `heal` asks for a move, an answer, a drop; where things stand is known here. What two faults
want of one spot is done for the first, and for the second in the next round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property

from transcript_doctor.core.answers import Answers
from transcript_doctor.core.edit import Edit
from transcript_doctor.core.minting import Mint, Titles
from transcript_doctor.core.outline import Call, Outline, Reasoning, Result
from transcript_doctor.core.safety import POLICIES, Safety
from transcript_doctor.core.surgery.content import parts_of, says_more
from transcript_doctor.core.surgery.exchanges import Exchanges
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.core.target import Laws
from transcript_doctor.core.verbs import Verbs
from transcript_doctor.place import Steps


class Surgeon(Exchanges):
    """Collects what is wanted in one round; `edits` is what comes of it."""

    def __init__(
        self,
        outline: Outline,
        laws: Laws,
        verbs: Verbs,
        choices: Mapping[str, str],
        allowed: Collection[Safety] = POLICIES,
    ) -> None:
        super().__init__(outline, verbs, Answers(outline, laws, verbs))
        self.laws = laws
        self.choices = choices
        """What the caller chose where a fault can be healed in two ways."""
        self.allowed = allowed
        """The classes of fixes that the policy lets happen."""
        rows: list[Call | Result] = [*outline.calls, *outline.results]
        self.mint = Mint(laws, (row.id for row in rows))

    def tries(self, heal: Callable[[], bool], safety: Safety = "safe") -> bool:
        """Do what a rule asks for, all of it or nothing; nothing too where it costs more than is allowed.

        `safety` is the class of the fix unless the rule says otherwise; `cost` is then what it was.
        """
        mark, lost = self._mark(), len(self.losses)
        self.cost, self.told, self.chosen = safety, None, False
        done = heal()
        costs: Safety = "lossy" if len(self.losses) > lost else self.cost
        if done and (self.cost if self.chosen else costs) in self.allowed:
            self.cost = costs  # said also where the caller chose it
            return True
        self._take_back(mark)
        return False

    def asks(self, heal: Callable[[], bool], safety: Safety) -> bool:
        """Tell whether a rule could do what it asks for; `cost` and `told` say how, and nothing is done."""
        mark = self._mark()
        done = self.tries(heal, safety)
        self._take_back(mark)
        return done

    # -- what is asked of the outline -----------------------------------------------------------------

    def reasoning_in(self, message: int | None) -> list[Reasoning]:
        """Return the reasoning of a message."""
        return self._reasoning.get(message, []) if message is not None else []

    @cached_property
    def _reasoning(self) -> dict[int, list[Reasoning]]:
        found: dict[int, list[Reasoning]] = {}
        for row in self.outline.reasoning:
            found.setdefault(row.message, []).append(row)
        return found

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all tools that are called or answer."""
        rows: list[Call | Result] = [*self.outline.calls, *self.outline.results]
        return frozenset(row.name for row in rows if row.name)

    @cached_property
    def titles(self) -> Titles:
        """Names for documents that bear another one's."""
        media, messages = self.outline.media, self.outline.messages
        documents = (row for row in media if row.kind == "document")
        return Titles(node_at(messages[m.message], (*m.part[:-1], "name")) for m in documents)

    # -- what comes of it --------------------------------------------------------------------------

    def edits(self) -> list[Edit]:
        """Return the edits of this round."""
        made = [*self._edits, *self._front_edits(), *self._homes.edits(self._takes_parts)]
        dropped: dict[int, set[Steps]] = {}
        for message, *part in self._dropped:
            assert isinstance(message, int), "what is dropped stands in a message"
            dropped.setdefault(message, set()).add(tuple(part))
        gaining = self._homes.gaining()
        for message, parts in dropped.items():
            made += self._drops(message, parts, gains=message in gaining)
        return made

    def _takes_parts(self, message: int) -> bool:
        """Tell whether parts can be added to a message: it is not dropped, nor written anew."""
        key = self.verbs.parts_key or ""
        return self._taken.isdisjoint(((message,), (message, key)))

    def _drops(self, message: int, parts: set[Steps], *, gains: bool) -> list[Edit]:
        """Return the edits that drop parts of a message, or the whole of it where none is left."""
        if parts == {()}:
            return [Edit("drop", (message,))]
        raw, key = self.outline.messages[message], self.verbs.parts_key
        own = [part for part in parts if len(part) == 2 and part[0] == key]
        content = parts_of(raw, self.verbs) if own else None
        emptied = content is not None and len(own) == len(content)
        if () in parts or (emptied and not gains and not says_more(raw)):
            return [Edit("drop", (message,))]
        return [Edit("drop", (message, *part)) for part in sorted(parts, key=str)]
