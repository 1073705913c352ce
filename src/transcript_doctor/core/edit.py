"""Edits: changes of a list of messages as data, applied all at once.

Every place is one of the list as it was, so that edits can be made in any order. Only the containers
on the way to a change are copied: whatever is not touched stays the very object that it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from transcript_doctor.place import Steps


class Edit(NamedTuple):
    """One change: `drop` what stands at a place, `put` a value there, or `insert` one in front of it.

    `place` is below the list of messages: `(3,)` is a message, `(3, "content", 0)` a part of it. To
    insert at the end of a list, name the index behind its last element. What is moved is dropped and
    inserted: it stays the same object.
    """

    do: Literal["drop", "put", "insert"]
    place: Steps
    value: Any = None


class Node:
    """What happens at one place: to what stands there, in front of it, below it."""

    __slots__ = ("below", "dropped", "inserted", "put")

    def __init__(self) -> None:
        self.below: Mapping[str | int, Node] = _NOWHERE
        self.dropped = False
        self.inserted: Sequence[Any] = ()
        self.put: Sequence[Any] = ()

    def at(self, step: str | int) -> Node:
        """Return what happens at a place right below."""
        if not isinstance(self.below, dict):
            self.below = {}
        node = self.below.get(step)
        if node is None:
            node = self.below[step] = Node()
        return node

    def add(self, edit: Edit) -> None:
        """Take in an edit whose place begins here; edits at one place keep their order."""
        node = self
        for step in edit.place:
            node = node.at(step)
        if edit.do == "drop":
            node.dropped = True
        elif edit.do == "put":
            node.put = (edit.value,)  # the last one holds
        elif isinstance(node.inserted, list):
            node.inserted.append(edit.value)
        else:
            node.inserted = [edit.value]


_NOWHERE: Mapping[str | int, Node] = MappingProxyType({})


def tree_of(edits: Iterable[Edit]) -> Node:
    """Return all edits by place, from the outermost value down."""
    root = Node()
    for edit in edits:
        root.add(edit)
    return root


def apply(messages: list[Any], edits: Iterable[Edit]) -> list[Any]:
    """Return the list with all edits done; without any it is the very list.

    Edits at the same place are done in their order; what is dropped may not be edited below. Raises
    LookupError on a place that is not there.
    """
    changed: list[Any] = _changed(messages, tree_of(edits))
    return changed


def lineage(count: int, edits: Iterable[Edit]) -> list[int | None]:
    """Return, for each message of an edited list, its index in the list of `count` before; None for new."""
    dropped: set[int] = set()
    inserted: dict[int, int] = {}
    for edit in edits:
        at = _index(edit.place[0])
        if len(edit.place) == 1 and edit.do == "drop":
            dropped.add(at)
        elif len(edit.place) == 1 and edit.do == "insert":
            inserted[at] = inserted.get(at, 0) + 1
    made: list[int | None] = []
    for index in range(count + 1):
        made += [None] * inserted.get(index, 0)
        if index < count and index not in dropped:
            made.append(index)
    return made


def _changed(value: Any, node: Node) -> Any:
    if node.put:
        value = node.put[-1]
    if not node.below:
        return value
    if isinstance(value, dict):
        return _changed_object(value, node)
    if isinstance(value, list):
        return _changed_list(value, node)
    raise LookupError(f"nothing stands below {type(value).__name__}")


def _changed_object(value: dict[str, Any], node: Node) -> dict[str, Any]:
    made = dict(value)
    for key, child in node.below.items():
        if not isinstance(key, str):
            raise LookupError(f"an object has no index {key}")
        if child.dropped:
            made.pop(key, None)
        elif child.put and not child.below:
            made[key] = child.put[-1]
        else:
            made[key] = _changed(made[key], child)
    return made


def _changed_list(value: list[Any], node: Node) -> list[Any]:
    made: list[Any] = []
    done = 0
    for index in sorted(node.below, key=_index):
        child = node.below[index]
        at = _index(index)
        if at > len(value):
            raise LookupError(f"the list has {len(value)} elements, and no place {at}")
        made += value[done:at]
        made += child.inserted
        done = at
        if at < len(value) and not child.dropped:
            made.append(_changed(value[at], child))
        if at < len(value):
            done = at + 1
    return made + value[done:]


def _index(step: str | int) -> int:
    if isinstance(step, str) or step < 0:
        raise LookupError(f"a list has no place {step!r}")
    return step
