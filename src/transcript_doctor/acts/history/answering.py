"""One call in, exactly one result out: results are written for the calls of one turn, in call order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from transcript_doctor.acts.history.calls import handled
from transcript_doctor.acts.history.pen import Pen, pen_for
from transcript_doctor.acts.history.taking import reply
from transcript_doctor.acts.history.values import Parts
from transcript_doctor.acts.opening.opening import open_transcript
from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.core.errors import BadAnswers, BadMessage, BadOption
from transcript_doctor.core.outline import Call


class Exchange:
    """The calls of one assistant turn, and the results that came so far."""

    def __init__(self, pen: Pen, turn: list[Any], calls: list[Call]) -> None:
        self.pen, self.turn = pen, turn
        self.calls = handled(calls)
        self._nodes: dict[str, Any] = {}
        """Results by the key of their call, in the order in which they came."""
        self._open = dict.fromkeys(self.calls)
        """The keys of the calls without a result, in call order."""
        self.texts_only = True
        """Whether every result is known to be a text."""

    @property
    def open(self) -> list[str]:
        """The keys of the calls without a result, in call order."""
        return list(self._open)

    @property
    def closed(self) -> bool:
        """Whether every call has its result."""
        return not self._open

    def written(
        self, results: Mapping[str, Any], ended: Mapping[str, bool] = MappingProxyType({})
    ) -> dict[str, Any]:
        """Return the nodes of some results; raises `BadAnswers` for a key that is no open call's.

        `ended` holds the keys of earlier calls, and whether an interrupt closed them.
        """
        given = {plain(key): value for key, value in _mapping(results).items()}
        others = [key for key in given if key not in self.calls]
        unknown = [str(key) for key in others if key not in ended]
        again = [k for k in given if k in self._nodes or (k in others and ended.get(k) is False)]
        closed = [key for key in others if ended.get(key)]
        if unknown or again or closed:
            raise BadAnswers((), unknown, again, closed)
        made = {key: self.pen.result(self.calls[key], v, self.turn) for key, v in given.items()}
        self.texts_only &= not any(type(v) is Parts for v in given.values())
        return made

    def take(self, nodes: Mapping[str, Any]) -> None:
        """Take in results, by the key of their call."""
        self._nodes.update(nodes)
        for key in nodes:
            self._open.pop(key, None)

    def messages(self) -> list[Any]:
        """Return the messages that hold the results which are there, in call order."""
        return self.pen.messages([self._nodes[key] for key in self.calls if key in self._nodes])


def answer_calls(
    assistant_message: Any, results: Mapping[str, Any], *, target: str | None = None
) -> list[Any]:
    """Return the messages to append behind an assistant's message: one result a call, in call order.

    `results` maps a call's id to a text, JSON, `Failed(text)` or `Parts(list)`. The format is the
    target's, or is recognised. Raises `BadAnswers` when an id is missing or unknown.
    """
    pen = pen_for(target) if target is not None else _pen_by(assistant_message)
    taken = reply(pen.format, assistant_message)
    exchange = Exchange(pen, taken.messages, taken.calls)
    known = _mapping(results).keys()
    missing = [key for key in exchange.calls if key not in known]
    if missing:
        raise BadAnswers(missing, [str(key) for key in known if key not in exchange.calls])
    exchange.take(exchange.written(results))
    return exchange.messages()


def _mapping(results: object) -> Mapping[str, Any]:
    if not isinstance(results, Mapping):
        said = type(results).__name__
        raise BadOption(f"results are a mapping of a call's id to its result, not {said}")
    return results


def _pen_by(message: Any) -> Pen:
    """Return the pen for the home of the format in which a message is written."""
    value = plain(message)
    if type(value) not in (dict, list):
        raise BadMessage("name the target: nothing in this message tells its format")
    format = open_transcript(value, None).format
    return pen_for(format.name)
