"""Tokens put together as a decoder would, and what is made of those that do not fit."""

from __future__ import annotations

import re
from json import JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from transcript_doctor.jsontext.salvage.layout import closed_by, is_left, is_neighbour
from transcript_doctor.jsontext.salvage.tree import NONE, Frame, Tree

_TOKEN = re.compile(r'\n[ \t]*|"(?:[^"\\\n]++|\\.)*(?P<end>"?)|[{}\[\],:]|[^\s{}\[\],:"]++')
_SCALAR = JSONDecoder()
_MARKS = frozenset("{}[],:")
_DEEPEST = 400
"""So many containers in one another are kept: a value that is deeper cannot be shown or written again."""


class Salvage(NamedTuple):
    """What could be read: the value, and which of its containers are not whole."""

    value: Any
    """The outermost list or object; None where there is none."""
    torn: dict[int, Any]
    """The containers that are damaged, or hold one that is, by their id."""
    lines: dict[int, int]
    """The 1-based line of each container's beginning, by its id."""
    first: int
    """The 1-based line of the first damage; 0 where there is none."""
    cut: bool
    """Whether the end of the text was the first damage."""


def salvage(text: str) -> Salvage:
    """Read a text that is no whole JSON value."""
    return _Builder(text).build()


class _Builder:
    def __init__(self, text: str) -> None:
        self._text, self._end = text, len(text.rstrip())
        self._column = 0
        self._fresh = True
        """Whether the token is the first of its line."""
        self._astray = False
        """Whether the rest of the line is passed over: where texts and what is between change places, its
        brackets may be anybody's."""
        self._tree = Tree()

    def build(self) -> Salvage:
        for found in _TOKEN.finditer(self._text):
            token = found[0]
            if token[0] == "\n":
                self._tree.line += 1
                self._column, self._fresh, self._astray = len(token) - 1, True, False
            elif not self._astray:
                if found.end() >= self._end and self._tree.open and token not in _MARKS:
                    break  # the text ends in it, and nobody knows how it would go on
                self._take(token, found.end(), whole=token[0] != '"' or found["end"] == '"')
                self._fresh = False
        tree, cut = self._tree, self._tree.first == 0
        if tree.open:
            tree.mark(None)
            tree.drop_to(0)
        value = None if self._tree.root is NONE else self._tree.root
        return Salvage(value, tree.torn, tree.lines, tree.first, cut)

    def _take(self, token: str, end: int, *, whole: bool) -> None:
        if token in ("{", "["):
            self._open(token)
        elif token in ("}", "]"):
            self._close(dict if token == "}" else list, end)
        elif token == ":":
            self._colon()
        elif token != ",":
            self._scalar(token, whole=whole)
        elif (top := self._tree.top) is not None:
            top.comma = True

    def _open(self, char: str) -> None:
        value: Any = {} if char == "{" else []
        tree, column = self._tree, self._column
        if self._fresh:
            self._leave_deeper()
        if char == "{" and tree.root == {} and tree.top is not None and tree.top.key is NONE:
            tree.mark(None)
            tree.forget()  # its first line stands there twice
        top = tree.top
        if top is not None and len(tree.open) >= _DEEPEST:
            tree.mark(top)
            top.key, top.ready, top.comma = NONE, False, False
        elif top is not None and type(top.value) is dict and not top.ready:
            neighbour = is_neighbour(tree.open, char)
            tree.mark(top)
            if neighbour:
                column = min(column, top.column)
                tree.drop_to(len(tree.open) - 1)
                tree.attach(value)
            else:
                tree.add_lost(value)
        else:
            self._tree.attach(value)
        tree.push(value, column)

    def _leave_deeper(self) -> None:
        """Leave the containers that stand no further left than what begins: they lost their end."""
        tree = self._tree
        while len(tree.open) > 1 and (top := tree.open[-1]).column >= max(self._column, 1):
            if type(top.value) is dict and top.ready:
                return
            tree.mark(top)
            tree.drop_to(len(tree.open) - 1)

    def _align(self, top: Frame, key: str) -> None:
        """See what the column of a key says: its object stands to the left of it, or was closed before."""
        if type(top.value) is not dict or self._column > top.column:
            return
        tree = self._tree
        if not top.value and len(tree.open) > 1 and tree.open[-2].last == key:
            tree.mark(top)  # the line of its key stands there twice
            tree.drop_to(len(tree.open) - 1)
        elif not top.value and len(tree.open) > 1:
            outer = tree.open[-2].column  # its line was moved to the right by what is lost
            top.column = (outer + self._column + 1) // 2
        else:
            self._leave_deeper()

    def _colon(self) -> None:
        tree, top = self._tree, self._tree.top
        if top is not None and type(top.value) is list and is_left(tree.open, self._column):
            key = top.value.pop()
            tree.drop_to(len(tree.open) - 1)
            top = tree.open[-1]
            top.key, top.ready = key, False
            tree.mark(top)
        if top is not None and type(top.value) is dict:
            if top.key is NONE and type(top.value.get(top.last)) is str:
                top.key = top.value.pop(top.last)  # what was taken for a value is a key
                self._tree.mark(top)
            elif top.key is NONE or top.ready:
                self._tree.mark(top)
            top.ready = top.key is not NONE
            return
        key = self._tree.stray
        if top is not None:
            key = top.value.pop() if top.value and type(top.value[-1]) is str else NONE
        self._tree.stray = NONE
        if type(key) is str:
            self._headless(key, top)

    def _headless(self, key: str, top: Frame | None) -> None:
        """Begin an object whose opening bracket is lost; it stands between its list and its keys."""
        self._tree.mark(None)
        value: dict[str, Any] = {}
        self._tree.attach(value)
        outer = top.column if top else -self._column
        frame = self._tree.push(value, (outer + self._column) // 2)
        frame.key, frame.ready, frame.torn = key, True, True

    def _close(self, kind: type, end: int) -> None:
        tree, column = self._tree, self._column if self._fresh else None
        at = closed_by(tree.open, kind, column, last=end >= self._end)
        if at is None:
            tree.mark(tree.top)
            return
        if at < len(tree.open) - 1:
            tree.mark(tree.top)
            tree.drop_to(at + 1)
        frame = tree.open[-1]
        if frame.key is not NONE or frame.comma:
            tree.mark(frame)
        tree.pop()

    def _scalar(self, token: str, *, whole: bool) -> None:
        value, top = NONE, self._tree.top
        if whole:
            try:
                value = scanstring(token, 1, False)[0] if token[0] == '"' else _read(token)
            except (ValueError, IndexError):
                value = NONE
        if value is NONE:
            self._tree.mark(top)
            self._astray = token[0] != '"' and self._column > 0
            if top is not None and top.ready:
                top.key, top.ready = NONE, False
            return
        if self._fresh and type(value) is str and top is not None:
            self._align(top, value)
        self._tree.attach(value)


def _read(token: str) -> Any:
    value, end = _SCALAR.raw_decode(token)
    if end != len(token):
        raise ValueError(token)
    return value
