"""What is done to whole messages: put together, taken apart, brought to the front."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from transcript_doctor.core.answers import NO_REPLY, Answers
from transcript_doctor.core.edit import Edit
from transcript_doctor.core.outline import CALLS, MIXED, USER, Call, Outline
from transcript_doctor.core.surgery.content import merged, parts_of, with_one_call
from transcript_doctor.core.surgery.sheet import Sheet
from transcript_doctor.core.verbs import Verbs


class Bodies(Sheet):
    """The part of a surgeon that knows how messages are built."""

    def __init__(self, outline: Outline, verbs: Verbs, answers: Answers) -> None:
        super().__init__(outline)
        self.verbs, self.answers = verbs, answers
        self._front: list[int] = []
        """System messages that go to the front, in their order."""
        self._lists.append(self._front)

    def lead(self, message: int) -> bool:
        """Put the results of a message in front of its other parts, each kind in its own order."""
        raw, key = self.outline.messages[message], self.verbs.parts_key or ""
        content = raw.get(key) if isinstance(raw, dict) else None
        if not isinstance(content, list) or not self.take(message, (key,)):
            return False
        found = {row.part[-1] for row in self.answers.results_in(message)}
        order = sorted(range(len(content)), key=lambda k: k not in found)
        self._edits.append(Edit("put", (message, key), [content[k] for k in order]))
        return True

    def set_aside(self, message: int) -> bool:
        """Let a message keep its results; the rest follows behind a neutral reply, in one of its own."""
        raw, key = self.outline.messages[message], self.verbs.parts_key or ""
        parts = parts_of(raw, self.verbs)
        if parts is None or self.verbs.holder is None or not self.take(message, (key,)):
            return False
        found = {row.part[-1] for row in self.answers.results_in(message)}
        rest = [part for k, part in enumerate(parts) if k not in found]
        results = [part for k, part in enumerate(parts) if k in found]
        self._edits.append(Edit("put", (message, key), results))
        self.insert(message + 1, self.verbs.say("assistant", NO_REPLY))
        return self.insert(message + 1, {**raw, key: rest})

    def merge(self, first: int, second: int) -> bool:
        """Make one message of two of one role: the parts of both, behind one another."""
        rows = [self.outline.messages[i] for i in (first, second)]
        whole = merged(rows, self.verbs)
        if whole is None or not (self.take(first) and self.take(second)):
            return False
        self._edits.append(Edit("put", (first,), whole))
        self._edits.append(Edit("drop", (second,)))
        return True

    def one_by_one(self, calls: list[Call]) -> bool:
        """Make one exchange of each call of a message, with its result where it has one."""
        results = [self.answers.result_of(call) for call in calls]
        message, key = calls[0].message, calls[0].part[0] if calls[0].part else None
        if not isinstance(key, str) or key == self.verbs.parts_key or not self.take(message):
            return False
        raw = self.outline.messages[message]
        made: list[Any] = []
        for k, (call, result) in enumerate(zip(calls, results, strict=True)):
            made.append(with_one_call(raw, key, call.raw, self.verbs, first=k == 0))
            if result is None:
                continue
            if not self.drop(result.message, result.part):
                return False
            made.append(result.raw)  # where calls stand under a key of their own, it is a message
        self._edits.append(Edit("put", (message,), made[0]))
        return all(self.insert(message + 1, one) for one in made[1:])

    def to_front(self, message: int) -> bool:
        """Join a system message to the one that opens the list, or let it open the list."""
        messages = self.outline.messages
        opens = self.outline.roles[:1] == "s"
        proto = messages[0 if opens else (self._front or [message])[0]]
        if merged([proto, messages[message]], self.verbs) is None or not self.take(message):
            return False
        if opens and not self._front and not self.take(0):
            return False
        self._edits.append(Edit("drop", (message,)))
        self._front.append(message)
        return True

    def _front_edits(self) -> list[Edit]:
        messages = self.outline.messages
        rows = [messages[i] for i in sorted(self._front)]
        if not rows:
            return []
        if self.outline.roles[:1] != "s":
            return [Edit("insert", (0,), merged(rows, self.verbs) if rows[1:] else rows[0])]
        # What says the very same as the first one is there already.
        rows = [messages[0], *(row for row in rows if row != messages[0])]
        return [Edit("put", (0,), merged(rows, self.verbs))] if rows[1:] else []

    def opens(self, message: int) -> bool:
        """Tell whether a user's message is all that keeps the history from opening with the assistant."""
        outline, laws = self.outline, self.answers.laws
        if message != self._first or outline.roles[message : message + 2] != "ua":
            return False
        cases = [("R003", "assistant")]
        if outline.letters[message + 1] == CALLS:
            cases.append(("P007", "opens"))
        return any(laws.ruling(*case, "warning").severity == "error" for case in cases)

    @cached_property
    def _first(self) -> int:
        """The index of the first message that is no system prompt."""
        return len(self.outline.roles) - len(self.outline.roles.lstrip("s"))

    def drop_blank(self, message: int) -> bool:
        """Drop a message that says nothing; with the first question goes what answers it, and is listed."""
        if not self.opens(message):
            return self.drop(message)
        self.cost, self.told = "lossy", "drop what stands in front of the next question"
        return self.drop_front(message + 1)

    def drop_front(self, before: int) -> bool:
        """Drop all between the system messages at the head and the first question behind an index.

        Not while a call on one side has its result on the other: what can be moved is moved first.
        """
        letters = self.outline.letters
        found = (i for i in range(before, len(letters)) if letters[i] in (USER, MIXED))
        end = next(found, None) or 0
        if any((c.message < end) != (r.message < end) for c, r in self.answers.pairs.apart):
            return False
        gone = [i for i in range(end) if self.outline.roles[i] != "s"]
        what = "a message in front of the first question"
        return bool(gone) and all(self.lose(i, (), what) and self.drop(i) for i in gone)
