"""A finding: one fault at one place, as a value that can be written as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.rule import Hit, Remedy, Rule, Severity
from transcript_doctor.core.target import Ruling
from transcript_doctor.place import Place, Steps


class Finding:
    """One fault at one place. Words and the other targets' views are made when they are asked for."""

    __slots__ = ("_ask", "_root", "case", "hit", "rule", "ruling", "severity", "target")

    def __init__(
        self,
        rule: Rule,
        hit: Hit,
        ruling: Ruling,
        severity: Severity,
        root: Steps,
        target: str,
        ask: Callable[[Finding], tuple[str, ...]],
    ) -> None:
        self.rule, self.hit, self.ruling, self.severity = rule, hit, ruling, severity
        self._root, self.target, self.case, self._ask = root, target, hit.case, ask

    @property
    def place(self) -> Place:
        """Where the fault stands, from the request down."""
        hit = self.hit
        return Place(hit.part if hit.message is None else (*self._root, hit.message, *hit.part))

    @property
    def code(self) -> str:
        """The rule's code, such as `P001`."""
        return self.rule.code

    @property
    def name(self) -> str:
        """The rule's name, such as `unanswered-call`."""
        return self.rule.name

    @property
    def index(self) -> int | None:
        """The index of the message in the list as given, or None where no message is at fault."""
        return self.hit.message

    @property
    def message(self) -> str:
        """What is wrong, in one sentence. It quotes the transcript: escape it before showing it."""
        values, template = self.hit.values, self.rule.cases[self.hit.case]
        if "id" in values and values["id"] is None:
            values = {**values, "id": "(no id)"}  # some wires pair by name and order
        try:
            text = template.format_map(values)
        except KeyError:
            text = template.format_map(_Words(values))
        if self.ruling.families:
            text += f" (refused by some models: {', '.join(self.ruling.families)}; name the model)"
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
        return tuple(Place((*self._root, *steps)) for steps in self.hit.related)

    @property
    def remedy(self) -> Remedy | None:
        """How the fault is healed, and how safe that is."""
        remedy = self.rule.remedy_for(self.hit.case)
        if remedy is None:
            return None
        return remedy._replace(title=remedy.title.format_map(_Words(self.hit.values)))

    @property
    def refused_by(self) -> tuple[str, ...]:
        """The targets that refuse this, by name; worked out on demand for the whole report."""
        return self._ask(self)

    @property
    def provider_says(self) -> str | None:
        """The sentence with which the target refuses this, as an example with its values filled in."""
        law = self.ruling.law
        if law is None or law.says is None:
            return None
        words = _Words({"i": self.index, "j": _second(self.place), **self.hit.values})
        return law.says.format_map(words)

    def to_json(self) -> dict[str, object]:
        """Return the finding as plain JSON (the fields of the command's `--format json`)."""
        return {
            "code": self.code,
            "name": self.name,
            "severity": self.severity,
            "index": self.index,
            "place": str(self.place),
            "message": self.message,
            "refused_by": list(self.refused_by),
            "provider_says": self.provider_says,
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


class _Words(dict[str, Any]):
    """Values for a sentence; a value that is lacking stays visible as its name."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def _second(place: Place) -> int:
    """Return the index inside the message, or 0 where the target's format has one and this has none."""
    indices = [step for step in place if isinstance(step, int)]
    return indices[1] if len(indices) > 1 else 0
