"""What a request must have beside its history: the keys without which providers do not look further.

Measured order: these come first (kangminlee-maker/local-OAuth-CLI-API-adapter, docs/conformance-matrix.md,
2026-08-31); Mistral's form is that of mistralai's HTTPValidationError (2026).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from transcript_doctor.acts.strict.envelopes import Saying
from transcript_doctor.provider.deciding.paths import Asked

_KEYS = {"anthropic": ("model", "max_tokens"), "chat": ("model",), "responses": ("model",)}
"""By family of paths; counting needs no `max_tokens`."""
_INSTEAD = "prompt"
"""What names a stored prompt in Responses, and with it the model (openai 3.57.0, `ResponseCreateParams`)."""


class Lack(NamedTuple):
    """A key that a request lacks or has in a wrong type, and what is said of it."""

    key: str
    saying: Saying


def lacking(asked: Asked, envelope: str, body: dict[str, Any]) -> Lack | None:
    """Return the first of the needed keys that a request lacks; a model in the path counts."""
    for key in _KEYS.get(asked.family, ()):
        value = body.get(key)
        if value is None and asked.family == "responses" and isinstance(body.get(_INSTEAD), dict):
            continue
        if not _is_right(key, value) and (key, asked.action) != ("max_tokens", "count"):
            say = _SAYS.get(envelope, _plain)
            return Lack(key, say(key, value is None))
    return None


def _is_right(key: str, value: Any) -> bool:
    if key == "max_tokens":
        return type(value) is int and value > 0
    return isinstance(value, str) and value != ""


def _anthropic(key: str, absent: bool) -> Saying:
    if absent:
        return Saying(400, f"{key}: Field required")
    kind = "integer" if key == "max_tokens" else "string"
    return Saying(400, f"{key}: Input should be a valid {kind}")


def _openai(key: str, absent: bool) -> Saying:
    if key == "model" and absent:
        return Saying(400, "you must provide a model parameter")
    return Saying(400, f"Invalid type for '{key}'.", "invalid_type", key)


def _mistral(key: str, absent: bool) -> Saying:
    return Saying(422, "Field required" if absent else "Input should be a valid string", None, key)


def _plain(key: str, absent: bool) -> Saying:
    return Saying(400, f"{key} is missing" if absent else f"{key} has a wrong type")


_SAYS: dict[str, Callable[[str, bool], Saying]] = {
    "anthropic": _anthropic,
    "openai": _openai,
    "mistral": _mistral,
}
