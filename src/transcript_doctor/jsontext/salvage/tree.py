"""The value in the making: its containers that are not closed yet, and what is known of the others."""

from __future__ import annotations

from typing import Any

NONE: Any = object()
"""Stands where there is no value."""
LOST = ""
"""The key under which containers are listed whose own key is lost."""


class Frame:
    """A container that is not closed yet."""

    __slots__ = ("column", "comma", "key", "last", "ready", "torn", "value")

    def __init__(self, value: Any, column: int) -> None:
        self.value, self.column = value, column
        self.key: Any = NONE
        """Of an object, the key that waits for its value."""
        self.ready = False
        """Whether the colon behind that key was seen."""
        self.last: Any = NONE
        """Of an object, the key of the member before."""
        self.comma = False
        """Whether the token before was a comma."""
        self.torn = False


class Tree:
    """A value that is put together; where one of its containers is torn, so are those around it."""

    def __init__(self) -> None:
        self.root: Any = NONE
        self.open: list[Frame] = []
        """The containers that are open, the innermost last."""
        self.stray: Any = NONE
        """A text that stands in nothing: a key whose object lost its beginning."""
        self.line = 1
        """The line that is read."""
        self.first = 0
        """The line of the first damage; 0 where there is none."""
        self.torn: dict[int, Any] = {}
        self.lines: dict[int, int] = {}

    @property
    def top(self) -> Frame | None:
        """The innermost open container."""
        return self.open[-1] if self.open else None

    def mark(self, frame: Frame | None) -> None:
        """Note a damage on this line, in a container or outside of all."""
        self.first = self.first or self.line
        if frame is not None:
            frame.torn = True

    def push(self, value: Any, column: int) -> Frame:
        """Open a container that begins on this line."""
        self.lines[id(value)] = self.line
        frame = Frame(value, column)
        self.open.append(frame)
        return frame

    def pop(self) -> None:
        """Close the innermost container."""
        frame = self.open.pop()
        if frame.torn or id(frame.value) in self.torn:
            self.torn[id(frame.value)] = frame.value
            if self.open:
                self.torn[id(self.open[-1].value)] = self.open[-1].value

    def drop_to(self, size: int) -> None:
        """Leave containers behind that were never closed, down to so many."""
        while len(self.open) > size:
            self.open[-1].torn = True
            self.pop()

    def attach(self, value: Any) -> None:
        """Put a value, or the key of one, into the innermost open container."""
        top = self.top
        if top is None:
            self._at_root(value)
            return
        if top.value and not (top.comma or top.ready):
            self.mark(top)  # where a comma is lost, more may be
        top.comma = False
        if type(top.value) is list:
            top.value.append(value)
        elif top.ready:
            top.value[top.key] = value
            top.last, top.key, top.ready = top.key, NONE, False
        elif type(value) is str and top.key is NONE:
            top.key = value
        else:
            self.mark(top)
            top.key, top.ready = value if type(value) is str else NONE, False

    def _at_root(self, value: Any) -> None:
        """Take a value that stands in nothing: the first is the root, others lost their list's beginning."""
        if self.root is NONE and type(value) in (dict, list):
            self.root = value
            return
        self.mark(None)
        if type(value) not in (dict, list):
            self.stray = value
            return
        if type(self.root) is not list or id(self.root) in self.lines:
            self.root = [self.root]
        self.root.append(value)

    def add_lost(self, value: Any) -> None:
        """Put a container without a key into the innermost object, beside others of its kind."""
        frame = self.open[-1]
        if type(frame.value.get(LOST)) is not list:
            frame.value[LOST] = []  # a member may bear that key itself
        frame.value[LOST].append(value)
        frame.key, frame.comma = NONE, False

    def forget(self) -> None:
        """Begin anew, with what is known of the lines."""
        self.open.clear()
        self.root = NONE
