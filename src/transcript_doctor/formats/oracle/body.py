"""The messages of an oracle's two lists (or one), and what a request states around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.format import Listing


def listing(body: Mapping[str, Any]) -> Listing | None:
    """Return the structured list, or the messages of the two lists, as many as the longer has."""
    roles, contents = body.get("roles"), body.get("contents")
    if isinstance(roles, list) and isinstance(contents, list):
        messages: list[Any] = [{"role": role} for role in roles]
        messages += [{} for _ in contents[len(roles) :]]
        for message, content in zip(messages, contents, strict=False):
            message["content"] = content
        return Listing(messages, ("messages",))
    found = body.get("messages")
    return Listing(found, ("messages",)) if isinstance(found, list) else None


def facts(body: Mapping[str, Any]) -> dict[str, object]:
    """Return what a request states: the model."""
    return {"model": body["model"]} if isinstance(body.get("model"), str) else {}
