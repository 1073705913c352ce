"""The models that a fake provider says it has: names to choose from, any other is taken as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.provider.deciding.paths import Asked
from transcript_doctor.provider.wires import WIRES

_SINCE = 1_767_225_600
"""Seconds since the epoch: the models are as old as 2026."""
_MODELS: Mapping[str, tuple[str, ...]] = {
    "anthropic": ("claude-opus-4-8", "claude-sonnet-5", "claude-sonnet-4-5", "claude-haiku-4-5"),
    "openai-chat": ("gpt-5.2", "gpt-5", "gpt-5-mini", "gpt-4o"),
    "mistral": ("mistral-large-latest", "mistral-medium-latest", "codestral-latest"),
    "gemini": ("gemini-3.6-flash", "gemini-3-pro", "gemini-2.5-flash"),
    "bedrock": ("anthropic.claude-sonnet-4-5-20250929-v1:0", "amazon.nova-pro-v1:0"),
}


_CLIENTS = (
    ("mistral", b"user-agent", b"mistral"),
    ("anthropic", b"anthropic-version", b""),
    ("gemini", b"x-goog-api-key", b""),
    ("gemini", b"x-goog-api-client", b""),
)
"""Lists of several providers have one path, and their clients are known by a header and its beginning."""


def listed(asked: Asked, headers: dict[bytes, bytes]) -> dict[str, Any]:
    """Return the list of models, or what is said of one."""
    wire = WIRES[_name(asked, headers)]
    if asked.action == "model":
        return wire.model(str(asked.model)[:200], _SINCE)
    return wire.models([wire.model(model, _SINCE) for model in _MODELS[wire.name]])


def _name(asked: Asked, headers: dict[bytes, bytes]) -> str:
    if asked.target is not None:
        name = asked.target.partition("-")[0]
        return {"mistral": "mistral", "anthropic": "anthropic", "claude": "anthropic"}.get(
            name, "openai-chat" if asked.family == "chat" else asked.family
        )
    for name, header, start in _CLIENTS:
        if headers.get(header, b"-").startswith(start) and header in headers:
            return name
    return "openai-chat" if asked.family == "chat" else asked.family
