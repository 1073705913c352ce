"""The package `openai`, its responses."""

from __future__ import annotations

import json
from typing import Any

import openai

from tests.provider.sdks.clients.openai_chat import options, said_in
from tests.provider.sdks.clients.sdk import Sdk, Turn
from tests.provider.sdks.weather import ASKED, DESCRIPTION, SCHEMA, get_weather

TOOL = {
    "type": "function", "name": "get_weather", "description": DESCRIPTION, "parameters": SCHEMA,
    "strict": True,
}  # fmt: skip
SETTINGS: dict[str, Any] = {"model": "gpt-5.4", "tools": [TOOL]}


def _about(items: list[Any], thinks: bool) -> Any:
    sealed = {"store": False, "include": ["reasoning.encrypted_content"]} if thinks else {}
    return {"input": items, **SETTINGS, **sealed}


def _ask(url: str, items: list[Any], streamed: bool, thinks: bool) -> Turn:
    with openai.OpenAI(**options(url)) as client:
        about = _about(items, thinks)
        if not streamed:
            return _turn(client.responses.create(**about))
        with client.responses.stream(**about) as stream:
            return _turn(stream.get_final_response())


async def _ask_async(url: str, items: list[Any], streamed: bool, thinks: bool) -> Turn:
    async with openai.AsyncOpenAI(**options(url)) as client:
        about = _about(items, thinks)
        if not streamed:
            return _turn(await client.responses.create(**about))
        async with client.responses.stream(**about) as stream:
            return _turn(await stream.get_final_response())


def results_for(response: Any) -> list[dict[str, Any]]:
    return [
        {
            "type": "function_call_output",
            "call_id": item.call_id,
            "output": get_weather(**json.loads(item.arguments)),
        }
        for item in response.output
        if item.type == "function_call"
    ]


def _turn(response: Any) -> Turn:
    assert response.status == "completed"
    thoughts = [item for item in response.output if item.type == "reasoning"]
    assert bool(thoughts) == (response.usage.output_tokens_details.reasoning_tokens > 0)
    results = results_for(response)
    thought = "".join(part.text for item in thoughts for part in item.summary)
    ids = [result["call_id"] for result in results]
    return Turn(response.output, results, response.output_text, ids, thought)


SDK = Sdk(
    name="openai, responses",
    question=[{"role": "user", "content": ASKED}],
    ask=_ask,
    ask_async=_ask_async,
    answered=list,
    error=openai.BadRequestError,
    said=said_in,
    sentence="No tool output found for function call {id}.",
    beside={"type": "invalid_request_error", "param": "input", "code": None},
    thinks=(False, True),
)
