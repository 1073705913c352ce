"""Transcripts as programs have them: the official SDKs' objects inside plain lists, and whole responses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from anthropic.types import Message, TextBlock, ToolUseBlock, Usage
from google.genai import types as genai
from openai.types.chat import ChatCompletion, ChatCompletionMessage
from openai.types.responses import Response, ResponseFunctionToolCall

USER = {"role": "user", "content": "Which port?"}
INPUT = {"path": "config.py"}
ARGUMENTS = '{"path": "config.py"}'


def anthropic_blocks() -> list[Any]:
    return [
        TextBlock(type="text", text="I look."),
        ToolUseBlock(type="tool_use", id="toolu_1", name="read", input=INPUT),
    ]


def anthropic_message() -> Message:
    return Message(
        id="msg_1",
        type="message",
        role="assistant",
        model="claude-sonnet-4-5",
        content=anthropic_blocks(),
        stop_reason="tool_use",
        stop_sequence=None,
        usage=Usage(input_tokens=1, output_tokens=1),
    )


def chat_message() -> ChatCompletionMessage:
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "read", "arguments": ARGUMENTS},
    }
    return ChatCompletionMessage.model_validate(
        {"role": "assistant", "content": None, "tool_calls": [call]}
    )


def chat_completion() -> ChatCompletion:
    message = chat_message().model_dump(exclude_unset=True)
    return ChatCompletion.model_validate(
        {
            "id": "c",
            "object": "chat.completion",
            "created": 1,
            "model": "gpt-5.2",
            "choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}],
        }
    )


def responses_call() -> ResponseFunctionToolCall:
    return ResponseFunctionToolCall(
        type="function_call", id="fc_1", call_id="call_1", name="read", arguments=ARGUMENTS
    )


def response() -> Response:
    return Response.model_validate(
        {
            "id": "resp_1",
            "object": "response",
            "created_at": 1,
            "model": "gpt-5.2",
            "output": [responses_call().model_dump(exclude_unset=True)],
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
        }
    )


def gemini_content() -> genai.Content:
    call = genai.FunctionCall(name="read", args=INPUT)
    return genai.Content(role="model", parts=[genai.Part(function_call=call)])


def gemini_response() -> genai.GenerateContentResponse:
    return genai.GenerateContentResponse(candidates=[genai.Candidate(content=gemini_content())])


ANTHROPIC_RESULT = {
    "role": "user",
    "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "8080"}],
}
CHAT_RESULT = {"role": "tool", "tool_call_id": "call_1", "content": "8080"}
OUTPUT = {"type": "function_call_output", "call_id": "call_1", "output": "8080"}
GEMINI_USER = {"role": "user", "parts": [{"text": "Which port?"}]}
GEMINI_RESULT = {
    "role": "user",
    "parts": [{"functionResponse": {"name": "read", "response": {"output": "8080"}}}],
}

SPOKEN: dict[str, tuple[str, str, Callable[[], list[Any]]]] = {
    "blocks inside a dict": (
        "anthropic",
        "messages",
        lambda: [USER, {"role": "assistant", "content": anthropic_blocks()}, ANTHROPIC_RESULT],
    ),
    "one block and dicts": (
        "anthropic",
        "messages",
        lambda: [
            USER,
            {"role": "assistant", "content": [*anthropic_blocks()[1:]]},
            ANTHROPIC_RESULT,
        ],
    ),
    "a chat message": ("openai-chat", "messages", lambda: [USER, chat_message(), CHAT_RESULT]),
    "a call item": ("openai-responses", "input", lambda: [USER, responses_call(), OUTPUT]),
    "a content": ("gemini", "contents", lambda: [GEMINI_USER, gemini_content(), GEMINI_RESULT]),
    "contents only": (
        "gemini",
        "contents",
        lambda: [
            genai.Content(role="user", parts=[genai.Part(text="Which port?")]),
            gemini_content(),
            genai.Content(
                role="user",
                parts=[
                    genai.Part(
                        function_response=genai.FunctionResponse(name="read", response={"a": 1})
                    )
                ],
            ),
        ],
    ),
}
"""Sound lists: what is in them, their format, the key of the list in a body, and how they are made."""

ANSWERED: dict[str, tuple[str, Callable[[], Any], Any, str, str]] = {
    "Message": ("anthropic", anthropic_message, ANTHROPIC_RESULT, "Y003", "its role and content"),
    "ChatCompletion": (
        "openai-chat", chat_completion, CHAT_RESULT, "S001", "its choices[0].message",
    ),
    "Choice": (
        "openai-chat", lambda: chat_completion().choices[0], CHAT_RESULT, "S001", "its message",
    ),
    "Response": ("openai-responses", response, OUTPUT, "S001", "each item of its output"),
    "GenerateContentResponse": (
        "gemini", gemini_response, GEMINI_RESULT, "S001", "its candidates[0].content",
    ),
}  # fmt: skip
"""Whole responses by their SDK's name: the format, how one is made, its result, code and advice."""
