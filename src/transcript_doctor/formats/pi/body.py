"""What a pi request states around the messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.walk import MISSING
from transcript_doctor.formats.pi.keys import either


def facts(body: Mapping[str, Any]) -> dict[str, object]:
    """Return what a request body states: model, tools, system prompt."""
    known: dict[str, object] = {"tools_declared": bool(body.get("tools"))}
    if isinstance(body.get("model"), str):
        known["model"] = body["model"]
    system, _ = either(body, "system", "systemPrompt")
    if system is not MISSING:
        known["system"] = system
    return known
