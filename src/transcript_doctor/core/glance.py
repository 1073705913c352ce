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
    OTHER_ORDER = 16384


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
    Trait.OTHER_ORDER: (("P011", "order", "warning"),),
}


def other_order(given: list[str], asked: list[str]) -> int:
    """Return the trait of results in another order than their calls; raise ValueError where one lacks."""
    if len(given) != len(asked) or sorted(given) != sorted(asked):
        raise ValueError("not whole")
    return Trait.OTHER_ORDER


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


_MOST_VALUES = 1_000_000


def encode_below(values: list[Any]) -> None:
    """Raise for half characters in any text or key below values, at any depth.

    Raises ValueError too where there is too much to look at, for what holds itself has no end.
    """
    stack = list(values)
    for _ in range(_MOST_VALUES):
        if not stack:
            return
        value = stack.pop()
        if type(value) is str:
            if not value.isascii():
                value.encode("utf-16-le")
        elif type(value) is dict:
            stack += value
            stack += value.values()
        elif type(value) is list:
            stack += value
    raise ValueError("too much")


def looks_whole(arguments: list[str]) -> bool:
    """Tell whether argument texts look like one JSON object each: the cheap sign that no half is lost."""
    if "}{" in "\n".join(arguments):
        return False
    return all(text[:1] == "{" and text[-1:] == "}" for text in arguments)


_EXACT = {("P010", "undeclared"), ("T001", "turn-start")}
"""Cases that the trait itself proves, so that an unknown fact can be reported without a closer look."""

Lacking = dict[str, set[str]]


def clears(seen: Glance, laws: Laws) -> Lacking | None:
    """Return the facts that were lacking, or None where the laws call for a closer look."""
    sieve = laws.sieve
    if not isinstance(sieve, _Sieve):
        sieve = laws.sieve = _Sieve(laws)
    if seen.traits & sieve.biting or (seen.ids and not sieve.passes(seen.ids, seen.names)):
        return None
    lacking: Lacking = {}
    for trait, fact, code in sieve.unknown:
        if seen.traits & trait:
            lacking.setdefault(fact, set()).add(code)
    return lacking


_ONE_CLASS = re.compile(r"(\[[^\]]+\])(\+|\{\d+(?:,\d*)?\})")
"""A pattern of one repeated class: it holds for ids one by one if it holds for all of them joined."""
_MOST_NAMES = 1000


class _Sieve:
    """What a target's laws let pass at a glance; worked out once and kept on the laws."""

    def __init__(self, laws: Laws) -> None:
        self.biting, self.unknown = _traits(laws)
        """The traits that call for a closer look, and those that only lack a fact (with its code)."""
        self.nulls = laws.bites("I001", "null-text")
        pattern = laws.param("I002", "pattern")
        single = _ONE_CLASS.fullmatch(pattern or "")
        self.joined = re.compile(single[1] + "+") if single else None
        self.each = re.compile(pattern) if pattern and not (single and single[2] == "+") else None
        self.least, self.most = laws.param("I002", "min", 0), laws.param("I002", "max")
        self.name = re.compile(laws.param("Y002", "pattern", ".*", "pattern"), re.DOTALL)
        self.longest = laws.param("Y002", "max", None, "length")
        self.known: set[str] = set()
        """Names that passed before."""

    def passes(self, ids: list[str], names: set[str]) -> bool:
        """Tell whether all ids and names have the target's form, looking at them together."""
        if self.most is not None:
            lengths = set(map(len, ids))
            if max(lengths) > self.most or min(lengths) < self.least:
                return False
        if self.joined and not self.joined.fullmatch("".join(ids)):
            return False
        if self.each and not all(map(self.each.fullmatch, ids)):
            return False
        if self.nulls and "null" in ids:
            return False
        return names <= self.known or self._names_pass(names)

    def _names_pass(self, names: set[str]) -> bool:
        for name in names:
            too_long = self.longest is not None and len(name) > self.longest
            if too_long or not self.name.fullmatch(name):
                return False
        if len(self.known) < _MOST_NAMES and max(map(len, names)) < 100:
            self.known |= names
        return True


def _traits(laws: Laws) -> tuple[int, list[tuple[int, str, str]]]:
    biting, unknown = 0, []
    for trait, cases in _CASES.items():
        for code, case, weight in cases:
            if laws.skips(code):
                continue
            ruling = laws.ruling(code, case, weight)
            if ruling.severity is None and (code, case) in _EXACT and ruling.unknown:
                unknown.append((trait, ruling.unknown, code))
            elif laws.bites(code, case, weight):
                biting |= trait
    if laws.pairing.skip_first:
        biting |= Trait.OPENS_ASSISTANT
    if laws.pairing.by not in ("id", "exact") or laws.pairing.order != "free":
        biting |= Trait.OTHER_ORDER
    return biting, unknown
