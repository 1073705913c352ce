"""Editing what `opencode export` prints, and `opencode import` reads: a call and its result are one part.

A result cannot stand elsewhere than its call, nor without one. So what a repair may ask for is an answer
to a call that still runs, or another id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.reader import SAMPLE, Sample, Source
from transcript_doctor.core.rewriting.draft import Draft, draft_of_document
from transcript_doctor.core.rewriting.rewriter import Mended, Rewriter, Wanted
from transcript_doctor.core.transcript import Origin, Transcript
from transcript_doctor.jsontext import UnreadableText, read
from transcript_doctor.place import Steps
from transcript_doctor.sessions.opencode import event_kind, is_message, is_part, is_session
from transcript_doctor.sessions.opencode.building import call_id
from transcript_doctor.sessions.opencode.conversation import transcript
from transcript_doctor.sessions.opencode.records import Message, Part, Session
from transcript_doctor.sessions.shared.picking import objects
from transcript_doctor.sessions.shared.repeating import alike

_ONE_PART = (
    "opencode keeps a call and its result in one part, so that its format cannot say this repair"
)


def draft(source: Source, data: bytes) -> Draft:
    """Return the one value of an export; other shapes of a session are not edited."""
    sample = Sample(data[:SAMPLE], source.name)
    top = sample.top
    if any(event_kind(value) for value in sample.records):
        raise Unwritable("it is a stream of events, and no session that opencode opens again")
    if isinstance(top, dict) and any(tells(top) for tells in (is_session, is_message, is_part)):
        raise Unwritable("it is one of many files of a session: edit what `opencode export` prints")
    try:
        document = read(data)
    except UnreadableText as fault:
        raise Unwritable(f"it is no sound JSON ({fault})") from None
    if document.damage or len(document.records) != 1:
        raise Unwritable("it is no sound JSON")
    return draft_of_document(data, document)


def mend(draft: Draft, source: Source, transcripts: Sequence[Transcript]) -> Iterator[Mended]:
    """Nothing can be wrong with the file alone that loses nothing when it is mended."""
    return iter(())


def rewrite(draft: Draft, source: Source, wanted: Sequence[Wanted]) -> None:
    """Edit the parts so that the messages that are wanted are sent."""
    for one in wanted:
        _Export(draft, one).rewrite()


class _Export:
    """An export, read once more with the place of every part."""

    def __init__(self, draft: Draft, wanted: Wanted) -> None:
        (self._record,) = draft.records
        self._wanted = wanted
        self._places: list[Steps] = []
        value = self._record.value
        below: Steps = () if isinstance(value, list) else ("messages",)
        listed = value if isinstance(value, list) else value.get("messages")
        messages = [
            self._message(one, (*below, i))
            for i, one in enumerate(listed if isinstance(listed, list) else ())
            if isinstance(one, dict)
        ]
        info = value.get("info") if isinstance(value, dict) else None
        found = transcript(Session(info if isinstance(info, dict) else {}, messages), "")
        if found is None or not alike(found.request, wanted.transcript.request):
            raise Unwritable("its list is not the one that was read")
        self._found = found

    def _message(self, value: Mapping[str, Any], steps: Steps) -> Message:
        info, parts = value.get("info"), value.get("parts")
        made = []
        for i, part in enumerate(parts if isinstance(parts, list) else ()):
            if isinstance(part, dict):
                made.append(Part(part, Origin("", len(self._places), 0)))
                self._places.append((*steps, "parts", i))
        return Message(info if isinstance(info, dict) else value, made)

    def rewrite(self) -> None:
        """Edit the parts."""
        came, before = self._wanted.came_from, self._wanted.before
        kept = [source for source in came if source is not None]
        if kept != list(range(len(before))):
            raise Unwritable(_ONE_PART)
        answers: dict[str, Any] = {}
        for source, message in zip(came, self._wanted.messages, strict=True):
            if source is None:
                if message.get("role") != "tool":
                    raise Unwritable(_ONE_PART)
                answers[message["tool_call_id"]] = message["content"]
            elif message is not before[source]:
                self._rename(source, before[source], message)
        for spot, ident in self._calls():
            if ident in answers:
                self._answer(spot, answers.pop(ident))
        if answers:
            raise Unwritable(_ONE_PART)

    def _part(self, spot: int) -> Mapping[str, Any]:
        value = self._record.value
        for step in self._places[spot]:
            value = value[step]
        return value  # type: ignore[no-any-return]

    def _calls(self) -> Iterator[tuple[int, str]]:
        """Yield the number of each part that calls, with the id of its call."""
        for origins in self._found.parts.values():
            for origin in origins:
                ident = call_id(self._part(origin.line))
                if ident is not None:
                    yield origin.line, ident

    def _answer(self, spot: int, words: Any) -> None:
        state = self._part(spot).get("state")
        place = (*self._places[spot], "state")
        kept = state if isinstance(state, dict) else {}
        if kept.get("status") not in ("pending", "running"):
            raise Unwritable(_ONE_PART)
        self._record.put((*place, "status"), "error")
        self._record.put((*place, "error"), words)
        time = kept.get("time")
        start = time.get("start") if isinstance(time, dict) else None
        if start is not None:
            self._record.put((*place, "time", "end"), start)

    def _rename(self, index: int, before: Mapping[str, Any], message: Mapping[str, Any]) -> None:
        """Give calls another id; their results have it then too."""
        same = {"tool_calls", "tool_call_id"}
        if any(message.get(key) != before.get(key) for key in {*message, *before} - same):
            raise Unwritable(_ONE_PART)
        pairs = zip(
            objects(before.get("tool_calls")), objects(message.get("tool_calls")), strict=False
        )
        for k, (old, new) in enumerate(pairs):
            if old != new:
                spot = self._found.parts[index][k].line
                self._record.put((*self._places[spot], "callID"), new.get("id"))


REWRITER = Rewriter(draft, rewrite, mend)
