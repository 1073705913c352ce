"""A proof in front: healthy transcripts, nearly all of them, need no outline.

A format's `glance` looks at a list once and says either nothing (look closer) or what it saw: that every
message is of the plainest kind, whole and in place, and which harmless traits the list has. A trait is
harmless for most targets and a fault for some; `clears` asks the target's laws about the traits that are
there. The proof may err only towards a closer look; tests hold it against the whole check.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from transcript_doctor.core.target import Laws


class Trait:
    """What a plain list may have that some target refuses: one bit each."""

    SYSTEM_FIRST = 1
    OPENS_ASSISTANT = 2
    REPEATED_USER = 4
    REPEATED_ASSISTANT = 8
    ENDS_ASSISTANT = 16
    ENDS_OTHERWISE = 32
    USER_AFTER_TOOL = 64
    CALLS = 128
    ARGUMENT_TEXTS = 256
    TEXT_BESIDE_CALLS = 512
    PARALLEL = 1024
    RUNNING = 2048
    NAMELESS_RESULTS = 4096
    REUSED_IDS = 8192


class Glance(NamedTuple):
    """What a glance saw of a plain list."""

    traits: int
    ids: list[str]
    names: set[str]


_Case = tuple[str, str, str]
_CASES: dict[int, tuple[_Case, ...]] = {
    Trait.SYSTEM_FIRST: tuple(("R007", c, "warning") for c in ("unsupported", "first", "before")),
    Trait.OPENS_ASSISTANT: (
        ("R003", "assistant", "warning"),
        ("P007", "opens", "warning"),
        ("P007", "first", "warning"),
    ),
    Trait.REPEATED_USER: (("R004", "user", "warning"),),
    Trait.REPEATED_ASSISTANT: (
        ("R004", "assistant", "warning"),
        ("P007", "after-model", "warning"),
    ),
    Trait.ENDS_ASSISTANT: (("R005", "assistant", "warning"), ("R006", "trailing-space", "error")),
    Trait.ENDS_OTHERWISE: (("R005", "training", "warning"),),
    Trait.USER_AFTER_TOOL: (("R008", "user", "warning"),),
    Trait.CALLS: (
        ("P010", "undeclared", "warning"),
        ("T001", "field", "warning"),
        ("T001", "every-call-turn", "warning"),
    ),
    Trait.ARGUMENT_TEXTS: (("Y001", "not-json", "error"), ("Y001", "not-object", "error")),
    Trait.TEXT_BESIDE_CALLS: (("C004", "text-beside-calls", "warning"),),
    Trait.PARALLEL: (("P005", "parallel", "warning"),),
    Trait.RUNNING: (("T001", "turn-start", "warning"),),
    Trait.NAMELESS_RESULTS: (("P008", "mismatch", "warning"), ("P008", "missing", "warning")),
    Trait.REUSED_IDS: (("I005", "later", "warning"),),
}


def encode(texts: list[str]) -> None:
    """Raise UnicodeEncodeError for half characters, and TypeError for anything that is no text."""
    if not all(map(str.isascii, texts)):
        for text in texts:
            if not text.isascii():
                text.encode("utf-16-le")


def odd_text(text: str) -> None:
    """Raise ValueError for a text that says nothing or cannot be encoded.

    A glance asks `text < "!" or not text.isascii()` first: what opens with a visible ASCII character,
    and is all ASCII, needs no more (and what is no text at all raises there).
    """
    if not text or text.isspace():
        raise ValueError("blank")
    text.encode("utf-16-le")


def encode_below(values: list[Any]) -> None:
    """Raise for half characters in any text or key below values, at any depth."""
    stack = list(values)
    while stack:
        value = stack.pop()
        if type(value) is str:
            if not value.isascii():
                value.encode("utf-16-le")
        elif type(value) is dict:
            stack += value
            stack += value.values()
        elif type(value) is list:
            stack += value


def looks_whole(arguments: list[str]) -> bool:
    """Tell whether argument texts look like one JSON object each: the cheap sign that no half is lost."""
    if "}{" in "\n".join(arguments):
        return False
    return all(text[:1] == "{" and text[-1:] == "}" for text in arguments)


def role_traits(roles: str) -> int:
    """Return the traits that an order of roles has; one letter a message: s, u, a, t."""
    traits = Trait.SYSTEM_FIRST if roles[0] == "s" else 0
    if roles.lstrip("s")[:1] == "a":
        traits |= Trait.OPENS_ASSISTANT
    if "uu" in roles:
        traits |= Trait.REPEATED_USER
    if "aa" in roles:
        traits |= Trait.REPEATED_ASSISTANT
    if "tu" in roles:
        traits |= Trait.USER_AFTER_TOOL
    return traits | (Trait.ENDS_ASSISTANT if roles[-1] == "a" else Trait.ENDS_OTHERWISE)


_EXACT = {("P010", "undeclared"), ("T001", "turn-start")}
"""Cases that the trait itself proves, so that an unknown fact can be reported without a closer look."""

Lacking = dict[str, set[str]]


def clears(seen: Glance, laws: Laws) -> Lacking | None:
    """Return the facts that were lacking, or None where the laws call for a closer look."""
    biting, unknown = _masks(laws)
    if seen.traits & biting:
        return None
    if seen.ids and not _ids_fit(seen.ids, laws):
        return None
    if seen.names and not _names_fit(seen.names, laws):
        return None
    lacking: Lacking = {}
    for trait, fact, code in unknown:
        if seen.traits & trait:
            lacking.setdefault(fact, set()).add(code)
    return lacking


def _masks(laws: Laws) -> tuple[int, list[tuple[int, str, str]]]:
    """Return the traits that call for a closer look, and those that only lack a fact; kept on the laws."""
    if laws.masks is None:
        biting, unknown = 0, []
        for trait, cases in _CASES.items():
            for code, case, weight in cases:
                if code in ("R005", "R006") and laws.as_record:
                    continue
                ruling = laws.ruling(code, case, weight)
                if ruling.severity is None and (code, case) in _EXACT and ruling.unknown:
                    unknown.append((trait, ruling.unknown, code))
                elif laws.bites(code, case, weight):
                    biting |= trait
        if laws.pairing.skip_first:
            biting |= Trait.OPENS_ASSISTANT
        laws.masks = (biting, unknown)
    return laws.masks


def _ids_fit(ids: list[str], laws: Laws) -> bool:
    """Tell whether all ids have the target's form, looking at them together."""
    if "null" in ids and laws.bites("I001", "null-text"):
        return False
    pattern, most = laws.param("I002", "pattern"), laws.param("I002", "max")
    if most is not None:
        lengths = set(map(len, ids))
        if max(lengths) > most or min(lengths) < laws.param("I002", "min", 0):
            return False
    if pattern is None:
        return True
    # A pattern of one repeated class holds for the joined text; any other is asked id by id.
    single = re.fullmatch(r"(\[[^\]]+\])(?:\+|\{\d+(?:,\d*)?\})", pattern)
    if single is None:
        return all(re.fullmatch(pattern, ident) for ident in ids)
    if "{" in pattern and not all(re.fullmatch(pattern, ident) for ident in ids):
        return False
    return re.fullmatch(single[1] + "+", "".join(ids)) is not None


def _names_fit(names: set[str], laws: Laws) -> bool:
    pattern = laws.param("Y002", "pattern", None, "pattern")
    most = laws.param("Y002", "max", None, "length")
    return all(
        (pattern is None or re.fullmatch(pattern, name)) and (most is None or len(name) <= most)
        for name in names
    )
