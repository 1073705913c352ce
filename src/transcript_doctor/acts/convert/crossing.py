"""The way over: messages are read as speeches, arranged as the target wants them, and written."""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.convert.identifying import Ties
from transcript_doctor.acts.convert.memory import Memory, Segment, joined
from transcript_doctor.acts.convert.speeches import Speeches
from transcript_doctor.core.composer import Composer, Desk
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.speech import Piece, Speech


class Crossing:
    """One crossing from one format to another, or to itself where the target refuses something."""

    def __init__(
        self, outline: Outline, origin: Composer, goal: Composer, desk: Desk, ties: Ties
    ) -> None:
        self.outline, self.origin, self.goal = outline, origin, goal
        self.desk, self.ties = desk, ties
        self.system: list[Piece] = []
        """The system prompt, where it stands beside the messages."""
        self._rows: list[tuple[int, int, list[Any]]] = []
        self.recalled = False
        """Whether an earlier conversion gave back the beginning of the list."""
        self.kept: set[int] = set()
        """The `id()` of messages that were given back, or went over, as they were."""

    def run(self, keep: dict[int, tuple[int, list[Any]]], memory: Memory | None) -> None:
        """Write all messages; `keep` names runs (by their beginning) that go over as they are."""
        speeches = Speeches(self.outline, self.origin, self.goal, self.desk, self.ties, memory)
        self.recalled = 0 in keep
        i, total = 0, len(self.outline.messages)
        if not total and memory is not None:
            self._rows += [(0, -1, segment.given) for segment in memory.segments]
            self.recalled = True
        while i < total:
            if i in keep:
                end, nodes = keep[i]
                self._rows.append((i, end - 1, nodes))
                self.kept.update(map(id, nodes))
                i = end
                continue
            end = i + 1
            while end < total and end not in keep:
                end += 1
            for speech in speeches.between(i, end):
                self._rows.append((speech.first, speech.last, self._write(speech)))
            i = end

    def open_with(self, speech: Speech) -> None:
        """Write a system prompt that stood beside the messages in front of them."""
        self._rows.insert(0, (0, -1, self.goal.write(speech, self.desk)))

    def replace_last(self, message: Any) -> None:
        """Put another message in the place of the last one."""
        spot = max(i for i, (_, _, made) in enumerate(self._rows) if made)
        first, last, made = self._rows[spot]
        self._rows[spot] = (first, last, [*made[:-1], message])

    @property
    def messages(self) -> list[Any]:
        """All that was written, in order."""
        return [message for _, _, made in self._rows for message in made]

    @property
    def segments(self) -> tuple[Segment, ...]:
        """What became of what."""
        return joined(self._rows, self.outline.messages)

    def _write(self, speech: Speech) -> list[Any]:
        same = self.desk.format == self.outline.format
        moves = not same or (speech.first, "role") in self.desk.refused
        if speech.speaker == "system" and self.goal.system == "outside" and moves:
            return self._hoist(speech)
        made = self.goal.write(speech, self.desk)
        if same and len(made) == 1 and isinstance(made[0], dict) and speech.rest:
            refused = self.desk.refused
            self.desk.shed(tuple(row for row in speech.rest if row[0] in refused))
            kept = {place[-1]: value for place, value in speech.rest if place not in refused}
            return [{**kept, **made[0]}]
        if not same:
            self.desk.shed(speech.rest)
        if not made and not speech.pieces:
            self.desk.lose((speech.first,), "a message without content", speech.raw)
        return made

    def _hoist(self, speech: Speech) -> list[Any]:
        """Put a system message where the system prompt stands; a later one loses its place."""
        if any(made for _, _, made in self._rows):
            self.desk.lose((speech.first,), "its place among the messages", speech.raw)
        self.system += speech.pieces
        self.desk.shed(speech.rest)
        return []
