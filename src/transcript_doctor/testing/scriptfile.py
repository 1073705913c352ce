"""Scripts as files: steps written down in YAML or JSON, for models that are not scripted in Python.

A file is a list of steps, or an object with the list under `steps`. Each step is an object; what it
says is under `say`, `think`, `call`, `calls` and `fail`. Who knows other kinds of steps, a server for
one, gives them as `more`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from transcript_doctor.core.wording import cut
from transcript_doctor.testing.repeating import forever
from transcript_doctor.testing.saying import Part, call, fail, reply, text
from transcript_doctor.testing.scriptlines import At, Spot, read_file
from transcript_doctor.testing.steps import Forever, Step

More = Callable[[Spot, dict[str, Any], Callable[[], Step]], Step]
"""Makes a step of the keys that only its owner knows; the last argument makes the rest of the step."""
_KEYS = frozenset(
    {"say", "think", "call", "arguments", "id", "calls", "fail", "stop", "empty", "repeat"}
)
_CALL_KEYS = frozenset({"name", "call", "arguments", "id"})
TROUBLE = frozenset(
    {"trouble", "status", "sentence", "retry_after", "cut", "broken", "slow", "hang"}
)
"""Keys that the fake provider knows besides: what goes wrong on the way, which a plain model has none of."""
_FAILURES = frozenset({"trouble", "status", "sentence", "retry_after"})
SETTINGS = frozenset({"per"})
"""What it knows beside the steps."""
_STOPS = ("stop", "toolUse", "length", "error", "aborted")


def load_script(
    path: str | Path, *, more: More | None = None, keys: frozenset[str] = frozenset()
) -> list[Step]:
    """Return the steps of a script file; raises `UnreadableFile`, and `BadStep` with the line."""
    value, lines = read_file(path)
    return steps_from(value, source=str(path), lines=lines, more=more, keys=keys)


def steps_from(
    value: Any,
    *,
    source: str = "script",
    lines: Mapping[At, int] | None = None,
    more: More | None = None,
    keys: frozenset[str] = frozenset(),
    beside: frozenset[str] = frozenset(),
) -> list[Step]:
    """Return the steps of a script that was read already; raises `BadStep`.

    `keys` are those of a step, and `beside` those beside `steps`, that `more` or the caller knows.
    """
    spot = Spot(source, (), lines or {})
    rows = value
    if isinstance(value, dict):
        known = beside | {"steps"}
        if "steps" in value and (odd := next((key for key in value if key not in known), None)):
            raise spot.fault(_unknown(odd, known, SETTINGS), odd)
        rows, spot = value.get("steps"), spot.down("steps")
    if not isinstance(rows, list):
        raise spot.fault("a script is a list of steps, or an object with such a list under `steps`")
    if not rows:
        raise spot.fault("a script has one step at least, such as {say: Done.}")
    steps = [_step(spot.down(k), row, more, keys) for k, row in enumerate(rows)]
    for k, step in enumerate(steps[:-1]):
        if isinstance(step, Forever):
            raise spot.down(k + 1).fault(f"it is never reached: step {k + 1} repeats without end")
    return steps


def _step(spot: Spot, row: Any, more: More | None, keys: frozenset[str]) -> Step:
    if isinstance(row, str):
        row = {"say": row}
    if not isinstance(row, dict) or not row:
        raise spot.fault(
            "a step is an object such as {say: Done.} or {call: read, arguments: {...}}"
        )
    for key in row:
        if key not in _KEYS | keys:
            raise spot.fault(_unknown(key, _KEYS | keys, TROUBLE), key)
    made = more(spot, row, lambda: _message(spot, row)) if more is not None else _message(spot, row)
    repeat = row.get("repeat", False)
    if not isinstance(repeat, bool):
        raise spot.fault("repeat is true or false", "repeat")
    return forever(made) if repeat else made


def _unknown(key: Any, keys: frozenset[str], elsewhere: frozenset[str]) -> str:
    if key in elsewhere:
        hint = "; here a failure is {fail: 429 Too many requests}" if key in _FAILURES else ""
        return f"{key!r} is for serve alone, which plays scripts over HTTP{hint}"
    return f"unknown key {cut(str(key), 40)!r}; known: {', '.join(sorted(keys))}"


def _message(spot: Spot, row: dict[str, Any]) -> Step:
    parts: list[Part] = []
    if "think" in row:
        parts.append({"type": "thinking", "thinking": _words(spot, row, "think")})
    if "say" in row:
        parts.append(text(_words(spot, row, "say")))
    parts += _calls(spot, row)
    stop = row.get("stop")
    if stop is not None and stop not in _STOPS:
        raise spot.fault(f"stop is one of {', '.join(_STOPS)}, not {stop!r:.40}", "stop")
    if "fail" in row:
        return fail(_words(spot, row, "fail"), *parts)
    if row.get("empty", False) not in (True, False):
        raise spot.fault("empty is true or false", "empty")
    if parts and row.get("empty"):
        raise spot.fault("it is empty and says something: one of them goes", "empty")
    if not parts and not row.get("empty"):
        raise spot.fault("it says nothing; a step that shall say nothing is {empty: true}")
    return reply(*parts, stop_reason=stop)


def _calls(spot: Spot, row: dict[str, Any]) -> list[Part]:
    if "call" in row:
        if "calls" in row:
            raise spot.fault("one call is under `call`, several are under `calls`", "calls")
        return [_call(spot, row, "call")]
    for key in ("arguments", "id"):
        if key in row:
            raise spot.fault(f"{key} belongs to a call: {{call: NAME, {key}: ...}}", key)
    rows = row.get("calls", [])
    if not isinstance(rows, list) or not all(isinstance(each, dict) for each in rows):
        raise spot.fault("calls is a list of objects {name: ..., arguments: {...}}", "calls")
    found = []
    for k, each in enumerate(rows):
        below = spot.down("calls", k)
        if odd := set(each) - _CALL_KEYS:
            raise below.fault(f"unknown key {cut(str(min(odd, key=str)), 40)!r} in a call")
        found.append(_call(below, each, "call" if "call" in each else "name"))
    return found


def _call(spot: Spot, row: dict[str, Any], key: str) -> Part:
    name, ident, arguments = row.get(key), row.get("id"), row.get("arguments", {})
    if not isinstance(name, str) or not name:
        raise spot.fault("a call names its tool", key)
    if ident is not None and not isinstance(ident, str):
        raise spot.fault("an id is a text; put it in quotes", "id")
    if not isinstance(arguments, dict | str):
        raise spot.fault("arguments are an object, or a text that is no JSON", "arguments")
    try:
        json.dumps(arguments, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as fault:
        why = f"{fault!s:.100}; dates are texts in quotes"
        raise spot.fault(f"arguments hold what JSON cannot say: {why}", "arguments") from None
    made = call(name, {}, ident)
    return {**made, "arguments": arguments}


def _words(spot: Spot, row: dict[str, Any], key: str) -> str:
    words = row[key]
    if not isinstance(words, str):
        raise spot.fault(f"{key} takes a text, not {words!r:.40}; put it in quotes", key)
    return words
