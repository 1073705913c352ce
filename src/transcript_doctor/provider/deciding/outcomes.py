"""What may come of a request: an answer, an error in the provider's form, or what was asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from transcript_doctor.acts.strict.envelopes import Saying, sealed
from transcript_doctor.provider.script.trouble import Trouble
from transcript_doctor.provider.wires.wire import Answer, Wire


class Refusal(NamedTuple):
    """An answer that is none."""

    status: int
    body: dict[str, Any]
    headers: Mapping[str, str]
    sentence: str
    """What is said in the body."""


class Reply(NamedTuple):
    """An answer on its way out, and the trouble on that way."""

    wire: Wire
    answer: Answer
    streamed: bool
    trouble: Trouble | None
    failing: Saying | None = None
    """What is told where the stream breaks off with a failure."""


class Told(NamedTuple):
    """An answer that is no reply: a number of tokens, a list of models, a stored response."""

    body: dict[str, Any]


Outcome = Refusal | Reply | Told


def refusal(envelope: str, saying: Saying, headers: Mapping[str, str] | None = None) -> Refusal:
    """Return an error in an envelope, with headers beside its own."""
    body, own = sealed(envelope, saying)
    return Refusal(saying.status, body, {**own, **(headers or {})}, saying.sentence)
