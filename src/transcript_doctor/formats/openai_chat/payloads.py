"""What lenient servers overlook inside the parts of an OpenAI chat message, and strict ones refuse."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.walk import truth, type_of
from transcript_doctor.formats.openai_chat.keys import IMAGE_KEYS
from transcript_doctor.place import Steps


def look_at_media(out: Outline, i: int, spot: Steps, payload: Any) -> None:
    """Note blank audio, and in an image's payload unknown keys and a detail that is no text."""
    kind = spot[-1]
    if kind == "input_audio":
        data = payload.get("data") if type(payload) is dict else payload
        if type(data) is str and not data.strip():
            out.note("C006", "blank-payload", i, spot, type=kind)
    elif kind == "image_url" and type(payload) is dict:
        for key in payload:
            if key not in IMAGE_KEYS:
                out.note("Y003", "in-payload", i, (*spot, str(key)), key=str(key), on=kind)
        detail = payload.get("detail")
        if detail is not None and type(detail) is not str:
            values = {"type": kind, "key": "detail", "found": type_of(detail)}
            out.note("C006", "payload-type", i, (*spot, "detail"), **values)


def look_at_thinking(out: Outline, i: int, spot: Steps, part: dict[str, Any]) -> None:
    """Look at what a thinking part holds: a text, at some servers a list of parts."""
    value = part.get("thinking")
    if type(value) is list:
        out.note("C006", "reasoning-list", i, (*spot, "thinking"), type="thinking")
    elif type(value) is not str:
        out.note("C006", "no-payload", i, spot, type="thinking", key="thinking")
    if "closed" in part:
        read_flag(out, i, (*spot, "closed"), part["closed"])


def read_flag(out: Outline, i: int, spot: Steps, value: Any) -> bool:
    """Return a flag as lenient servers read it; what is no flag is noted, and counts as not set."""
    flag = truth(value)
    if flag is None:
        out.note("C006", "flag", i, spot, key=spot[-1], value=value)
    return bool(flag)


def read_weight(out: Outline, i: int, value: Any) -> None:
    """Note a weight, which only training data has, and which is 0 or 1 there."""
    out.note("Y003", "training", i, ("weight",), key="weight", on="assistant")
    text = isinstance(value, str) and value.isascii()
    try:
        number = float(value) if text or isinstance(value, int | float) else None
    except (ValueError, OverflowError):
        number = None
    if number not in (0, 1):
        out.note("C006", "weight", i, ("weight",), value=value)
