"""The words by which the clients of a provider tell failures apart: a type, a status or an exception.

They are data on others' APIs, with source and the date they were looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from transcript_doctor.acts.strict.saying import Saying

Kind: TypeAlias = Callable[[Saying], str]


def _by_status(words: Mapping[int, str], usual: str) -> Kind:
    """Return the words of a provider that has one for each status; `usual` is that of other bad requests.

    A failure of the provider's own, from 500 on, that has no word is called as its 500 is.
    """
    return lambda saying: words.get(saying.status, words[500] if saying.status >= 500 else usual)


# platform.claude.com/docs/en/api/errors (2026-08-22); anthropics/claude-code#3512 and #35792 (whole bodies)
ANTHROPIC = _by_status(
    {
        401: "authentication_error",
        403: "permission_error",
        404: "not_found_error",
        413: "request_too_large",
        429: "rate_limit_error",
        500: "api_error",
        504: "timeout_error",
        529: "overloaded_error",
    },
    "invalid_request_error",
)
# openai-python, error codes in its documentation (2026-08); bodies recorded in pydantic-ai's cassettes
OPENAI = _by_status(
    {429: "requests", 500: "server_error", 503: "service_unavailable_error", 529: "server_error"},
    "invalid_request_error",
)
# google/api-common-protos google/rpc/code.proto; recorded in pydantic-ai's cassettes (2026)
GOOGLE = _by_status(
    {
        401: "UNAUTHENTICATED",
        403: "PERMISSION_DENIED",
        404: "NOT_FOUND",
        429: "RESOURCE_EXHAUSTED",
        500: "INTERNAL",
        503: "UNAVAILABLE",
        504: "DEADLINE_EXCEEDED",
        529: "UNAVAILABLE",
    },
    "INVALID_ARGUMENT",
)
# botocore's service model of bedrock-runtime (2026-11); fumito-ito/AnthropicSwiftSDK#19 (headers as sent)
BEDROCK = _by_status(
    {
        403: "AccessDeniedException",
        404: "ResourceNotFoundException",
        408: "ModelTimeoutException",
        424: "ModelErrorException",
        429: "ThrottlingException",
        500: "InternalServerException",
        503: "ServiceUnavailableException",
        529: "ServiceUnavailableException",
    },
    "ValidationException",
)
# nocmt/LLMSearchPlus#2 (2025-02), yym68686/uni-api#105 (2025-04)
XAI = _by_status(
    {
        404: "Some requested entity was not found",
        429: "Some resource has been exhausted",
        500: "Internal error",
        503: "The service is currently unavailable",
    },
    "Client specified an invalid argument",
)
# BigPizzaV3/CodexPlusPlus#267 (2026-05), HKUDS/nanobot#2373 (2026-03)
MINIMAX = _by_status(
    {429: "rate_limit_error", 500: "server_error", 529: "overloaded_error"}, "bad_request_error"
)
# datapizza-labs/datapizza-ai#98 (2025-12), nearai/ironclaw#1241 (2026-03), raycast/extensions#31107 (2026-09)
_MISTRAL = {"3230": "invalid_request_message_order", "3280": "invalid_function_call"}


def mistral(saying: Saying) -> str:
    """Return Mistral's type of an error: its code decides, and else what kind of status it is."""
    if saying.status == 429:
        return "rate_limited"
    usual = "internal_server_error" if saying.status >= 500 else "invalid_request_error"
    return _MISTRAL.get(saying.code or "", usual)


def plain(saying: Saying) -> str:
    """Return the type of an error where nobody is imitated."""
    return saying.code or ("invalid_request" if saying.status < 500 else "server_error")
