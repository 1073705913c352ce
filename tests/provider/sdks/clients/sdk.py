"""What the conversations must know of one SDK: how it asks, what it keeps, and how its error is read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple


class Turn(NamedTuple):
    """What one request came to."""

    kept: list[Any]
    """What a client puts on its list: the turn as it was received."""
    results: list[Any]
    """A result for each call, in call order."""
    text: str
    ids: list[Any]
    """The ids of the calls."""
    thinking: str = ""


class Sdk(NamedTuple):
    """One SDK; `ask` takes the server's URL, the list, whether to stream, and whether the model thinks."""

    name: str
    question: list[Any]
    """The list with which the conversation begins."""
    ask: Callable[[str, list[Any], bool, bool], Turn]
    ask_async: Callable[[str, list[Any], bool, bool], Awaitable[Turn]] | None
    """None where the SDK has nothing for programs that wait."""
    answered: Callable[[list[Any]], list[Any]]
    """What goes on the list for the results of a turn."""
    error: type[Exception]
    """What the SDK raises at a refusal."""
    said: Callable[[Any], tuple[str, dict[str, Any]]]
    """The sentence in such an error, and what stands beside it."""
    sentence: str
    """What is said where the result of the second call is left out; `{id}` is that of the call."""
    beside: dict[str, Any]
    """What stands beside it."""
    thinks: tuple[bool, ...]
    """Whether thinking comes back as it went out: from an answer in one piece, and from a stream."""
