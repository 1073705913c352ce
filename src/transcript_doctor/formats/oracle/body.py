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


def relist(body: Mapping[str, Any], messages: list[Any]) -> dict[str, Any] | None:
    """Return a body of two lists around other messages, or None where it has one list; texts stay texts."""
    if not (isinstance(body.get("roles"), list) and isinstance(body.get("contents"), list)):
        return None
    roles = [message["role"] for message in messages if "role" in message]
    contents = [_flat(message["content"]) for message in messages if "content" in message]
    return {**body, "roles": roles, "contents": contents}


def _flat(content: Any) -> Any:
    """Return a list of one text as that text."""
    only = content[0] if isinstance(content, list) and len(content) == 1 else None
    if isinstance(only, dict) and only.keys() == {"contentType", "value"}:
        return only["value"] if only["contentType"] == "text" else content
    return content


def facts(body: Mapping[str, Any]) -> dict[str, object]:
    """Return what a request states: the model."""
    return {"model": body["model"]} if isinstance(body.get("model"), str) else {}
