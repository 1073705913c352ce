"""What providers say when it is not the history: outages, limits, keys, bodies that cannot be read.

Sentences are examples with source and date; they change without notice.
"""

from __future__ import annotations

from collections.abc import Mapping

from transcript_doctor.acts.strict.envelopes import Saying
from transcript_doctor.provider.script.trouble import OVERLOADED

_WORDS: Mapping[str, Mapping[int, str]] = {
    # platform.claude.com/docs/en/api/errors (2026-08-22); anthropics/claude-code#35792, #3335
    "anthropic": {
        401: "invalid x-api-key",
        413: "Request exceeds the maximum size",
        429: "This request would exceed your organization's rate limit. Please try again later.",
        500: "Internal server error",
        529: "Overloaded",
    },
    # OpenAI's guide to error codes (2026-08)
    "openai": {
        401: "Incorrect API key provided.",
        413: "The request body is too large.",
        429: "Rate limit reached for requests. Please try again later.",
        500: "The server had an error while processing your request. Sorry about that!",
        503: "The engine is currently overloaded, please try again later",
    },
    # raycast/extensions#31107 (2026-09)
    "mistral": {401: "Unauthorized", 429: "Rate limit exceeded", 503: "Service unavailable."},
    # ai.google.dev/gemini-api/docs/troubleshooting (2026-08); google-gemini/gemini-cli#19976
    "google": {
        401: "API key not valid. Please pass a valid API key.",
        429: "Resource has been exhausted (e.g. check quota).",
        500: "An internal error has occurred. Please retry.",
        503: "The model is overloaded. Please try again later.",
    },
    # docs.aws.amazon.com/bedrock, Converse, errors (2026-11)
    "bedrock": {
        401: "The security token included in the request is invalid.",
        429: "Too many requests, please wait before trying again.",
        500: "The system encountered an unexpected error during processing. Try your request again.",
        503: "Bedrock is unable to process your request.",
    },
}
_ANYBODY: Mapping[int, str] = {
    400: "The request is not valid.",
    401: "The key is not valid.",
    403: "This key may not do that.",
    404: "Not found.",
    408: "The body of the request did not come in time.",
    413: "The request is too large.",
    415: "The body must be JSON, with the header content-type: application/json.",
    429: "Too many requests.",
    500: "Internal server error",
    503: "The service is overloaded.",
    529: "Overloaded",
}
_BAD_KEY = 401
_STATUS_OF_BAD_KEYS: Mapping[str, int] = {"google": 400, "bedrock": 403}
"""Where a bad key is no 401: Google calls it an invalid argument, Bedrock an exception of its own."""
# OpenAI and Anthropic as quoted in public reports (2025 to 2026); the others' in the same manner
_NOT_JSON: Mapping[str, str] = {
    "anthropic": "The request body is not valid JSON: ",
    "openai": "We could not parse the JSON body of your request: ",
    "google": "Invalid JSON payload received. ",
    "mistral": "JSON decode error: ",
}


def failing(envelope: str, status: int) -> Saying:
    """Return a failure as a provider says it: its own status for it, and its words.

    401 stands for a bad key, 529 for a provider that has too much to do, whatever their statuses there.
    """
    told = status
    if status == OVERLOADED and envelope not in ("anthropic", "minimax"):
        told = status = 503
    elif status == _BAD_KEY:
        told = _STATUS_OF_BAD_KEYS.get(envelope, status)
    said = _WORDS.get(envelope, {}).get(status) or _ANYBODY.get(status)
    return Saying(told, said or f"Failed with status {status}.")


def not_json(envelope: str, why: str) -> str:
    """Return what a provider says of a body that is no JSON, with the reason and the place."""
    return _NOT_JSON.get(envelope, "The request body is not valid JSON: ") + why
