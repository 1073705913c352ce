"""Reading for a conversion: speeches tied to the calls that they answer, and joined to turns."""

from __future__ import annotations

from copy import copy
from typing import Any

from transcript_doctor.acts.convert.identifying import Ties
from transcript_doctor.acts.convert.memory import Memory
from transcript_doctor.acts.convert.moving import moved
from transcript_doctor.core.composer import Composer, Desk
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.speech import Piece, Speech, json_of

_TEXTS = frozenset({"openai-chat", "openai-responses"})
"""Formats that want a call's arguments as JSON text."""
_UNPARSED = "unparsed"
"""The key under which arguments stand that are no object."""


class Speeches:
    """What the messages of an outline say; an earlier conversion knows parts again that it wrote."""

    def __init__(
        self,
        outline: Outline,
        origin: Composer,
        goal: Composer,
        desk: Desk,
        ties: Ties,
        memory: Memory | None,
    ) -> None:
        self.outline, self.desk, self.ties = outline, desk, ties
        self._origin, self._goal, self._memory = origin, goal, memory

    def between(self, begin: int, end: int) -> list[Speech]:
        """Return what the messages from one index to another say, arranged for the target."""
        speeches: list[Speech] = []
        for i in range(begin, end):
            message = self.outline.messages[i]
            if isinstance(message, dict) or (isinstance(message, str) and self._takes_texts):
                for speech in self._origin.read(message, i):
                    self._take(speech, speeches)
            else:
                self.desk.lose((i,), "something that is no message", message)
        return moved(self._in_order(speeches), self.desk, self._goal.leaves)

    @property
    def _takes_texts(self) -> bool:
        """Whether a message may be a bare text where the list comes from."""
        return self.outline.format == "gemini"

    def _take(self, speech: Speech, speeches: list[Speech]) -> None:
        """Tie a speech to the calls that it answers, and join it to the one before where they are one."""
        speech.pieces = [self._tied(self._recalled(piece)) for piece in speech.pieces]
        if self.desk.format != self.outline.format:
            speech.pieces = [piece for piece in speech.pieces if not self._is_orphan(piece)]
        before = speeches[-1] if speeches else None
        if before is None or not self._joins(before, speech):
            speeches.append(speech)
            return
        before.pieces += speech.pieces
        before.rest += speech.rest
        before.last = speech.last

    def _joins(self, before: Speech, speech: Speech) -> bool:
        if before.speaker != speech.speaker:
            return False
        if speech.speaker == "tool":
            return True
        if speech.speaker == "user":
            mute = not all(any(p.kind == "text" for p in s.pieces) for s in (before, speech))
            return mute and self.desk.bites("C006", "image-only")
        return speech.speaker == "assistant" and (bool(self.outline.items) or before.calls)

    def _recalled(self, piece: Piece) -> Piece:
        """Return the piece that a node was written for, when an earlier conversion did that."""
        known = self._memory.pieces.get(id(piece.raw)) if self._memory is not None else None
        if known is None:
            return piece
        found = copy(known[1])
        found.place = piece.place
        return found

    def _tied(self, piece: Piece) -> Piece:
        if piece.kind == "call":
            piece.id = piece.id or self.ties.missing.get(piece.place)
            self._object(piece)
        elif piece.kind == "result":
            piece.id = piece.id or self.ties.missing.get(piece.place)
            call = self.ties.calls.get(piece.place)
            if call is not None:
                if piece.format != self.desk.format:
                    # Where names and order tie them, the two ids need not be the same.
                    piece.id = call.id or self.ties.missing.get(call.place)
                if piece.format != self.desk.format or not piece.name:
                    if piece.name and call.name and piece.name != call.name:
                        self.desk.lose(piece.place, "the name that the result has", piece.name)
                    piece.name = call.name
                piece.custom = "custom" if call.kind.startswith("custom") else ""
        return piece

    def _object(self, piece: Piece) -> None:
        """Give a call what the target wants: an object, or a text; what is no object is named so."""
        wants_text = self.desk.format in _TEXTS
        known = wants_text and piece.custom == "custom" and not self.desk.bites("C006", "not-taken")
        if piece.custom and self.desk.echo(piece) is None and not known:
            self.desk.lose(piece.place, f"that it is a {piece.custom} call", piece.raw)
        if wants_text:
            if piece.custom == "custom" and not known and not isinstance(piece.arguments, dict):
                piece.custom, piece.arguments = "", {"input": piece.arguments}
            if not piece.custom and not piece.text and isinstance(piece.arguments, dict):
                piece.text = json_of(piece.arguments)
        elif not isinstance(piece.arguments, dict):
            if piece.custom != "custom":
                self.desk.lose(piece.place, "that its arguments are no object", piece.raw)
            key = "input" if piece.custom == "custom" else _UNPARSED
            piece.arguments = {key: piece.arguments}

    def _is_orphan(self, piece: Piece) -> bool:
        if piece.kind != "result" or piece.place in self.ties.calls:
            return False
        self.desk.lose(piece.place, "a result whose call is not on the list", piece.raw)
        return True

    def _in_order(self, speeches: list[Speech]) -> list[Speech]:
        """Return the speeches with results in call order, where the target asks for that."""
        pairing = self.desk.laws.pairing
        if pairing.order == "call" or pairing.by in ("position", "count", "name"):
            for speech in speeches:
                if speech.speaker == "tool":
                    speech.pieces.sort(key=self._place_of_call)
        return speeches

    def _place_of_call(self, piece: Piece) -> tuple[Any, ...]:
        call = self.ties.calls.get(piece.place)
        return (call.message, call.index) if call is not None else (len(self.outline.messages), 0)
