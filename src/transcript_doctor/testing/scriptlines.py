"""The text of a script file: what it holds, and on which line each thing stands, for what is said of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.testing.faults import BadStep

At = tuple[str | int, ...]
"""The way to a value: keys and positions."""
LARGEST = 32_000_000
"""Bytes of a script file."""
_MOST = 5_000_000
_ENDLESS = _MOST + 1


def read_file(path: str | Path) -> tuple[Any, dict[At, int]]:
    """Return what a script file holds, YAML or JSON, and the line of everything in it.

    Raises `UnreadableFile`, and `BadStep` for what is neither.
    """
    try:
        with Path(path).open("rb") as stream:
            raw = stream.read(LARGEST + 1)
        written = raw.decode("utf-8-sig")
    except (OSError, ValueError) as fault:
        raise UnreadableFile(f"{path}: {fault}") from None
    if len(raw) > LARGEST:
        raise UnreadableFile(f"{path}: a script has {LARGEST:,} bytes at most")
    return read_yaml(written, str(path), is_json=Path(path).suffix == ".json")


def read_yaml(written: str, source: str, *, is_json: bool) -> tuple[Any, dict[At, int]]:
    """Return what a text holds, and the line of everything in it; raises `BadStep`."""
    import yaml  # dear to load, and only script files need it

    if is_json:
        try:
            value = json.loads(written)
        except (ValueError, RecursionError) as fault:
            raise BadStep(f"{source}: {fault}") from None
    try:
        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(written)
        node = loader.get_single_node()
        lines: dict[At, int] = {}
        _count(node, {})
        _note_lines(node, (), lines, set())
        if not is_json:
            value = None if node is None else loader.construct_document(node)
        return value, lines
    except (yaml.YAMLError, RecursionError, ValueError) as fault:
        if is_json:
            return value, {}
        mark = getattr(fault, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark is not None else ""
        why = getattr(fault, "problem", None) or fault
        raise BadStep(f"{source}{where}: this is no YAML: {why}") from None


def _note_lines(node: Any, at: At, lines: dict[At, int], seen: set[int]) -> None:
    """Note the line of everything; what stands in several places, by aliases, is looked into once."""
    if node is None or len(at) > 6:
        return
    lines[at] = node.start_mark.line + 1
    if id(node) in seen:
        return
    seen.add(id(node))
    if node.id == "sequence":
        for k, child in enumerate(node.value):
            _note_lines(child, (*at, k), lines, seen)
    elif node.id == "mapping":
        for key, child in node.value:
            _note_lines(child, (*at, str(key.value)), lines, seen)
            lines[(*at, str(key.value))] = key.start_mark.line + 1


def _count(node: Any, known: dict[int, int]) -> int:
    """Return how many values a node stands for, its aliases written out; raises above `_MOST`."""
    if node is None or node.id == "scalar":
        return 1
    if id(node) not in known:
        known[id(node)] = _ENDLESS  # until it is counted: whoever meets it before is inside of it
        rows = node.value if node.id == "sequence" else [one for pair in node.value for one in pair]
        known[id(node)] = 1 + sum(_count(one, known) for one in rows)
    if known[id(node)] > _MOST:
        raise ValueError(f"its aliases come to more than {_MOST} values")
    return known[id(node)]
