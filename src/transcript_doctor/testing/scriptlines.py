"""The text of a script file: what it holds, and on which line each thing stands, for what is said of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.testing.faults import BadStep

At = tuple[str | int, ...]
"""The way to a value: keys and positions."""
LARGEST = 32_000_000
"""Bytes of a script file."""
_MOST = 5_000_000
_OPEN = 0
"""The size of what is not counted yet: whoever meets it is inside of it."""


class _Odd(ValueError):
    """YAML that says what no script may say, and where."""

    def __init__(self, problem: str, mark: Any) -> None:
        super().__init__(problem)
        self.problem, self.problem_mark = problem, mark


class Spot(NamedTuple):
    """Where in a file a step stands, for what is said of it."""

    source: str
    at: At
    lines: Mapping[At, int]

    def fault(self, why: str, key: str | int | None = None) -> BadStep:
        """Return the error that names file, line and step."""
        at = self.at if key is None else (*self.at, key)
        while at and at not in self.lines:
            at = at[:-1]
        line = f", line {self.lines[at]}" if at in self.lines else ""
        number = next((step + 1 for step in self.at if isinstance(step, int)), None)
        what = f"step {number}: " if number is not None else ""
        return BadStep(f"{self.source}{line}: {what}{why}")

    def down(self, *steps: str | int) -> Spot:
        """Return the place below this one."""
        return self._replace(at=(*self.at, *steps))


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
    read = _read_json if Path(path).suffix == ".json" else _read_yaml
    return read(written, str(path))


def _read_json(written: str, source: str) -> tuple[Any, dict[At, int]]:
    """Return what JSON holds; its lines are YAML's, and there are none where YAML cannot read it."""
    try:
        value = json.loads(written, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as fault:
        raise BadStep(f"{source}: {fault}") from None
    try:
        return value, _read_yaml(written, source)[1]
    except BadStep:
        return value, {}


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, value in pairs:
        if name in row:
            raise ValueError(_twice(name))
        row[name] = value
    return row


def _twice(name: str) -> str:
    return f"the key {name!r:.60} is there twice in one object"


def _read_yaml(written: str, source: str) -> tuple[Any, dict[At, int]]:
    import yaml  # dear to load, and only script files need it

    lines: dict[At, int] = {}
    try:
        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(written)
        node = loader.get_single_node()
        _count(node, {})
        _note_lines(node, (), lines, set())
        return None if node is None else loader.construct_document(node), lines
    except (yaml.YAMLError, RecursionError, ValueError) as fault:
        mark = getattr(fault, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark is not None else ""
        what = "" if isinstance(fault, _Odd) else "this is no YAML: "
        raise BadStep(
            f"{source}{where}: {what}{getattr(fault, 'problem', None) or fault}"
        ) from None


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
        names = set[str]()
        for key, child in node.value:
            name = str(key.value)
            if name in names:
                raise _Odd(_twice(name), key.start_mark)
            names.add(name)
            _note_lines(child, (*at, name), lines, seen)
            lines[(*at, name)] = key.start_mark.line + 1


def _count(node: Any, known: dict[int, int]) -> int:
    """Return how many values a node stands for, its aliases written out; raises above `_MOST`."""
    if node is None or node.id == "scalar":
        return 1
    if id(node) not in known:
        known[id(node)] = _OPEN
        rows = node.value if node.id == "sequence" else [one for pair in node.value for one in pair]
        known[id(node)] = 1 + sum(_count(one, known) for one in rows)
    if known[id(node)] == _OPEN:
        raise _Odd("an alias stands within what it is an alias of", node.start_mark)
    if known[id(node)] > _MOST:
        raise _Odd(f"aliases come to more than {_MOST:,} values", node.start_mark)
    return known[id(node)]
