"""The envelopes in which providers say no, by the names that targets give them in `envelope`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from transcript_doctor.acts.strict import bodies
from transcript_doctor.acts.strict.bodies import Saying

__all__ = ["ENVELOPES", "Envelope", "Saying", "sealed"]


class Envelope(NamedTuple):
    """One provider's way to say that something failed."""

    body: Callable[[Saying], dict[str, Any]]
    kind: Callable[[Saying], str]
    """The word by which clients tell failures apart."""
    header: str | None = None
    """The header that carries that word too."""


ENVELOPES: Mapping[str, Envelope] = {
    "anthropic": Envelope(bodies.anthropic, bodies.anthropic_kind),
    "openai": Envelope(bodies.openai, bodies.openai_kind),
    "mistral": Envelope(bodies.mistral, bodies.mistral_kind),
    "google": Envelope(bodies.google, bodies.google_kind),
    "bedrock": Envelope(bodies.message, bodies.bedrock_kind, "x-amzn-ErrorType"),
    "cohere": Envelope(
        bodies.message, bodies.plain_kind
    ),  # cohere-ai/cohere-developer-experience#189 (2024-10)
    "xai": Envelope(bodies.xai, bodies.xai_kind),
    "minimax": Envelope(bodies.minimax, bodies.minimax_kind),
    "plain": Envelope(bodies.plain, bodies.plain_kind),
}
"""Every envelope by name; targets name theirs in `envelope`."""


def sealed(envelope: str, saying: Saying) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the body and the headers in which an envelope says something."""
    one = ENVELOPES[envelope]
    return one.body(saying), {one.header: one.kind(saying)} if one.header else {}
