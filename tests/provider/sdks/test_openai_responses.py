"""The openai package's responses against the fake provider: with the whole input, and with the server's memory."""

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
from transcript_doctor.provider import Running
from transcript_doctor.testing import call, reply, say

TOOL = {
    "type": "function", "name": "get_weather", "description": DESCRIPTION, "parameters": SCHEMA,
    "strict": True,
}  # fmt: skip
SETTINGS: dict[str, Any] = {"model": "gpt-5.4", "tools": [TOOL]}


def results(response: Any) -> list[dict[str, Any]]:
    return [
        {
            "type": "function_call_output",
            "call_id": item.call_id,
            "output": get_weather(**json.loads(item.arguments)),
        }
        for item in response.output
        if item.type == "function_call"
    ]


def options(provider: Running) -> dict[str, Any]:
    return {"base_url": f"{provider.url}/v1", "api_key": "any", "max_retries": 1}


@pytest.mark.parametrize("streamed", [False, True])
def test_sync(provider: Running, streamed: bool) -> None:
    items: list[Any] = [{"role": "user", "content": ASKED}]
    with openai.OpenAI(**options(provider)) as client:
        for _ in range(2):
            if streamed:
                with client.responses.stream(input=items, **SETTINGS) as stream:
                    response: Any = stream.get_final_response()
            else:
                response = client.responses.create(input=items, **SETTINGS)
            items += [*response.output, *results(response)]
    assert response.output_text == ANSWER
    assert response.status == "completed"
    assert_two_tool_conversation(provider, streamed=streamed)


@pytest.mark.parametrize("streamed", [False, True])
def test_async(provider: Running, streamed: bool) -> None:
    async def talk() -> Any:
        items: list[Any] = [{"role": "user", "content": ASKED}]
        async with openai.AsyncOpenAI(**options(provider)) as client:
            for _ in range(2):
                if streamed:
                    async with client.responses.stream(input=items, **SETTINGS) as stream:
                        response: Any = await stream.get_final_response()
                else:
                    response = await client.responses.create(input=items, **SETTINGS)
                items += [*response.output, *results(response)]
        return response

    assert asyncio.run(talk()).output_text == ANSWER
    assert_two_tool_conversation(provider, streamed=streamed)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_result_that_is_left_out(provider: Running, streamed: bool) -> None:
    items: list[Any] = [{"role": "user", "content": ASKED}]
    with openai.OpenAI(**options(provider)) as client:
        response = client.responses.create(input=items, **SETTINGS)
        items += [*response.output, *results(response)[:1]]
        with pytest.raises(openai.BadRequestError) as caught:
            client.responses.create(input=items, stream=streamed, **SETTINGS)
    missing = response.output[2].call_id  # type: ignore[union-attr]
    error: Any = caught.value.body
    assert error["message"] == f"No tool output found for function call {missing}."
    assert error["param"] == "input"
    assert len(provider.requests) == 2


@pytest.mark.parametrize("streamed", [False, True])
def test_the_server_remembers(provider: Running, streamed: bool) -> None:
    with openai.OpenAI(**options(provider)) as client:
        first = client.responses.create(input=ASKED, **SETTINGS)
        outputs: Any = results(first)
        if streamed:
            with client.responses.stream(
                previous_response_id=first.id, input=outputs, **SETTINGS
            ) as stream:
                second: Any = stream.get_final_response()
        else:
            second = client.responses.create(
                previous_response_id=first.id, input=outputs, **SETTINGS
            )
        assert second.output_text == ANSWER
        assert second.previous_response_id == first.id
        assert client.responses.retrieve(second.id).output_text == ANSWER
        client.responses.delete(second.id)
        with pytest.raises(openai.NotFoundError):
            client.responses.retrieve(second.id)


def test_a_result_that_is_left_out_of_what_the_server_remembers(provider: Running) -> None:
    with openai.OpenAI(**options(provider)) as client:
        first = client.responses.create(input=ASKED, **SETTINGS)
        outputs: Any = results(first)[:1]
        with pytest.raises(openai.BadRequestError, match="No tool output found for function call"):
            client.responses.create(previous_response_id=first.id, input=outputs, **SETTINGS)


def test_what_the_server_was_not_to_store_it_does_not_know(provider: Running) -> None:
    with openai.OpenAI(**options(provider)) as client:
        first = client.responses.create(input=ASKED, store=False, **SETTINGS)
        outputs: Any = results(first)
        with pytest.raises(openai.BadRequestError) as caught:
            client.responses.create(previous_response_id=first.id, input=outputs, **SETTINGS)
    error: Any = caught.value.body
    assert error["code"] == "previous_response_not_found"
    assert error["message"] == f"Previous response with id '{first.id}' not found."


def test_reasoning_comes_back_as_it_went_out(provider: Running) -> None:
    thought = {"type": "thinking", "thinking": "Two cities, two calls."}
    calls = [call("get_weather", {"city": city}) for city in ("Paris", "Zürich")]
    provider.reset([reply(thought, *calls), say(ANSWER)])
    items: list[Any] = [{"role": "user", "content": ASKED}]
    asked: dict[str, Any] = {"store": False, "include": ["reasoning.encrypted_content"], **SETTINGS}
    with openai.OpenAI(**options(provider)) as client:
        response = client.responses.create(input=items, **asked)
        items += [*response.output, *results(response)]
        assert client.responses.create(input=items, **asked).output_text == ANSWER
    assert response.output[0].type == "reasoning"
    assert response.usage is not None
    assert response.usage.output_tokens_details.reasoning_tokens > 0
    assert_two_tool_conversation(provider, streamed=False)


def test_counting(provider: Running) -> None:
    with openai.OpenAI(**options(provider)) as client:
        counted = client.responses.input_tokens.count(model="gpt-5.4", input=ASKED)
    assert counted.input_tokens > 0
