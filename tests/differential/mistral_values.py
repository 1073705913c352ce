"""The words, ids and parts that the mistral-common histories are made of, sound and odd."""

import random
import string
from typing import Any

TEXTS = ("", "hello", "Find the port.", " ", "8080", '{"a": 1}', "é", "\U0001f600", "\ud83d")
NAMES = ("read", "get_weather", "a-b", "x" * 64, "read\n")
ARGUMENTS = ("{}", '{"path": "config.py"}', "", "not json", "[1]", None, {}, {"a": [1, None]})

_LETTERS = string.ascii_letters + string.digits


def nine(rng: random.Random) -> str:
    """Nine letters or digits."""
    return "".join(rng.choices(_LETTERS, k=9))


def any_id(rng: random.Random, odd: tuple[str, ...] = ()) -> str:
    """A non-empty id of some provider's make, or one of `odd`."""
    tail = nine(rng)
    return rng.choice((tail, f"call_{tail}", f"toolu_01{tail}", f"{tail}-{tail}", "a b", *odd))


def part(rng: random.Random, kind: str) -> dict[str, Any]:
    """A well-formed part of the kind, in one of the spellings that the conversion takes."""
    text = rng.choice(TEXTS)
    url = rng.choice(("https://example.com/a.png", "data:image/png;base64,iVBORw0KGgo=", ""))
    detail = rng.choice(("low", None))
    made: dict[str, Any] = {"type": kind}
    if kind == "text":
        made["text"] = text
    elif kind == "thinking":
        made["thinking"] = text
        if rng.random() < 0.3:
            made["closed"] = rng.choice((True, False, 1, "yes"))
    elif kind == "image_url":
        made[kind] = rng.choice((url, {"url": url}, {"url": url, "detail": detail}))
    elif kind == "input_audio":
        made[kind] = rng.choice(("UklGRg==", {"data": "UklGRg==", "format": "wav"}, {"data": "x"}))
    elif kind == "audio_url":
        made[kind] = rng.choice((url, {"url": url}, {"url": url, "more": 1}))
    if rng.random() < 0.05:
        made["cache_control"] = {"type": "ephemeral"}
    return made


# Parts that the conversion refuses, whatever the role that holds them.
ODD_PARTS: tuple[Any, ...] = (
    "hello",
    None,
    7,
    [],
    {},
    {"type": None, "text": "a"},
    {"type": []},
    {"type": "Text", "text": "a"},
    {"type": "refusal", "refusal": "no"},
    {"type": "document_url", "document_url": "https://example.com/a.pdf"},
    {"type": "file", "file": {"file_id": "f1"}},
    {"type": "tool_result", "tool_use_id": "a", "content": "b"},
    {"type": "image", "image": "iVBORw0KGgo="},
    {"type": "image", "image_url": {"url": "https://example.com/a.png"}},
    {"type": "image", "source": {"type": "base64", "data": "iVBORw0KGgo="}},
    {"type": "text"},
    {"type": "text", "text": None},
    {"type": "text", "text": 7},
    {"type": "thinking"},
    {"type": "thinking", "thinking": None},
    {"type": "thinking", "thinking": [{"type": "text", "text": "so"}]},
    {"type": "thinking", "thinking": "so", "closed": None},
    {"type": "thinking", "thinking": "so", "closed": "maybe"},
    {"type": "thinking", "thinking": "so", "closed": 2},
    {"type": "image_url"},
    {"type": "image_url", "image_url": None},
    {"type": "image_url", "image_url": {}},
    {"type": "image_url", "image_url": {"url": None}},
    {"type": "image_url", "image_url": {"url": "a", "detail": 1}},
    {"type": "image_url", "image_url": {"url": "a", "format": "png"}},
    {"type": "input_audio"},
    {"type": "input_audio", "input_audio": None},
    {"type": "input_audio", "input_audio": ""},
    {"type": "input_audio", "input_audio": {"data": " ", "format": "wav"}},
    {"type": "input_audio", "input_audio": {"format": "wav"}},
    {"type": "input_audio", "input_audio": {"data": 7}},
    {"type": "audio_url"},
    {"type": "audio_url", "audio_url": None},
    {"type": "audio_url", "audio_url": {}},
    {"type": "audio_url", "audio_url": {"url": 7}},
)

KINDS = ("text", "image_url", "input_audio", "audio_url", "thinking")
