"""One odd message at a time, for the comparison with mistral-common: each key with each odd value.

The generated histories are odd in the ways that happen; these are odd in all ways that a server
could see, also where the library overlooks it (`function_call`, `refusal`, keys inside a payload).
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from tests.differential.mistral_moves import ABSENT, CALL, put
from tests.differential.mistral_values import ODD_PARTS

Message = dict[str, Any]
ID = CALL["id"]

USER: Message = {"role": "user", "content": "x"}
SYSTEM: Message = {"role": "system", "content": "x"}
ANSWER: Message = {"role": "assistant", "content": "x"}
CALLING: Message = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT: Message = {"role": "tool", "tool_call_id": ID, "content": "x"}
DEVELOPER: Message = {"role": "developer", "content": "x"}
BASES = (USER, SYSTEM, ANSWER, CALLING, RESULT, DEVELOPER)

KEYS = (
    *("content", "role", "tool_calls", "tool_call_id", "name", "prefix", "weight", "reasoning"),
    *("reasoning_content", "function_call", "refusal", "audio", "reasoning_details", "thinking"),
    *("unknown", "type", "id"),
)
VALUES: tuple[Any, ...] = (
    *(ABSENT, None, True, False, 0, 1, 2, -1, 0.0, 1.0, 0.5, -0.0, 10**400, float("nan")),
    *("", " ", "x", "null", "true", "TRUE", "Yes", "y", "no", "off", "1", "0", "1.0", " 1 ", "1e0"),
    *("-0", "nan", "inf", "+1", "0x1", "1_0", "0_1", ".0e5", "1e400", "\u0661"),
    *([], [None], ["x"], {}, {"a": 1}, {"name": "f", "arguments": "{}"}),
    [{"type": "text", "text": "x"}],
)
PARTS: tuple[Any, ...] = (
    *ODD_PARTS,
    {"type": "text", "text": ""},
    {"type": "text", "text": "x", "more": 1},
    {"type": "reasoning", "reasoning": "x"},
    {"type": "redacted_thinking", "data": "x"},
    {"type": "reference", "reference_ids": [1]},
    {"type": "document", "document": "x"},
    {"type": "video_url", "video_url": "x"},
    {"type": "tool_use", "id": "x", "name": "f", "input": {}},
    {"type": "image_url", "image_url": "x", "detail": 3},
    {"type": "image_url", "image_url": {"url": "x", "detail": None}},
    {"type": "image_url", "image_url": {"url": "x", "format": None}},
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
    {"type": "input_audio", "input_audio": "x"},
    {"type": "input_audio", "input_audio": " "},
    {"type": "input_audio", "input_audio": "\u2003\x1c"},
    {"type": "input_audio", "input_audio": ["x"]},
    {"type": "input_audio", "input_audio": {"data": "\n"}},
    {"type": "input_audio", "input_audio": {"data": "x", "format": 7, "more": 1}},
    {"type": "audio_url", "audio_url": ""},
    {"type": "audio_url", "audio_url": {"url": "", "more": 1}},
    {"type": "thinking", "thinking": {}},
    {"type": "thinking", "thinking": "", "signature": "x"},
    *({"type": "thinking", "thinking": "x", "closed": value} for value in VALUES[1:]),
)
CONTEXTS: tuple[Callable[[Message], list[Message]], ...] = (
    lambda m: [m],
    lambda m: [USER, m],
    lambda m: [m, USER],
    lambda m: [USER, m, USER],
    lambda m: [USER, m, RESULT],
    lambda m: [USER, m, RESULT, ANSWER],
    lambda m: [m, RESULT, USER],
    lambda m: [m, USER, ANSWER],
    lambda m: [SYSTEM, USER, CALLING, m],
    lambda m: [USER, CALLING, m, ANSWER],
    lambda m: [USER, CALLING, RESULT, m],
)
"""Places for a message, so that each role is met where it is wanted and where it is not."""


def odd_messages() -> Iterator[Message]:
    """Yield every odd message, in an order that never changes."""
    for base in BASES:
        for key, value in product(KEYS, VALUES):
            yield _with(base, **{key: value})
        for part in PARTS:
            yield {**base, "content": [part]}
            yield {**base, "content": [{"type": "text", "text": "x"}, part]}
    for base in (ANSWER, CALLING):
        yield from _odd_answers(base)
        yield from _odd_calls(base)


def _odd_answers(base: Message) -> Iterator[Message]:
    """Reasoning told twice, and what stands in for content and calls."""
    for one, two in product((None, "", "x", 7), repeat=2):
        yield {**base, "reasoning": one, "reasoning_content": two}
        yield {**base, "reasoning": one, "content": [{"type": "thinking", "thinking": "x"}]}
    stand_ins = (
        {"function_call": {"name": "a b", "arguments": 7}},
        {"function_call": 7},
        {"refusal": "no"},
        {"audio": {"id": "x"}},
    )
    contents = (ABSENT, None, "", [], "x", [{"type": "text", "text": ""}])
    for extra, content, calls in product(stand_ins, contents, (ABSENT, None, [], [CALL])):
        yield _with(base, **extra, content=content, tool_calls=calls)
        yield _with(base, **extra, content=content, tool_calls=calls, prefix=True)


def _odd_calls(base: Message) -> Iterator[Message]:
    for key, value in product(("id", "type", "function", "more"), VALUES):
        yield {**base, "content": None, "tool_calls": [_with(CALL, **{key: value})]}
    for key, value in product(("name", "arguments", "more"), VALUES):
        function = _with(CALL["function"], **{key: value})
        yield {**base, "content": None, "tool_calls": [{**CALL, "function": function}]}
    for ids in product((ABSENT, "null", "", None, ID, "x"), repeat=2):
        yield {**base, "content": None, "tool_calls": [_with(CALL, id=ident) for ident in ids]}


def _with(holder: Message, **keys: Any) -> Message:
    made = dict(holder)
    for key, value in keys.items():
        put(made, key, value)
    return made
