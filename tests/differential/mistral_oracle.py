"""What mistral-common itself says of a message list: the verdict that our targets must equal.

The entry is `convert_openai_messages`, then `validate_messages` of the validator that belongs to
the tokenizer version and the mode. The conversion drops two keys that the library's own assistant
message has, `prefix` and `weight`; they are carried over here, because two of the validator's
sentences are about nothing else. `weight` exists in finetuning only.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import mistral_common
from mistral_common.protocol.instruct.converters import convert_openai_messages
from mistral_common.protocol.instruct.messages import (
    AssistantMessage,
    FinetuningAssistantMessage,
)
from mistral_common.protocol.instruct.validator import (
    MistralRequestValidator,
    ValidationMode,
    get_validator,
)
from mistral_common.tokens.tokenizers.base import TokenizerVersion
from pydantic import ValidationError

VERSIONS = ("v1", "v3", "v7", "v11", "v13", "v15")

_LIBRARY = Path(mistral_common.__file__).parent
_MASKS = tuple(
    (re.compile(pattern, re.DOTALL), mask)
    for pattern, mask in (
        (r"^Tool call id was .* but must", "Tool call id was {id} but must"),
        (r"^Function name was .* but must", "Function name was {name} but must"),
        (r"tool call id .* in (tool results|assistant message)$", r"tool call id {id} in \1"),
        (r"indexes \[[^]]*\]", "indexes {list}"),
        (r"message: \[.*\]$", "message: {list}"),
        (r"^Unknown message role: .*$", "Unknown message role: {role}"),
        (r"^.* is not a valid ChunkTypes$", "{type} is not a valid ChunkTypes"),
        (r"<class '(\w+)'>", "{type}"),
        (r"^'\w+' object has no attribute", "{type} object has no attribute"),
    )
)


@dataclass(frozen=True)
class Refusal:
    """One refusal: the sentence with its variable words masked, and the line that raised it."""

    sentence: str
    kind: str
    file: str
    line: int


def verdict(messages: Any, version: str, finetuning: bool) -> str | None:
    """None if the library takes the list, else its sentence."""
    refused = refusal(messages, version, finetuning)
    return None if refused is None else refused.sentence


def refusal(messages: Any, version: str, finetuning: bool) -> Refusal | None:
    """Like `verdict`, with the place in the library; any exception counts as a refusal."""
    try:
        _validator(version, finetuning).validate_messages(convert(messages, finetuning))
    except Exception as error:
        file, line = _raised_at(error)
        return Refusal(_sentence(error), type(error).__name__, file, line)
    return None


def sentence(messages: Any, version: str, finetuning: bool) -> str | None:
    """None if the library takes the list, else its sentence word for word."""
    try:
        _validator(version, finetuning).validate_messages(convert(messages, finetuning))
    except Exception as error:
        return str(error)
    return None


def convert(messages: Any, finetuning: bool) -> list[Any]:
    """The library's own messages, with the two assistant keys that its conversion drops."""
    converted: list[Any] = convert_openai_messages(messages)
    made = FinetuningAssistantMessage if finetuning else AssistantMessage
    kept = ("prefix", "weight") if finetuning else ("prefix",)
    for index, (raw, message) in enumerate(zip(messages, converted, strict=True)):
        if message.role == "assistant" and any(key in raw for key in kept):
            fields = {"content": message.content, "tool_calls": message.tool_calls}
            fields |= {key: raw[key] for key in kept if key in raw}
            converted[index] = made.model_validate(fields)
    return converted


@cache
def _validator(version: str, finetuning: bool) -> MistralRequestValidator:
    mode = ValidationMode.finetuning if finetuning else ValidationMode.serving
    return get_validator(TokenizerVersion(version), mode)


def _sentence(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(key) for key in first["loc"] if isinstance(key, str))
        return f"schema: {error.title} {where}: {first['msg']}"
    if isinstance(error, AssertionError):
        return "AssertionError"
    text = str(error)
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


def _raised_at(error: Exception) -> tuple[str, int]:
    place = ("", 0)
    trace = error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.is_relative_to(_LIBRARY):
            place = (str(file.relative_to(_LIBRARY)), trace.tb_lineno)
        trace = trace.tb_next
    return place
