"""Templates of sentences and the values that fill them: nothing in what is shown stays open.

The project's own sentences are always made: a value that is lacking goes, with the blank before it. A
provider's sentence is exact or not shown at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any, TypeAlias

_VOWEL = re.compile(r"[aeio]|u(?!ni|rl|se|tf)|mcp", re.IGNORECASE)
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_TYPES = {"array": "a list", "null": "null"}
"""What the sentences call the types of JSON whose names they do not use as they are."""
LONGEST = 200
"""Characters of one value that our own sentences show: ids and names are the transcript's, of any length."""
LONGEST_QUOTED = 1000
"""Characters of one value that a provider's sentence shows."""
_MOST_LISTED = 100
"""Values of one list that a provider's sentence shows."""
_MOST_BITS = 4096
"""Greater numbers than of so many bits are no number of anything."""


def worded(template: str, values: Mapping[str, Any]) -> str:
    """Return one of our own sentences; what is lacking or null is left out.

    `{a_type}` is the value `type` with its article, `{a_part}` the same in backticks as the type of a
    part, and `!r` quotes a text and writes anything else as JSON.
    """
    made = ""
    for literal, field, write in _written(template):
        made += literal
        if write is None:
            continue
        word = write(field, values)
        made = made.removesuffix(" ") if word is None else made + word
    return made.removesuffix(",")


def filled(template: str, values: Mapping[str, Any]) -> str | None:
    """Return a provider's sentence, or None where a value of it is lacking or no plain one."""
    fields = [field for _, field, _ in _pieces(template) if field is not None]
    if not all(_plain(values.get(field)) for field in fields):
        return None
    return template.format_map({field: _within(values[field]) for field in fields})


def cut(text: str, longest: int = LONGEST) -> str:
    """Return a text of at most so many characters; an ellipsis stands for the rest."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def named(value: Any) -> str:
    """Return what stands where a name or an id should, in words: a text as it is, up to a length."""
    if isinstance(value, str):
        return cut(value, LONGEST_QUOTED)
    if value is None or (isinstance(value, int | float) and _plain(value)):
        return str(value)
    return cut(as_json(value))


def counted(number: int, thing: str) -> str:
    """Return a number with what it counts: `1 step`, `2 steps`, `2,000 losses`, `3 more entries`."""
    return f"{number:,} {thing if number == 1 else _plural(thing)}"


def _plural(thing: str) -> str:
    if thing.endswith(("s", "x", "ch", "sh")):
        return thing + "es"
    return f"{thing[:-1]}ies" if _CONSONANT_Y.search(thing) else thing + "s"


def with_article(word: str) -> str:
    """Return a word behind `a` or `an`; null has none."""
    if word in _TYPES:
        return _TYPES[word]
    return f"{'an' if _VOWEL.match(word) else 'a'} {word}"


def a_part(kind: str) -> str:
    """Return the type of a part in backticks, behind its article."""
    return with_article(kind).replace(kind, f"`{kind}`", 1)


_Write: TypeAlias = Callable[[str, Mapping[str, Any]], str | None]
"""Writes a field of a sentence; None where there is nothing to write."""


@lru_cache(1000)
def _written(template: str) -> tuple[tuple[str, str, _Write | None], ...]:
    """Return the literal texts of a template, each with the field behind it and what writes that."""
    rows = _pieces(template)
    return tuple((text, field or "", _way_of(field, conv)) for text, field, conv in rows)


def _way_of(field: str | None, conversion: str | None) -> _Write | None:
    if field is None:
        return None
    if field == "a_part":
        return lambda field, values: _with("type", values, a_part)
    if field.startswith("a_"):
        return lambda field, values: _with(field[2:], values, with_article)
    if conversion is None:
        return lambda field, values: _text(values.get(field))
    return lambda field, values: _quoted(values[field]) if field in values else None


def _with(name: str, values: Mapping[str, Any], article: Callable[[str], str]) -> str | None:
    word = _text(values.get(name))
    return None if word is None else article(word)


def _text(value: Any) -> str | None:
    if value is None:
        return None
    return cut(value) if isinstance(value, str) else _quoted(value)


def _quoted(value: Any) -> str:
    return repr(cut(value)) if isinstance(value, str) else cut(as_json(value))


def as_json(value: Any) -> str:
    """Return a value as JSON on one line; one that JSON cannot write, or too deep, by its type."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return type(value).__name__


def _plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(isinstance(each, str) or _short(each) for each in value)
    return isinstance(value, str | float) or _short(value)


def _short(value: Any) -> bool:
    return isinstance(value, int) and value.bit_length() <= _MOST_BITS


def _within(value: Any) -> Any:
    """Return a value as a provider's sentence may show it: whole, unless it is beyond all measure."""
    if isinstance(value, str):
        return cut(value, LONGEST_QUOTED)
    if isinstance(value, list | tuple):
        words = (cut(each) if isinstance(each, str) else each for each in value[:_MOST_LISTED])
        return type(value)(words)
    return value


@lru_cache(4096)
def _pieces(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    """Return a template's literal texts, each with the field behind it and how that is written."""
    return tuple((text, field, conv) for text, field, _, conv in Formatter().parse(template))


def why_not(fault: OSError, what: str = "file") -> str:
    """Return in words why a file, or what else was looked for, could not be opened."""
    if isinstance(fault, FileNotFoundError):
        return f"there is no such {what}"
    return fault.strerror or str(fault)


def lacks(package: str, extra: str) -> str:
    """Return what to install where a package lacks that one of this project's extras brings."""
    return f"pip install '.[{extra}]' in a clone, or pip install {package}"
