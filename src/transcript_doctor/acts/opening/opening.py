"""Opening what the caller gave: the format, the list of messages, and the request around it."""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.acts.opening.making import Opaque
from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.acts.opening.recognising import recognise
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.format import Format, Listing
from transcript_doctor.core.report import Recognised
from transcript_doctor.core.responses import answer_in
from transcript_doctor.core.transcript import Damage


class Opened(NamedTuple):
    """A transcript as the checks take it: its format, the list, and the request around the list."""

    format: Format
    recognised: Recognised
    listing: Listing
    request: dict[str, Any]
    whole: bool
    """Whether a whole request body was given, so that an absent key is a known absence."""
    damage: tuple[Damage, ...] = ()
    """What is wrong with the session file that it was read from."""
    is_plain: bool = False
    """Whether everything in it is known to be plain; else it is made so before it is read."""


def open_transcript(value: Any, format_name: str | None, preferred: str | None = None) -> Opened:
    """Return the transcript in a value; never raises on its content.

    `preferred` is the format to fall back on when nothing in the value tells (a target's own format).
    """
    return open_plain(plain(value), format_name, preferred)._replace(is_plain=True)


def open_plain(value: Any, format_name: str | None, preferred: str | None = None) -> Opened:
    """Return the transcript in a value that is plain; one that is not may raise whatever it likes."""
    given = FORMATS[format_name] if format_name else None
    if isinstance(value, dict):
        return _open_body(value, given, preferred)
    if isinstance(value, list):
        return _open_list(value, given, preferred)
    format = given or FORMATS[preferred or "openai-chat"]
    damage = (("S001", _what_else(value)),)
    return Opened(
        format,
        Recognised(format.name, "nothing in it tells"),
        Listing([], (format.list_key,), damage),
        {},
        False,
    )


_ITERATORS = frozenset(
    {"map", "filter", "zip", "chain", "islice", "reversed", "dict_values", "deque"}
)


def _what_else(value: Any) -> str:
    """Return the case of what is neither a list nor a request."""
    if isinstance(value, str | bytes | bytearray):
        return "text"
    name = type(value).__name__ if isinstance(value, Opaque) else ""
    is_iterator = name in _ITERATORS or name.endswith(("iterator", "generator"))
    return "iterator" if is_iterator else "not-a-list"


def _open_list(messages: list[Any], given: Format | None, preferred: str | None) -> Opened:
    """Open a list of messages that stands alone."""
    format, why = recognise(messages, given, preferred)
    listing = Listing(messages, (format.list_key,))
    return Opened(format, Recognised(format.name, why), listing, {}, False)


def _open_body(body: dict[str, Any], given: Format | None, preferred: str | None) -> Opened:
    """Open a request body: the formats are asked in turn whether it is theirs."""
    candidates = [given] if given else list(FORMATS.values())
    found = [(f, listing) for f in candidates if (listing := f.listing(body)) is not None]
    if answer_in(body) is not None or (not found and "role" in body):
        alone = _open_list([body], given, preferred)
        what = "a single message" if "role" in body else "no list of messages"
        why = f"{what}; {alone.recognised.why}"
        return alone._replace(recognised=Recognised(alone.format.name, why))
    if not found:
        format = given or FORMATS[preferred or "openai-chat"]
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
    format, why = recognise(found[0][1].messages, None, preferred, [f for f, _ in found], body)
    format, listing = next((pair for pair in found if pair[0] is format), found[0])
    return Opened(format, Recognised(format.name, why), listing, body, True)
