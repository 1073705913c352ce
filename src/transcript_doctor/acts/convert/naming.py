"""Which name a tool has at the target: kept, given back, or rewritten in one way, as ids are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256

from transcript_doctor.core.composer import Around
from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.core.target import Laws

_ODD = re.compile(r"[^A-Za-z0-9_-]+")
_LONG = 64
"""Names of so many characters are taken wherever a length is known (OpenAI, Bedrock, Mistral)."""


def names_of(
    outline: Outline, around: Around, laws: Laws, back: Mapping[str, str]
) -> dict[str, str]:
    """Return the names that the target does not take, each with the one that stands for it there.

    `back` are names that an earlier conversion has rewritten. Two tools never come to share a name.
    """
    fits = _fitting(laws)
    returning = {name: old for name, old in back.items() if fits(old)}
    borne = dict.fromkeys(_borne(outline, around))
    taken = {name for name in borne if fits(name) and name not in returning} | {*back.values()}
    names: dict[str, str] = {}
    for name in borne:
        if name in returning:
            names[name] = returning[name]
            continue
        now = name if fits(name) else _stand_in(name, fits, taken)
        if now is None:
            continue
        taken.add(now)
        for old in (back.get(name), name):  # parts that are recalled bear the name of before
            if old is not None and old != now:
                names[old] = now
    return names


def renamed(around: Around, names: Mapping[str, str]) -> Around:
    """Return what stands around the messages, with the tools under their names at the target."""
    tools = tuple(tool._replace(name=names.get(tool.name, tool.name)) for tool in around.tools)
    choice = around.choice
    if choice is not None and isinstance(choice[1], str):
        choice = (choice[0], names.get(choice[1], choice[1]))
    return around._replace(tools=tools, choice=choice)


def _borne(outline: Outline, around: Around) -> Iterator[str]:
    """Yield the names of tools: declared ones, then those that are called or answer."""
    yield from (tool.name for tool in around.tools)
    rows: list[Call | Result] = [*outline.calls, *outline.results]
    yield from (row.name for row in rows if row.name)


def _fitting(laws: Laws) -> Callable[[str], bool]:
    """Return whether a name has a form that the target takes."""
    pattern = laws.param("Y002", "pattern", None, "pattern")
    most = laws.param("Y002", "max", None, "length")
    known = re.compile(pattern, re.DOTALL) if pattern and laws.bites("Y002", "pattern") else None
    if most is not None and not laws.bites("Y002", "length"):
        most = None

    def fits(name: str) -> bool:
        short = most is None or len(name) <= most
        return short and (known is None or known.fullmatch(name) is not None)

    return fits


def _stand_in(name: str, fits: Callable[[str], bool], taken: Iterable[str]) -> str | None:
    """Return a name that stands for another: the same every time, and nobody's; None where none fits."""
    base = _ODD.sub("_", name).strip("_") or "tool"
    tail = "_" + sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    tried = (base, base + tail, base[: _LONG - len(tail)] + tail)
    return next((made for made in tried if fits(made) and made not in taken), None)
