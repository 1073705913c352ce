"""What a request must have beside its history, or providers look no further: some keys, and a header.

Measured order: these come first (kangminlee-maker/local-OAuth-CLI-API-adapter, docs/conformance-matrix.md,
2026-08-31); Mistral's form is that of mistralai's HTTPValidationError (2026).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from transcript_doctor.acts.strict.envelopes import Saying
from transcript_doctor.core.target import Target
from transcript_doctor.provider.deciding.question import Question

_HEADER = "anthropic-version"
_VERSIONS = ("2023-06-01", "2023-01-01")
_NEWEST = "2026-09-21"
"""The versions that there were by then (platform.claude.com/docs/en/api/versioning, 2026-08;
sseshachala/conductai#2179, 2026-09-21). Later ones, such as that of anthropic 2.14.0, are taken as they come.
"""
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_KEYS: Mapping[str, tuple[str, ...]] = {
    "anthropic": ("model", "max_tokens"),
    "vertex": ("model", "max_tokens"),
    "chat": ("model",),
    "responses": ("model",),
}
"""The keys that are needed, by family of paths."""
_UNNEEDED = frozenset(
    {("anthropic", "max_tokens"), ("vertex", "max_tokens"), ("responses", "model")}
)
"""What counting does without (anthropic 2.14.0 and openai 3.57.0, the parameters of their `count`)."""
_INSTEAD = "prompt"
"""What names a stored prompt in Responses, and with it the model (openai 3.57.0, `ResponseCreateParams`)."""
_BY_OPENAI: Mapping[str, type] = {"messages": list, "stream": bool}
"""Keys of whose types OpenAI says a word before it looks at the history; others take `"true"` for true.

vllm-project/vllm#1273 (2023-10: OpenAI and Azure refuse it), danny-avila/LibreChat#3111
(2024-06: the sentence of today).
"""


class Lack(NamedTuple):
    """A key or a header that a request lacks or has in a wrong type, and what is said of it."""

    key: str
    saying: Saying


def lacking(question: Question, target: Target, envelope: str) -> Lack | None:
    """Return the first thing that a request to a target lacks; a model in the path counts."""
    asked = question.asked
    if asked.family == "anthropic" and target.name == "anthropic":
        sentence = _version(question.version)
        if sentence is not None:
            return Lack(_HEADER, Saying(400, sentence))
    body = {**question.body, "model": question.model}
    say = _SAYS.get(envelope, _plain)
    for key in _KEYS.get(asked.family, ()):
        value = body.get(key)
        if value is None and asked.family == "responses" and isinstance(body.get(_INSTEAD), dict):
            continue
        if asked.action == "count" and (asked.family, key) in _UNNEEDED:
            continue
        if not _is_right(key, value):
            return Lack(key, say(key, value))
    if target.name in ("openai", "openai-responses"):
        for key, kind in _BY_OPENAI.items():
            if body.get(key) is not None and not isinstance(body[key], kind):
                return Lack(key, say(key, body[key]))
    return None


def _version(given: str | None) -> str | None:
    """Return what Anthropic says of the header that names the version of its API, None where it is right.

    envoyproxy/ai-gateway#1909 (2026-03), directus-labs/extensions#285 (2026-01), decolua/9router#2357
    (2026-07: of a header that came twice).
    """
    if given is None:
        return f"{_HEADER}: header is required"
    if given in _VERSIONS or (_DATE.fullmatch(given) and given > _NEWEST):
        return None
    return f'{_HEADER}: "{given}" is not a valid version'


def _is_right(key: str, value: Any) -> bool:
    if key == "max_tokens":  # 0 fills the cache (anthropic 2.14.0, `MessageCreateParams`)
        return type(value) is int and value >= 0
    return isinstance(value, str) and value != ""


def _anthropic(key: str, value: Any) -> Saying:
    if value is None:
        return Saying(400, f"{key}: Field required")
    if type(value) is int and key == "max_tokens":
        return Saying(400, f"{key}: Input should be greater than or equal to 0")
    kind = "integer" if key == "max_tokens" else "string"
    return Saying(400, f"{key}: Input should be a valid {kind}")


def _openai(key: str, value: Any) -> Saying:
    if key == "model" and value in (None, ""):
        return Saying(400, "you must provide a model parameter")
    wanted = {"messages": "an array of objects", "stream": "a boolean"}.get(key, "a string")
    given = next((word for kind, word in _KINDS if isinstance(value, kind)), "null")
    sentence = f"Invalid type for '{key}': expected {wanted}, but got {given} instead."
    return Saying(400, sentence, "invalid_type", key)


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "a boolean"),
    (int, "an integer"),
    (float, "a decimal"),
    (str, "a string"),
    (list, "an array"),
    (dict, "an object"),
)


def _mistral(key: str, value: Any) -> Saying:
    return Saying(
        422, "Field required" if value is None else "Input should be a valid string", None, key
    )


def _plain(key: str, value: Any) -> Saying:
    return Saying(400, f"{key} is missing" if value is None else f"{key} has a wrong type")


_SAYS: dict[str, Callable[[str, Any], Saying]] = {
    "anthropic": _anthropic,
    "openai": _openai,
    "mistral": _mistral,
}
