"""Choosing the target: names of targets, of providers with a format, and the homes of formats."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from transcript_doctor.acts.opening.likely import likely_targets
from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.catalog import FORMATS, models_of, target_named, target_names
from transcript_doctor.core.errors import UnknownFormat, UnknownTarget
from transcript_doctor.core.format import Format
from transcript_doctor.core.target import Target
from transcript_doctor.core.transcript import Transcript

ALL = "all"
COMPATIBLE = "openai-compatible"
_FORMAT_ALIASES: dict[str, tuple[str, str | None]] = {
    "mistral": ("openai-chat", "mistral"),
    "openai": ("openai-chat", "openai"),
}
"""Words that people give as a format and that name a target too."""


class Plan(NamedTuple):
    """What was asked for: the format if it is stated, and how to find the target once the format is known."""

    format: str | None
    target: str | None
    preferred: str | None
    lenient: bool

    def target_for(self, format: Format, model: str | None = None) -> Target | None:
        """Return the target for a transcript of a format; None means all of them.

        Where no target is named, the model's name may tell whose endpoint is meant.
        """
        if self.target is None and model is not None:
            return target_named(home_for(format, model[:LONGEST_MODEL]))
        return _target_for(self.target, self.lenient, format)


LONGEST_MODEL = 200
"""Characters of a model's name that are looked at."""


@lru_cache(1000)
def home_for(format: Format, model: str) -> str:
    """Return the target that takes a format and is asked for a model; where none is, the format's home."""
    known = [name for name in _asked_for(model) if target_named(name).format == format.name]
    return known[0] if known else format.home


@lru_cache(1000)
def formats_for(model: str) -> frozenset[str]:
    """Return the formats in which those take requests who are asked for a model; gateways do not count."""
    return frozenset(target_named(n).format for n in _asked_for(model) if n != COMPATIBLE)


def _asked_for(model: str) -> list[str]:
    """Return the targets whose pattern a model's name fits, those that take any model last."""
    found = [name for name, of in models_of().items() if re.search(of, model, re.IGNORECASE)]
    return sorted(found, key=lambda name: name == COMPATIBLE)


@lru_cache(1000)
def _target_for(target: str | None, lenient: bool, format: Format) -> Target | None:
    if target == ALL:
        return None
    if target is None:
        return target_named(format.home)
    endpoint = resolve(target, format.name)
    # A provider that is only named in the context is judged by its endpoint of this very format.
    if endpoint is None or (lenient and target_named(endpoint).format != format.name):
        return target_named(COMPATIBLE if format.name == "openai-chat" else format.home)
    return target_named(endpoint)


def choose_target(format: str | None, target: str | None, *, lenient: bool) -> Plan:
    """Sort the two names out; a target that the caller named must exist, a provider in a context need not."""
    format, target = plain(format), plain(target)
    if format is not None and type(format) is not str:
        raise UnknownFormat(format, [*FORMATS, *_FORMAT_ALIASES])
    if target is not None and type(target) is not str:
        raise UnknownTarget(target, [*target_names(), ALL])
    return _plan(format, target, lenient)


@lru_cache(1000)
def _plan(format: str | None, target: str | None, lenient: bool) -> Plan:
    if format is not None:
        format, implied = _FORMAT_ALIASES.get(_word(format), (_word(format), None))
        target = target or implied
        if format not in FORMATS:
            raise UnknownFormat(format, [*FORMATS, *_FORMAT_ALIASES])
    preferred = None
    target = target and _word(target)
    if target is not None and target != ALL:
        name = resolve(target, format)
        if name is None and not lenient:
            raise UnknownTarget(target, [*target_names(), ALL], likely_targets(target))
        if name is not None and format is None:
            preferred = target_named(name).format
            if not target_named(name).convertible:
                format = preferred  # a teaching target knows no other format
    return Plan(format, target, preferred, lenient)


def for_session(plan: Plan, provider: str | None, session: Transcript) -> Plan:
    """Return the plan for a session: who received it counts, also where its agent has a format of its own.

    Where the file names no provider, a model that is asked for elsewhere alone says who it was.
    """
    endpoint = None if provider is None else resolve(provider, plan.format)
    if endpoint == COMPATIBLE and session.format != target_named(COMPATIBLE).format:
        return plan  # a server that nobody knows, asked in another wire
    if endpoint is not None:
        return plan._replace(target=endpoint, lenient=False)
    model = session.facts.get("model")
    if plan.target is None and isinstance(model, str) and session.format in FORMATS:
        asked = [name for name in _asked_for(model[:LONGEST_MODEL]) if name != COMPATIBLE]
        if asked and all(target_named(name).format != session.format for name in asked):
            return plan._replace(target=asked[0], lenient=False)
    return plan


def is_format(name: str) -> bool:
    """Tell whether a name means a format, as `choose_target` takes it."""
    return _word(name) in FORMATS or _word(name) in _FORMAT_ALIASES


def _word(name: str) -> str:
    """Return a name as this package writes names."""
    return name.strip().lower().replace("_", "-")


def resolve(name: str, format: str | None) -> str | None:
    """Return the target that a name means for a format: itself, an endpoint of a provider, or an alias."""
    word = _word(name)
    names = target_names()
    if format is not None and f"{word}-{format.removeprefix('openai-')}" in names:
        endpoint = f"{word}-{format.removeprefix('openai-')}"
        if word not in names or target_named(word).format != format:
            return endpoint
    if word in names:
        return word
    return next((n for n in names if word in target_named(n).aliases), None)
