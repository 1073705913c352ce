"""pydantic-ai's `repair_messages`: OpenAI's dicts are put into its own messages and back."""

from __future__ import annotations

from typing import Any

from pydantic_ai.messages import (
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
    repair_messages,
)

from benchmarks.peers.mending import CannotSay, Mended, Messages


def mend(format: str, messages: Messages) -> Mended:
    """Repair a list of OpenAI chat messages; it tells of nothing that it drops."""
    done = repair_messages([_theirs(message) for message in messages])
    return Mended([row for message in done for row in _ours(message)], None)


def _theirs(message: dict[str, Any]) -> Any:
    role, content = message.get("role"), message.get("content")
    if not isinstance(content, str | None):
        raise CannotSay
    if role == "system":
        return ModelRequest(parts=[SystemPromptPart(content or "")])
    if role == "user" and content is not None:
        return ModelRequest(parts=[UserPromptPart(content)])
    if role == "tool" and isinstance(ident := message.get("tool_call_id"), str):
        return ModelRequest(parts=[ToolReturnPart("", content or "", tool_call_id=ident)])
    if role != "assistant":
        raise CannotSay
    words = [TextPart(content)] if content else []
    return ModelResponse(parts=[*words, *map(_call, message.get("tool_calls") or ())])


def _call(call: dict[str, Any]) -> Any:
    if not isinstance(call.get("id"), str):
        raise CannotSay
    function = call["function"]
    return ToolCallPart(function["name"], function["arguments"], tool_call_id=call["id"])


_ROLES = {"system-prompt": "system", "user-prompt": "user"}


def _ours(message: Any) -> list[dict[str, Any]]:
    if isinstance(message, ModelRequest):
        return [_row(part) for part in message.parts]
    texts = [part.content for part in message.parts if part.part_kind == "text"]
    made: dict[str, Any] = {"role": "assistant", "content": "\n\n".join(texts) or None}
    calls = [part for part in message.parts if part.part_kind == "tool-call"]
    if calls:
        made["tool_calls"] = [
            {
                "id": part.tool_call_id,
                "type": "function",
                "function": {"name": part.tool_name, "arguments": part.args_as_json_str()},
            }
            for part in calls
        ]
    return [made]


def _row(part: Any) -> dict[str, Any]:
    if isinstance(part, ToolReturnPart):
        said = part.model_response_str()
        return {"role": "tool", "tool_call_id": part.tool_call_id, "content": said}
    content = part.content
    if not isinstance(content, str):  # texts that were put together
        content = "\n\n".join(str(one) for one in content)
    return {"role": _ROLES[part.part_kind], "content": content}
