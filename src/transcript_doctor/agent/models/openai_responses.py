"""OpenAI's Responses: a list of items, all of which go back with the next request."""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.agent.models.api import Api, ModelFailed, Options, Reply, Request, cut_off
from transcript_doctor.agent.models.openai_chat import connect, end

_FINAL = frozenset({"response.completed", "response.incomplete"})


def begin(client: Any, model: str, request: Request, options: Options) -> Any:
    """Return the stream of an answer."""
    body: dict[str, Any] = {"model": model, "input": request.messages, "stream": True}
    if request.system:
        body["instructions"] = request.system
    if request.tools:
        # Not strict: that would ask for schemas without optional arguments.
        body["tools"] = [{"type": "function", **tool, "strict": False} for tool in request.tools]
    return client.responses.create(**{**body, **options.settings})


class Folded:
    """Waits for the event that holds the whole response; only words are of interest before it."""

    def __init__(self) -> None:
        self._response: dict[str, Any] | None = None
        self._texts: list[str] = []

    def feed(self, event: Any) -> str:
        """Take an event; return the words that it adds."""
        value = plain(event)
        kind = value.get("type")
        if kind == "response.output_text.delta":
            self._texts.append(value["delta"])
            return str(value["delta"])
        if kind in _FINAL:
            self._response = value["response"]
        elif kind in ("error", "response.failed"):
            told = value if kind == "error" else value["response"].get("error") or {}
            raise ModelFailed(f"{told.get('code')}: {told.get('message')}")
        return ""

    def done(self) -> Reply:
        """Return the reply; raises `ModelFailed` where the stream ended too early."""
        if self._response is None:
            raise cut_off()
        usage = self._response.get("usage") or {}
        return Reply(
            self._response["output"],
            "".join(self._texts),
            usage.get("input_tokens") or 0,
            usage.get("output_tokens") or 0,
            (self._response.get("incomplete_details") or self._response).get("reason", "completed"),
        )


API = Api("openai-responses", "openai-responses", ("OPENAI_API_KEY",), connect, begin, Folded, end)
