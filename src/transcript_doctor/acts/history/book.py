"""The state behind a history: the record, the exchange that is open, the request's desk, the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.acts.history.answering import Exchange
from transcript_doctor.acts.history.beginning import begun
from transcript_doctor.acts.history.calls import OpenCall, opened
from transcript_doctor.acts.history.desk import Desk
from transcript_doctor.acts.history.log import Log
from transcript_doctor.acts.history.pen import Pen
from transcript_doctor.acts.history.prefix import Prefix
from transcript_doctor.acts.history.storing import Step, results_of, said, sent, started
from transcript_doctor.acts.history.taking import Taken, again, without_failures
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
        self._ended: dict[str, bool] = {}
        """Earlier calls by key, and whether an interrupt closed them."""

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

    def answer(self, results: Mapping[str, Any], *, closing: bool = False) -> None:
        """Write down results of open calls, or close these; raises `BadAnswers`."""
        exchange = self._exchange or Exchange(self.pen, [], [])
        nodes = exchange.written(results, self._ended)
        if self.log is not None:
            self.log.append(results_of(exchange, nodes))
        self._ended.update(dict.fromkeys(nodes, closing))
        exchange.take(nodes)
        self._settle()

    def turn_to(self, prefix: Prefix) -> None:
        """Write down that another system prompt, or other tools, stand before the messages."""
        if prefix != self.desk.prefix:
            if self.log is not None:
                self.log.append([sent(prefix)])
            self.desk.turn_to(prefix)

    def begin(self, messages: list[Any]) -> None:
        """Begin with messages that were sent before; calls at their end may be open. Nothing was said yet."""
        made = begun(self.pen.format, messages)
        exchange = Exchange(self.pen, made.turn, made.calls)
        if self.log is not None:
            self.log.append([started(made), *results_of(exchange, made.nodes)])
        self.messages = list(made.messages)
        sent = without_failures(self.pen.format, self.messages)
        self.desk.add(again(self.pen.format, sent))
        exchange.take(made.nodes)
        self._exchange = exchange if made.calls else None

    def repeat(self, step: Step) -> bool:
        """Do again what a file says was done; False where nothing before it makes that possible."""
        value, exchange = step.value, self._exchange
        if step.kind == "sent":
            self.desk.turn_to(value)
        elif step.kind == "results":
            keys = list(exchange.calls) if exchange is not None else []
            known = {keys[at]: node for at, node in value.items() if 0 <= at < len(keys)}
            if exchange is None or not known or not known.keys() <= set(exchange.open):
                return False
            self._ended.update(dict.fromkeys(known, False))
            exchange.take(known)
            self._settle()
        elif exchange is not None or not self._are_messages(value):
            return False
        elif step.kind == "begun":
            self.begin(value)
        else:
            self._take(again(self.pen.format, value))
        return True

    def _are_messages(self, values: list[Any]) -> bool:
        kind = type(self.pen.verbs.say("user", ""))
        return all(type(value) is kind for value in values)

    def _take(self, taken: Taken) -> None:
        self.messages += taken.messages
        self.desk.add(taken)
        if taken.calls:
            self._exchange = Exchange(self.pen, taken.messages, taken.calls)

    def _settle(self) -> None:
        """Put the results on the record once all of them are there."""
        exchange = self._exchange
        if exchange is not None and exchange.closed:
            messages = exchange.messages()
            role = "u" if self.pen.verbs.holder is not None else "t"
            self.messages += messages
            taken = Taken(messages, role * len(messages), [])
            self.desk.add(taken if exchange.texts_only else again(self.pen.format, messages))
            self._exchange = None
