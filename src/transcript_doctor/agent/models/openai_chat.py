"""OpenAI's Chat Completions, and every endpoint that speaks them."""

from __future__ import annotations

from typing import Any

from transcript_doctor.agent.models.api import Api, Options, Request, key_for, sdk
from transcript_doctor.agent.models.deltas import Folded


def connect(options: Options, waits: bool) -> Any:
    """Return a client."""
    openai = sdk("openai")
    made = openai.AsyncOpenAI if waits else openai.OpenAI
    key = key_for(options, API.keys)
    return made(base_url=options.base_url, api_key=key, max_retries=options.retries)


def begin(client: Any, model: str, request: Request, options: Options) -> Any:
    """Return the stream of an answer; the messages begin with the system prompt."""
    body: dict[str, Any] = {
        "model": model,
        "messages": request.messages,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if request.tools:
        body["tools"] = functions(request.tools)
    return client.chat.completions.create(**{**body, **options.settings})


def functions(tools: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return tools as Chat Completions declare them."""
    return [{"type": "function", "function": dict(tool)} for tool in tools]


def end(client: Any) -> Any:
    """Close a client."""
    return client.close()


API = Api("openai", "openai", ("OPENAI_API_KEY",), connect, begin, Folded, end)
