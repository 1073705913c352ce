"""A wire format: how to read a message list of one shape. A frozen record of functions, no base class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from transcript_doctor.core.glance import Glance
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.verbs import Verbs
from transcript_doctor.place import Steps


class Part(NamedTuple):
    """One part of a message as people see it, for `show`, `shape` and `share`.

    `kind` is text, call, result, reasoning, media or other; `text` is what it says (a call's arguments
    as they stand, a result's content), `id` and `name` are whatever stands there, and `raw` is the
    very node.
    """

    kind: str
    text: object
    place: Steps
    raw: object
    id: object = None
    name: object = None
    error: bool = False


class Listing(NamedTuple):
    """The message list of a request, where it stands, and damage that kept it from being whole."""

    messages: list[Any]
    root: Steps
    damage: tuple[tuple[str, str], ...] = ()
    """Pairs of rule code and case, such as `("S003", "lengths")`."""


class Format(NamedTuple):
    """What the core needs to know of one wire format."""

    name: str
    title: str
    home: str
    """The target that a transcript of this format is judged for when none is named."""
    list_key: str
    """The key of the message list in a request body."""
    read: Callable[[Outline], None]
    """Fill an outline from its messages: one walk, one letter a message."""
    parts: Callable[[Any], list[Part]]
    """The parts of one message; never raises, whatever the message is."""
    why: Callable[[list[Any]], str | None]
    """Say by what the messages are recognised as this format, or None where they are not."""
    facts: Callable[[Mapping[str, Any]], dict[str, object]]
    """The facts that a request body states (a known absence is stated too)."""
    listing: Callable[[Mapping[str, Any]], Listing | None]
    """The message list of a request body, or None where this is no body of this format."""
    body_mark: Callable[[Mapping[str, Any]], str | None] | None = None
    """Say by what a request body is of this format where its messages are plain, or None."""
    glance: Callable[[list[Any]], Glance | None] | None = None
    """A quick proof that nothing is odd; see `core.glance`. May err only towards a closer look."""
    verbs: Verbs | None = None
    """How what a repair or a conversion adds is written; None where nothing can be added."""
    relist: Callable[[Mapping[str, Any], list[Any]], dict[str, Any] | None] | None = None
    """Put other messages into a request body that has no list of messages; None where it has one."""


def list_under(key: str) -> Callable[[Mapping[str, Any]], Listing | None]:
    """Return a `listing` for formats whose body holds a plain list under one key."""

    def listing(body: Mapping[str, Any]) -> Listing | None:
        messages = body.get(key)
        return Listing(messages, (key,)) if isinstance(messages, list) else None

    return listing
