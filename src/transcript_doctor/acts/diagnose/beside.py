"""What a refusal is about when it is not about the history: length, rate, key, model, a setting, own code.

Such texts are pasted as often as the others; no law speaks of them, and no message is at fault.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from transcript_doctor.acts.diagnose.parameters import named_beside


class Beside(NamedTuple):
    """A kind of refusal that no message causes: how its texts are known, and what to say."""

    name: str
    pattern: re.Pattern[str]
    words: str


def beside(text: str, *, like_a_law: bool = False) -> Beside | None:
    """Return the kind of a refusal that is not about the structure of a history, or None.

    Where a text is like a law's sentence (`like_a_law`), only the parameter that it names speaks against it.
    """
    if named_beside(text):
        return next((kind for kind in KINDS if kind.pattern.search(text)), SETTING)
    if like_a_law:
        return None
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


SETTING = _kind(
    "setting",
    r"\b(?:temperature|top_p|top_k|max_(?:completion_|output_)?tokens|budget_tokens|tool_choice"
    r"|reasoning[ _]effort|stop_sequences|response_format|frequency_penalty|presence_penalty"
    r"|input_schema|output_config|logprobs)\b"
    r"|(?:unsupported|unknown|unrecognized)[ _](?:request )?(?:parameter|argument)"
    r"|invalid schema for (?:function|response_format)|tool[ _-](?:call|output)[ _-]parser"
    r"|auto[\"'`\\]* tool choice|does not support (?:tools|thinking|the parameter)"
    r"|tools? names? may only",
    "this is about a setting of the request, not about its messages: see the body around them",
)
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
        r"on-demand throughput|requires more system memory"
        r"|model[^.\n]{0,80}(?:does not exist|not found|is not supported for|is invalid|deprecated)"
        r"|(?:invalid|unknown|no such) model\b|model_not_found|^\W*model: \S+\W*$"
        r"|not_found_error[^\n]{0,80}model",
        "this is about the model's name or address, or who may use it, not about the history",
        404,
    ),
    SETTING,
    _kind(
        "connection",
        r"timed?[ -]?out\b|timeouts?\b|timeouterror|etimedout|econnre(?:fused|set)"
        r"|connection ?(?:error|refused|reset|aborted|closed)|socket hang up|fetch failed"
        r"|premature close|no response in \d",
        "this is about the connection or its time limit, not about the history: send the same again",
        408,
    ),
    _kind(
        "own code",
        r"has no attribute [\"'](?!get[\"'])|cannot read propert\w{1,3} of|not json serializable"
        r"|expected string or bytes-like|unexpected keyword argument|missing required arguments"
        r"|of type [\"'`]?nonetype[\"'`]? has no len|index out of range"
        r"|is not (?:a function|subscriptable|iterable|callable)\b"
        r"|unhashable type|keyerror\W+(?:caught exception\W+)?(?!content\b|tool_call_id\b|messages\b)\w"
        r"|\b(?:name|import|modulenotfound|reference|unboundlocal|zerodivision|nullpointer)(?:error|exception)\b",
        "this is raised by the code that calls, before anything is sent or behind the answer: the "
        "line of the traceback says where; no provider refused the history",
    ),
    _kind(
        "tool",
        r"toolexception|outputparserexception|could not (?:parse|extract) (?:llm |tool )?(?:output|use)\b"
        r"|is not a valid tool\b|\btool \S{1,60} not found|error (?:calling|executing) (?:mcp )?tool"
        r"|mcp error",
        "this is what a tool, or the reading of an answer, failed with: it belongs into the result "
        "of the call, and no provider refused the history",
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
A_LIST = Beside(
    "a transcript",
    re.compile(""),
    "this is a transcript, no refusal: the error is what came back when it was sent",
)
NOTHING_SAID = (NO_REASON, A_LIST)
"""What was pasted says nothing of what was refused."""
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
