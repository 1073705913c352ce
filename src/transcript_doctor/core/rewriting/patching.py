"""Edits of a JSON value done in its text: whatever is not touched keeps its very characters.

The text is gone through along the places of the edits alone; what lies beside them is skipped by the
decoder and copied. What is new is written in the style of what stands around it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from transcript_doctor.core.edit import Edit, Node, tree_of
from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.rewriting.scanning import Child, Pieces, end_of, pieces_at, skip
from transcript_doctor.core.rewriting.style import Style


def patched(text: str, edits: Iterable[Edit]) -> str:
    """Return the text of a JSON value with all edits done; their places are those of the value as it was.

    Raises `Unwritable` where a place is not in the text.
    """
    root = tree_of(edits)
    try:
        start = skip(text, 0)
        end = end_of(text, start)
        return text[:start] + _changed(text, start, end, root, Style.of(text), "") + text[end:]
    except (ValueError, IndexError, KeyError, RecursionError) as fault:
        raise Unwritable(f"the text of a record is not what it was taken for ({fault})") from None


def _changed(text: str, start: int, end: int, node: Node, style: Style, margin: str) -> str:
    """Return the text of the value between two places with what happens to it done."""
    if node.put:
        return style.written(node.put[-1], margin)
    if not node.below:
        return text[start:end]
    pieces = pieces_at(text, start)
    items = _members(text, pieces, node) if text[start] == "{" else _elements(pieces, node)
    return _joined(text, start, pieces, items, style, margin)


class _Item(NamedTuple):
    """What a list or an object holds afterwards: a child that it held, or a new value."""

    child: int | None
    node: Node | None
    key: str | None = None
    value: Any = None


def _members(text: str, pieces: Pieces, node: Node) -> list[_Item]:
    last = {child.key: i for i, child in enumerate(pieces.children)}
    items: list[_Item] = []
    for i, child in enumerate(pieces.children):
        below = node.below.get(child.key or "") if child.key is not None else None
        if below is None or last[child.key] != i:
            if below is None or not below.dropped:
                items.append(_Item(i, None))
        elif not below.dropped:
            items.append(_Item(i, below))
    for key, below in node.below.items():
        if key not in last and not below.dropped:
            if not isinstance(key, str) or not below.put:
                raise KeyError(key)
            items.append(_Item(None, None, key, below.put[-1]))
    return items


def _elements(pieces: Pieces, node: Node) -> list[_Item]:
    items: list[_Item] = []
    count = len(pieces.children)
    for step in node.below:
        if not isinstance(step, int) or not 0 <= step <= count:
            raise IndexError(step)
    for i in range(count + 1):
        below = node.below.get(i)
        items += [_Item(None, None, None, value) for value in (below.inserted if below else ())]
        if i < count and not (below and below.dropped):
            items.append(_Item(i, below))
    return items


def _joined(
    text: str, start: int, pieces: Pieces, items: Sequence[_Item], style: Style, margin: str
) -> str:
    """Return an object or a list of some children, each behind the blanks that stood before it."""
    children, close = pieces
    if not items:
        return text[start] + text[close]
    inner, comma = _margin(text, start, pieces, margin, style)
    made = [text[start], text[start + 1 : children[0].start] if children else inner]
    before: int | None = None
    for number, item in enumerate(items):
        i = item.child
        if number:
            follows = i is not None and before is not None and i == before + 1
            made.append(text[children[before].end : children[i].start] if follows else comma)  # type: ignore[index]
        made.append(_item(text, children, item, style, inner))
        before = i
    tail = text[children[-1].end : close] if children else _outer(inner, margin)
    return "".join([*made, tail, text[close]])


def _item(text: str, children: Sequence[Child], item: _Item, style: Style, margin: str) -> str:
    if item.child is None:
        head = (
            "" if item.key is None else json.dumps(item.key, ensure_ascii=style.ascii) + style.colon
        )
        return head + style.written(item.value, margin)
    child = children[item.child]
    if item.node is None:
        return text[child.start : child.end]
    value = _changed(text, child.value, child.end, item.node, style, margin)
    return text[child.start : child.value] + value


def _margin(text: str, start: int, pieces: Pieces, margin: str, style: Style) -> tuple[str, str]:
    """Return what stands in front of the first child, and between two."""
    children = pieces.children
    if not children:
        return "", style.comma
    inner = text[start + 1 : children[0].start]
    if len(children) > 1:
        comma = text[children[0].end : children[1].start]
    else:
        comma = f",{inner}" if "\n" in inner else style.comma
    if "\n" in comma and "\n" not in inner:
        inner = comma.lstrip(",")  # the first one stands beside the bracket
    return inner, comma


def _outer(inner: str, margin: str) -> str:
    return margin if "\n" in inner else ""
