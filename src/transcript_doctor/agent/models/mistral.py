"""Mistral's chat."""

from __future__ import annotations

import os
from typing import Any

from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.agent.models import deltas
from transcript_doctor.agent.models.api import Api, Options, Request, key_for, no_key, sdk
from transcript_doctor.agent.models.openai_chat import functions

_FIRST, _LONGEST = 500, 8_000
"""Milliseconds between tries: at first, and at most."""


def connect(options: Options, waits: bool) -> Any:
    """Return a client; the same one serves programs that wait."""
    client, retries = _modules()
    tried = retries.RetryConfig(
        "backoff" if options.retries else "none",
        # The SDK counts time and not tries: as long as so many tries take.
        retries.BackoffStrategy(_FIRST, _LONGEST, 2.0, _FIRST * (2**options.retries - 1)),
        bool(options.retries),
    )
    key = key_for(options, API.keys) or os.environ.get("MISTRAL_API_KEY")
    if not key:  # the SDK would ask without one
        raise no_key(API.name, API.keys)
    return client.Mistral(api_key=key, server_url=options.base_url, retry_config=tried), waits


def _modules() -> tuple[Any, Any]:
    """Return the modules of client and retries, which moved with version 2 of the SDK."""
    top = sdk("mistralai")
    if hasattr(top, "Mistral"):
        return top, sdk("mistralai.utils.retries")
    return sdk("mistralai.client"), sdk("mistralai.client.utils.retries")


def begin(client: Any, model: str, request: Request, options: Options) -> Any:
    """Return the stream of an answer; the messages begin with the system prompt."""
    made, waits = client
    body: dict[str, Any] = {"model": model, "messages": request.messages}
    if request.tools:
        body["tools"] = functions(request.tools)
    ask = made.chat.stream_async if waits else made.chat.stream
    return ask(**{**body, **options.settings})


class Folded(deltas.Folded):
    """The SDK wraps each chunk into an event."""

    def feed(self, event: Any) -> str:
        """Take an event; return the words that it adds."""
        value = plain(event)
        return super().feed(value.get("data", value))


def end(client: Any) -> Any:
    """Close a client."""
    made, waits = client
    return made.__aexit__(None, None, None) if waits else made.__exit__(None, None, None)


API = Api("mistral", "mistral", ("MISTRAL_API_KEY",), connect, begin, Folded, end)
