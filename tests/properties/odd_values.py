"""Values that Python lets a caller hand over and JSON does not have: what a library must survive."""

from __future__ import annotations

import datetime
import decimal
import enum
import math
import types
from collections import OrderedDict, UserDict, UserList, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any
from unittest.mock import MagicMock


class Text(str):
    """A subclass of str that is otherwise one."""


class Role(str, enum.Enum):  # noqa: UP042 - a text that formats otherwise
    """As many code bases write their roles."""

    USER = "user"


def _no(*_: Any, **__: Any) -> Any:
    raise RuntimeError("no")


class RaisingDict(dict):
    """A dict whose every method raises."""

    __getitem__ = get = items = keys = values = __iter__ = __contains__ = __len__ = _no
    __eq__ = __repr__ = copy = pop = _no
    __hash__ = None


class RaisingList(list):
    """A list whose every method raises."""

    __getitem__ = __iter__ = __len__ = __contains__ = __eq__ = __repr__ = _no
    __hash__ = None


class RaisingText(str):
    """A text whose every method raises."""

    __eq__ = lower = encode = __format__ = __str__ = __repr__ = isascii = __lt__ = _no
    __hash__ = str.__hash__


class RaisingNumber(int):
    """A number that cannot be compared or written."""

    __eq__ = __str__ = __repr__ = __format__ = __bool__ = _no
    __hash__ = int.__hash__


class RaisingMapping(Mapping):
    """A mapping that says that it has three keys, and gives none."""

    __getitem__ = __iter__ = _no

    def __len__(self) -> int:
        return 3


class Raising:
    """An object that raises whatever is asked of it, by any name."""

    __getattr__ = __eq__ = __repr__ = __bool__ = __len__ = __iter__ = _no
    __hash__ = None


class Proxy:
    """An object that raises when it is asked for its class."""

    @property
    def __class__(self) -> Any:
        raise RuntimeError("no")


class Array:
    """As arrays of numbers do: comparing gives an array, whose truth is not known."""

    def __eq__(self, other: object) -> Any:
        return Array()

    __hash__ = None

    def __bool__(self) -> bool:
        raise ValueError("the truth of an array is ambiguous")


class Dump:
    """An SDK's object, which gives what it was made with."""

    def __init__(self, given: Any) -> None:
        self._given = given

    def model_dump(self, **_: Any) -> Any:
        return self._given


class RaisingDump:
    """An SDK's object whose dump fails."""

    model_dump = to_dict = _no


class OwnDump:
    """An object that gives itself."""

    def model_dump(self, **_: Any) -> Any:
        return self


class EndlessDump:
    """An object that gives two others of its kind."""

    def model_dump(self, **_: Any) -> Any:
        return [EndlessDump(), EndlessDump()]


class ToDict:
    """An older SDK's object."""

    def to_dict(self) -> dict[str, Any]:
        return {"role": "user", "content": "x"}


def deep(levels: int, key: str | None = None) -> Any:
    """Return a value nested so many levels deep: in lists, or in dicts of one key."""
    value: Any = "ü"
    for _ in range(levels):
        value = [value] if key is None else {key: value}
    return value


def wide(levels: int) -> Any:
    """Return lists that hold 2 ** levels messages, in few objects."""
    value: Any = {"role": "user", "content": "x"}
    for _ in range(levels):
        value = [value, value]
    return value


def _loops() -> Iterator[Any]:
    a: list[Any] = []
    a.append(a)
    yield a
    b: dict[str, Any] = {"role": "user"}
    b["content"] = b
    yield b
    c: dict[str, Any] = {"role": "assistant", "content": []}
    c["content"].append({"type": "tool_use", "id": "t", "name": "f", "input": c})
    yield c
    d: dict[str, Any] = {"messages": []}
    d["messages"].append(d)
    yield d


def small() -> list[Any]:
    """Return the odd values that cost nothing to look at, new ones each time."""
    return [
        None, True, 0, -1, 10**5000, 1e308, math.nan, math.inf, "", " ", "x", "\ud800", "user",
        b"x", bytearray(b"x"), memoryview(b"x"), (), (1,), {1}, frozenset(), [], {}, [[]], [{}],
        Text("user"), Role.USER, RaisingText("user"), RaisingNumber(3), complex(1, 2),
        RaisingDict(role="user", content="x"), RaisingList([1]), RaisingMapping(), Raising(), Proxy(), Array(),
        UserDict(role="user", content="x"), UserList([{"role": "user"}]), OrderedDict(role="user"),
        defaultdict(list, role="user"), types.MappingProxyType({"role": "user", "content": "x"}),
        Dump(None), Dump([]), Dump({"role": "user", "content": "x"}), Dump(Dump({"role": Role.USER})),
        RaisingDump(), OwnDump(), ToDict(), ToDict, MagicMock(), object(), int, len, ..., range(5),
        (x for x in [1]), iter([]), datetime.date(2026, 1, 1), decimal.Decimal("1.5"),
        {1: 2}, {None: 1}, {(1, 2): 3}, {b"x": 1}, {1.5: "x"}, {True: 1}, {"\ud800": 1}, {Text("role"): "user"},
        {RaisingText("role"): "user"}, {10**5000: 1}, {Role: 1}, deep(2000), deep(2000, "type"), *_loops(),
    ]  # fmt: skip


def heavy() -> list[Any]:
    """Return the odd values that are deep, endless, or wide beyond measure."""
    return [
        deep(100_000), deep(100_000, "content"), deep(100_000, "messages"), deep(100_000, "input"),
        wide(60), EndlessDump(),
    ]  # fmt: skip
