"""Choosing the target: names of targets, of providers with a format, and the homes of formats."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from transcript_doctor.catalog import FORMATS, format_named, target_named, target_names
from transcript_doctor.core.errors import UnknownFormat, UnknownTarget
from transcript_doctor.core.format import Format
from transcript_doctor.core.target import Target

ALL = "all"
COMPATIBLE = "openai-compatible"
_FORMAT_ALIASES = {"mistral": ("openai-chat", "mistral"), "openai": ("openai-chat", "openai")}
"""Words that people give as a format and that name a target too."""


class Plan(NamedTuple):
    """What was asked for: the format if it is stated, and how to find the target once the format is known."""

    format: str | None
    target: str | None
    preferred: str | None
    lenient: bool

    def target_for(self, format: Format) -> Target | None:
        """Return the target for a transcript of a format; None means all of them."""
        return _target_for(self.target, self.lenient, format)


@lru_cache(1000)
def _target_for(target: str | None, lenient: bool, format: Format) -> Target | None:
    if target == ALL:
        return None
    if target is None:
        return target_named(format.home)
    endpoint = resolve(target, format.name)
    # A provider that is only named in the context is judged by its endpoint of this very format.
    if endpoint is not None and not (lenient and target_named(endpoint).format != format.name):
        return target_named(endpoint)
    if lenient:
        return target_named(COMPATIBLE if format.name == "openai-chat" else format.home)
    raise UnknownTarget(target, [*target_names(), ALL])


@lru_cache(1000)
def choose_target(format: str | None, target: str | None, *, lenient: bool) -> Plan:
    """Sort the two names out; a target that the caller named must exist, a provider in a context need not."""
    if format in _FORMAT_ALIASES and format not in FORMATS:
        format, implied = _FORMAT_ALIASES[format]
        target = target or implied
    if format is not None and format not in FORMATS and not lenient:
        format_named(format)
    if format is not None and format not in FORMATS:
        raise UnknownFormat(format, [*FORMATS, "mistral"])
    preferred = None
    if target is not None and target != ALL:
        name = resolve(target, format)
        if name is None and not lenient:
            raise UnknownTarget(target, [*target_names(), ALL])
        if name is not None and format is None:
            preferred = target_named(name).format
            if not target_named(name).convertible:
                format = preferred  # a teaching target knows no other format
    return Plan(format, target, preferred, lenient)


def resolve(name: str, format: str | None) -> str | None:
    """Return the target that a name means for a format: itself, an endpoint of a provider, or an alias."""
    word = name.strip().lower().replace("_", "-")
    names = target_names()
    if format is not None and f"{word}-{format.removeprefix('openai-')}" in names:
        endpoint = f"{word}-{format.removeprefix('openai-')}"
        if word not in names or target_named(word).format != format:
            return endpoint
    if word in names:
        return word
    return next((n for n in names if word in target_named(n).aliases), None)
