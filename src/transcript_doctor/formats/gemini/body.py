"""Where the contents stand in a Gemini request body, and what the body states around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.format import Listing

WRAPPERS = ("request", "generateContentRequest", "generate_content_request")
"""Keys under which batches, token counts and the code-assist endpoint put the request."""


def listing(body: Mapping[str, Any]) -> Listing | None:
    """Return the contents of a body or of a request inside it; the SDK takes a single one too."""
    for root, inner in _wrapped(body):
        contents = inner.get("contents")
        if "roles" in inner:
            continue  # two parallel lists: another format
        if isinstance(contents, list):
            return Listing(contents, (*root, "contents"))
        if isinstance(contents, str | dict) and contents:
            return Listing([contents], (*root, "contents"))
    return None


def _wrapped(body: Mapping[str, Any]) -> list[tuple[tuple[str, ...], Mapping[str, Any]]]:
    inside = [((key,), body[key]) for key in WRAPPERS if isinstance(body.get(key), dict)]
    return [((), body), *inside]


def facts(body: Mapping[str, Any]) -> dict[str, object]:
    """Return what a request body states: model, tools, system instruction."""
    known: dict[str, object] = {}
    for _, inner in reversed(_wrapped(body)):
        config = inner.get("config")
        settings = {**(config if isinstance(config, dict) else {}), **inner}
        if isinstance(inner.get("model"), str):
            known["model"] = inner["model"]
        if "contents" in inner and not (settings.keys() & {"cachedContent", "cached_content"}):
            known["tools_declared"] = bool(settings.get("tools"))
        for key in ("systemInstruction", "system_instruction"):
            if settings.get(key) is not None:
                known["system_instruction"] = settings[key]
    return known
