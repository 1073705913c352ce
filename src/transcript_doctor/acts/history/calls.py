"""The calls of one assistant turn, as the code that runs tools wants them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from transcript_doctor.acts.history.values import Failed
from transcript_doctor.core.outline import Call


class OpenCall(NamedTuple):
    """A call that waits for its result."""

    id: str
    """The key of its result: the server's id; of a call without one, the tool's name.

    Where another call of the turn has the same, `#2` and so on stand behind it.
    """
    name: str | None
    arguments: Any
    """The arguments, read; None where they cannot be."""
    fault: Failed | None
    """The answer to give where the arguments cannot be read: such a call is answered, not skipped."""
    raw: object
    """The very node."""


def handled(rows: Iterable[Call]) -> dict[str, Call]:
    """Return the calls of a turn by the key of their result, in call order."""
    found: dict[str, Call] = {}
    counts: dict[str, int] = {}
    for row in rows:
        base = row.id or row.name or "call"
        key = base
        while key in found:
            counts[base] = counts.get(base, 1) + 1
            key = f"{base}#{counts[base]}"
        found[key] = row
    return found


def opened(key: str, row: Call) -> OpenCall:
    """Return a call as the code that runs tools wants it."""
    arguments, fault = _arguments(row)
    return OpenCall(key, row.name, arguments, fault, row.raw)


def _arguments(row: Call) -> tuple[Any, Failed | None]:
    given = row.arguments if row.arguments is not None else _as_sent(row)
    if type(given) not in (str, dict) and row.arguments is None:
        return None, _fault("there are none" if given is None else "they are no object")
    if type(given) is not str or row.kind.startswith("custom"):
        return given, None
    if not given or given.isspace():
        return {}, None  # how servers write a call without arguments
    try:
        value = json.loads(given)
    except (ValueError, RecursionError) as error:
        return None, _fault(str(error))
    if type(value) is not dict:
        return None, _fault("they are no object")
    return value, None


def _as_sent(row: Call) -> Any:
    """Return arguments that are not of the type that the format wants; None where there are none."""
    node: Any = row.raw
    for step in row.arguments_at[len(row.part) :]:
        node = node.get(step) if isinstance(node, dict) else None
    return None if node is row.raw else node


def _fault(why: str) -> Failed:
    return Failed(f"The arguments of this call could not be read as a JSON object: {why}")
