"""The state behind a history: the record, the exchange that is open, the request's desk, the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.acts.history.answering import Exchange, Pen
from transcript_doctor.acts.history.calls import OpenCall, opened
from transcript_doctor.acts.history.desk import Desk
from transcript_doctor.acts.history.log import Log
from transcript_doctor.acts.history.prefix import Prefix
from transcript_doctor.acts.history.storing import results_of, said, sent
from transcript_doctor.acts.history.taking import Taken, again
from transcript_doctor.core.errors import OpenCalls


class Book:
    """What is written down of one conversation; one thread at a time is here.

    Each step is on the disk, where there is a file, before anything in memory changes.
    """

    def __init__(self, pen: Pen, context: Mapping[str, Any]) -> None:
        self.pen, self.desk = pen, Desk(pen, context)
        self.messages: list[Any] = []
        self.log: Log | None = None
        self._exchange: Exchange | None = None
        """The turn whose calls wait for results."""

    @property
    def record(self) -> list[Any]:
        """What happened so far, as a new list."""
        return [*self.messages, *(self._exchange.messages() if self._exchange else ())]

    @property
    def open(self) -> list[str]:
        """The keys of the calls that wait for a result."""
        return self._exchange.open if self._exchange is not None else []

    @property
    def calls(self) -> tuple[OpenCall, ...]:
        """The calls that wait for a result."""
        exchange = self._exchange
        if exchange is None:
            return ()
        return tuple(opened(key, exchange.calls[key]) for key in exchange.open)

    def must_be_closed(self) -> None:
        """Raise `OpenCalls` while calls wait for results."""
        if self._exchange is not None:
            raise OpenCalls(self._exchange.open)

    def say(self, who: str, taken: Taken) -> None:
        """Write down what the user or the assistant said; no call is open."""
        if self.log is not None:
            self.log.append([said(who, taken)])
        self._take(taken)

    def answer(self, results: Mapping[str, Any]) -> None:
        """Write down results of open calls; raises `BadAnswers`."""
        exchange = self._exchange or Exchange(self.pen, [], [])
        nodes = exchange.written(results)
        if self.log is not None and nodes:
            self.log.append(results_of(exchange, nodes))
        exchange.nodes.update(nodes)
        self._settle()

    def turn_to(self, prefix: Prefix) -> None:
        """Write down that another system prompt, or other tools, stand before the messages."""
        if prefix != self.desk.prefix:
            if self.log is not None:
                self.log.append([sent(prefix)])
            self.desk.turn_to(prefix)

    def repeat(self, kind: str, value: Any) -> None:
        """Do again what a file says was done."""
        if kind == "sent":
            self.desk.turn_to(value)
        elif kind == "said":
            self._take(again(self.pen.format, value))
        elif self._exchange is not None:
            keys = list(self._exchange.calls)
            known = {keys[at]: node for at, node in value.items() if 0 <= at < len(keys)}
            self._exchange.nodes.update(known)
            self._exchange.texts_only = False  # what is in them, nobody said
            self._settle()

    def _take(self, taken: Taken) -> None:
        self.messages += taken.messages
        self.desk.add(taken)
        if taken.calls:
            self._exchange = Exchange(self.pen, taken.messages, taken.calls)

    def _settle(self) -> None:
        """Put the results on the record once all of them are there."""
        exchange = self._exchange
        if exchange is not None and not exchange.open:
            messages = exchange.messages()
            role = "u" if self.pen.verbs.holder is not None else "t"
            self.messages += messages
            taken = Taken(messages, role * len(messages), [])
            self.desk.add(taken if exchange.texts_only else again(self.pen.format, messages))
            self._exchange = None
