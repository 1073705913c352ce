"""The error bodies of providers, each with the word by which its clients tell failures apart.

Shapes are data on others' APIs, with source and the date they were looked up; sentences come from the laws.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Saying(NamedTuple):
    """What a refusal or an outage says, whatever the envelope."""

    status: int
    sentence: str
    code: str | None = None
    param: str | None = None
    request_id: str = "req_000000000000000000000000"


# platform.claude.com/docs/en/api/errors (2026-08-22); anthropics/claude-code#3512 and #35792 (whole bodies)
_ANTHROPIC = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}


def anthropic_kind(saying: Saying) -> str:
    """Return Anthropic's type of an error."""
    return _ANTHROPIC.get(saying.status, "invalid_request_error")


def anthropic(saying: Saying) -> dict[str, Any]:
    """Return an error as Anthropic writes it."""
    error = {"type": anthropic_kind(saying), "message": saying.sentence}
    return {"type": "error", "error": error, "request_id": saying.request_id}


# openai-python, error codes in its documentation (2026-08); bodies recorded in pydantic-ai's cassettes
_OPENAI = {
    429: "requests",
    500: "server_error",
    503: "service_unavailable_error",
    529: "server_error",
}
_OPENAI_CODES = {401: "invalid_api_key", 429: "rate_limit_exceeded", 500: "server_error"}


def openai_kind(saying: Saying) -> str:
    """Return OpenAI's type of an error."""
    return _OPENAI.get(saying.status, "invalid_request_error")


def openai(saying: Saying) -> dict[str, Any]:
    """Return an error as OpenAI writes it."""
    code = saying.code or _OPENAI_CODES.get(saying.status)
    return {
        "error": {
            "message": saying.sentence,
            "type": openai_kind(saying),
            "param": saying.param,
            "code": code,
        }
    }


# datapizza-labs/datapizza-ai#98 (2025-12), nearai/ironclaw#1241 (2026-03), raycast/extensions#31107
# (2026-09); 422: mistralai's HTTPValidationError (2026) and Gitlawb/openclaude#739 (2026-04)
_MISTRAL = {
    "3230": "invalid_request_message_order",
    "3280": "invalid_function_call",
    "1300": "rate_limited",
}
_MISTRAL_CODES = {429: "1300"}


def mistral_kind(saying: Saying) -> str:
    """Return Mistral's type of an error."""
    if saying.status >= 500:
        return "internal_server_error"
    code = saying.code or _MISTRAL_CODES.get(saying.status, "")
    return _MISTRAL.get(code, "invalid_request_error")


def mistral(saying: Saying) -> dict[str, Any]:
    """Return an error as Mistral writes it: faults of the schema have a form of their own."""
    if saying.status == 422:
        loc = ["body", *(saying.param or "messages").replace("]", "").replace("[", ".").split(".")]
        spot = [int(step) if step.isdecimal() else step for step in loc]
        return {"detail": [{"type": "value_error", "loc": spot, "msg": saying.sentence}]}
    return {
        "object": "error",
        "message": saying.sentence,
        "type": mistral_kind(saying),
        "param": saying.param,
        "code": saying.code or _MISTRAL_CODES.get(saying.status),
        "raw_status_code": saying.status,
    }


# google/api-common-protos google/rpc/code.proto; recorded in pydantic-ai's cassettes (2026)
_GOOGLE = {
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
    529: "UNAVAILABLE",
}


def google_kind(saying: Saying) -> str:
    """Return Google's status of an error."""
    return _GOOGLE.get(saying.status, "INVALID_ARGUMENT")


def google(saying: Saying) -> dict[str, Any]:
    """Return an error as Google writes it."""
    kind = google_kind(saying)
    return {"error": {"code": saying.status, "message": saying.sentence, "status": kind}}


# botocore's service model of bedrock-runtime (2026-11); fumito-ito/AnthropicSwiftSDK#19 (headers as sent)
_BEDROCK = {
    403: "AccessDeniedException",
    404: "ResourceNotFoundException",
    408: "ModelTimeoutException",
    424: "ModelErrorException",
    429: "ThrottlingException",
    500: "InternalServerException",
    503: "ServiceUnavailableException",
    529: "ServiceUnavailableException",
}


def bedrock_kind(saying: Saying) -> str:
    """Return the exception of Bedrock."""
    return _BEDROCK.get(saying.status, "ValidationException")


def message(saying: Saying) -> dict[str, Any]:
    """Return an error that is a message alone, as Bedrock and Cohere write it."""
    return {"message": saying.sentence}


# nocmt/LLMSearchPlus#2 (2025-02), yym68686/uni-api#105 (2025-04)
_XAI = {
    404: "Some requested entity was not found",
    429: "Some resource has been exhausted",
    500: "Internal error",
    503: "The service is currently unavailable",
}


def xai_kind(saying: Saying) -> str:
    """Return xAI's code of an error."""
    return _XAI.get(saying.status, "Client specified an invalid argument")


def xai(saying: Saying) -> dict[str, Any]:
    """Return an error as xAI writes it."""
    return {"code": xai_kind(saying), "error": saying.sentence}


# BigPizzaV3/CodexPlusPlus#267 (2026-05), HKUDS/nanobot#2373 (2026-03)
_MINIMAX = {429: "rate_limit_error", 500: "server_error", 529: "overloaded_error"}


def minimax_kind(saying: Saying) -> str:
    """Return MiniMax's type of an error."""
    return _MINIMAX.get(saying.status, "bad_request_error")


def minimax(saying: Saying) -> dict[str, Any]:
    """Return an error as MiniMax writes it."""
    kind, code = minimax_kind(saying), str(saying.status)
    error = {"type": kind, "message": saying.sentence, "http_code": code}
    return {"type": "error", "error": error, "request_id": saying.request_id}


def plain_kind(saying: Saying) -> str:
    """Return the type of an error where nobody is imitated."""
    return saying.code or ("invalid_request" if saying.status < 500 else "server_error")


def plain(saying: Saying) -> dict[str, Any]:
    """Return an error where nobody is imitated."""
    return {"error": {"type": plain_kind(saying), "message": saying.sentence}}
