"""boto3's bedrock-runtime against the fake provider: converse and converse_stream."""

from __future__ import annotations

import json
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError, EventStreamError

from tests.provider.sdks.weather import (
    ANSWER,
    ASKED,
    DESCRIPTION,
    SCHEMA,
    assert_two_tool_conversation,
    get_weather,
)
from transcript_doctor.provider import Running, broken, rate_limited
from transcript_doctor.testing import call, reply, say

SPEC = {
    "name": "get_weather",
    "description": DESCRIPTION,
    "inputSchema": {"json": SCHEMA},
}
SETTINGS: dict[str, Any] = {
    "modelId": "anthropic.claude-sonnet-4-5-20250929-v1:0",
    "toolConfig": {"tools": [{"toolSpec": SPEC}]},
}


@pytest.fixture(scope="module")
def session() -> Any:
    return boto3.Session(
        aws_access_key_id="any", aws_secret_access_key="any", region_name="us-east-1"
    )


@pytest.fixture
def client(session: Any, provider: Running) -> Any:
    config = Config(retries={"total_max_attempts": 1})
    with_it = session.client("bedrock-runtime", endpoint_url=provider.url, config=config)
    yield with_it
    with_it.close()


def results(message: Any) -> list[dict[str, Any]]:
    uses = [block["toolUse"] for block in message["content"] if "toolUse" in block]
    return [
        {
            "toolResult": {
                "toolUseId": use["toolUseId"],
                "content": [{"text": get_weather(**use["input"])}],
            }
        }
        for use in uses
    ]


def put_together(stream: Any) -> tuple[dict[str, Any], str]:
    blocks: dict[int, dict[str, Any]] = {}
    stop = ""
    for event in stream:
        if start := event.get("contentBlockStart"):
            use = {**start["start"]["toolUse"], "input": ""}
            blocks[start["contentBlockIndex"]] = {"toolUse": use}
        elif change := event.get("contentBlockDelta"):
            delta = change["delta"]
            block = blocks.setdefault(change["contentBlockIndex"], {"text": ""})
            if "toolUse" in delta:
                block["toolUse"]["input"] += delta["toolUse"]["input"]
            else:
                block["text"] += delta["text"]
        elif "messageStop" in event:
            stop = event["messageStop"]["stopReason"]
    for block in blocks.values():
        if "toolUse" in block:
            block["toolUse"]["input"] = json.loads(block["toolUse"]["input"])
    return {"role": "assistant", "content": list(blocks.values())}, stop


@pytest.mark.parametrize("streamed", [False, True])
def test_two_tools(client: Any, provider: Running, streamed: bool) -> None:
    messages: list[Any] = [{"role": "user", "content": [{"text": ASKED}]}]
    for _ in range(2):
        if streamed:
            answer = client.converse_stream(messages=messages, **SETTINGS)
            message, stop = put_together(answer["stream"])
        else:
            answer = client.converse(messages=messages, **SETTINGS)
            message, stop = answer["output"]["message"], answer["stopReason"]
            assert answer["usage"]["totalTokens"] > 0
        messages.append(message)
        if stop == "tool_use":
            messages.append({"role": "user", "content": results(message)})
    assert message["content"] == [{"text": ANSWER}]
    assert stop == "end_turn"
    assert_two_tool_conversation(provider, streamed=streamed)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_result_that_is_left_out(client: Any, provider: Running, streamed: bool) -> None:
    messages: list[Any] = [{"role": "user", "content": [{"text": ASKED}]}]
    message = client.converse(messages=messages, **SETTINGS)["output"]["message"]
    messages += [message, {"role": "user", "content": results(message)[:1]}]
    ask = client.converse_stream if streamed else client.converse
    with pytest.raises(client.exceptions.ValidationException) as caught:
        ask(messages=messages, **SETTINGS)
    error = caught.value.response["Error"]
    assert error["Code"] == "ValidationException"
    assert error["Message"] == provider.refused[0].sentence
    assert "toolResult" in error["Message"]
    assert len(provider.requests) == 2


def test_trouble(client: Any, provider: Running) -> None:
    asked: Any = {"messages": [{"role": "user", "content": [{"text": ASKED}]}], **SETTINGS}
    provider.reset([rate_limited()])
    with pytest.raises(ClientError) as caught:
        client.converse(**asked)
    assert caught.value.response["Error"]["Code"] == "ThrottlingException"
    provider.reset([broken(say("A long answer that breaks off."), after=2)])
    stream = client.converse_stream(**asked)["stream"]
    with pytest.raises(EventStreamError, match="serviceUnavailableException"):
        list(stream)
    stream.close()  # botocore leaves the connection open where a stream breaks off


def test_counting(client: Any) -> None:
    converse = {"messages": [{"role": "user", "content": [{"text": ASKED}]}]}
    counted = client.count_tokens(modelId=SETTINGS["modelId"], input={"converse": converse})
    assert counted["inputTokens"] > 0


def test_models(session: Any, provider: Running) -> None:
    control = session.client("bedrock", endpoint_url=provider.url)
    assert control.list_foundation_models()["modelSummaries"]
    control.close()


def test_thinking_comes_back_as_it_went_out(client: Any, provider: Running) -> None:
    thought = {"type": "thinking", "thinking": "Two cities, two calls."}
    calls = [call("get_weather", {"city": city}) for city in ("Paris", "Zürich")]
    provider.reset([reply(thought, *calls), say(ANSWER)])
    messages: list[Any] = [{"role": "user", "content": [{"text": ASKED}]}]
    thinks = {"thinking": {"type": "enabled", "budget_tokens": 1024}}
    about = {**SETTINGS, "additionalModelRequestFields": thinks}
    message = client.converse(messages=messages, **about)["output"]["message"]
    messages += [message, {"role": "user", "content": results(message)}]
    assert client.converse(messages=messages, **about)["stopReason"] == "end_turn"
    inner = message["content"][0]["reasoningContent"]["reasoningText"]
    assert inner["text"] == "Two cities, two calls."
    assert_two_tool_conversation(provider, streamed=False)
