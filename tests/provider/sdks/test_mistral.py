"""The mistralai package against the fake provider: sync and async, streaming and not."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from mistralai.client import Mistral, errors
from mistralai.client.models import AssistantMessage
from mistralai.client.utils import RetryConfig

from tests.provider.sdks.weather import (
    ANSWER,
    ASKED,
    DESCRIPTION,
    SCHEMA,
    assert_two_tool_conversation,
    get_weather,
)
from transcript_doctor.provider import Running
from transcript_doctor.testing import call, reply, say

FUNCTION = {"name": "get_weather", "description": DESCRIPTION, "parameters": SCHEMA}
SETTINGS: dict[str, Any] = {
    "model": "mistral-large-latest",
    "tools": [{"type": "function", "function": FUNCTION}],
}


def client_of(provider: Running) -> Mistral:
    never = RetryConfig(strategy="none", backoff=None, retry_connection_errors=False)  # type: ignore[arg-type]
    return Mistral(api_key="any", server_url=f"{provider.url}/mistral", retry_config=never)


def results(calls: list[Any]) -> list[dict[str, Any]]:
    return [
        {
            "role": "tool",
            "name": row.function.name,
            "tool_call_id": row.id,
            "content": get_weather(**json.loads(row.function.arguments)),
        }
        for row in calls
    ]


def put_together(deltas: list[Any]) -> AssistantMessage:
    text = "".join(delta.content for delta in deltas if isinstance(delta.content, str))
    calls = [row for delta in deltas for row in delta.tool_calls or []]
    return AssistantMessage(content=text, tool_calls=calls or None)


@pytest.mark.parametrize("streamed", [False, True])
def test_sync(provider: Running, streamed: bool) -> None:
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    with client_of(provider) as client:
        for _ in range(2):
            if streamed:
                with client.chat.stream(messages=messages, **SETTINGS) as stream:
                    rows = [row.data for row in stream]
                message: Any = put_together([row.choices[0].delta for row in rows])
                assert rows[-1].usage is not None
            else:
                message = client.chat.complete(messages=messages, **SETTINGS).choices[0].message
            messages += [message, *results(message.tool_calls or [])]
    assert message.content == ANSWER
    assert_two_tool_conversation(provider, streamed=streamed)


@pytest.mark.parametrize("streamed", [False, True])
def test_async(provider: Running, streamed: bool) -> None:
    async def talk() -> Any:
        messages: list[Any] = [{"role": "user", "content": ASKED}]
        async with client_of(provider) as client:
            for _ in range(2):
                if streamed:
                    stream = await client.chat.stream_async(messages=messages, **SETTINGS)
                    async with stream:
                        deltas = [row.data.choices[0].delta async for row in stream]
                    message: Any = put_together(deltas)
                else:
                    done = await client.chat.complete_async(messages=messages, **SETTINGS)
                    message = done.choices[0].message
                messages += [message, *results(message.tool_calls or [])]
        return message

    assert asyncio.run(talk()).content == ANSWER
    assert_two_tool_conversation(provider, streamed=streamed)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_result_that_is_left_out(provider: Running, streamed: bool) -> None:
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    with client_of(provider) as client:
        message: Any = client.chat.complete(messages=messages, **SETTINGS).choices[0].message
        messages += [message, *results(message.tool_calls)[:1]]
        ask: Any = client.chat.stream if streamed else client.chat.complete
        with pytest.raises(errors.SDKError) as caught:
            ask(messages=messages, **SETTINGS)
    assert caught.value.status_code == 400
    body = json.loads(caught.value.body)
    assert body["message"] == "Not the same number of function calls and responses"
    assert (body["type"], body["code"]) == ("invalid_request_message_order", "3230")
    assert len(provider.requests) == 2


def test_models(provider: Running) -> None:
    with client_of(provider) as client:
        cards = client.models.list().data or []
    assert cards


def test_thinking_comes_back_as_it_went_out(provider: Running) -> None:
    thought = {"type": "thinking", "thinking": "Two cities, two calls."}
    calls = [call("get_weather", {"city": city}) for city in ("Paris", "Zürich")]
    provider.reset([reply(thought, *calls), say(ANSWER)])
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    about = {**SETTINGS, "model": "magistral-medium-latest"}
    with client_of(provider) as client:
        for _ in range(2):
            message: Any = client.chat.complete(messages=messages, **about).choices[0].message
            messages += [message, *results(message.tool_calls or [])]
    assert messages[1].content[0].thinking[0].text == "Two cities, two calls."
    assert message.content == ANSWER
    assert_two_tool_conversation(provider, streamed=False)
