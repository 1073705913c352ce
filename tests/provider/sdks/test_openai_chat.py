"""The openai package's chat completions against the fake provider: sync and async, streaming and not."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import openai
import pytest

from tests.provider.sdks.weather import (
    ANSWER,
    ASKED,
    DESCRIPTION,
    SCHEMA,
    assert_two_tool_conversation,
    get_weather,
)
from transcript_doctor.provider import Running, rate_limited
from transcript_doctor.testing import call, reply, say

FUNCTION = {"name": "get_weather", "description": DESCRIPTION, "parameters": SCHEMA, "strict": True}
SETTINGS: dict[str, Any] = {
    "model": "gpt-5.4-mini",
    "tools": [{"type": "function", "function": FUNCTION}],
}


def results(message: Any) -> list[dict[str, Any]]:
    return [
        {
            "role": "tool",
            "tool_call_id": row.id,
            "content": get_weather(**json.loads(row.function.arguments)),
        }
        for row in message.tool_calls or []
    ]


def options(provider: Running) -> dict[str, Any]:
    return {"base_url": f"{provider.url}/v1", "api_key": "any", "max_retries": 1}


@pytest.mark.parametrize("streamed", [False, True])
def test_sync(provider: Running, streamed: bool) -> None:
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    with openai.OpenAI(**options(provider)) as client:
        for _ in range(2):
            if streamed:
                usage: Any = {"include_usage": True}
                with client.chat.completions.stream(
                    messages=messages, stream_options=usage, **SETTINGS
                ) as stream:
                    done: Any = stream.get_final_completion()
            else:
                done = client.chat.completions.create(messages=messages, **SETTINGS)
            message = done.choices[0].message
            messages += [message, *results(message)]
    assert (message.content, message.tool_calls or None) == (ANSWER, None)
    assert done.usage.total_tokens > 0
    assert_two_tool_conversation(provider, streamed=streamed)


@pytest.mark.parametrize("streamed", [False, True])
def test_async(provider: Running, streamed: bool) -> None:
    async def talk() -> Any:
        messages: list[Any] = [{"role": "user", "content": ASKED}]
        async with openai.AsyncOpenAI(**options(provider)) as client:
            for _ in range(2):
                if streamed:
                    async with client.chat.completions.stream(
                        messages=messages, **SETTINGS
                    ) as stream:
                        done: Any = await stream.get_final_completion()
                else:
                    done = await client.chat.completions.create(messages=messages, **SETTINGS)
                message = done.choices[0].message
                messages += [message, *results(message)]
        return message

    assert asyncio.run(talk()).content == ANSWER
    assert_two_tool_conversation(provider, streamed=streamed)


def test_chunks_put_together_by_hand(provider: Running) -> None:
    with openai.OpenAI(**options(provider)) as client:
        chunks = client.chat.completions.create(
            messages=[{"role": "user", "content": ASKED}], stream=True, **SETTINGS
        )
        calls: dict[int, list[str]] = {}
        for chunk in chunks:
            for part in chunk.choices[0].delta.tool_calls or []:
                calls.setdefault(part.index, []).append(part.function.arguments or "")
    made = [json.loads("".join(parts)) for parts in calls.values()]
    assert made == [{"city": "Paris"}, {"city": "Zürich"}]


@pytest.mark.parametrize("streamed", [False, True])
def test_a_result_that_is_left_out(provider: Running, streamed: bool) -> None:
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    with openai.OpenAI(**options(provider)) as client:
        message = client.chat.completions.create(messages=messages, **SETTINGS).choices[0].message
        messages += [message, *results(message)[:1]]
        with pytest.raises(openai.BadRequestError) as caught:
            client.chat.completions.create(messages=messages, stream=streamed, **SETTINGS)
    missing = (message.tool_calls or [])[1].id
    sentence = (
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
        f"'tool_call_id'. The following tool_call_ids did not have response messages: {missing}"
    )
    assert caught.value.body == {
        "message": sentence,
        "type": "invalid_request_error",
        "param": "messages.[1].role",
        "code": None,
    }
    assert sentence in str(caught.value)
    assert len(provider.requests) == 2
    assert [row.sentence for row in provider.refused] == [sentence]


def test_trouble_is_the_error_of_the_sdk(provider: Running) -> None:
    provider.reset([rate_limited(retry_after=0.01), rate_limited(retry_after=0.01)])
    with openai.OpenAI(**options(provider)) as client, pytest.raises(openai.RateLimitError):
        client.chat.completions.create(messages=[{"role": "user", "content": ASKED}], **SETTINGS)
    assert len(provider.requests) == 2  # tried again once, as asked


def test_models(provider: Running) -> None:
    with openai.OpenAI(**options(provider)) as client:
        names = [card.id for card in client.models.list()]
        assert names
        assert client.models.retrieve(names[0]).id == names[0]


@pytest.mark.parametrize("streamed", [False, True])
def test_thinking_that_deepseek_shows_comes_back_as_it_went_out(
    provider: Running, streamed: bool
) -> None:
    thought = {"type": "thinking", "thinking": "Two cities, two calls."}
    calls = [call("get_weather", {"city": city}) for city in ("Paris", "Zürich")]
    provider.reset([reply(thought, *calls), say(ANSWER)])
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    about = {**SETTINGS, "model": "deepseek-v4-flash"}
    with openai.OpenAI(**{**options(provider), "base_url": f"{provider.url}/deepseek"}) as client:
        for _ in range(2):
            if streamed:
                with client.chat.completions.stream(messages=messages, **about) as stream:
                    done: Any = stream.get_final_completion()
            else:
                done = client.chat.completions.create(messages=messages, **about)
            messages += [done.choices[0].message, *results(done.choices[0].message)]
    assert messages[1].reasoning_content == "Two cities, two calls."
    assert done.choices[0].message.content == ANSWER
    # the accumulator of the SDK sends back `parsed_arguments`, which it made up itself
    warned = ("Y003",) if streamed else ()
    assert_two_tool_conversation(provider, streamed=streamed, warned=warned)
    assert {row.target for row in provider.requests} == {"deepseek"}
