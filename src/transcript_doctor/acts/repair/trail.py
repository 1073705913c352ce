"""The trail of a repair: where what stands somewhere now stood in the list as it was given.

Edits say what became of an index, and identity finds what was moved or put into something new: no node
that was not touched is ever copied. What was added leads to the spot where it went in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from transcript_doctor.core.content import NO_WORDS
from transcript_doctor.core.edit import Edit, Node, tree_of
from transcript_doctor.place import Steps


class Spot(NamedTuple):
    """A place below a list of messages; of what was `added`, the place in front of which it went in."""

    steps: Steps
    added: bool = False


class Round:
    """The way back over the edits of one round."""

    def __init__(
        self,
        before: Sequence[Any],
        after: Sequence[Any],
        edits: Sequence[Edit],
        sources: Sequence[int | None],
    ) -> None:
        self._before, self._after, self._edits, self._sources = before, after, edits, sources
        self._slots: dict[Steps, list[tuple[int, bool]]] = {}

    def back(self, spot: Spot) -> Spot:
        """Return where something stood in front of this round."""
        if not spot.steps:
            return spot
        if not spot.added:
            return self._walk(spot.steps)[0]
        *above, last = spot.steps
        if not above and isinstance(last, int):
            return Spot(self._in_front((), self._tree, len(self._before), last), added=True)
        (outer, added), node, old = self._walk(tuple(above))
        if added:
            return Spot(outer, added=True)
        if node is not None and node.below and isinstance(old, list) and isinstance(last, int):
            return Spot(self._in_front(outer, node, len(old), last), added=True)
        return Spot((*outer, last), added=True)

    def _walk(self, steps: Steps) -> tuple[Spot, Node | None, Any]:
        """Return where something stood, what the edits do there, and what stood there."""
        message, *rest = steps
        assert isinstance(message, int), "a place leads into the list"
        source, new = self._sources[message], self._after[message]
        if source is None:
            slot = self._lineage((), self._tree, len(self._before))[message][0]
            return self._known(new, rest, Spot((slot,), added=True)), None, None
        at: Steps = (source,)
        node, old = self._tree.below.get(source), self._before[source]
        if node is not None and node.dropped:  # it was put in elsewhere, as it was
            node = None
        for done, step in enumerate(rest):
            if node is None:
                return Spot((*at, *rest[done:])), None, None
            if node.put or not isinstance(old, dict | list):
                return self._known(new, rest[done:], Spot(at)), None, None
            new = _below(new, step)
            if isinstance(old, list) and isinstance(step, int):
                step, added = self._lineage(at, node, len(old))[step]
                if added:
                    spot = Spot((*at, step), added=True)
                    return self._known(new, rest[done + 1 :], spot), None, None
            node, old, at = node.below.get(step), _below(old, step), (*at, step)
        if node is not None and node.put:
            return self._known(new, (), Spot(at)), None, None
        return Spot(at), node, old

    def _in_front(self, at: Steps, node: Node, count: int, index: int) -> Steps:
        slots = self._lineage(at, node, count)
        return (*at, slots[index][0] if index < len(slots) else count)

    def _lineage(self, at: Steps, node: Node, count: int) -> list[tuple[int, bool]]:
        """Return, for each element of an edited list, its index before, or the one it was put in front of."""
        slots = self._slots.get(at)
        if slots is None:
            slots = self._slots[at] = []
            for index in range(count + 1):
                child = node.below.get(index)
                slots += [(index, True)] * (len(child.inserted) if child is not None else 0)
                if index < count and not (child is not None and child.dropped):
                    slots.append((index, False))
        return slots

    def _known(self, node: Any, rest: Sequence[str | int], otherwise: Spot) -> Spot:
        """Return where a node below another one stood before, if it, or what holds it, is an old one."""
        for done in range(len(rest) + 1):
            found = self._stood.get(id(node)) if isinstance(node, dict | list) else None
            if found is not None:
                return Spot((*found, *rest[done:]))
            if done < len(rest) and isinstance(node, dict | list):
                node = _below(node, rest[done])
        if otherwise.added or not isinstance(node, dict):
            return otherwise
        # A text may have become a part.
        texts = (v for k, v in node.items() if type(v) is str and k not in NO_WORDS)
        found = next(filter(None, (self._stood.get(id(text)) for text in texts)), None)
        return otherwise if found is None else Spot(found)

    @cached_property
    def _tree(self) -> Node:
        return tree_of(self._edits)

    @cached_property
    def _stood(self) -> dict[int, Steps]:
        """Where each value of the messages that were edited stood, by its `id()`."""
        found: dict[int, Steps] = {}
        stack: list[tuple[Steps, Any]] = [
            ((i,), self._before[i])
            for i in self._tree.below
            if isinstance(i, int) and i < len(self._before)
        ]
        while stack:
            at, value = stack.pop()
            if isinstance(value, dict | list | str):
                found.setdefault(id(value), at)
            if isinstance(value, dict):
                stack += (((*at, key), child) for key, child in value.items())
            elif isinstance(value, list):
                stack += (((*at, i), child) for i, child in enumerate(value))
        return found


def given_at(trail: Sequence[Round], steps: Steps) -> Spot:
    """Return where something stood in the list as it was given; `trail` are the rounds since."""
    spot = Spot(steps)
    for one in reversed(trail):
        spot = one.back(spot)
    return spot


def _below(value: Any, step: str | int) -> Any:
    """Return what stands right below a value, or None."""
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
        return value[step]
    return None
