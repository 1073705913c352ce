"""Verbs: how a format writes what a repair, a conversion or a history adds. A frozen record of functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from transcript_doctor.core.outline import Call, Result
from transcript_doctor.place import Steps


class Verbs(NamedTuple):
    """What a format says for each thing that has to be written anew; nothing is ever changed in place."""

    say: Callable[[str, str], Any]
    """A message with one text: the speaker (`user`, `assistant` or `system`) and the text."""
    text: Callable[[str], Any]
    """A part of a user's message that is a text."""
    part: Callable[[Any, str], Any]
    """A part of the given message that is a text."""
    answer: Callable[[Call, str, bool], Any]
    """A result for a call: its text, and whether it stands for a failure."""
    said: Callable[[Any], str]
    """What a result's own node says, as text."""
    parts_key: str | None
    """The key of a message under which its parts are listed; None where a list holds items."""
    holder: Callable[[list[Any]], Any] | None
    """A user's message of results; None where each result is a message, or an item, of its own."""
    id_at: Callable[[Call | Result], Steps]
    """Where the id of a call or a result stands, below its message."""
    name_at: Callable[[Call | Result], Steps]
    """Where the name of the tool stands, below its message."""
    attached: Callable[[Any], list[Any]]
    """The media in a result's own node, as parts that a user's message may hold."""
    filled: Callable[[Any, list[Any]], Any]
    """A result's own node with these parts for its content; None where it takes a text and nothing else."""
    speak: Callable[[list[Any]], Any] | None = None
    """A user's message of parts."""
    modern: Callable[[Any, str], Any] | None = None
    """A message that calls or answers in an old form, in the new one with an id; None where there is none."""
