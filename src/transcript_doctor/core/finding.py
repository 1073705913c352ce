"""A finding: one fault at one place, as a value that can be written as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from transcript_doctor.core.naming import names_of
from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.core.rule import Hit, Remedy, Rule, Severity
from transcript_doctor.core.target import Ruling
from transcript_doctor.core.wording import filled, worded
from transcript_doctor.place import Place

_NAMING = re.compile(r"{(call|result|bare_call|answered)}")
"""What only the whole list can tell."""


@lru_cache(1000)
def _naming(template: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_NAMING.findall(template)))


class Grounds(NamedTuple):
    """What all findings of one case of a rule share: what the laws make of it, and who asks."""

    rule: Rule
    case: str
    ruling: Ruling
    severity: Severity
    target: str
    outline: Outline
    ask: Callable[[Finding], tuple[str, ...]]
    """Answers a finding's question who else refuses it."""
    remedy: Remedy | None
    """How the case is healed, in the words of its template."""
    trial: Callable[[Finding], Remedy | None]
    """Answers how this very fault is healed, in words or of another class; None where that says no more."""


class Finding:
    """One fault at one place. Words and the other targets' views are made when they are asked for."""

    __slots__ = ("grounds", "hit")

    def __init__(self, hit: Hit, grounds: Grounds) -> None:
        self.hit, self.grounds = hit, grounds

    @property
    def rule(self) -> Rule:
        """The rule that found it."""
        return self.grounds.rule

    @property
    def case(self) -> str:
        """Which case of its rule it is."""
        return self.grounds.case

    @property
    def ruling(self) -> Ruling:
        """What the target's laws make of it."""
        return self.grounds.ruling

    @property
    def severity(self) -> Severity:
        """How much it weighs."""
        return self.grounds.severity

    @property
    def target(self) -> str:
        """The name of the target whose laws were asked."""
        return self.grounds.target

    @property
    def place(self) -> Place:
        """Where the fault stands, from the request down."""
        hit = self.hit
        if hit.message is None:
            return Place(hit.part)
        return Place((*self.grounds.outline.root, hit.message, *hit.part))

    @property
    def code(self) -> str:
        """The rule's code, such as `P001`."""
        return self.grounds.rule.code

    @property
    def name(self) -> str:
        """The rule's name, such as `unanswered-call`."""
        return self.grounds.rule.name

    @property
    def index(self) -> int | None:
        """The index of the message in the list as given, or None where no message is at fault."""
        return self.hit.message

    @property
    def message(self) -> str:
        """What is wrong, in one sentence. It quotes the transcript: escape it before showing it."""
        rule, case, ruling, *_ = self.grounds
        text = self._worded(rule.cases[case])
        if ruling.families:
            verdict = "taken" if ruling.taken else "refused"
            families = ", ".join(ruling.families)
            text += f" ({verdict} by some models: {families}; name the model)"
        return text

    @property
    def subject(self) -> Call | Result | None:
        """The row that the fault is about, where there is one."""
        return self.hit.subject

    @property
    def values(self) -> dict[str, Any]:
        """What the sentence is made of."""
        return dict(self.hit.values)

    @property
    def related(self) -> tuple[Place, ...]:
        """Other places that belong to the fault."""
        return tuple(Place((*self.grounds.outline.root, *steps)) for steps in self.hit.related)

    @property
    def fix(self) -> Remedy | None:
        """How the fault is healed, and how safe that is: what a repair would do."""
        remedy = self.grounds.remedy
        if remedy is None:
            return None
        tried = self.grounds.trial(self)
        if tried is not None and tried.title:
            return tried
        safety = remedy.safety if tried is None else tried.safety
        return remedy._replace(safety=safety, title=self._worded(remedy.title))

    @property
    def refused_by(self) -> tuple[str, ...]:
        """The targets that refuse this, by name; worked out on demand for the whole report."""
        return self.grounds.ask(self)

    @property
    def provider_says(self) -> str | None:
        """The sentence with which the target refuses this, as an example; None where a part of it lacks."""
        law = self.ruling.law
        if law is None or law.says is None:
            return None
        made = (filled(says, self._filling) for says in (law.says, *law.also))
        return next((sentence for sentence in made if sentence is not None), None)

    @property
    def param(self) -> str | None:
        """The parameter that the target names beside its sentence, such as `messages[3].role`."""
        law = self.ruling.law
        return None if law is None or law.param is None else filled(law.param, self._filling)

    @property
    def _filling(self) -> dict[str, Any]:
        return {"i": self.index, "j": _second(self.place), **self.hit.values}

    @property
    def call(self) -> str:
        """What sentences call the call or result that the fault is about."""
        word = "result" if isinstance(self.subject, Result) else "call"
        return self._named((word,))[word]

    def _named(self, words: tuple[str, ...]) -> dict[str, str]:
        hit, outline = self.hit, self.grounds.outline
        return names_of(words, outline, hit.message, hit.part, hit.subject, hit.values)

    def _worded(self, template: str) -> str:
        words = _naming(template)
        values = self.hit.values
        return worded(template, {**self._named(words), **values} if words else values)

    def to_json(self) -> dict[str, object]:
        """Return the finding as plain JSON (the fields of the command's `--format json`)."""
        fix = self.fix
        return {
            "code": self.code,
            "name": self.name,
            "case": self.case,
            "severity": self.severity,
            "index": self.index,
            "place": str(self.place),
            "message": self.message,
            "related": [{"place": str(place)} for place in self.related],
            "refused_by": list(self.refused_by),
            "provider_says": self.provider_says,
            "fix": None if fix is None else {"safety": fix.safety, "title": fix.title},
        }

    def _identity(self) -> tuple[object, ...]:
        return (self.code, self.case, self.severity, self.place, self.message, self.target)

    def __eq__(self, other: object) -> bool:
        """Two findings are equal when they say the same of the same place."""
        return isinstance(other, Finding) and self._identity() == other._identity()

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._identity())

    def __repr__(self) -> str:
        """Return a short form for people who debug."""
        return f"<{self.severity} {self.code} {self.name} at {self.place}: {self.message!r}>"


def _second(place: Place) -> int:
    """Return the index inside the message, or 0 where the target's format has one and this has none."""
    indices = [step for step in place if isinstance(step, int)]
    return indices[1] if len(indices) > 1 else 0
