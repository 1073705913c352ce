"""Reading the file of a history: what was said, and the results of each turn in call order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, State, Transcript
from transcript_doctor.sessions.history import FORMATS, is_step
from transcript_doctor.sessions.history.bytes import unpacked_below
from transcript_doctor.sessions.shared.repeating import once
from transcript_doctor.sessions.shared.rows import Row, rows


def _is_record(value: Any) -> bool:
    return is_step(value) or (
        isinstance(value, dict) and value.get("type") in ("history", "sent") and "n" in value
    )


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a history."""
    damage: list[Damage] = []
    found = once(rows(source, _is_record, damage), lambda value: value.get("n"), damage)
    lines = list(found)
    damage += _lost(lines)
    header = next((row.value for row in lines if row.value.get("type") == "history"), {})
    table = _Table(header.get("holder"))
    for row in lines:
        table.add(row)
    table.settle()
    if not table.messages and not damage:
        return
    format, version = _text(header.get("format")), header.get("version")
    told = {"model": _text(header.get("model")), "provider": _text(header.get("target"))}
    yield Transcript(
        table.messages,
        format if format in FORMATS else None,
        "Transcript Doctor",
        why,
        tuple(table.origins),
        parts=table.parts,
        damage=tuple(sorted(damage, key=lambda one: one.origin.line)),
        state=table.state(),
        version=str(version) if type(version) is int else None,
        session=_text(header.get("id")),
        when=_last_time(lines),
        facts={fact: word for fact, word in told.items() if word is not None},
    )


def _lost(lines: Iterable[Row]) -> Iterator[Damage]:
    """Yield where a line goes on from one that is not there: each bears its number."""
    before = -1
    for row in lines:
        number = row.value.get("n")
        if type(number) is not int:
            continue
        if number > before + 1:
            yield Damage("S104", "no-parent", row.origin, {"parent": f"record {number - 1}"})
        before = max(before, number)


class _Table:
    """The list as it grows, and the results of the turn that is being answered."""

    def __init__(self, holder: Any) -> None:
        keys = [key for key, value in holder.items() if value == []] if _is_object(holder) else []
        self._holder = (holder, keys[0]) if keys else None
        self.messages: list[Any] = []
        self.origins: list[Origin] = []
        self.parts: dict[int, tuple[Origin, ...]] = {}
        self._results: dict[int, tuple[Any, Origin]] = {}
        self._who, self._calls = "", 0

    def add(self, row: Row) -> None:
        """Take in a line."""
        value = row.value
        kind, messages = value.get("type"), value.get("messages")
        if kind == "said" and isinstance(messages, list):
            self.settle()
            calls = value.get("calls")
            self._who, self._calls = str(value.get("who")), calls if type(calls) is int else 0
            for message in messages:
                self._put(unpacked_below(message), row.origin)
        elif kind == "result" and "result" in value:
            call = value.get("call")
            number = call if type(call) is int else len(self._results)
            while number in self._results:  # a line was lost: this is of another turn
                number += 1
            self._results[number] = (unpacked_below(value["result"]), row.origin)

    def settle(self) -> None:
        """Put the results that came onto the list, in call order."""
        found = [self._results[number] for number in sorted(self._results)]
        if found and self._holder is not None:
            holder, key = self._holder
            self.parts[len(self.messages)] = tuple(origin for _, origin in found)
            self._put({**holder, key: [node for node, _ in found]}, found[0][1])
        else:
            for node, origin in found:
                self._put(node, origin)
        if found:
            self._who = "tool"
            self._calls = max(0, self._calls - len(found))
        self._results = {}

    def state(self) -> State:
        """Return how the session rests."""
        return "whole" if self._who == "assistant" and not self._calls else "running"

    def _put(self, message: Any, origin: Origin) -> None:
        self.messages.append(message)
        self.origins.append(origin)


def _is_object(value: Any) -> bool:
    return isinstance(value, Mapping)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _last_time(lines: Iterable[Row]) -> str | None:
    times = [when for row in lines if isinstance(when := row.value.get("time"), str)]
    return times[-1] if times else None
