"""The anthropic package against the fake provider: sync and async, streaming and not."""

from __future__ import annotations

import asyncio
from typing import Any

import anthropic
import pytest

from tests.provider.sdks.weather import (
    ANSWER,
    ASKED,
    DESCRIPTION,
    SCHEMA,
    assert_two_tool_conversation,
    get_weather,
)
from transcript_doctor.provider import Running, overloaded
from transcript_doctor.testing import call, reply, say

TOOL: Any = {"name": "get_weather", "description": DESCRIPTION, "input_schema": SCHEMA}
SETTINGS: dict[str, Any] = {"model": "claude-sonnet-5", "max_tokens": 500, "tools": [TOOL]}


def results(message: Any) -> list[dict[str, Any]]:
    return [
        {"type": "tool_result", "tool_use_id": block.id, "content": get_weather(**block.input)}
        for block in message.content
        if block.type == "tool_use"
    ]


def options(provider: Running) -> dict[str, Any]:
    return {"base_url": provider.url, "api_key": "any", "max_retries": 1}


@pytest.mark.parametrize("streamed", [False, True])
def test_sync(provider: Running, streamed: bool) -> None:
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    with anthropic.Anthropic(**options(provider)) as client:
        for _ in range(2):
            if streamed:
                with client.messages.stream(messages=messages, **SETTINGS) as stream:
                    message: Any = stream.get_final_message()
            else:
                message = client.messages.create(messages=messages, **SETTINGS)
            messages.append({"role": "assistant", "content": message.content})
            if message.stop_reason == "tool_use":
                messages.append({"role": "user", "content": results(message)})
    assert message.content[0].text == ANSWER
    assert message.stop_reason == "end_turn"
    assert message.usage.input_tokens > 0
    assert_two_tool_conversation(provider, streamed=streamed)


@pytest.mark.parametrize("streamed", [False, True])
def test_async(provider: Running, streamed: bool) -> None:
    async def talk() -> Any:
        messages: list[Any] = [{"role": "user", "content": ASKED}]
        async with anthropic.AsyncAnthropic(**options(provider)) as client:
            for _ in range(2):
                if streamed:
                    async with client.messages.stream(messages=messages, **SETTINGS) as stream:
                        message: Any = await stream.get_final_message()
                else:
                    message = await client.messages.create(messages=messages, **SETTINGS)
                messages.append({"role": "assistant", "content": message.content})
                if message.stop_reason == "tool_use":
                    messages.append({"role": "user", "content": results(message)})
        return message

    assert asyncio.run(talk()).content[0].text == ANSWER
    assert_two_tool_conversation(provider, streamed=streamed)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_result_that_is_left_out(provider: Running, streamed: bool) -> None:
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    with anthropic.Anthropic(**options(provider)) as client:
        message = client.messages.create(messages=messages, **SETTINGS)
        messages.append({"role": "assistant", "content": message.content})
        messages.append({"role": "user", "content": results(message)[:1]})
        with pytest.raises(anthropic.BadRequestError) as caught:
            client.messages.create(messages=messages, stream=streamed, **SETTINGS)
    missing = message.content[2].id  # type: ignore[union-attr]
    sentence = (
        f"messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: {missing}. "
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
    )
    error: Any = caught.value.body
    assert error["error"] == {"type": "invalid_request_error", "message": sentence}
    assert len(provider.requests) == 2  # it was not tried again
    assert [row.sentence for row in provider.refused] == [sentence]


def test_trouble_is_the_error_of_the_sdk_and_is_tried_again_as_often_as_asked(
    provider: Running,
) -> None:
    provider.reset([overloaded(), overloaded()])
    with anthropic.Anthropic(**options(provider)) as client:
        client = client.with_options(max_retries=0)
        with pytest.raises(anthropic.OverloadedError, match="Overloaded"):
            client.messages.create(messages=[{"role": "user", "content": ASKED}], **SETTINGS)
    assert len(provider.requests) == 1


def test_the_tool_runner_of_the_sdk(provider: Running) -> None:
    tool = anthropic.beta_tool(get_weather)
    with anthropic.Anthropic(**options(provider)) as client:
        runner = client.beta.messages.tool_runner(
            model="claude-sonnet-5",
            max_tokens=500,
            tools=[tool],
            messages=[{"role": "user", "content": ASKED}],
        )
        last = runner.until_done()
    assert last.content[0].text == ANSWER  # type: ignore[union-attr]
    assert_two_tool_conversation(provider, streamed=False)


def test_models_and_counting(provider: Running) -> None:
    with anthropic.Anthropic(**options(provider)) as client:
        names = [card.id for card in client.models.list()]
        assert names
        assert client.models.retrieve(names[0]).id == names[0]
        counted = client.messages.count_tokens(
            model="claude-sonnet-5", messages=[{"role": "user", "content": ASKED}]
        )
    assert counted.input_tokens > 0


@pytest.mark.parametrize("streamed", [False, True])
def test_thinking_comes_back_as_it_went_out(provider: Running, streamed: bool) -> None:
    thought = {"type": "thinking", "thinking": "Two cities, two calls."}
    calls = [call("get_weather", {"city": city}) for city in ("Paris", "Zürich")]
    provider.reset([reply(thought, *calls), say(ANSWER)])
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    about: Any = {**SETTINGS, "max_tokens": 4000}
    about["thinking"] = {"type": "adaptive"}
    with anthropic.Anthropic(**options(provider)) as client:
        for _ in range(2):
            if streamed:
                with client.messages.stream(messages=messages, **about) as stream:
                    message: Any = stream.get_final_message()
            else:
                message = client.messages.create(messages=messages, **about)
            messages.append({"role": "assistant", "content": message.content})
            messages.append({"role": "user", "content": results(message)})
    assert messages[1]["content"][0].thinking == "Two cities, two calls."
    assert message.content[0].text == ANSWER
    assert_two_tool_conversation(provider, streamed=streamed)
