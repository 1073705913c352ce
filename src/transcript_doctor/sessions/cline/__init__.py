"""Cline and Roo Code: one JSON file a task, whose messages are those of Anthropic and a little more.

The old extensions keep a bare list, the new ones of Cline an object around it. What they show to
people lies beside it in a file of its own; that one is known here so that nobody takes it for the talk.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.reader import Reader, Sample, later

SHOWN = (
    "it is what the extension shows (ui_messages.json); what it sends stands in"
    " api_conversation_history.json beside it"
)
"""Why a file is known that holds no message of the talk."""
_OWN = ("ts", "modelInfo", "condenseId", "condenseParent", "truncationParent", "isSummary")
_ROLES = ("user", "assistant")


def recognise(sample: Sample) -> str | None:
    """Recognise the times that stand beside role and content, or the object of the newer files."""
    top = sample.top
    if isinstance(top, dict):
        return _object(top)
    items = sample.items[:8]
    if any(item.get("type") in ("say", "ask") and "ts" in item for item in items[:3]):
        return SHOWN if not any("role" in item for item in items) else None
    messages = [item for item in items if item.get("role") in _ROLES and "content" in item]
    if any(key in item for item in messages for key in _OWN):
        return "its messages have a ts or a modelInfo beside role and content"
    if messages and messages[0] is items[0] and _is_task(messages[0]):
        return "its first message is a <task> as the extension words it"
    return None


def _object(top: Mapping[str, Any]) -> str | None:
    version, messages = top.get("version"), top.get("messages")
    if type(version) is not int or not isinstance(top.get("sessionId"), str):
        return None
    if not isinstance(messages, list) or "projectHash" in top:
        return None
    first = next((one for one in messages if isinstance(one, dict)), {"role": "user"})
    return "it has version, sessionId and messages" if first.get("role") in _ROLES else None


def _is_task(message: Mapping[str, Any]) -> bool:
    """Tell whether a message opens as a task does; its time may stand behind the sample's end."""
    content = message.get("content")
    for part in content[:2] if isinstance(content, list) else []:
        text = part.get("text") if isinstance(part, dict) else None
        if isinstance(text, str) and text.startswith(("<task>", "<user_message>", "<environment")):
            return True
    return False


READER = Reader(
    name="cline",
    title="a task of Cline or Roo Code",
    agent="Cline",
    versions=("1",),
    homes=(
        "~/.cline/data/sessions",
        "~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks",
        "~/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks",
        "~/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks",
        "~/Library/Application Support/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks",
    ),
    recognise=recognise,
    read=later(f"{__name__}.reading"),
    rewriting=f"{__name__}.rewriting",
)
