"""The first generation's messages: an answer of the model stands where the last of its results does.

The events of one answer name it by its id. The agent sends the answer when all its calls are answered,
with the results behind it; one that is not answered stands here where its first call does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from transcript_doctor.core.transcript import Origin
from transcript_doctor.sessions.openhands.older.events import (
    answer_of,
    args_of,
    call_from,
    is_call,
    metadata_of,
    seen,
    spoken,
)
from transcript_doctor.sessions.openhands.wire import Made, Message, answer, result, said
from transcript_doctor.sessions.shared.rows import Row


class _Exchange:
    """One answer of the model with its calls and their results."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.content: Any = None
        self.calls: dict[str, Message] = {}
        self.origins: list[Origin] = []
        self.results: dict[str, tuple[int, Made]] = {}

    @property
    def place(self) -> int:
        """The number of the event behind which it stands."""
        if all(ident in self.results for ident in self.calls):
            return max([at for at, _ in self.results.values()], default=self.at)
        return self.at

    def messages(self) -> Iterator[Made]:
        """Yield the answer, then its results in the order of the calls."""
        yield Made(answer(self.content, list(self.calls.values())), tuple(self.origins))
        for ident in self.calls:
            if ident in self.results:
                yield self.results[ident][1]


def build(events: Sequence[Row]) -> Iterator[Made]:
    """Yield the messages of events that are sent."""
    found = _Reading(events)
    for at in range(len(events)):
        yield from found.spoken.get(at, ())
        for exchange in found.at.get(at, ()):
            yield from exchange.messages()


class _Reading:
    def __init__(self, events: Sequence[Row]) -> None:
        self.spoken: dict[int, list[Made]] = {}
        self.at: dict[int, list[_Exchange]] = {}
        self._exchanges: dict[str, _Exchange] = {}
        self._home: dict[str, _Exchange] = {}
        """The exchange of each call."""
        self._caused: dict[Any, str] = {}
        """The call of each event that made one and names none."""
        self._minted = 0
        answered = {_cause(row) for row in events if seen(row.value) is not None}
        self._answered = answered - {None}
        self._finished = {
            metadata_of(row.value).get("tool_call_id")
            for row in events
            if row.value.get("action") in ("finish", "reject")
        }
        for at, row in enumerate(events):
            if isinstance(row.value.get("action"), str):
                self._act(at, row, last=at == len(events) - 1)
            else:
                self._observe(at, row)
        for exchange in self._exchanges.values():
            self.at.setdefault(exchange.place, []).append(exchange)

    def _act(self, at: int, row: Row, *, last: bool) -> None:
        event = row.value
        ident = event.get("id")
        waits = last and event.get("source") == "agent"
        answered = isinstance(ident, int) and ident in self._answered
        if not is_call(event, answered or waits):
            found = spoken(event)
            if found is not None:
                made = said(*found) if found[0] != "assistant" else answer(found[1], [])
                self._say(at, Made(made, (row.origin,)))
            return
        response, message = answer_of(event)
        call = metadata_of(event).get("tool_call_id")
        if call is None:
            self._minted += 1
            call = f"call_{self._minted}"
        if isinstance(ident, int):
            self._caused[ident] = call
        exchange = self._exchanges.setdefault(response or f"{at}:{call}", _Exchange(at))
        exchange.origins.append(row.origin)
        if message and exchange.content is None:
            self._take(exchange, message)
        if exchange.content is None:
            exchange.content = args_of(event).get("thought") or ""
        if call not in exchange.calls:
            exchange.calls[call] = call_from(event, call)
        self._home[call] = exchange

    def _take(self, exchange: _Exchange, message: Any) -> None:
        """Take what the model's own answer says, but not the call that ends the run."""
        exchange.content = message.get("content") or ""
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            ident = call.get("id") if isinstance(call, dict) else None
            if isinstance(ident, str) and ident not in self._finished:
                exchange.calls[ident] = call
                self._home[ident] = exchange

    def _observe(self, at: int, row: Row) -> None:
        content = seen(row.value)
        if content is None:
            return
        cause = _cause(row)
        call = metadata_of(row.value).get("tool_call_id") or self._caused.get(cause)
        if call is None and row.value.get("source") == "agent" and cause is not None:
            call = f"call_of_event_{cause}"  # its action is lost
        if call is None:
            self._say(at, Made(said("user", content), (row.origin,)))
            return
        made = Made(result(call, content), (row.origin,))
        home = self._home.get(call)
        if home is not None and call not in home.results:
            home.results[call] = (at, made)
        else:
            self._say(at, made)

    def _say(self, at: int, made: Made) -> None:
        self.spoken.setdefault(at, []).append(made)


def _cause(row: Row) -> int | None:
    cause = row.value.get("cause")
    return cause if isinstance(cause, int) else None
