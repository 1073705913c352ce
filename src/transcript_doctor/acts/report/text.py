"""The report for people: where, the shape with the fault underlined, what, who refuses it."""

from __future__ import annotations

from collections.abc import Callable

from transcript_doctor.acts.report.blocks import Block, Blocks
from transcript_doctor.acts.report.entry import Entry, Tally
from transcript_doctor.acts.report.hints import for_command
from transcript_doctor.acts.report.layout import Layout
from transcript_doctor.acts.report.paint import Paint
from transcript_doctor.acts.report.sums import tables
from transcript_doctor.acts.report.words import summary

_MOST_HEALTHY = 20
_RECORD = "a bare list is judged as a record of what happened; --as request if you sent it"
_GUESS = (
    "{count} of the healthy: several formats share plain roles and texts; --wire FORMAT says which"
)


class TextWriter:
    """Writes a block for each sick transcript and a line for each healthy one, the first twenty."""

    def __init__(
        self,
        *,
        width: int = 100,
        colour: bool = False,
        limit: int = 20,
        quiet: bool = False,
        stated_as: bool = False,
        hint: Callable[[str], str] = for_command,
    ) -> None:
        self._page, self._quiet = Layout(width, Paint(colour)), quiet
        self._blocks = Blocks(self._page, limit, hint)
        self._stated_as = stated_as
        """Whether somebody said what the transcripts are judged as."""
        self._healthy = 0
        self._untold = 0
        """Healthy transcripts that got no line."""
        self._records = self._guesses = 0
        self._said: set[str] = set()
        """Facts that were said to be unknown: once in a run is enough."""

    def begin(self) -> str:
        """Return nothing: the first block is the beginning."""
        return ""

    def block(self, entry: Entry) -> Block:
        """Return one transcript's lines."""
        return Block() if self._quiet else self._blocks.of(entry)

    def put(self, block: Block) -> str:
        """Return one transcript's text; what was said before is not said again."""
        if self._quiet:
            return ""
        self._records += block.record
        self._guesses += block.guess
        unknown = [line for fact, lines in block.unknown if self._is_new(fact) for line in lines]
        around = [*block.before, *unknown]
        if not block.healthy:
            whole = [*around, *block.stands]
            apart = [""] if block.several and whole else []
            return "\n".join([*block.lines, *apart, *whole, "", ""])
        self._healthy += 1
        if self._healthy <= _MOST_HEALTHY:
            around += block.stands
        elif not around:
            self._untold += 1
            return ""
        return "\n".join([*block.lines, *around, ""]) + ("\n" if around else "")

    def _is_new(self, fact: str) -> bool:
        if fact in self._said:
            return False
        self._said.add(fact)
        return True

    def end(self, tally: Tally) -> str:
        """Return what is said once in a run, and the sums."""
        told = self._records and not self._stated_as
        note = self._page.hanging("", 0, _RECORD) if told else []
        if self._guesses:
            note += self._page.hanging("", 0, _GUESS.format(count=self._guesses))
        if self._untold:
            note.append(f"... {self._untold} more healthy")
        sums = tables(tally)
        apart = [""] if sums and note else []
        return "\n".join([*note, *apart, *sums, summary(tally), ""])
