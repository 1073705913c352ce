"""One conversion of a sound transcript, from its own format to its target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.convert.asking import Asked, Sound
from transcript_doctor.acts.convert.body import body_of, same_provider
from transcript_doctor.acts.convert.crossing import Crossing
from transcript_doctor.acts.convert.fitting import (
    as_they_are,
    as_they_were,
    begin_answer,
    is_unsettled,
)
from transcript_doctor.acts.convert.identifying import Between, ties_of
from transcript_doctor.acts.convert.losing import losses_of
from transcript_doctor.acts.convert.memory import Memory, Segment, settled
from transcript_doctor.acts.convert.naming import names_of
from transcript_doctor.acts.convert.outcome import Conversion
from transcript_doctor.acts.convert.tracing import Tracer
from transcript_doctor.acts.opening.opening import Opened
from transcript_doctor.acts.opening.targeting import choose_target
from transcript_doctor.acts.repair import Loss, Repair
from transcript_doctor.acts.repair import repair as repaired
from transcript_doctor.catalog import COMPOSERS, FORMATS, target_named
from transcript_doctor.core.composer import Around, Desk
from transcript_doctor.core.errors import UnprovenRepair
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.format import Listing
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.pairing import Pairs, pairs_of
from transcript_doctor.core.report import Report
from transcript_doctor.core.target import Laws, Target
from transcript_doctor.core.transcript import unfold


class Way:
    """The steps of one conversion; `earlier` is one that may find its way back."""

    def __init__(
        self, sound: Sound, goal: Target, asked: Asked, earlier: Conversion | None
    ) -> None:
        self.sound, self.goal, self.asked, self.earlier = sound, goal, asked, earlier
        self.report = sound.report
        self.opened = _opened(sound)
        memory = earlier.memory if earlier is not None else None
        self.memory = memory if memory is not None and memory.format == goal.format else None

    def go(self) -> Conversion:
        """Return the conversion; what the target takes as it is stays the very object."""
        if self.memory is None and self.opened.format.name == self.goal.format:
            there = self._check(self.sound.value)
            same = self.report.target == self.goal.name
            if there.ok and (same or not (there.findings or self._is_odd())):
                return self._as_it_is(there)
        around = self._around()
        crossing = self._cross(around)
        if self.report.as_ == "request":
            begin_answer(crossing)
        desk, whole = crossing.desk, self.opened.whole
        body = body_of(self.opened, self.report, self.goal, crossing, self.memory, around)
        made = crossing.messages
        result = {**body, **COMPOSERS[self.goal.format].wrap(made)} if whole else made
        losses = (*self.sound.losses, *losses_of(desk, self.sound, self.opened))
        segments, changes = crossing.segments, self.sound.changes
        report = self._check(result)
        done = self._settled(result) if is_unsettled(report, crossing) else None
        if done is not None:
            read, root = report.outline, self.opened.listing.root
            goal_root = read.root if read is not None else ()
            tracer = Tracer(segments, desk.made, self.sound.trail, root, goal_root)
            changes = (*changes, *map(tracer.change, done.changes))
            losses = (*losses, *map(tracer.loss, done.losses))
            segments = settled(segments, done.messages)
            result, made, report = done.transcript, done.messages, done.report
        return self._conversion(result, made, body, losses, changes, desk, report, segments)

    def _is_odd(self) -> bool:
        """Tell whether another target of the format wrote something that this one does not know."""
        desk, odd = Desk(self.goal.format, self._laws(), {}, {}), COMPOSERS[self.goal.format].odd
        messages = self.sound.outline.messages
        return any(True for i, message in enumerate(messages) for _ in odd(message, i, desk))

    def _conversion(
        self, result: Any, made: list[Any], body: dict[str, Any], losses: tuple[Loss, ...],
        changes: tuple[Any, ...], desk: Desk, report: Report, segments: tuple[Segment, ...],
    ) -> Conversion:  # fmt: skip
        opened, goal = self.opened, self.goal
        given = opened.request if opened.whole else None
        memory = Memory(
            opened.format.name, segments, desk.made, _turned(desk.ids), _turned(desk.names), given,
            opened.format.list_key,
        )  # fmt: skip
        return Conversion(
            result, made, body, losses, changes, dict(desk.ids), dict(desk.names), report,
            goal.name, goal.format, memory,
        )  # fmt: skip

    def _as_it_is(self, report: Report) -> Conversion:
        opened = self.opened
        given, messages = unfold(self.sound.value, None)[0], opened.listing.messages
        body = {k: v for k, v in opened.request.items() if v is not messages}
        if opened.whole and not same_provider(self.report, self.goal) and "model" in body:
            given = {key: value for key, value in opened.request.items() if key != "model"}
            del body["model"]
        segments = tuple(Segment([message], [message]) for message in messages)
        desk = Desk(self.goal.format, self._laws(), {}, {})
        sound = self.sound
        return self._conversion(
            given, messages, body if opened.whole else {}, sound.losses, sound.changes, desk,
            report, segments,
        )  # fmt: skip

    def _check(self, value: Any) -> Report:
        """Check something at the target, as what the transcript is judged as at home."""
        return check(
            value,
            format=self.goal.format,
            target=self.goal.name,
            context=self.asked.to_context,
            as_=self.report.as_,
        )

    def _settled(self, result: Any) -> Repair | None:
        """Return the repair of the outcome for what only its target wants; None where none is proved."""
        try:
            return repaired(
                result, format=self.goal.format, target=self.goal.name, policy=self.asked.policy,
                context=self.asked.to_context, as_=self.report.as_,
            )  # fmt: skip
        except UnprovenRepair:
            return None

    def _laws(self) -> Laws:
        """Return the target's laws under what is known of it."""
        laws = self._check([]).laws_of(self.goal)
        return laws or Laws(self.goal, Facts({}), as_record=self.report.as_ == "record")

    def _pairs(self, outline: Outline) -> Pairs:
        """Return who answers whom where the transcript comes from."""
        plan = choose_target(outline.format, self.report.target, lenient=True)
        home = plan.target_for(self.opened.format) or target_named(self.opened.format.home)
        return pairs_of(outline, home.pairing)

    def _around(self) -> Around:
        """Return what stands around the messages, or what an earlier conversion put beside a list."""
        beside = self.earlier.request if self.earlier is not None else {}
        request = self.opened.request if self.opened.whole else beside
        return COMPOSERS[self.opened.format.name].unpack(request)

    def _cross(self, around: Around) -> Crossing:
        outline, laws, memory = self.sound.outline, self._laws(), self.memory
        back = (memory.ids, memory.names) if memory is not None else ({}, {})
        composers = COMPOSERS[self.opened.format.name], COMPOSERS[self.goal.format]
        ties = ties_of(outline, self._pairs(outline), laws, back[0], Between(*composers))
        names = names_of(outline, around, laws, back[1])
        desk = Desk(self.goal.format, laws, ties.ids, names)
        crossing = Crossing(outline, *composers, desk, ties)
        keep: dict[int, tuple[int, list[Any]]] = {}
        if memory is not None:
            keep = as_they_were(outline, memory, desk)
        elif outline.format == self.goal.format:
            findings = self._check(self.sound.value).findings
            keep = as_they_are(outline, findings, desk, composers[1].odd)
        crossing.run(keep, memory)
        return crossing


def _opened(sound: Sound) -> Opened:
    """Return the transcript as its check has read it: list, request, and the nodes in them."""
    outline, report = sound.outline, sound.report
    listing = Listing(outline.messages, outline.root)
    whole, format = outline.facts.whole_request, FORMATS[report.format]
    return Opened(format, report.recognised, listing, outline.request, whole, is_plain=True)


def _turned(words: Mapping[str, str]) -> dict[str, str]:
    return {new: old for old, new in words.items()}
