"""What a refusal is about when it is not about the history: length, rate, key, model, a setting, nothing.

Such texts are pasted as often as the others; no law speaks of them, and no message is at fault.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Beside(NamedTuple):
    """A kind of refusal that no message causes: how its texts are known, and what to say."""

    name: str
    pattern: re.Pattern[str]
    words: str


def beside(text: str) -> Beside | None:
    """Return the kind of a refusal that is not about the structure of a history, or None."""
    if not set(_WORD.findall(text.lower())) - _EMPTY_WORDS and not _OTHER_STATUS.search(text):
        return NO_REASON
    return next((kind for kind in KINDS if kind.pattern.search(text)), None)


def _kind(name: str, pattern: str, words: str, *statuses: int) -> Beside:
    """Return a kind; a status counts where a text begins with it or calls it one."""
    numbers = "|".join(map(str, statuses))
    status = (
        rf"|(?:^\W{{0,9}}|(?:status|code|error|http)\W{{0,9}})(?:{numbers})\b" if numbers else ""
    )
    return Beside(name, re.compile(f"{pattern}{status}", re.IGNORECASE), words)


KINDS = (
    _kind(
        "length",
        r"prompt is too long|prompt too long|context[ _-]?(?:length|window|limit)|context_length"
        r"|maximum (?:context|number of tokens allowed)|input (?:is )?too long|too many input tokens"
        r"|input token count|token limit|request too large|request_too_large|exceeds the maximum size",
        "this is about length, not structure: send fewer or shorter messages, each exchange whole, "
        "or ask for fewer tokens in reply",
        413,
    ),
    _kind(
        "rate",
        r"rate[ _-]?limit|too many requests|exceeded your (?:current )?quota|resource_exhausted"
        r"|throttl|tokens per min|requests per min",
        "this is about how much is sent in a time, not about the history: wait, and send the "
        "same again",
        429,
    ),
    _kind(
        "overload",
        r"overloaded|service unavailable|temporarily unavailable|internal server error|server_error"
        r"|server had an error|bad gateway|gateway time-?out",
        "this is about the provider's own state, not about the history: send the same again later",
        500, 502, 503, 504, 529,
    ),
    _kind(
        "access",
        r"api[ _-]?key|authentication|unauthori[sz]ed|permission|forbidden|credit balance|billing"
        r"|insufficient[ _](?:balance|funds|quota)|payment required",
        "this is about the key, its permissions or the account's credit, not about the history",
        401, 402, 403,
    ),
    _kind(
        "model",
        r"model[^.\n]{0,80}(?:does not exist|not found|is not supported for|is invalid|deprecated)"
        r"|(?:invalid|unknown|no such) model\b|model_not_found|^\W*model: \S+\W*$"
        r"|not_found_error[^\n]{0,80}model",
        "this is about the model's name or address, or who may use it, not about the history",
        404,
    ),
    _kind(
        "setting",
        r"\b(?:temperature|top_p|top_k|max_(?:completion_|output_)?tokens|budget_tokens|tool_choice"
        r"|reasoning_effort|stop_sequences|response_format|frequency_penalty|presence_penalty"
        r"|input_schema|logprobs)\b|(?:unsupported|unknown|unrecognized)[ _](?:request )?parameter"
        r"|invalid schema for function",
        "this is about a setting of the request, not about its messages: see the body around them",
    ),
    _kind(
        "policy",
        r"content (?:management )?policy|content filter|content_filter|usage polic|safety system"
        r"|considered high risk",
        "this is about what the provider's policy lets through, not about structure",
    ),
)  # fmt: skip
"""The kinds, the first that fits wins."""

NO_REASON = Beside(
    "no reason",
    re.compile(""),
    "this text holds no reason: paste the response's body, which the error of an SDK keeps",
)
_WORD = re.compile(r"[a-z]+")
_EMPTY_WORDS = frozenset(
    """
    a an the was is with from of by no null none true false occurred unknown api ai llm model
    request requests response body message param argument call client server provider upstream
    status code statuscode http https type id e err error errors exception failed failure returned
    bad invalid invalidrequest invalidargument validation apierror apistatuserror axioserror
    badrequest badrequesterror badrequestexception invalidrequesterror httperror httpexception
    validationexception openai anthropic gemini mistral
    """.split()  # noqa: SIM905
)
"""Words that say that something was refused, and not what."""
_OTHER_STATUS = re.compile(r"\b(?!400|422)[45]\d\d\b")
