"""What stands around the items of a response of OpenAI's: most of it is the request, said back."""

from __future__ import annotations

from typing import Any

from transcript_doctor.provider.veil import Veil
from transcript_doctor.provider.wires.responses_items import id_of
from transcript_doctor.provider.wires.saying import Said, thinking_tokens
from transcript_doctor.provider.wires.wire import Answer

_ECHOED: dict[str, Any] = {
    "background": False,
    "instructions": None,
    "max_output_tokens": None,
    "max_tool_calls": None,
    "parallel_tool_calls": True,
    "previous_response_id": None,
    "prompt_cache_key": None,
    "prompt_cache_retention": None,
    "safety_identifier": None,
    "service_tier": "default",
    "store": True,
    "temperature": 1.0,
    "tool_choice": "auto",
    "top_logprobs": 0,
    "top_p": 1.0,
    "truncation": "disabled",
    "user": None,
    "metadata": {},
}
"""Settings of a request that come back with the response, and what they are where nobody says."""


def response_of(
    answer: Answer,
    parts: list[Said],
    status: str,
    *,
    output: list[dict[str, Any]] | None = None,
    error: str | None = None,
) -> dict[str, Any]:
    """Return a response of a status (`in_progress`, `completed`, `incomplete` or `failed`)."""
    body, ended = answer.body, status in ("completed", "incomplete")
    cut = {"reason": "max_output_tokens"} if status == "incomplete" else None
    return {
        "id": id_of("resp", answer),
        "object": "response",
        "created_at": answer.created,
        "status": status,
        "completed_at": answer.created if status == "completed" else None,
        "error": {"code": "server_error", "message": error} if error is not None else None,
        "incomplete_details": cut,
        "model": answer.model,
        "output": output or [],
        **{key: _given(body, key, usual) for key, usual in _ECHOED.items()},
        **_conversation(body.get("conversation")),
        "reasoning": _merged(body.get("reasoning"), {"effort": None, "summary": None}),
        "text": _merged(body.get("text"), {"format": {"type": "text"}, "verbosity": "medium"}),
        "tools": _tools(body.get("tools")),
        "usage": _usage(answer, parts) if ended else None,
    }


def _given(body: dict[str, Any], key: str, usual: Any) -> Any:
    value = body.get(key)
    return usual if value is None else value


def _conversation(value: Any) -> dict[str, Any]:
    """Return the conversation that a request names, by its id or as an object (openai 3.57.0, `Response`)."""
    ident = value.get("id") if isinstance(value, dict) else value
    return {"conversation": {"id": ident}} if isinstance(ident, str) else {}


def _merged(value: Any, usual: dict[str, Any]) -> dict[str, Any]:
    return {**usual, **value} if isinstance(value, dict) else usual


def _tools(value: Any) -> list[Any]:
    """Return the tools of the request without the keys for their servers; a function is strict by itself."""
    rows = (Veil().value(value) if isinstance(value, list) else None) or []
    usual = {"description": None, "strict": True}
    return [
        {**usual, **row} if isinstance(row, dict) and row.get("type") == "function" else row
        for row in rows
    ]


def _usage(answer: Answer, parts: list[Said]) -> dict[str, Any]:
    return {
        "input_tokens": answer.input_tokens,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": answer.output_tokens,
        "output_tokens_details": {"reasoning_tokens": thinking_tokens(parts, answer.output_tokens)},
        "total_tokens": answer.input_tokens + answer.output_tokens,
    }
