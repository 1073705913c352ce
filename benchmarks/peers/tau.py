"""tau's `repair_tool_history`: OpenAI's dicts are put into its own messages and back."""

from __future__ import annotations

import json
from typing import Any

from tau_agent import AssistantMessage, TextContent, ToolCall, ToolResultMessage, UserMessage
from tau_agent.tool_history import repair_tool_history

from benchmarks.peers.mending import CannotSay, Mended, Messages


def mend(format: str, messages: Messages) -> Mended:
    """Repair a list of OpenAI chat messages; its counters tell of what was dropped."""
    system = [message for message in messages[:1] if message.get("role") == "system"]
    done = repair_tool_history(tuple(_theirs(message) for message in messages[len(system) :]))
    told = done.dropped_orphan_results + done.dropped_duplicate_results
    return Mended([*system, *(_ours(message) for message in done.messages)], told)


def _theirs(message: dict[str, Any]) -> Any:
    role, content = message.get("role"), message.get("content")
    if not isinstance(content, str | None):
        raise CannotSay
    if role == "user" and content is not None:
        return UserMessage(content=content)
    if role == "tool" and isinstance(ident := message.get("tool_call_id"), str):
        parts = [TextContent(text=content or "")]
        return ToolResultMessage(tool_call_id=ident, tool_name="", content=parts)
    if role != "assistant":
        raise CannotSay
    words = [TextContent(text=content)] if content else []
    return AssistantMessage(content=[*words, *map(_call, message.get("tool_calls") or ())])


def _call(call: dict[str, Any]) -> Any:
    if not isinstance(call.get("id"), str):
        raise CannotSay
    try:
        arguments = json.loads(call["function"]["arguments"])
    except ValueError:
        raise CannotSay from None
    return ToolCall(id=call["id"], name=call["function"]["name"], arguments=arguments)


def _ours(message: Any) -> dict[str, Any]:
    if message.role == "user":
        return {"role": "user", "content": message.content}
    if message.role == "toolResult":
        return {"role": "tool", "tool_call_id": message.tool_call_id, "content": message.text}
    made: dict[str, Any] = {"role": "assistant", "content": message.text or None}
    if message.tool_calls:
        made["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
            }
            for call in message.tool_calls
        ]
    return made
