"""boto3's `bedrock-runtime`, which has nothing for programs that wait."""

from __future__ import annotations

import json
from contextlib import closing
from functools import cache
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

from tests.provider.sdks.clients.sdk import Sdk, Turn
from tests.provider.sdks.weather import ASKED, DESCRIPTION, SCHEMA, get_weather

SPEC = {"name": "get_weather", "description": DESCRIPTION, "inputSchema": {"json": SCHEMA}}
SETTINGS: dict[str, Any] = {
    "modelId": "anthropic.claude-sonnet-4-5-20250929-v1:0",
    "toolConfig": {"tools": [{"toolSpec": SPEC}]},
}
_THINKS = {"thinking": {"type": "enabled", "budget_tokens": 1024}}


@cache
def session() -> Any:
    """The session; a client is cheap once it has read its models of services."""
    return boto3.Session(
        aws_access_key_id="any", aws_secret_access_key="any", region_name="us-east-1"
    )


def client_of(url: str) -> Any:
    config = Config(retries={"total_max_attempts": 1})
    return session().client("bedrock-runtime", endpoint_url=url, config=config)


def _ask(url: str, messages: list[Any], streamed: bool, thinks: bool) -> Turn:
    more = {"additionalModelRequestFields": _THINKS} if thinks else {}
    about = {"messages": messages, **SETTINGS, **more}
    with closing(client_of(url)) as client:
        if streamed:
            return _turn(*_put_together(client.converse_stream(**about)["stream"]))
        answer = client.converse(**about)
        assert answer["usage"]["totalTokens"] > 0
        return _turn(answer["output"]["message"], answer["stopReason"])


def _put_together(stream: Any) -> tuple[dict[str, Any], str]:
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


def _turn(message: Any, stop: str) -> Turn:
    uses = [block["toolUse"] for block in message["content"] if "toolUse" in block]
    assert stop == ("tool_use" if uses else "end_turn")
    results = [
        {
            "toolResult": {
                "toolUseId": use["toolUseId"],
                "content": [{"text": get_weather(**use["input"])}],
            }
        }
        for use in uses
    ]
    text = "".join(block.get("text", "") for block in message["content"])
    thoughts = [
        block["reasoningContent"] for block in message["content"] if "reasoningContent" in block
    ]
    thought = "".join(one["reasoningText"]["text"] for one in thoughts)
    return Turn([message], results, text, [use["toolUseId"] for use in uses], thought)


def _said(error: Any) -> tuple[str, dict[str, Any]]:
    assert type(error).__name__ == "ValidationException"
    told = dict(error.response["Error"])
    return told.pop("Message"), told


SDK = Sdk(
    name="boto3",
    question=[{"role": "user", "content": [{"text": ASKED}]}],
    ask=_ask,
    ask_async=None,
    answered=lambda results: [{"role": "user", "content": results}] if results else [],
    error=ClientError,
    said=_said,
    sentence="Expected toolResult blocks at messages.2.content for the following Ids: {id}",
    beside={"Code": "ValidationException"},
    thinks=(False,),
)
