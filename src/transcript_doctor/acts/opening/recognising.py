"""Which format a list of messages is of, and by what that was seen.

Marks in the messages say most, then keys of the body around them, then who is asked; what is left is a
guess, and is called one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from transcript_doctor.acts.opening.targeting import LONGEST_MODEL, formats_for
from transcript_doctor.catalog import FORMATS, TELLING
from transcript_doctor.core.format import Format
from transcript_doctor.core.responses import answer_in

_FIRST = 12
"""So many messages are asked first which format they are of."""
_GUESS = "openai-chat"
GUESSED = "several formats share plain roles and texts, so this is a guess (--wire FORMAT says it)"
EMPTY = "an empty list tells nothing, so this is a guess (--wire FORMAT says it)"


def recognise(
    messages: list[Any],
    given: Format | None,
    preferred: str | None,
    among: Iterable[Format] | None = None,
    body: Mapping[str, Any] = MappingProxyType({}),
) -> tuple[Format, str]:
    """Return the format of a list, and by what it was recognised.

    `among` are the formats that may be it (default: all), `body` is the request around the list.
    """
    if given is not None:
        return given, "as stated"
    formats = list(among if among is not None else FORMATS.values())
    if preferred is not None:
        formats.sort(key=lambda f: (f.name not in TELLING, f.name != preferred))
    found = _by_messages(messages, formats) or _by_body(body, formats, preferred)
    if found is not None:
        return found
    if preferred is not None and FORMATS[preferred] in formats:
        seen = "plain roles and texts" if messages else "an empty list"
        return FORMATS[preferred], f"{seen}, read in the target's format"
    return _by_model(body, formats) or (FORMATS[_GUESS], GUESSED if messages else EMPTY)


def _by_messages(messages: list[Any], formats: list[Format]) -> tuple[Format, str] | None:
    # The first messages of an agent's list nearly always tell; a long one is asked whole only then.
    for some in (messages[:_FIRST], messages) if len(messages) > _FIRST else (messages,):
        for format in formats:
            if (why := format.why(some)) is not None:
                return format, why
    for i, message in enumerate(messages):
        answer = answer_in(message)
        if answer is not None and (format := FORMATS[answer.format]) in formats:
            return format, f"{format.list_key}[{i}] is a whole response of this format"
    return None


def _by_body(
    body: Mapping[str, Any], formats: list[Format], preferred: str | None
) -> tuple[Format, str] | None:
    # The other way round: what marks one of the first also stands in bodies that gateways take.
    backwards = list(reversed(formats))
    for format in sorted(backwards, key=lambda f: f.name != preferred):
        if format.body_mark is not None and (mark := format.body_mark(body)) is not None:
            return format, f"the body has {mark}"
    return None


def _by_model(body: Mapping[str, Any], formats: list[Format]) -> tuple[Format, str] | None:
    model = body.get("model")
    known = formats_for(model[:LONGEST_MODEL]) if isinstance(model, str) else frozenset()
    found = [format for format in formats if format.name in known]
    return (found[0], "the body's model is asked for in this format") if len(found) == 1 else None
