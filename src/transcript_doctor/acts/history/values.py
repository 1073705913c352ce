"""What tools give back, as a model can read it: texts, JSON, failures, and parts of the target's own."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from transcript_doctor.acts.opening.making import Opaque
from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.core.answers import FAILED
from transcript_doctor.core.errors import BadOption


class Failed(NamedTuple):
    """A result that says that the tool could not do its job, and why."""

    text: str


class Parts(NamedTuple):
    """A result that is a list of content parts, each in the target's own form: texts, pictures, files."""

    parts: list[Any]
    failed: bool = False
    """Whether the tool could not do its job."""


def parts_in(value: Parts) -> list[dict[str, Any]]:
    """Return the parts of a result, made plain; raises `BadOption` where there are none, or no JSON."""
    made = plain(value.parts)
    if type(made) is not list or not made or not all(type(part) is dict for part in made):
        raise BadOption(
            "Parts takes a list of one part or more, each an object of the target's form"
        )
    try:
        text = json.dumps(made, ensure_ascii=False, allow_nan=False, default=_no_bytes)
    except (TypeError, ValueError, RecursionError) as fault:
        raise BadOption(f"a part of a result is JSON: {fault}") from None
    return made if text == sendable(text) else _sendable_in(made)


def said(value: Any) -> tuple[str, bool]:
    """Return what a result's value says, and whether it is a failure.

    A text is taken as it is, an exception as a failure, anything else as JSON. Raises `BadOption`
    where a value is no JSON.
    """
    if type(value) is Failed:
        text, _ = said(value.text)
        return (FAILED if not text or text.isspace() else text), True
    if isinstance(value, BaseException):
        return _told(value), True
    made = plain(value)
    if type(made) is str:
        return sendable(made), False
    try:
        text = json.dumps(made, ensure_ascii=False, allow_nan=False, default=_no_json)
    except (TypeError, ValueError, RecursionError) as fault:
        raise BadOption(f"a result is a text, JSON, or Failed(text): {fault}") from None
    return sendable(text), False


def sendable(text: str) -> str:
    """Return a text that can be encoded: half characters, which no wire carries, become U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _told(error: BaseException) -> str:
    try:
        words = str(error)
    except Exception:  # an exception that cannot even say what it is
        words = ""
    return sendable(f"{type(error).__name__}: {words}" if words else type(error).__name__)


def _sendable_in(node: Any) -> Any:
    """Return parts whose texts can all be encoded."""
    if isinstance(node, dict):
        return {sendable(key): _sendable_in(child) for key, child in node.items()}
    if isinstance(node, list):
        return [_sendable_in(child) for child in node]
    return sendable(node) if isinstance(node, str) else node


def _no_bytes(value: object) -> Any:
    """Let bytes through, as boto3 and google-genai take them in a picture; raises for all else."""
    return "" if isinstance(value, bytes | bytearray) else _no_json(value)


def _no_json(value: object) -> Any:
    what = repr(value) if isinstance(value, Opaque) else type(value).__name__
    raise TypeError(f"{what} is no JSON")
