"""The package `openai`, its chat completions."""

from __future__ import annotations

import json
from typing import Any

import openai

from tests.provider.sdks.clients.sdk import Sdk, Turn
from tests.provider.sdks.weather import ASKED, DESCRIPTION, SCHEMA, get_weather

FUNCTION = {"name": "get_weather", "description": DESCRIPTION, "parameters": SCHEMA, "strict": True}
SETTINGS: dict[str, Any] = {
    "model": "gpt-5.4-mini",
    "tools": [{"type": "function", "function": FUNCTION}],
}


def options(url: str) -> dict[str, Any]:
    return {"base_url": f"{url}/v1", "api_key": "any", "max_retries": 1}


def _ask(url: str, messages: list[Any], streamed: bool, thinks: bool) -> Turn:
    with openai.OpenAI(**options(url)) as client:
        about: Any = {"messages": messages, **SETTINGS}
        if not streamed:
            return turn_of(client.chat.completions.create(**about))
        usage: Any = {"include_usage": True}
        with client.chat.completions.stream(stream_options=usage, **about) as stream:
            return turn_of(stream.get_final_completion())


async def _ask_async(url: str, messages: list[Any], streamed: bool, thinks: bool) -> Turn:
    async with openai.AsyncOpenAI(**options(url)) as client:
        about: Any = {"messages": messages, **SETTINGS}
        if not streamed:
            return turn_of(await client.chat.completions.create(**about))
        usage: Any = {"include_usage": True}
        async with client.chat.completions.stream(stream_options=usage, **about) as stream:
            return turn_of(await stream.get_final_completion())


def turn_of(done: Any) -> Turn:
    message = done.choices[0].message
    calls = message.tool_calls or []
    assert done.usage.total_tokens > 0
    results = [
        {
            "role": "tool",
            "tool_call_id": call.id,
            "content": get_weather(**json.loads(call.function.arguments)),
        }
        for call in calls
    ]
    thought = getattr(message, "reasoning_content", None) or ""
    return Turn([message], results, message.content or "", [call.id for call in calls], thought)


def said_in(error: Any) -> tuple[str, dict[str, Any]]:
    told = dict(error.body)
    return told.pop("message"), told


SDK = Sdk(
    name="openai, chat",
    question=[{"role": "user", "content": ASKED}],
    ask=_ask,
    ask_async=_ask_async,
    answered=list,
    error=openai.BadRequestError,
    said=said_in,
    sentence="An assistant message with 'tool_calls' must be followed by tool messages responding to each "
    "'tool_call_id'. The following tool_call_ids did not have response messages: {id}",
    beside={"type": "invalid_request_error", "param": "messages.[1].role", "code": None},
    thinks=(),
)
