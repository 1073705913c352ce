"""Gemini's generateContent, through google-genai.

Contents go to the SDK as JSON: from dicts it would take a signature's text for the bytes themselves, and
encode it twice.
"""

from __future__ import annotations

import json
from typing import Any

from transcript_doctor.agent.models.api import Api, Options, Reply, Request, cut_off, key_for, sdk


def connect(options: Options, waits: bool) -> Any:
    """Return a client, its other half for programs that wait."""
    genai, types = sdk("google.genai"), sdk("google.genai.types")
    reached = types.HttpOptions(
        base_url=options.base_url,
        retry_options=types.HttpRetryOptions(attempts=options.retries + 1),
    )
    return genai.Client(api_key=key_for(options, API.keys), http_options=reached), waits


def begin(client: Any, model: str, request: Request, options: Options) -> Any:
    """Return the stream of an answer."""
    types = sdk("google.genai.types")
    made, waits = client
    config: dict[str, Any] = {"automatic_function_calling": {"disable": True}}
    if request.system:
        config["system_instruction"] = request.system
    if request.tools:
        config["tools"] = [{"function_declarations": [_declared(tool) for tool in request.tools]}]
    contents = [types.Content.model_validate_json(json.dumps(c)) for c in request.messages]
    models = made.aio.models if waits else made.models
    return models.generate_content_stream(
        model=model,
        contents=contents,
        config=types.GenerateContentConfig(**{**config, **options.settings}),
    )


def _declared(tool: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": tool["name"],
        "description": tool["description"],
        "parameters_json_schema": tool["parameters"],
    }


class Folded:
    """Puts the parts of the first candidate into one content, each as it came."""

    def __init__(self) -> None:
        self._parts: list[dict[str, Any]] = []
        self._growing: list[str] | None = None
        """The pieces of the text that comes last, and may go on."""
        self._usage: dict[str, Any] = {}
        self._stop: str | None = None

    def feed(self, event: Any) -> str:
        """Take a chunk; return the words that it adds."""
        chunk = event.model_dump(mode="json", by_alias=True, exclude_none=True)
        self._usage = chunk.get("usageMetadata") or self._usage
        candidate: dict[str, Any] = next(iter(chunk.get("candidates") or []), {})
        blocked = (chunk.get("promptFeedback") or {}).get("blockReason")
        self._stop = candidate.get("finishReason") or blocked or self._stop
        words = []
        for part in (candidate.get("content") or {}).get("parts") or []:
            self._add(part)
            if not part.get("thought"):
                words.append(part.get("text") or "")
        return "".join(words)

    def _add(self, part: dict[str, Any]) -> None:
        """Keep a part; a text that goes on is one part, as long as nothing is signed."""
        if not part:
            return
        if set(part) != {"text"}:
            self._settle()
            self._parts.append(part)
        elif self._growing is None:
            self._growing = [part["text"]]
        else:
            self._growing.append(part["text"])

    def _settle(self) -> None:
        if self._growing is not None:
            self._parts.append({"text": "".join(self._growing)})
            self._growing = None

    def done(self) -> Reply:
        """Return the reply; raises `ModelFailed` where the stream ended too early."""
        if self._stop is None:
            raise cut_off()
        self._settle()
        text = "".join(part.get("text", "") for part in self._parts if not part.get("thought"))
        return Reply(
            {"role": "model", "parts": self._parts},
            text,
            self._usage.get("promptTokenCount") or 0,
            self._usage.get("candidatesTokenCount") or 0,
            self._stop,
        )


def end(client: Any) -> Any:
    """Close a client."""
    made, waits = client
    return made.aio.aclose() if waits else made.close()


API = Api("gemini", "gemini", ("GEMINI_API_KEY", "GOOGLE_API_KEY"), connect, begin, Folded, end)
