"""The package `anthropic`."""

from __future__ import annotations

from typing import Any

import anthropic

from tests.provider.sdks.clients.sdk import Sdk, Turn
from tests.provider.sdks.weather import ASKED, DESCRIPTION, SCHEMA, get_weather

TOOL: Any = {"name": "get_weather", "description": DESCRIPTION, "input_schema": SCHEMA}
SETTINGS: dict[str, Any] = {"model": "claude-sonnet-5", "max_tokens": 4000, "tools": [TOOL]}


def options(url: str) -> dict[str, Any]:
    return {"base_url": url, "api_key": "any", "max_retries": 1}


def _about(messages: list[Any], thinks: bool) -> Any:
    more = {"thinking": {"type": "adaptive"}} if thinks else {}
    return {"messages": messages, **SETTINGS, **more}


def _ask(url: str, messages: list[Any], streamed: bool, thinks: bool) -> Turn:
    with anthropic.Anthropic(**options(url)) as client:
        about = _about(messages, thinks)
        if not streamed:
            return _turn(client.messages.create(**about))
        with client.messages.stream(**about) as stream:
            return _turn(stream.get_final_message())


async def _ask_async(url: str, messages: list[Any], streamed: bool, thinks: bool) -> Turn:
    async with anthropic.AsyncAnthropic(**options(url)) as client:
        about = _about(messages, thinks)
        if not streamed:
            return _turn(await client.messages.create(**about))
        async with client.messages.stream(**about) as stream:
            return _turn(await stream.get_final_message())


def _turn(message: Any) -> Turn:
    uses = [block for block in message.content if block.type == "tool_use"]
    assert message.stop_reason == ("tool_use" if uses else "end_turn")
    assert message.usage.input_tokens > 0
    results = [
        {"type": "tool_result", "tool_use_id": use.id, "content": get_weather(**use.input)}
        for use in uses
    ]
    text = "".join(block.text for block in message.content if block.type == "text")
    thought = "".join(block.thinking for block in message.content if block.type == "thinking")
    kept = [{"role": "assistant", "content": message.content}]
    return Turn(kept, results, text, [use.id for use in uses], thought)


def _said(error: Any) -> tuple[str, dict[str, Any]]:
    told = dict(error.body["error"])
    return told.pop("message"), told


SDK = Sdk(
    name="anthropic",
    question=[{"role": "user", "content": ASKED}],
    ask=_ask,
    ask_async=_ask_async,
    answered=lambda results: [{"role": "user", "content": results}] if results else [],
    error=anthropic.BadRequestError,
    said=_said,
    sentence="messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: {id}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    beside={"type": "invalid_request_error"},
    thinks=(False, True),
)
