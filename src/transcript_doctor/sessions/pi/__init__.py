"""pi, and the agents that keep its kind of file: tau, OpenClaw.

Each line is an entry of a tree that names its parent; the last one is the tip, and the way from it to
the root is the conversation. Failed turns stay in the file and are not sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.reader import Reader, Sample, later

_TAU = ("message", "session_info", "leaf", "model_change", "thinking_level_change", "compaction")
_OWN_ROLES = ("toolResult", "bashExecution")


def recognise(sample: Sample) -> str | None:
    """Recognise pi's header, tau's spelling of the parent, or the messages that both keep."""
    for value in sample.records:
        kind, message = value.get("type"), value.get("message")
        if kind == "session" and isinstance(value.get("id"), str) and "cwd" in value:
            return "it has a header of type session with id and cwd"
        if kind in _TAU and "parent_id" in value and "id" in value:
            return "its entries have type, id and parent_id"
        if kind in ("message", "message_end") and isinstance(message, dict) and _is_own(message):
            return "its entries hold messages with toolResult or stopReason"
    return None


def _is_own(message: Mapping[str, Any]) -> bool:
    return message.get("role") in _OWN_ROLES or "stopReason" in message


READER = Reader(
    name="pi",
    title="a session of pi, tau or OpenClaw",
    agent="pi",
    versions=("1", "2", "3"),
    homes=(
        "~/.pi/agent/sessions",
        "~/.tau/sessions",
        "~/.openclaw/agents",
        "~/.omp/agent/sessions",
    ),
    recognise=recognise,
    read=later(f"{__name__}.reading"),
    rewriting=f"{__name__}.rewriting",
)
