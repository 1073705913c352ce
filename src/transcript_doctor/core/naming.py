"""What sentences call a call and a result: by its id where it has one, else by its number and name.

Made once, here, so that a finding and its fix say the same. On some wires no call has an id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.place import Steps


class Numbered(NamedTuple):
    """A call or a result, its number among those of its message (from 1), and how many these are."""

    row: Call | Result
    number: int
    of: int


def names_of(
    words: Iterable[str],
    outline: Outline,
    message: int | None,
    part: Steps,
    subject: Call | Result | None,
    values: Mapping[str, Any],
) -> dict[str, str]:
    """Return words for the call or result at a place: of `call`, `result`, `bare_call` and `answered`.

    `subject` is the row if the rule gave one; otherwise the place tells, or what `values` hold.
    """
    row: Call | Result | None = subject
    found = None
    if message is not None and (row is None or not row.id):
        found = _at(outline, message, part if row is None else row.part)
        row = row or (found.row if found else None)
    ident, name = (row.id, row.name) if row else (None, None)
    ident, name = _text(ident or values.get("id")), _text(name or values.get("name"))
    return {word: _WAYS[word](ident, name, found) for word in words}


def _call(ident: str | None, name: str | None, found: Numbered | None) -> str:
    return _bare_call(ident, name, found) if ident else _nameless("call", name, found)


def _bare_call(ident: str | None, name: str | None, found: Numbered | None) -> str:
    bare = f"call {ident}" if ident else "call"
    return f"{bare} of {name}" if name else bare


def _answered(ident: str | None, name: str | None, found: Numbered | None) -> str:
    if ident:
        return f"call {ident}"
    return f"the call of {name}" if name else "the call"


def _result(ident: str | None, name: str | None, found: Numbered | None) -> str:
    return f"the result for {ident}" if ident else _nameless("result", name, found)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _nameless(word: str, name: str | None, found: Numbered | None) -> str:
    """Return words for what has no id, for the middle of a sentence: `the 2nd call, weather,`."""
    if found is None or found.of == 1:
        link = "of" if word == "call" else "from"
        return f"the {word} {link} {name}" if name else f"the {word}"
    number = f"the {ordinal(found.number)} {word}"
    return f"{number}, {name}," if name else number


_WAYS: dict[str, Callable[[str | None, str | None, Numbered | None], str]] = {
    "call": _call,
    "bare_call": _bare_call,
    "answered": _answered,
    "result": _result,
}


def ordinal(number: int) -> str:
    """Return a number as `1st`, `2nd`, `3rd`, `11th` and so on."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def _at(outline: Outline, message: int, part: Steps) -> Numbered | None:
    """Return the call or result that a place is in."""
    if outline.numbered is None:
        outline.numbered = dict(_number(outline))
    rows: dict[Steps, Numbered] = outline.numbered
    for length in range(len(part), -1, -1):
        if (found := rows.get((message, *part[:length]))) is not None:
            return found
    return None


def _number(outline: Outline) -> Iterable[tuple[Steps, Numbered]]:
    lists: tuple[list[Any], ...] = (outline.calls, outline.results)
    for rows in (*lists, outline.hosted_calls, outline.hosted_results):
        for _, group in groupby(rows, lambda row: row.message):
            together = list(group)
            for number, row in enumerate(together, 1):
                yield row.place, Numbered(row, number, len(together))
