"""The pen of a history: it writes results in the format of the target, and only such as the target takes."""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.history.values import Parts, parts_in, said
from transcript_doctor.acts.opening.targeting import choose_target
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.answers import RETURNED_NOTHING
from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.format import Format
from transcript_doctor.core.outline import Call
from transcript_doctor.core.target import Target
from transcript_doctor.core.verbs import Verbs

_OF_PARTS = ("C", "Y", "R009", "S001")
"""Rules that a result's parts break by themselves, whatever stands around them."""


class Pen:
    """Writes what a history adds, in the format of its target."""

    def __init__(self, format: Format, target: Target) -> None:
        if format.verbs is None:
            raise BadOption(f"nothing can be added to a list of the format {format.name}")
        self.format, self.target = format, target
        self.verbs: Verbs = format.verbs
        self._takes_blank: bool | None = None

    def result(self, call: Call, value: Any, turn: list[Any]) -> Any:
        """Return the result of a call: a node as the format has it. `turn` is the turn that called.

        Raises `BadOption` where a value is none that can be sent.
        """
        if type(value) is Parts:
            return self._of_parts(call, value, turn)
        text, failed = said(value)
        if not text or text.isspace():
            text = text if self._blank_goes(call, turn) else RETURNED_NOTHING
        return self.verbs.answer(call, text, failed)

    def _of_parts(self, call: Call, value: Parts, turn: list[Any]) -> Any:
        """Return a result that holds parts, which the target takes."""
        made = self.verbs.filled(self.verbs.answer(call, "", value.failed), parts_in(value))
        if made is None:
            raise BadOption(f"the result of a {call.kind} call is a text here, not a list of parts")
        for finding in self._tried(turn, [made], _OF_PARTS):
            if finding.severity == "error":
                why = f"{finding.code} {finding.name}: {finding.message}"
                raise BadOption(f"{self.target.name} does not take these parts in a result: {why}")
        return made

    def messages(self, nodes: list[Any]) -> list[Any]:
        """Return the messages that hold results, which stand in call order."""
        return [self.verbs.holder(nodes)] if self.verbs.holder is not None and nodes else nodes

    def _blank_goes(self, call: Call, turn: list[Any]) -> bool:
        """Tell whether the target takes a result that says nothing; found out once."""
        if self._takes_blank is None:
            blank = self.verbs.answer(call, "", False)
            self._takes_blank = not self._tried(turn, [blank], ("C002", "C005"))
        return self._takes_blank

    def _tried(self, turn: list[Any], nodes: list[Any], rules: tuple[str, ...]) -> list[Finding]:
        """Return what some rules find in results behind a turn."""
        report = check(
            [self.verbs.say("user", "Go on."), *turn, *self.messages(nodes)],
            format=self.format.name,
            target=self.target.name,
            as_="request",
            select=rules,
        )
        return [finding for finding in report.findings if (finding.index or 0) > len(turn)]


def pen_for(target: str) -> Pen:
    """Return the pen for a target by name (a format's name means its home); raises `UnknownTarget`."""
    if not isinstance(target, str):
        raise BadOption(f"target takes a name, not {type(target).__name__}")
    if target in FORMATS:
        plan = choose_target(target, None, lenient=False)
    else:
        plan = choose_target(None, target, lenient=False)
    name = plan.format or plan.preferred
    found = plan.target_for(FORMATS[name]) if name is not None else None
    if found is None:
        raise BadOption("a history is for one target, not for all: name one, such as 'anthropic'")
    return Pen(FORMATS[found.format], found)
