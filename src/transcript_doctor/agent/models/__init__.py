"""Real models, by name: `anthropic:claude-sonnet-4-5`, `openai:gpt-5.2`, `mistral:...`, `gemini:...`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from transcript_doctor.acts.history.pen import pen_for
from transcript_doctor.agent.models.api import (
    RETRIES,
    Api,
    ModelFailed,
    Options,
    Reply,
    Request,
)
from transcript_doctor.agent.models.model import RealModel
from transcript_doctor.agent.models.scripted import Scripted
from transcript_doctor.core.errors import BadOption

APIS = {
    "anthropic": "anthropic",
    "openai": "openai_chat",
    "openai-responses": "openai_responses",
    "mistral": "mistral",
    "gemini": "gemini",
}
"""The word before a model's name, with the module of this package that knows the API."""

__all__ = ["APIS", "ModelFailed", "RealModel", "Reply", "Request", "Scripted", "connect", "keys"]


def connect(
    model: str,
    *,
    base_url: str | None = None,
    key: str | None = None,
    target: str | None = None,
    retries: int = RETRIES,
    settings: Mapping[str, Any] | None = None,
) -> RealModel:
    """Return a model by name, `API:MODEL`; nothing is sent before it is asked.

    `base_url` is where it is, `key` None its SDK's environment variable, `target` whose laws a history for
    it follows, `settings` further arguments of the SDK's call. Raises `BadOption` and `UnknownTarget`.
    """
    word, colon, name = model.partition(":")
    if not colon or not name or word not in APIS:
        raise BadOption(f"a model is API:NAME with one of {', '.join(APIS)}, not {model!r:.80}")
    api = _api(word)
    chosen, home = pen_for(target or api.target), pen_for(api.target)
    if chosen.format.name != home.format.name:
        raise BadOption(
            f"{word} sends messages of {home.format.title}, and {target} takes those of {chosen.format.title}"
        )
    return RealModel(
        api, name, chosen.target.name, Options(base_url, key, retries, dict(settings or {}))
    )


def keys() -> tuple[str, ...]:
    """Return the environment variables that hold keys of models."""
    return tuple(dict.fromkeys(name for word in APIS for name in _api(word).keys))


def _api(word: str) -> Api:
    found: Api = import_module(f"{__name__}.{APIS[word]}").API
    return found
