"""What is not plain yet, made so: containers by what they hold, objects by what they give of themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import islice
from operator import itemgetter
from typing import Any

_DEEPEST_DUMP = 200
"""Objects inside what an object gave of itself are not asked deeper than this."""
_MOST_DUMPS = 20_000
"""So many objects inside what objects gave of themselves are asked."""
_MOST_KEYS = 1_000_000
"""So many keys of a mapping that is no dict are looked at."""
_MOST_AGAIN = 500_000
"""So many values may be read again because a container stands in several places."""


class Opaque:
    """Stands for what is no JSON; its class bears the name of what it stands for."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return the name of what it stands for."""
        return f"({type(self).__name__})"


# The exact type's own methods: they read past whatever a subclass overrides.
_SCALARS: dict[type, Callable[[Any], Any]] = {
    str: str.__str__,
    int: int.__pos__,
    float: float.__pos__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    bytearray: lambda value: bytearray.__getitem__(value, slice(None)),
}
EXACT = frozenset((*_SCALARS, bool, type(None)))
_LISTS = (list, tuple, set, frozenset)
_GIVABLE = (dict, *_LISTS, *_SCALARS)


class _Frame:
    """A container or an object that is being made plain: what it holds, and what was made so far."""

    __slots__ = ("build", "children", "dumped", "given", "made", "size", "source", "value")

    def __init__(
        self,
        source: Any,
        children: list[Any],
        build: Callable[[list[Any]], Any],
        *,
        given: Any = None,
        dumped: bool = False,
    ) -> None:
        self.source, self.children, self.build = source, children, build
        self.given = given
        """The container itself where it may stay as it is if no child is changed."""
        self.dumped = dumped
        """Whether an object gave it of itself."""
        self.made: list[Any] = []
        self.size = 1
        """How many values are read in reading it."""
        self.value: Any = None
        """What it came to, once it is closed."""

    def add(self, value: Any, size: int = 1) -> None:
        """Put in what was made of the next child."""
        self.made.append(value)
        self.size += size

    def close(self) -> None:
        """Put together what was made."""
        same = all(a is b for a, b in zip(self.made, self.children, strict=True))
        self.value = self.given if self.given is not None and same else self.build(self.made)


class Maker:
    """One run over a value, without recursion, for its depth is the caller's."""

    def __init__(self) -> None:
        self._done: dict[int, _Frame] = {}
        """Closed frames by the `id()` of their source, which they keep alive."""
        self._above: set[int] = set()
        """The sources of the frames that are still open."""
        self._dumps, self._again = _MOST_DUMPS, _MOST_AGAIN

    def make(self, value: Any) -> Any:
        """Return the value made plain."""
        frames = [_Frame(None, [value], itemgetter(0))]
        while True:
            frame = frames[-1]
            if len(frame.made) < len(frame.children):
                child = frame.children[len(frame.made)]
                if type(child) in EXACT:
                    frame.add(child)
                elif (inner := self._enter(frame, child, len(frames))) is not None:
                    frames.append(inner)
                    self._above.add(id(child))
                continue
            frame.close()
            frames.pop()
            if not frames:
                return frame.value
            self._above.discard(id(frame.source))
            self._done[id(frame.source)] = frame
            frames[-1].add(frame.value, frame.size)

    def _enter(self, frame: _Frame, child: Any, depth: int) -> _Frame | None:
        """Return the frame of a child that holds something; else put into its frame what stands for it."""
        kind = type(child)
        if (done := self._done.get(id(child))) is not None:
            self._again -= done.size
            frame.add(*((done.value, done.size) if self._again >= 0 else (_opaque(child),)))
        elif id(child) in self._above:
            frame.add(_opaque(child))
        elif issubclass(kind, dict):
            return _of_dict(child, frame.dumped)
        elif (base := _base(kind, _LISTS)) is not None:
            same = child if kind is list else None
            return _Frame(child, list(base.__iter__(child)), list, given=same, dumped=frame.dumped)
        elif (base := _base(kind, tuple(_SCALARS))) is not None:
            frame.add(_SCALARS[base](child))
        else:
            self._dumps -= frame.dumped
            too_many = frame.dumped and (self._dumps < 0 or depth > _DEEPEST_DUMP)
            given = _opaque(child) if too_many else _given_by(child)
            if isinstance(given, Opaque):
                frame.add(given)
            else:
                return _Frame(child, [given], itemgetter(0), dumped=True)
        return None


def _base(kind: type, among: tuple[Any, ...]) -> Any:
    return next((base for base in among if issubclass(kind, base)), None)


def _of_dict(value: Any, dumped: bool) -> _Frame:
    rows = list(dict.items(value))
    keys = [_key(key) for key, _ in rows]
    same = type(value) is dict and all(a is b for a, (b, _) in zip(keys, rows, strict=True))
    return _Frame(
        value,
        [child for _, child in rows],
        lambda made: dict(zip(keys, made, strict=True)),
        given=value if same else None,
        dumped=dumped,
    )


def _key(key: Any) -> str:
    """Return a key as JSON would have it; one that it cannot have, as its type."""
    if issubclass(type(key), str):
        return str.__str__(key)
    if key is None or type(key) is bool:
        return {None: "null", True: "true", False: "false"}[key]
    if type(key) is float or (type(key) is int and key.bit_length() < 1000):
        return repr(key)
    return f"({type(key).__name__})"


def _given_by(value: Any) -> Any:
    """Return what an object gives of itself, or what stands for it where it gives nothing."""
    ways: tuple[Callable[[], Any], ...] = (
        lambda: value.model_dump(mode="json", exclude_unset=True),
        lambda: value.to_dict(),
        lambda: dict(islice(value.items(), _MOST_KEYS)) if isinstance(value, Mapping) else None,
    )
    for way in () if issubclass(type(value), type) else ways:
        try:
            given = way()
        except Exception:
            # The object's own code failed, or it has none of this name: it is asked in another way.
            continue
        if issubclass(type(given), _GIVABLE):
            return given
    return _opaque(value)


def _opaque(value: Any) -> Opaque:
    return _opaque_named(type.__getattribute__(type(value), "__name__"))


@lru_cache(1000)
def _opaque_named(name: str) -> Opaque:
    made: Opaque = type(name, (Opaque,), {"__slots__": ()})()
    return made
