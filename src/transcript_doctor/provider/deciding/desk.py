"""The provider behind the counter: judges a request, takes the next step of the script, says what goes out.

It knows nothing of HTTP: the door hands questions in, and carries out what comes of them.
"""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

from transcript_doctor.acts.opening.targeting import ALL, choose_target
from transcript_doctor.acts.strict import weigh
from transcript_doctor.acts.strict.judge import envelope_for
from transcript_doctor.catalog import target_named
from transcript_doctor.core.errors import BadOption, DoctorError
from transcript_doctor.core.report import Report
from transcript_doctor.provider.deciding import refusing
from transcript_doctor.provider.deciding.answering import LONGEST, answer_to, failing_with
from transcript_doctor.provider.deciding.fields import lacking
from transcript_doctor.provider.deciding.outcomes import Outcome, Reply, Told
from transcript_doctor.provider.deciding.paths import Asked
from transcript_doctor.provider.deciding.question import Question
from transcript_doctor.provider.deciding.wiring import (
    envelope_at,
    is_streamed,
    target_at,
    told_apart,
    wire_at,
)
from transcript_doctor.provider.limits import LONG
from transcript_doctor.provider.record import Record
from transcript_doctor.provider.script.conversations import Script
from transcript_doctor.provider.script.stepping import take
from transcript_doctor.provider.wires import Lost, Memories
from transcript_doctor.provider.wires.wire import Wire
from transcript_doctor.testing import ScriptFault

_MOST_FAULTS = 100


class Desk:
    """What a fake provider decides. One desk serves all routes; it is used from one event loop."""

    def __init__(self, script: Script, target: str | None) -> None:
        self.script = script
        self.target = None if target is None else choose_target(None, target, lenient=False).target
        if self.target == ALL:
            raise BadOption("a provider has one target, not all of them")
        self.memory = Memories()
        self.faults: list[Exception] = []
        """Faults of the script: it ran out, or a step was none."""
        self._calls = count(1)

    def reset(self, script: Script) -> None:
        """Begin again with a script, from its first step."""
        self.script, self.memory = script, Memories()
        self.faults, self._calls = [], count(1)

    def finish(self) -> None:
        """Raise where the script was no good: it ran out, or nobody played it to its end."""
        if self.faults:
            raise self.faults[0]
        if not self.script.steps:
            return
        longest = max(self.script.plays, key=lambda play: play.played, default=None)
        if longest is None:
            raise ScriptFault("no step of the script was played: no request asked for one")
        longest.finish()

    def envelope(self, asked: Asked) -> str:
        """Return the envelope for faults that are found before the body is read."""
        return envelope_at(asked.family, asked.target or self.target)

    async def answer(self, question: Question) -> Outcome:
        """Return what comes of a request: what it lacks, what it builds on, what it says, and the reply."""
        asked, body, record = question.asked, question.body, question.record
        wire, model = wire_at(asked.family), question.model
        record.model = record.veil.text(model)[:LONGEST] if isinstance(model, str) else None
        target = target_at(asked.family, asked.target or self.target, model)
        record.wire, envelope = wire.name, envelope_for(target, wire.format)
        if lack := lacking(question, target, envelope):
            return refusing.lacking(lack, envelope, record)
        memory = self.memory
        whole = memory.unfold(wire, body)
        if isinstance(whole, Lost):
            return refusing.lost(whole, wire.target, record)
        try:
            return await self._answer(question, wire, whole)
        finally:
            memory.release(wire, body)

    async def _answer(self, question: Question, wire: Wire, whole: dict[str, Any]) -> Outcome:
        """Return what comes of a request with all that it builds on."""
        asked, record = question.asked, question.record
        judging = (question, wire, whole)
        long = record.values > LONG
        report = await asyncio.to_thread(self._judged, *judging) if long else self._judged(*judging)
        wire = told_apart(wire, report.target)
        record.wire, tokens = wire.name, question.tokens
        if record.rejection is not None:
            return refusing.judged(record.rejection, record)
        if asked.action == "count":
            record.fate = "listed"
            return Told(wire.counted(tokens) if wire.counted is not None else {"tokens": tokens})
        record.streamed = is_streamed(asked, question.body)
        return await self._reply(question, wire, whole, report)

    def _judged(self, question: Question, wire: Wire, whole: dict[str, Any]) -> Report:
        asked, record = question.asked, question.record
        context = {"model": asked.model[:LONGEST]} if asked.model else {}
        report, record.rejection = weigh(
            whole, target=asked.target or self.target, format=wire.format, context=context
        )
        record.report, record.target = report, report.target
        return report

    async def _reply(
        self, question: Question, wire: Wire, whole: dict[str, Any], report: Report
    ) -> Outcome:
        """Return the next step of the conversation as an answer on its way out."""
        record, script, memory = question.record, self.script, self.memory
        envelope = envelope_for(target_named(report.target), wire.format)
        conversation = script.conversation(report, question.name)
        record.conversation = conversation.number if conversation is not None else None
        ids = (wire.new_id(number) for number in self._calls)
        try:
            taken = await take(conversation, report, whole, ids)
        except DoctorError as fault:
            self._note(fault)
            return refusing.bad_script(fault, envelope, record)
        record.step, trouble = taken.number, taken.trouble_for(streamed=record.streamed)
        if trouble is not None and trouble.status:
            script.gave(conversation, {}, trouble)
            return refusing.in_trouble(trouble, envelope, record)
        script.gave(conversation, taken.message, trouble)
        record.answer = record.veil.value(taken.message, named=False)
        answer = answer_to(question, taken.message)
        if trouble is None or not trouble.is_lost:
            memory.keep(wire, answer)
        return Reply(
            wire, answer, record.streamed, trouble, failing_with(trouble, envelope, record)
        )

    def left(self, record: Record) -> None:
        """Hear that a client left before its answer was out."""
        if record.conversation is not None and record.step is not None:
            self.script.lost(record.conversation, record.step)

    def _note(self, fault: DoctorError) -> None:
        self.faults.append(fault if isinstance(fault, ScriptFault) else ScriptFault(str(fault)))
        del self.faults[:-_MOST_FAULTS]

    def stored(self, ident: str, *, delete: bool, record: Record) -> Outcome:
        """Return a response that is remembered, or what is said when it is deleted."""
        found = self.memory.responses.response(ident)
        if found is None:
            return refusing.not_stored(ident, record)
        record.fate = "listed"
        if not delete:
            return Told(found)
        self.memory.responses.forget(ident)
        return Told({"id": ident, "object": "response", "deleted": True})
