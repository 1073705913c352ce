"""What the server must know of one provider's API: how a reply is written, whole or as a stream.

The server decides what is said and whether a request is refused; a wire only writes. What it is
given is an assistant message of the format `pi` (parts `text`, `thinking`, `toolCall`), as the
builders of `transcript_doctor.testing` make it, whatever the API.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """One reply on its way out."""

    message: dict[str, Any]
    """The assistant message in the format `pi`; its calls carry the ids that go out."""
    model: str
    """The model's name as the client asked for it."""
    serial: int
    """The number of the request, from 1: ids of answers are made of it, so that runs repeat."""
    created: int
    """Seconds since the epoch."""
    input_tokens: int
    output_tokens: int
    body: dict[str, Any]
    """The request that is answered, as it came, for options that change the answer's form."""

    @property
    def endless(self) -> Answer:
        """The same answer as one that comes to no end."""
        return self._replace(message={**self.message, "stop_reason": "error"})


class Break(NamedTuple):
    """A stream that fails before its end."""

    answer: Answer
    sent: int
    """The frames that went out before."""
    status: int
    sentence: str


class Wire(NamedTuple):
    """One provider's API as a record of functions."""

    name: str
    format: str
    """The format in which its requests are judged."""
    target: str
    """Whose laws judge where nobody names another target."""
    new_id: Callable[[int], str]
    """The id of the n-th call of a server's life, shaped as this provider shapes them."""
    whole: Callable[[Answer], dict[str, Any]]
    """The body of an answer that is not streamed."""
    frames: Callable[[Answer], Iterator[bytes]]
    """The frames of a streamed answer, in order, each whole: one can cut or slow the stream between them.

    A message whose `stop_reason` is `error` says what it says, and has no end.
    """
    media_type: str
    """Of a streamed answer."""
    broken: Callable[[Break], bytes]
    """What tells of a failure in mid-stream; empty where the API has nothing for it."""
    model: Callable[[str, int], dict[str, Any]]
    """What the API says of one model: its name, and seconds since the epoch."""
    models: Callable[[list[dict[str, Any]]], dict[str, Any]]
    """The list of models: what `model` says of each."""
    counted: Callable[[int], dict[str, Any]] | None = None
    """The body that says how many tokens a request has; None where the API has no such endpoint."""
