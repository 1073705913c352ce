"""The google-genai package against the fake provider: sync and async, streaming and not, chats included."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from google import genai
from google.genai import errors, types

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

MODELS = ["gemini-2.5-flash", "gemini-3.6-flash"]
"""One whose calls have no ids, and one whose calls have ids and signatures."""


def client_of(provider: Running) -> genai.Client:
    once = types.HttpRetryOptions(attempts=1)
    options = types.HttpOptions(base_url=provider.url, retry_options=once)
    return genai.Client(api_key="any", http_options=options)


def settings() -> types.GenerateContentConfig:
    declared = types.FunctionDeclaration(
        name="get_weather", description=DESCRIPTION, parameters_json_schema=SCHEMA
    )
    return types.GenerateContentConfig(tools=[types.Tool(function_declarations=[declared])])


def asked() -> types.Content:
    return types.Content(role="user", parts=[types.Part(text=ASKED)])


def results(calls: list[types.FunctionCall]) -> types.Content:
    responses = [
        types.FunctionResponse(
            id=row.id, name=row.name, response={"output": get_weather(**row.args)}
        )
        for row in calls
    ]
    return types.Content(
        role="user", parts=[types.Part(function_response=row) for row in responses]
    )


def put_together(chunks: list[types.GenerateContentResponse]) -> types.Content:
    parts = [part for chunk in chunks for part in chunk.candidates[0].content.parts]
    return types.Content(role="model", parts=parts)


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("model", MODELS)
def test_sync(provider: Running, model: str, streamed: bool) -> None:
    contents: list[Any] = [asked()]
    with client_of(provider) as client:
        for _ in range(2):
            about: Any = {"model": model, "contents": contents, "config": settings()}
            if streamed:
                content = put_together(list(client.models.generate_content_stream(**about)))
            else:
                content = client.models.generate_content(**about).candidates[0].content
            calls = [part.function_call for part in content.parts if part.function_call]
            contents += [content, *([results(calls)] if calls else [])]
    assert "".join(part.text for part in content.parts) == ANSWER
    assert_two_tool_conversation(provider, streamed=streamed)


@pytest.mark.parametrize("streamed", [False, True])
def test_async(provider: Running, streamed: bool) -> None:
    async def talk() -> types.Content:
        contents: list[Any] = [asked()]
        async with client_of(provider).aio as client:
            for _ in range(2):
                about: Any = {"model": MODELS[1], "contents": contents, "config": settings()}
                if streamed:
                    stream = await client.models.generate_content_stream(**about)
                    content = put_together([chunk async for chunk in stream])
                else:
                    content = (await client.models.generate_content(**about)).candidates[0].content
                calls = [part.function_call for part in content.parts if part.function_call]
                contents += [content, *([results(calls)] if calls else [])]
        return content

    assert "".join(part.text for part in asyncio.run(talk()).parts) == ANSWER
    assert_two_tool_conversation(provider, streamed=streamed)


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("model", MODELS)
def test_a_chat_that_calls_the_function_by_itself(
    provider: Running, model: str, streamed: bool
) -> None:
    config = types.GenerateContentConfig(tools=[get_weather])
    with client_of(provider) as client:
        chat = client.chats.create(model=model, config=config)
        if streamed:
            chunks = list(chat.send_message_stream(ASKED))
            said = "".join(chunk.text or "" for chunk in chunks)
        else:
            said = chat.send_message(ASKED).text or ""
        assert said.endswith(ANSWER)
        provider.reset([{"role": "assistant", "content": "You are welcome."}])
        assert chat.send_message("Thank you.").text == "You are welcome."
    (last,) = provider.requests
    assert last.report is not None
    assert last.report.ok


@pytest.mark.parametrize("streamed", [False, True])
def test_a_result_that_is_left_out(provider: Running, streamed: bool) -> None:
    contents: list[Any] = [asked()]
    with client_of(provider) as client:
        about: Any = {"model": MODELS[0], "config": settings()}
        first = client.models.generate_content(contents=contents, **about)
        contents += [first.candidates[0].content, results(first.function_calls[:1])]
        ask: Any = client.models.generate_content
        if streamed:
            ask = lambda **more: list(client.models.generate_content_stream(**more))  # noqa: E731
        with pytest.raises(errors.ClientError) as caught:
            ask(contents=contents, **about)
    assert caught.value.code == 400
    assert caught.value.status == "INVALID_ARGUMENT"
    assert caught.value.message == provider.refused[0].sentence
    assert caught.value.message.startswith(
        "Please ensure that the number of function response parts"
    )
    assert len(provider.requests) == 2


def test_models_and_counting(provider: Running) -> None:
    with client_of(provider) as client:
        names = [card.name for card in client.models.list()]
        assert names
        assert client.models.get(model=MODELS[0]).name == f"models/{MODELS[0]}"
        counted = client.models.count_tokens(model=MODELS[0], contents=ASKED)
    assert (counted.total_tokens or 0) > 0


@pytest.mark.parametrize("streamed", [False, True])
def test_thinking_comes_back_as_it_went_out(provider: Running, streamed: bool) -> None:
    thought = {
        "type": "thinking",
        "thinking": "Two cities, two calls.",
        "thinking_signature": "QUJD",
    }
    calls = [call("get_weather", {"city": city}) for city in ("Paris", "Zürich")]
    provider.reset([reply(thought, *calls), say(ANSWER)])
    contents: list[Any] = [asked()]
    with client_of(provider) as client:
        for _ in range(2):
            about: Any = {"model": MODELS[1], "contents": contents, "config": settings()}
            if streamed:
                content = put_together(list(client.models.generate_content_stream(**about)))
            else:
                content = client.models.generate_content(**about).candidates[0].content
            made = [part.function_call for part in content.parts if part.function_call]
            contents += [content, *([results(made)] if made else [])]
    signed = [part for part in contents[1].parts if part.thought_signature]
    assert [part.function_call.args for part in signed] == [{"city": "Paris"}]
    assert any(part.thought for part in contents[1].parts)
    assert_two_tool_conversation(provider, streamed=streamed)
