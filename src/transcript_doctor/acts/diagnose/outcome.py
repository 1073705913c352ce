"""What a diagnosis gives back: the rule, the place, the mistake in code, and what it does not know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from transcript_doctor.acts.diagnose.beside import Beside
from transcript_doctor.acts.diagnose.mistake import SURE, Mistake
from transcript_doctor.acts.diagnose.refusal import Meaning
from transcript_doctor.acts.diagnose.unseen import Unseen
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.place import Place


class Suspect(NamedTuple):
    """A mistake that may have made the fault, how much speaks for it, and what in the list does."""

    mistake: Mistake
    weight: int
    """From 0 (nothing is known of the list) to 100; from 80 on the evidence decides."""
    seen: str
    """What in the list speaks for it; empty where no list was given."""

    @property
    def sure(self) -> bool:
        """Whether the evidence decides."""
        return self.weight >= SURE

    def to_json(self) -> dict[str, object]:
        """Return the suspect as plain JSON."""
        return {**self.mistake.to_json(), "weight": self.weight, "seen": self.seen}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a refusal means, where the fault stands, and which mistake in code makes it."""

    writer: ClassVar[Callable[[Diagnosis], str]]
    """Writes a diagnosis for people; set where the writer is known."""
    meanings: tuple[Meaning, ...]
    """The rules that the text may be about, the likeliest first."""
    finding: Finding | None
    """The finding of the report that is meant; None without a transcript, or where none is."""
    suspects: tuple[Suspect, ...]
    """The mistakes that may have made it, the likeliest first."""
    unseen: tuple[Unseen, ...]
    """Faults that no list shows and that the text may be about."""
    said: str
    """Whose sentence the text is, and how it fits the transcript, in words."""
    beside: Beside | None = None
    """What the text is about, where that is not the history."""
    report: Report | None = None
    """The check of the transcript."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the rules, the likeliest first; that of the finding leads."""
        found = [self.finding.code] if self.finding is not None else []
        return tuple(dict.fromkeys([*found, *(meaning.code for meaning in self.meanings)]))

    @property
    def code(self) -> str | None:
        """The code of the likeliest rule."""
        return next(iter(self.codes), None)

    @property
    def place(self) -> Place | None:
        """Where in the request the fault stands."""
        return self.finding.place if self.finding is not None else None

    @property
    def mistake(self) -> Mistake | None:
        """The mistake in code, where the evidence decides; None where it does not."""
        first = self.suspects[0] if self.suspects else None
        return first.mistake if first is not None and first.sure else None

    @property
    def triggers(self) -> tuple[str, ...]:
        """The parts of a program that may have done it, the likeliest first."""
        return tuple(dict.fromkeys(suspect.mistake.trigger for suspect in self.suspects))

    def to_json(self) -> dict[str, object]:
        """Return the diagnosis as plain JSON."""
        return {
            "codes": list(self.codes),
            "said": self.said,
            "beside": None if self.beside is None else self.beside.name,
            "finding": None if self.finding is None else self.finding.to_json(),
            "mistake": None if self.mistake is None else self.mistake.to_json(),
            "suspects": [suspect.to_json() for suspect in self.suspects],
            "unseen": [each.to_json() for each in self.unseen],
        }

    def __str__(self) -> str:
        """Return the diagnosis for people; whatever is from the transcript is escaped."""
        return type(self).writer(self)
