"""The package `mistralai`."""

from __future__ import annotations

import json
from typing import Any

from mistralai.client import Mistral, errors
from mistralai.client.models import AssistantMessage
from mistralai.client.utils import RetryConfig

from tests.provider.sdks.clients.sdk import Sdk, Turn
from tests.provider.sdks.weather import ASKED, DESCRIPTION, SCHEMA, get_weather

FUNCTION = {"name": "get_weather", "description": DESCRIPTION, "parameters": SCHEMA}
TOOLS: list[Any] = [{"type": "function", "function": FUNCTION}]


def client_of(url: str) -> Mistral:
    never = RetryConfig(strategy="none", backoff=None, retry_connection_errors=False)  # type: ignore[arg-type]
    return Mistral(api_key="any", server_url=f"{url}/mistral", retry_config=never)


def _about(messages: list[Any], thinks: bool) -> Any:
    model = "magistral-medium-latest" if thinks else "mistral-large-latest"
    return {"model": model, "messages": messages, "tools": TOOLS}


def _ask(url: str, messages: list[Any], streamed: bool, thinks: bool) -> Turn:
    with client_of(url) as client:
        about = _about(messages, thinks)
        if not streamed:
            return _turn(client.chat.complete(**about).choices[0].message)
        with client.chat.stream(**about) as stream:
            return _turn(_put_together([event.data for event in stream]))


async def _ask_async(url: str, messages: list[Any], streamed: bool, thinks: bool) -> Turn:
    async with client_of(url) as client:
        about = _about(messages, thinks)
        if not streamed:
            return _turn((await client.chat.complete_async(**about)).choices[0].message)
        async with await client.chat.stream_async(**about) as stream:
            return _turn(_put_together([event.data async for event in stream]))


def _put_together(chunks: list[Any]) -> AssistantMessage:
    assert chunks[-1].usage is not None
    deltas = [chunk.choices[0].delta for chunk in chunks]
    text = "".join(delta.content for delta in deltas if isinstance(delta.content, str))
    calls = [row for delta in deltas for row in delta.tool_calls or []]
    return AssistantMessage(content=text, tool_calls=calls or None)


def _turn(message: Any) -> Turn:
    calls = message.tool_calls or []
    results = [
        {
            "role": "tool",
            "name": call.function.name,
            "tool_call_id": call.id,
            "content": get_weather(**json.loads(call.function.arguments)),
        }
        for call in calls
    ]
    whole = isinstance(message.content, str)
    text = message.content if whole else ""
    thought = "" if whole else message.content[0].thinking[0].text
    return Turn([message], results, text, [call.id for call in calls], thought)


def _said(error: Any) -> tuple[str, dict[str, Any]]:
    assert error.status_code == 400
    told = json.loads(error.body)
    return told["message"], {key: told[key] for key in ("type", "code")}


SDK = Sdk(
    name="mistralai",
    question=[{"role": "user", "content": ASKED}],
    ask=_ask,
    ask_async=_ask_async,
    answered=list,
    error=errors.SDKError,
    said=_said,
    sentence="Not the same number of function calls and responses",
    beside={"type": "invalid_request_message_order", "code": "3230"},
    thinks=(False,),
)
