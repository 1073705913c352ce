"""The envelopes in which providers say no, by the names that targets give them in `envelope`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from transcript_doctor.acts.strict import bodies, kinds
from transcript_doctor.acts.strict.kinds import Kind
from transcript_doctor.acts.strict.saying import Saying

__all__ = ["ENVELOPES", "Envelope", "Saying", "sealed"]


class Envelope(NamedTuple):
    """One provider's way to say that something failed."""

    body: Callable[[Saying, str], dict[str, Any]]
    """The body of an error: what is said, and its kind."""
    kind: Kind
    """The word by which clients tell failures apart."""
    header: str | None = None
    """The header that carries that word too."""


ENVELOPES: Mapping[str, Envelope] = {
    "anthropic": Envelope(bodies.anthropic, kinds.ANTHROPIC),
    "openai": Envelope(bodies.openai, kinds.OPENAI),
    "mistral": Envelope(bodies.mistral, kinds.mistral),
    "google": Envelope(bodies.google, kinds.GOOGLE),
    "bedrock": Envelope(bodies.message, kinds.BEDROCK, "x-amzn-ErrorType"),
    # cohere-ai/cohere-developer-experience#189 (2024-10)
    "cohere": Envelope(bodies.message, kinds.plain),
    "xai": Envelope(bodies.xai, kinds.XAI),
    "minimax": Envelope(bodies.minimax, kinds.MINIMAX),
    "plain": Envelope(bodies.plain, kinds.plain),
}
"""Every envelope by name; targets name theirs in `envelope`."""


def sealed(envelope: str, saying: Saying) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the body and the headers in which an envelope says something."""
    one = ENVELOPES[envelope]
    kind = one.kind(saying)
    return one.body(saying, kind), {one.header: kind} if one.header else {}
