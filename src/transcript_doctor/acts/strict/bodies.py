"""The error bodies of providers: what is said, and the word by which clients tell failures apart.

Their shapes have source and date where `kinds` has those of the words; sentences come from the laws.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.strict.saying import Saying

Body = dict[str, Any]
_OPENAI_CODES = {401: "invalid_api_key", 429: "rate_limit_exceeded", 500: "server_error"}
_MISTRAL_CODES = {429: "1300"}


def anthropic(saying: Saying, kind: str) -> Body:
    """Return an error as Anthropic writes it."""
    error = {"type": kind, "message": saying.sentence}
    return {"type": "error", "error": error, "request_id": saying.request_id}


def openai(saying: Saying, kind: str) -> Body:
    """Return an error as OpenAI writes it."""
    code = saying.code or _OPENAI_CODES.get(saying.status)
    error = {"message": saying.sentence, "type": kind, "param": saying.param, "code": code}
    return {"error": error}


def mistral(saying: Saying, kind: str) -> Body:
    """Return an error as Mistral writes it: faults of the schema have a form of their own.

    That form (422) is mistralai's HTTPValidationError (2026), seen in Gitlawb/openclaude#739 (2026-04).
    """
    if saying.status == 422:
        loc = ["body", *(saying.param or "messages").replace("]", "").replace("[", ".").split(".")]
        spot = [int(step) if step.isdecimal() else step for step in loc]
        return {"detail": [{"type": "value_error", "loc": spot, "msg": saying.sentence}]}
    return {
        "object": "error",
        "message": saying.sentence,
        "type": kind,
        "param": saying.param,
        "code": saying.code or _MISTRAL_CODES.get(saying.status),
        "raw_status_code": saying.status,
    }


def google(saying: Saying, kind: str) -> Body:
    """Return an error as Google writes it."""
    return {"error": {"code": saying.status, "message": saying.sentence, "status": kind}}


def message(saying: Saying, kind: str) -> Body:
    """Return an error that is a message alone, as Bedrock and Cohere write it."""
    return {"message": saying.sentence}


def xai(saying: Saying, kind: str) -> Body:
    """Return an error as xAI writes it."""
    return {"code": kind, "error": saying.sentence}


def minimax(saying: Saying, kind: str) -> Body:
    """Return an error as MiniMax writes it."""
    error = {"type": kind, "message": saying.sentence, "http_code": str(saying.status)}
    return {"type": "error", "error": error, "request_id": saying.request_id}


def plain(saying: Saying, kind: str) -> Body:
    """Return an error where nobody is imitated."""
    return {"error": {"type": kind, "message": saying.sentence}}
