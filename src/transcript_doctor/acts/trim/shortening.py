"""Shortening one list: what has to stay, what may go, and the cut that keeps most of it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.repair.rebuilding import list_of, made_plain
from transcript_doctor.acts.trim.asking import Asking
from transcript_doctor.acts.trim.cutting import Cutting
from transcript_doctor.acts.trim.duty import duty
from transcript_doctor.acts.trim.metering import Meter, Sums
from transcript_doctor.acts.trim.outcome import Trim
from transcript_doctor.acts.trim.summaries import is_summary, older, without
from transcript_doctor.acts.trim.summarising import Summing, summarised
from transcript_doctor.acts.trim.trials import Bench, Trial
from transcript_doctor.acts.trim.units import (
    first_task,
    newest_exchange,
    newest_question,
    system_head,
    unit_starts,
)
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.format import Part
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.report import Report
from transcript_doctor.core.target import Laws


class Shortening:
    """The trim of one list, from the check of the whole to the outcome."""

    def __init__(
        self,
        transcript: Any,
        asking: Asking,
        asked: dict[str, Any],
        report: Report | None = None,
    ) -> None:
        self._given, self._asking = transcript, asking
        self._context: Mapping[str, Any] = asked["context"] or {}
        self._report = check(transcript, **asked) if report is None else report
        outline, self._whole = self._report.outline, transcript
        if outline is None or outline.messages is not transcript:
            self._whole = made_plain(transcript)
        self._messages = list_of(self._whole, self._report)
        if outline is not None and outline.messages is not self._messages:
            # What was given is not plain: the outline must point at the very messages that are cut.
            self._report = check(self._whole, **asked)
            self._messages = list_of(self._whole, self._report)
        self._format = FORMATS[self._report.format]
        self.task: list[int] = []
        """The indices of the user's first words, once it has run."""
        self._pinned: list[int] = []
        self._meter: Meter | None = None
        self._older: dict[int, list[Part]] = {}
        """The summaries that were joined to messages, by index."""

    def run(self) -> Trim:
        """Return the outcome."""
        outline, laws = self._report.outline, _laws(self._report)
        if outline is None or laws is None or not self._messages:
            return self._uncut(0, 0)
        starts = unit_starts(outline, laws.pairing)
        stays = self._stays(outline, laws, starts)
        stayed, units = set(stays), sorted(set(starts))
        first = next((start for start in units if start not in stayed), None)
        free = system_head(outline) if self._asking.by_messages else 0
        meter = self._meter = self._asking.meter(self._messages, stays, free)
        if first is None:
            return self._uncut(meter.cost(0), meter.cost(0))
        done = duty(outline, laws, self._format, first)
        if self._asking.summarise is not None:
            self._older = older(outline, self._format)
            done = without(outline, done, self._older)
        lighter = meter if done.messages is self._messages else meter.lighter(done.messages)
        borders = [b for a, b in pairwise(units) if a not in stayed]
        bench = Bench(self._whole, self._report, self._context, done, stays)
        return self._decide(Cutting(bench, lighter, borders, outline, first), meter)

    def cost_of_pinned(self) -> int:
        """Return what those messages cost that no later cut can take either.

        What stays because it is newest is not among them. 0 where a counter of lists would have to be
        asked about a list that nobody sends.
        """
        pinned = [self._messages[i] for i in self._pinned]
        return self._meter.cost_of(pinned) if isinstance(self._meter, Sums) else 0

    def _stays(self, outline: Outline, laws: Laws, starts: list[int]) -> list[int]:
        """Return the indices of what is not cut, whole units, in order.

        What stands last need not be named: no border lies behind it.
        """
        asking, apart = self._asking, self._is_summary
        named = {*range(system_head(outline))}
        named |= asking.kept(self._given_list(), apart)
        if asking.task:
            self.task = [*first_task(outline, laws.pairing, apart)]
            named |= {*self.task}
        self._pinned = _of_units(starts, named)
        if asking.question:
            named |= {*newest_question(outline, laws.pairing, apart)}
        if asking.exchange:
            named |= {*newest_exchange(outline, starts, apart)}
        return _of_units(starts, named)

    def _is_summary(self, index: int) -> bool:
        return is_summary(self._messages[index], self._format)

    def _decide(self, cutting: Cutting, whole: Meter) -> Trim:
        """Return the whole where it fits, else the cut that keeps most, else the smallest history."""
        asking, least = self._asking, cutting.search.last()
        if least is None:
            return self._uncut(whole.cost(0), whole.cost(0))
        least_cost = cutting.cost(least)
        if not whole.passes(asking.budget):
            return self._uncut(whole.cost(0), min(whole.cost(0), least_cost))
        summary = None
        if asking.summarise is not None and self._format.verbs is not None:
            summing = Summing(asking, self._format, self._format.verbs, self._older)
            trial, summary = summarised(cutting, summing, least)
        else:
            trial = cutting.within(asking.budget, least)
        return self._cut(cutting, trial, least_cost, summary)

    def _cut(self, cutting: Cutting, trial: Trial, least_cost: int, summary: str | None) -> Trim:
        cost, given = cutting.cost(trial), self._given_list()
        messages = [
            given[i] if i is not None and message is self._messages[i] else message
            for message, i in zip(trial.messages, trial.sources, strict=True)
        ]
        return Trim(
            transcript=trial.transcript if given is self._messages else messages,
            messages=messages,
            cut=[given[i] for i in cutting.cut_by(trial)],
            losses=trial.losses,
            summary=summary,
            cost=cost,
            least_cost=least_cost,
            met=cost <= self._asking.budget,
            came_from=tuple(trial.sources),
            report=trial.report,
            unit=self._asking.unit,
            estimated=self._asking.estimated,
        )

    def _given_list(self) -> list[Any]:
        """Return the messages as they were given, objects of other libraries included."""
        same = type(self._given) is list and len(self._given) == len(self._messages)
        return self._given if same else self._messages

    def _uncut(self, cost: int, least_cost: int) -> Trim:
        return Trim(
            transcript=self._given,
            messages=self._given_list(),
            cut=[],
            losses=(),
            summary=None,
            cost=cost,
            least_cost=least_cost,
            met=cost <= self._asking.budget,
            came_from=tuple(range(len(self._messages))),
            report=self._report,
            unit=self._asking.unit,
            estimated=self._asking.estimated,
        )


def _of_units(starts: list[int], named: set[int]) -> list[int]:
    """Return the indices of all messages in the units of those that are named, in order."""
    units = {starts[i] for i in named}
    return [i for i, start in enumerate(starts) if start in units]


def _laws(report: Report) -> Laws | None:
    """Return the laws by which exchanges are told; where all targets judge, those of the format's home."""
    name = FORMATS[report.format].home if report.target == "all" else report.target
    return report.laws_of(target_named(name))
