"""Asking a fake provider without any client library, so that what is sent is exactly what a test says."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

CALL_ID = "D681PevKs"
VERSION = {"anthropic-version": "2023-06-01"}
"""Without it Anthropic takes nothing."""


class Heard(NamedTuple):
    """An answer: status, headers in small letters, and the body."""

    status: int
    headers: dict[str, str]
    raw: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.raw)


def ask(
    url: str,
    path: str,
    body: Any = None,
    *,
    method: str = "POST",
    headers: Mapping[str, str] | None = None,
) -> Heard:
    """Send one request; a body that is not bytes is sent as JSON."""
    parts = urlsplit(url)
    raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    try:
        told = {"content-type": "application/json", **VERSION, **(headers or {})}
        connection.request(method, path, raw, told)
        answer = connection.getresponse()
        return Heard(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
    finally:
        connection.close()


def claude(*messages: Any, **more: Any) -> dict[str, Any]:
    """A request for Anthropic's API."""
    return {"model": "claude-sonnet-5", "max_tokens": 50, "messages": list(messages), **more}


def chat(*messages: Any, **more: Any) -> dict[str, Any]:
    """A request for OpenAI's chat API."""
    return {"model": "gpt-5", "messages": list(messages), **more}


USER = {"role": "user", "content": "Read a.py."}
CHAT_CALL = {
    "role": "assistant",
    "content": None,
    "tool_calls": [
        {"id": CALL_ID, "type": "function", "function": {"name": "read", "arguments": "{}"}}
    ],
}
CLAUDE_CALL = {
    "role": "assistant",
    "content": [{"type": "tool_use", "id": "toolu_1", "name": "read", "input": {}}],
}
CLAUDE_RESULT = {
    "role": "user",
    "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "A = 1"}],
}
READ = {
    "name": "read",
    "input_schema": {
        "type": "object",
        "properties": {"path": {"type": "string"}},
        "required": ["path"],
    },
}


def text_of(heard: Heard) -> str:
    """What an answer of Anthropic's or OpenAI's chat API says."""
    body = heard.json
    if "choices" in body:
        return str(body["choices"][0]["message"]["content"])
    return "".join(part.get("text", "") for part in body["content"])
