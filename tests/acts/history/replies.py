"""What providers send when an answer was cut, refused, blocked or held nothing, each as on the wire."""

from __future__ import annotations

from typing import Any

SEAL = "ZXhhbXBsZS1zaWduYXR1cmU="
_THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": SEAL}
_SECRET = {"type": "redacted_thinking", "data": SEAL}
_SEARCH = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
_BLANKS = ("", " ", "\n")


def _anthropic(*parts: Any, stop: str = "max_tokens") -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-opus-4-1",
        "content": list(parts),
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _chat(why: str = "length", **message: Any) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": why, "message": {"role": "assistant", **message}}
    return {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


def _response(*items: Any) -> dict[str, Any]:
    return {"id": "resp_1", "object": "response", "status": "incomplete", "output": list(items)}


def _reasoning(ident: str = "rs_1", **more: Any) -> dict[str, Any]:
    return {"type": "reasoning", "id": ident, "summary": [], **more}


def _item(*parts: Any) -> dict[str, Any]:
    head = {"type": "message", "id": "msg_1", "role": "assistant", "status": "incomplete"}
    return {**head, "content": list(parts)}


def _output(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": []}


def _gemini(*parts: Any, why: str = "MAX_TOKENS") -> dict[str, Any]:
    content = {"role": "model", "parts": list(parts)}
    return {"candidates": [{"finishReason": why, "content": content}]}


def _converse(*parts: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": list(parts)}
    return {"output": {"message": message}, "stopReason": "max_tokens", "usage": {}}


def _reasoned(**seal: Any) -> dict[str, Any]:
    return {"reasoningContent": {"reasoningText": {"text": "Hm.", **seal}}}


def _pi(*parts: Any, stop: str = "length") -> dict[str, Any]:
    return {"role": "assistant", "content": list(parts), "stop_reason": stop}


_GEMINI_THOUGHT = {"text": "Hm.", "thought": True}
_PI_THOUGHT = {"type": "thinking", "thinking": "Hm."}
_DETAILS = [{"type": "reasoning.text", "text": "Hm."}]

REPLIES: dict[str, list[Any]] = {
    "anthropic": [
        _anthropic(),
        _anthropic(stop="refusal"),
        _anthropic(_text("I can"), stop="refusal"),
        *(_anthropic(_text(blank)) for blank in _BLANKS),
        _anthropic(_THOUGHT),
        _anthropic(_SECRET),
        _anthropic(_THOUGHT, _SECRET),
        *(_anthropic(_THOUGHT, _text(blank)) for blank in _BLANKS),
        _anthropic(_THOUGHT, _text("It is 80")),
        _anthropic(_text("It is"), _THOUGHT),
        _anthropic({**_THOUGHT, "signature": ""}),
        _anthropic({"type": "thinking", "thinking": "Hm."}),
        _anthropic(_THOUGHT, _SEARCH, stop="pause_turn"),
    ],
    "openai-chat": [
        _chat(),
        _chat("content_filter", content=None),
        _chat("stop", content=None, tool_calls=[]),
        _chat("stop", content=None, refusal="I cannot help with that."),
        *(_chat(content=blank) for blank in _BLANKS),
        *(_chat(content=said, reasoning_content="Hm.") for said in (None, *_BLANKS, "It is 80")),
        *(_chat(content=said, reasoning="Hm.", reasoning_details=_DETAILS) for said in (None, "")),
    ],
    "openai-responses": [
        _response(),
        _response(_reasoning()),
        _response(_reasoning(encrypted_content="ZXg=")),
        _response(_reasoning(), _reasoning("rs_2")),
        _response(_item()),
        *(_response(_item(_output(blank))) for blank in _BLANKS),
        *(_response(_reasoning(), _item(_output(blank))) for blank in _BLANKS),
        _response(_reasoning(), _item()),
        _response(_item(_output("It is 80")), _reasoning()),
        _response(_item({"type": "refusal", "refusal": "I cannot help with that."})),
    ],
    "gemini": [
        _gemini(),
        _gemini(why="MALFORMED_FUNCTION_CALL"),
        *(_gemini({"text": blank}) for blank in _BLANKS),
        _gemini(_GEMINI_THOUGHT),
        _gemini({**_GEMINI_THOUGHT, "thoughtSignature": "ZXg="}),
        _gemini(_GEMINI_THOUGHT, {"text": ""}),
        _gemini({"text": "", "thoughtSignature": "ZXg="}),
        {"candidates": [{"finishReason": "MAX_TOKENS", "content": {"role": "model"}}]},
    ],
    "bedrock": [
        _converse(),
        *(_converse({"text": blank}) for blank in _BLANKS),
        _converse(_reasoned()),
        _converse(_reasoned(signature="ZXg=")),
        *(_converse(_reasoned(signature="ZXg="), {"text": blank}) for blank in _BLANKS),
        _converse({"reasoningContent": {"redactedContent": "ZXg="}}),
    ],
    "pi": [
        _pi(),
        _pi(stop="error"),
        _pi(_text("")),
        _pi(_PI_THOUGHT),
        _pi({**_PI_THOUGHT, "thinking_signature": SEAL}, stop="aborted"),
        _pi(_PI_THOUGHT, _text("")),
    ],
}
"""Replies of each format."""

NOTHING: list[tuple[str, Any, str]] = [
    ("gemini", {"candidates": [{"finishReason": "SAFETY"}]}, "finishReason SAFETY"),
    ("gemini", {"candidates": [{"finishReason": "OTHER", "content": {}}]}, "finishReason OTHER"),
    ("gemini", {"promptFeedback": {"blockReason": "SAFETY"}}, "blockReason SAFETY"),
    ("gemini", {"candidates": []}, "it is empty"),
    ("openai", {"choices": []}, "it is empty"),
]
"""Answers that hold no message at all, and what they say instead."""
