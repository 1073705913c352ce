"""Cutting a transcript down without touching it: only what is cut is copied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from transcript_doctor.acts.opening.opening import open_plain
from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.place import Steps

_T = TypeVar("_T")
_PAIR = ("roles", "contents")


class Cuttable:
    """A transcript whose list of messages can be exchanged; the request around it stays."""

    def __init__(self, transcript: Any, format: str) -> None:
        self._whole = plain(transcript)
        listing = open_plain(self._whole, format).listing
        self.messages: list[Any] = listing.messages
        self.parallel = _has_parallel_lists(self._whole)
        """Whether roles and contents stand in two lists, so that no message is an object."""
        self._root: Steps = listing.root if isinstance(self._whole, dict) else ()
        if not self.parallel and at(self._whole, self._root) is not self.messages:
            # A single message, or a text that stands for one: a bare list says the same.
            self._root, self._whole = (), self.messages

    def chosen(self, indices: Sequence[int]) -> Any:
        """Return the transcript with some of its messages."""
        if not self.parallel:
            return self.with_messages([self.messages[i] for i in indices])
        cut = dict(self._whole)
        for key in _PAIR:
            cut[key] = [cut[key][i] for i in indices if i < len(cut[key])]
        return cut

    def with_messages(self, messages: list[Any]) -> Any:
        """Return the transcript with other messages."""
        return put(self._whole, self._root, messages)


def _has_parallel_lists(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(key), list) for key in _PAIR)


def at(value: Any, steps: Steps) -> Any:
    """Return what stands at a place, or None where it is not there."""
    for step in steps:
        known = step in value if isinstance(value, dict) else _is_index(step, value)
        if not known:
            return None
        value = value[step]
    return value


def _is_index(step: str | int, value: Any) -> bool:
    return isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value)


def put(value: Any, steps: Steps, new: Any) -> Any:
    """Return a value with something else at a place; only the containers on the way are copied."""
    if not steps:
        return new
    step, *rest = steps
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[step] = put(value[step], tuple(rest), new)
    return copy


def thin_out(items: list[_T], broken: Callable[[list[_T]], bool]) -> list[_T]:
    """Return some of the items that are still broken, and no longer without any one of them.

    Halves are tried first, then ever smaller pieces (after ddmin: Zeller and Hildebrandt, 2002).
    """
    size = max(len(items) // 2, 1)
    while items:
        start, changed = 0, False
        while start < len(items):
            rest = items[:start] + items[start + size :]
            if broken(rest):
                items, changed = rest, True
            else:
                start += size
        if size == 1 and not changed:
            break
        size = max(size // 2, 1)
    return items
