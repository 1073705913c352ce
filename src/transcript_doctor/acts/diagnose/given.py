"""What is given as an error: a text, an exception of any SDK, its body, or by mistake a transcript.

Nothing of an SDK is imported: an exception is what has a message, and beside it a body or an answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.acts.reading.looking import is_message, is_transcript
from transcript_doctor.acts.reading.sessions import recognise, text_source
from transcript_doctor.core.errors import BadOption

_LONGEST = 50_000
"""Characters of one body that are handed on: more than is read."""
_LARGEST = 20_000_000
"""Characters of a text that may be a transcript."""
_DEEPEST = 5
"""Exceptions that raised one another, from the outermost on."""
_ASIDE = ("body", "response", "details")
"""Where SDKs keep what was answered."""


def error_text(error: Any) -> str | None:
    """Return the text of an error: of an exception its message, what was answered, and its causes'."""
    if error is None or isinstance(error, str):
        return error
    if isinstance(error, bytes | bytearray):
        return bytes(error).decode("utf-8", "replace")
    if isinstance(error, BaseException):
        return "\n".join(dict.fromkeys(_told_by(error)))
    told = _dumped(error)
    if told is None:
        raise BadOption(
            f"error_text takes a text, an exception or its body, not {type(error).__name__}"
        )
    return told


def is_list(text: str) -> bool:
    """Tell whether a text is no refusal but a transcript: messages, a request, or an agent's session."""
    text = text.lstrip("\ufeff \t\r\n")
    if text[:1] not in ("[", "{") or len(text) > _LARGEST:
        return False
    value = _parsed(text)
    if value is not None:
        return not (isinstance(value, dict) and "error" in value) and is_transcript(value)
    lines = [_parsed(line) for line in text.split("\n", 3)[:3] if line.strip()]
    if len(lines) > 1 and all(map(is_message, lines)):
        return True
    return all(isinstance(line, dict) for line in lines[:2]) and _is_session(text)


def _is_session(text: str) -> bool:
    return recognise(text_source(text)) is not None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _told_by(error: BaseException) -> Iterator[str]:
    """Yield what an exception tells, and those that it was raised from."""
    for _ in range(_DEEPEST):
        yield f"{type(error).__name__}: {_said(error)}"
        for name in _ASIDE:
            if told := _answered(_attribute(error, name)):
                yield told[:_LONGEST]
        if error.__cause__ is None:
            return
        error = error.__cause__


def _said(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # somebody else's code
        return ""


def _answered(value: Any) -> str | None:
    """Return a body as text: one that is text, JSON, or an answer that keeps its own."""
    if isinstance(value, str | dict | list):
        return _dumped(value)
    text = _attribute(value, "text")
    return text if isinstance(text, str) else None


def _dumped(value: Any) -> str | None:
    """Return a body of JSON as text; a text as it is; None for what is neither."""
    if isinstance(value, str):
        return value
    made = plain(value)
    if not isinstance(made, dict | list):
        return None
    try:
        return json.dumps(made, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        return ""


def _attribute(value: Any, name: str) -> Any:
    """Return what somebody else's object has under a name; None where it has none, or raises."""
    try:
        return getattr(value, name, None)
    except Exception:  # a body that was not read yet
        return None
