"""Anthropic's Messages, and whoever else speaks them.

Events and deltas: platform.claude.com, "Streaming Messages" (2026-11). Argument texts are put together
here and not by the SDK, which drops a reply whose arguments are no JSON: such a call is answered, and the
model reads what was wrong with it.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.agent.models.api import (
    Api,
    Options,
    Reply,
    Request,
    cut_off,
    key_for,
    no_key,
    sdk,
)
from transcript_doctor.agent.models.growing import grown
from transcript_doctor.agent.unreadable import object_or_text

MAX_TOKENS = 8192
"""Tokens of a reply, where the settings say nothing; the API wants a number."""
_TEXTS = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}
"""Deltas that add to a text, by the key of text and part."""
_ARGUMENTS = "input"


def connect(options: Options, waits: bool) -> Any:
    """Return a client."""
    anthropic = sdk("anthropic")
    made = anthropic.AsyncAnthropic if waits else anthropic.Anthropic
    client = made(
        base_url=options.base_url,
        api_key=key_for(options, API.keys),
        max_retries=options.retries,
    )
    known = ("api_key", "auth_token", "credentials")
    if not any(getattr(client, name, None) for name in known):  # it would say so when it is asked
        raise no_key(API.name, API.keys)
    return client


def begin(client: Any, model: str, request: Request, options: Options) -> Any:
    """Return the stream of an answer."""
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": MAX_TOKENS,
        "messages": request.messages,
        "stream": True,
    }
    if request.system:
        body["system"] = request.system
    if request.tools:
        body["tools"] = [
            {
                "name": tool["name"],
                "description": tool["description"],
                "input_schema": tool["parameters"],
            }
            for tool in request.tools
        ]
    return client.messages.create(**{**body, **options.settings})


class Folded:
    """Puts a message together from its events."""

    def __init__(self) -> None:
        self._parts: dict[int, dict[str, Any]] = {}
        self._pieces: dict[tuple[int, str], list[str]] = {}
        """What is to be added to a text of a part, or read as its arguments."""
        self._usage: dict[str, Any] = {}
        self._ended = False
        self._stop: str | None = None

    def feed(self, event: Any) -> str:
        """Take an event; return the words that it adds."""
        value = plain(event)
        kind = value.get("type")
        if kind == "message_start":
            self._usage = value["message"].get("usage") or {}
        elif kind == "content_block_start":
            self._parts[value["index"]] = grown(None, value["content_block"])
            return str(value["content_block"].get("text") or "")
        elif kind == "content_block_delta":
            return self._grow(value["index"], value["delta"])
        elif kind == "message_delta":
            self._usage = {**self._usage, **(value.get("usage") or {})}
            self._stop = value["delta"].get("stop_reason")
        elif kind == "message_stop":
            self._ended = True
        return ""

    def _grow(self, index: int, delta: dict[str, Any]) -> str:
        part, kind = self._parts[index], delta.get("type", "")
        if kind in _TEXTS:
            key = _TEXTS[kind]
            self._pieces.setdefault((index, key), []).append(delta[key])
            return str(delta[key]) if key == "text" else ""
        if kind == "input_json_delta":
            self._pieces.setdefault((index, _ARGUMENTS), []).append(delta["partial_json"])
        elif kind == "citations_delta":
            citations = part["citations"] = part.get("citations") or []
            citations.append(delta["citation"])
        return ""

    def done(self) -> Reply:
        """Return the reply; raises `ModelFailed` where the stream ended too early."""
        if not self._ended:
            raise cut_off()
        for (index, key), pieces in self._pieces.items():
            part, more = self._parts[index], "".join(pieces)
            if key != _ARGUMENTS:
                part[key] = (part.get(key) or "") + more
            elif more:
                part[key] = object_or_text(more)
        parts = [self._parts[index] for index in sorted(self._parts)]
        text = "".join(part["text"] for part in parts if part.get("type") == "text")
        return Reply(
            {"role": "assistant", "content": parts},
            text,
            self._usage.get("input_tokens") or 0,
            self._usage.get("output_tokens") or 0,
            self._stop,
        )


def end(client: Any) -> Any:
    """Close a client."""
    return client.close()


API = Api(
    "anthropic",
    "anthropic",
    ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
    connect,
    begin,
    Folded,
    end,
)
