"""Which wire answers: the family of a path tells, and where two share a path, the target that judged."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from transcript_doctor.acts.opening.targeting import choose_target
from transcript_doctor.acts.strict.judge import envelope_for
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.target import Target
from transcript_doctor.provider.deciding.paths import Asked
from transcript_doctor.provider.wires import WIRES
from transcript_doctor.provider.wires.wire import Wire

_WIRE_OF = {"chat": "openai-chat", "responses": "openai-responses", "vertex": "anthropic"}
"""The wires of the families that have not its name."""
_IN_BODY = frozenset({"anthropic", "vertex", "chat", "responses"})
"""The families that say in the body whether they want a stream."""


def wire_at(family: str) -> Wire:
    """Return the wire of a family of paths."""
    return WIRES[_WIRE_OF.get(family, family)]


def told_apart(wire: Wire, target: str) -> Wire:
    """Return the wire of a target: Mistral's API has OpenAI's path and its own answers."""
    return WIRES["mistral"] if wire.name == "openai-chat" and target.startswith("mistral") else wire


def target_at(family: str, named: str | None, model: object = None) -> Target:
    """Return who is asked at a family of paths: who is named in front of it, or else whose the model is."""
    format = FORMATS[wire_at(family).format]
    plan = choose_target(format.name, named, lenient=True)
    found = plan.target_for(format, model if isinstance(model, str) else None)
    return found or target_named(format.home)


@lru_cache(500)
def envelope_at(family: str, named: str | None) -> str:
    """Return the envelope of a family of paths, whoever is named in front of it."""
    return envelope_for(target_at(family, named), wire_at(family).format)


def is_streamed(asked: Asked, body: dict[str, Any]) -> bool:
    """Tell whether a request wants a stream."""
    return asked.action == "stream" or (asked.family in _IN_BODY and body.get("stream") is True)
