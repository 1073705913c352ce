"""The list that Kimi sends, folded from steps: an answer's parts and calls, then its results."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from transcript_doctor.core.transcript import Origin, Stray
from transcript_doctor.sessions.kimi.answering import Answer
from transcript_doctor.sessions.shared.chat import waits


class Said(NamedTuple):
    """A message, where it begins, and whose it is."""

    message: dict[str, Any]
    origin: Origin
    kind: str = "user"
    """What Kimi notes of a message's origin: a person's own are `user`."""


class Fold:
    """The list in the making."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.strays: list[Stray] = []
        self._answer: Answer | None = None
        """The answer that parts and calls still come for."""
        self._waiting: set[str] = set()
        """Its calls without a result."""
        self._later: list[Said] = []
        """What was said while calls ran: it goes behind their results."""
        self._turns: list[int] = []
        """Where the turns of a person begin, counted from `_base`."""
        self._base = 0
        self._kept = 0
        """So many messages at the beginning are what a compaction kept."""

    def step(self) -> None:
        """Begin a step: the next part or call begins a new answer. One that only thought is dropped."""
        answer, self._answer = self._answer, None
        if answer is not None:
            answer.close()
            nothing = not answer.message["content"] and not answer.calls
            if nothing and self.said[-1].message is answer.message:
                self.said.pop()
        self._waiting.clear()
        self._flush()

    def again(self) -> None:
        """Drop the answer of a step that is tried once more, unless it has called already."""
        answer, self._answer = self._answer, None
        if answer is None:
            return
        answer.close()
        if not answer.calls and self.said[-1].message is answer.message:
            self.said.pop()

    def part(self, part: Mapping[str, Any], origin: Origin) -> None:
        """Take a part of the answer."""
        answer, thought = self._open(origin), part.get("think")
        if part.get("type") != "think":
            answer.parts.append(part)
        elif isinstance(thought, str):
            answer.thoughts.append(thought)

    def call(self, ident: object, name: object, arguments: object, origin: Origin) -> None:
        """Take a call of the answer; arguments that are no text are written as JSON."""
        answer = self._open(origin)
        answer.end_call()
        pieces = [] if arguments is None else [arguments]
        text = pieces if isinstance(arguments, str) or not pieces else [json.dumps(arguments)]
        answer.calls.append({"id": ident, "type": "function", "function": {"name": name}})
        answer.arguments = [piece for piece in text if isinstance(piece, str)]
        if isinstance(ident, str):
            self._waiting.add(ident)

    def more_arguments(self, text: object) -> None:
        """Take a piece of the arguments of the last call."""
        if self._answer is not None and self._answer.calls and isinstance(text, str):
            self._answer.arguments.append(text)

    def result(self, ident: object, output: object, origin: Origin) -> None:
        """Take the result of a call."""
        message = {"role": "tool", "tool_call_id": ident, "content": output}
        self.said.append(Said(message, origin, "tool"))
        if isinstance(ident, str):
            self._waiting.discard(ident)
        if not self._waiting:
            self._flush()

    def message(self, message: dict[str, Any], origin: Origin, kind: str) -> None:
        """Take a whole message."""
        said = Said(message, origin, kind)
        if self._waiting:
            self._later.append(said)
        else:
            self._put(said)

    def _open(self, origin: Origin) -> Answer:
        if self._answer is None:
            self._answer = Answer()
            self.said.append(Said(self._answer.message, origin, "assistant"))
        return self._answer

    def _flush(self) -> None:
        for said in self._later:
            self._put(said)
        self._later.clear()

    def _put(self, said: Said) -> None:
        if said.message.get("role") == "user" and said.kind == "user":
            self._turns.append(self._base + len(self.said))
        self.said.append(said)

    def clear(self) -> None:
        """Begin anew."""
        self.step()
        self._leave(self.said)
        self.said, self._turns, self._base, self._kept = [], [], 0, 0

    def undo(self, count: object) -> None:
        """Take back the last turns of a person, where there are so many behind the last summary."""
        if not isinstance(count, int) or not 0 < count <= len(self._turns) - self._kept:
            return
        self.step()
        cut = self._turns[-count] - self._base
        self._leave(self.said[cut:])
        del self.said[cut:], self._turns[-count:]

    def compact(self, value: Mapping[str, Any], origin: Origin) -> None:
        """Put the summary in the place of what it replaces; which that is has changed over time."""
        self.step()
        summary = Said(_summary(value), origin, "compaction_summary")
        kept, head = value.get("keptUserMessageCount"), value.get("keptHeadUserMessageCount")
        if isinstance(kept, int):
            self._keep_words(max(kept, 0), head if isinstance(head, int) else 0)
            self.said.append(summary)
            return
        gone = value.get("compactedCount", value.get("count"))
        cut = gone if isinstance(gone, int) and gone >= 0 else len(self.said)
        cut = min(cut, len(self.said))
        self._leave(self.said[:cut])
        self.said[:cut] = [summary]
        self._base += cut - 1
        del self._turns[: bisect_left(self._turns, self._base + 1)]
        self._kept = 0

    def _keep_words(self, most: int, head: int) -> None:
        """Keep a person's own words alone, the first and the last of them where they are too many."""
        own = [self.said[i - self._base] for i in self._turns[self._kept :]]
        self._leave(self.said[self._kept :])
        self.said[self._kept :] = own
        del self._turns[self._kept :]
        self._turns.extend(range(self._base + self._kept, self._base + len(self.said)))
        over, first = len(self.said) - most, min(max(head, 0), most)
        if over > 0:
            del self.said[first : first + over]
        self._kept = len(self.said)
        del self._turns[self._kept :]

    def _leave(self, said: Iterable[Said]) -> None:
        """Keep the results of what is taken off the list."""
        for message, origin, _ in said:
            if message.get("role") == "tool" and isinstance(message.get("tool_call_id"), str):
                self.strays.append(Stray(message["tool_call_id"], message, origin))

    @property
    def waits(self) -> bool:
        """Whether a call has no result, or the last word is not the model's."""
        return waits([said.message for said in self.said[-1:]])


def _summary(value: Mapping[str, Any]) -> dict[str, Any]:
    text = value.get("contextSummary", value.get("summary"))
    if isinstance(text, dict):
        return {"role": text.get("role", "user"), "content": text.get("content")}
    return {"role": "user", "content": [{"type": "text", "text": text}]}
