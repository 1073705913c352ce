"""Opening what the caller gave: plain values out of SDK objects, the format, the list and the facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from transcript_doctor.catalog import FORMATS, TELLING, format_named
from transcript_doctor.core.format import Format, Listing
from transcript_doctor.core.report import Recognised

_PLAIN = (str, int, float, bool, type(None), bytes, bytearray)
_FIRST = 12
"""So many messages are asked first which format they are of."""
MAX_DEPTH = 200
"""Deeper nesting than any provider takes is left as it stands."""


class Opened(NamedTuple):
    """A transcript as the checks take it: its format, the list, and the request around the list."""

    format: Format
    recognised: Recognised
    listing: Listing
    request: dict[str, Any]
    whole: bool
    """Whether a whole request body was given, so that an absent key is a known absence."""


def open_transcript(value: Any, format_name: str | None, preferred: str | None = None) -> Opened:
    """Return the transcript in a value; never raises on its content, only on an unknown format name.

    `preferred` is the format to fall back on when nothing in the value tells (a target's own format).
    """
    given = format_named(format_name) if format_name else None
    value = _unwrap(value)
    if isinstance(value, dict):
        return _open_body(value, given, preferred)
    if isinstance(value, list):
        if value and type(value[0]) is not dict:
            value = plain(value)  # SDK objects are recognised by what they hold
        format, why = _recognise(value, given, preferred)
        return Opened(
            format, Recognised(format.name, why), Listing(value, (format.list_key,)), {}, False
        )
    format = given or FORMATS[preferred or "openai-chat"]
    damage = (("S001", "not-a-list"),)
    return Opened(
        format,
        Recognised(format.name, "nothing in it tells"),
        Listing([], (format.list_key,), damage),
        {},
        False,
    )


def _open_body(body: dict[str, Any], given: Format | None, preferred: str | None) -> Opened:
    """Open a request body: the formats are asked in turn whether it is theirs."""
    candidates = [given] if given else list(FORMATS.values())
    found = [(f, listing) for f in candidates if (listing := f.listing(body)) is not None]
    if not found:
        format = given or FORMATS[preferred or "openai-chat"]
        if "role" in body:
            listing = Listing([body], (format.list_key,))
            return Opened(format, Recognised(format.name, "a single message"), listing, {}, False)
        listing = Listing([], (format.list_key,), (("R001", "missing"),))
        return Opened(
            format, Recognised(format.name, "no list of messages found"), listing, body, True
        )
    # A format that puts its list together knows more of the body than one that takes a key's value.
    composed = [pair for pair in found if not any(pair[1].messages is v for v in body.values())]
    if len(found) == 1 or composed:
        format, listing = (composed or found)[0]
        why = f"the body has the key {format.list_key!r}"
        if given or composed:
            why = "as stated" if given else "several keys of the body make the list"
        return Opened(format, Recognised(format.name, why), listing, body, True)
    format, why = _recognise(found[0][1].messages, None, preferred, [f for f, _ in found], body)
    format, listing = next((pair for pair in found if pair[0] is format), found[0])
    return Opened(format, Recognised(format.name, why), listing, body, True)


def _recognise(
    messages: list[Any],
    given: Format | None,
    preferred: str | None,
    among: Iterable[Format] | None = None,
    body: Mapping[str, Any] | None = None,
) -> tuple[Format, str]:
    """Return the format of a list, and by what it was recognised."""
    if given is not None:
        return given, "as stated"
    formats = list(among if among is not None else FORMATS.values())
    if preferred is not None:
        formats.sort(key=lambda f: (f.name not in TELLING, f.name != preferred))
    # The first messages of an agent's list nearly always tell; a long one is asked whole only then.
    for some in (messages[:_FIRST], messages):
        for format in formats:
            if (why := format.why(some)) is not None:
                return format, why
    if preferred is not None and FORMATS[preferred] in formats:
        return FORMATS[preferred], "plain roles and texts, read in the target's format"
    if (
        body is not None
        and ("system" in body or "anthropic_version" in body)
        and FORMATS["anthropic"] in formats
    ):
        return FORMATS["anthropic"], "the body has the key 'system'"
    return FORMATS["openai-chat"], "plain roles and texts, which several formats share"


def _unwrap(value: Any) -> Any:
    """Return dicts and lists as they are, and an SDK's own object as plain JSON."""
    if type(value) is dict or type(value) is list:
        return value
    return plain(value)


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value with every SDK object, mapping and sequence inside it made plain JSON.

    What is plain already is returned as the same object. SDK objects are asked for the keys that were
    set, so that no null is sent back that was never received.
    """
    if isinstance(value, _PLAIN) or depth > MAX_DEPTH:
        return value
    if type(value) is dict:
        made = {key: plain(child, depth + 1) for key, child in value.items()}
        return value if all(made[key] is value[key] for key in value) else made
    if type(value) is list:
        items = [plain(child, depth + 1) for child in value]
        return value if all(a is b for a, b in zip(items, value, strict=True)) else items
    return _from_object(value, depth)


def _from_object(value: Any, depth: int) -> Any:
    dump = getattr(value, "model_dump", None)
    try:
        if callable(dump):
            return plain(dump(mode="json", exclude_unset=True), depth + 1)
        to_dict = getattr(value, "to_dict", None)
        if callable(to_dict) and not isinstance(value, type):
            return plain(to_dict(), depth + 1)
    except Exception:
        # The object's own code failed; what it holds is then looked at as a mapping, or not at all.
        return value
    if isinstance(value, Mapping):
        return {key: plain(child, depth + 1) for key, child in value.items()}
    if isinstance(value, tuple | set | frozenset):
        return [plain(child, depth + 1) for child in value]
    return value
