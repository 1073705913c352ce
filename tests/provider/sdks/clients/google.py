"""The package `google-genai`, with a model whose calls have no ids, and one with ids and signatures."""

from __future__ import annotations

from functools import partial
from typing import Any

from google import genai
from google.genai import errors, types

from tests.provider.sdks.clients.sdk import Sdk, Turn
from tests.provider.sdks.weather import ASKED, DESCRIPTION, SCHEMA, get_weather

MODELS = ["gemini-2.5-flash", "gemini-3.6-flash"]


def client_of(url: str) -> genai.Client:
    once = types.HttpRetryOptions(attempts=1)
    options = types.HttpOptions(base_url=url, retry_options=once)
    return genai.Client(api_key="any", http_options=options)


def _about(model: str, contents: list[Any]) -> Any:
    declared = types.FunctionDeclaration(
        name="get_weather", description=DESCRIPTION, parameters_json_schema=SCHEMA
    )
    config = types.GenerateContentConfig(tools=[types.Tool(function_declarations=[declared])])
    return {"model": model, "contents": contents, "config": config}


def _ask(model: str, url: str, contents: list[Any], streamed: bool, thinks: bool) -> Turn:
    with client_of(url) as client:
        about = _about(model, contents)
        if streamed:
            return _turn(_put_together(list(client.models.generate_content_stream(**about))))
        return _turn(client.models.generate_content(**about).candidates[0].content)


async def _ask_async(
    model: str, url: str, contents: list[Any], streamed: bool, thinks: bool
) -> Turn:
    async with client_of(url).aio as client:
        about = _about(model, contents)
        if streamed:
            stream = await client.models.generate_content_stream(**about)
            return _turn(_put_together([chunk async for chunk in stream]))
        return _turn((await client.models.generate_content(**about)).candidates[0].content)


def _put_together(chunks: list[Any]) -> types.Content:
    parts = [part for chunk in chunks for part in chunk.candidates[0].content.parts]
    return types.Content(role="model", parts=parts)


def _turn(content: Any) -> Turn:
    calls = [part.function_call for part in content.parts if part.function_call]
    results = [
        types.FunctionResponse(
            id=row.id, name=row.name, response={"output": get_weather(**row.args)}
        )
        for row in calls
    ]
    texts = [part for part in content.parts if part.text]
    text = "".join(part.text for part in texts if not part.thought)
    thought = "".join(part.text for part in texts if part.thought)
    return Turn([content], results, text, [row.id for row in calls], thought)


def _answered(results: list[Any]) -> list[types.Content]:
    parts = [types.Part(function_response=row) for row in results]
    return [types.Content(role="user", parts=parts)] if parts else []


def _said(error: Any) -> tuple[str, dict[str, Any]]:
    return error.message, {"code": error.code, "status": error.status}


def _sdk(model: str, thinks: tuple[bool, ...]) -> Sdk:
    return Sdk(
        name=f"google-genai, {model}",
        question=[types.Content(role="user", parts=[types.Part(text=ASKED)])],
        ask=partial(_ask, model),
        ask_async=partial(_ask_async, model),
        answered=_answered,
        error=errors.ClientError,
        said=_said,
        sentence="Please ensure that the number of function response parts is equal to the number of "
        "function call parts of the function call turn.",
        beside={"code": 400, "status": "INVALID_ARGUMENT"},
        thinks=thinks,
    )


WITHOUT_IDS = _sdk(MODELS[0], ())
WITH_IDS = _sdk(MODELS[1], (False, True))
