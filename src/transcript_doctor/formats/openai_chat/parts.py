"""The content parts of an OpenAI chat message: texts, media, and what other servers add."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.noting import note_part
from transcript_doctor.core.outline import Kind, Media, Outline, Reasoning
from transcript_doctor.core.walk import MISSING, see_wide
from transcript_doctor.formats.openai_chat.keys import (
    BESIDE,
    MEDIA_TYPES,
    NEIGHBOURS,
    OWN_TYPES,
    PART_KEYS,
    TEXT_KEYS,
)
from transcript_doctor.formats.openai_chat.payloads import look_at_media, look_at_thinking
from transcript_doctor.place import Steps

WORDS = {"u": "user", "a": "assistant", "s": "system", "t": "tool"}


def note_extras(
    out: Outline, i: int, part: Steps, node: dict[str, Any], known: frozenset[str], role: str
) -> None:
    """Note the keys that nobody knows at this node; null is nothing said, and is overlooked."""
    for key, value in node.items():
        if key not in known and value is not None:
            out.note("Y003", "unknown", i, (*part, str(key)), key=str(key), role=role)
            see_wide(out, i, (*part, str(key)), value)


def read_parts(out: Outline, i: int, role: str, content: list[Any]) -> None:
    """Read a list of parts."""
    blanks, said = [], False
    for j, part in enumerate(content):
        kind = part.get("type") if type(part) is dict else None
        spot: Steps = ("content", j)
        if kind != "text":
            said = True
            _odd_part(out, i, role, spot, part, kind)
            continue
        text = part.get("text", MISSING)
        if not part.keys() <= TEXT_KEYS:
            note_extras(out, i, spot, part, TEXT_KEYS, WORDS[role])
        if type(text) is not str:
            said = True
            out.note("C006", "no-payload", i, spot, type="text", key="text")
        elif not text or text.isspace():
            blanks.append((spot, "empty" if not text else "blank"))
        else:
            said = True
            if not text.isascii():
                out.wide.append((i, (*spot, "text"), text))
        if part.get("cache_control") is not None:
            out.markers.append((i, *spot))
    for spot, case in blanks:
        case = case if said or case == "empty" else "all-blank"
        out.note("C002", "in-result" if role == "t" else case, i, spot)


def _odd_part(out: Outline, i: int, role: str, spot: Steps, part: Any, kind: Any) -> None:
    """Read a part that is no text: media, reasoning, or something unknown."""
    if note_part(out, i, spot, part) is None:
        return
    if kind == "refusal" and role == "a":
        if type(part.get("refusal")) is not str:
            out.note("C006", "no-payload", i, spot, type=kind, key=kind)
        out.kinds.append(Kind(i, spot, kind))
        see_wide(out, i, spot, part)
    elif kind in ("thinking", "reasoning") and role == "a":
        _reasoning(out, i, spot, part, kind)
    elif kind in MEDIA_TYPES:
        _media(out, i, role, spot, part, kind)
    else:
        neighbour = kind in NEIGHBOURS[role]
        out.note("C006", "foreign-type" if neighbour else "unknown-type", i, spot, type=kind)
        if neighbour:
            out.kinds.append(Kind(i, spot, kind))
        if kind == "thinking":
            look_at_thinking(out, i, spot, part)
        see_wide(out, i, spot, part)


def _reasoning(out: Outline, i: int, spot: Steps, part: dict[str, Any], kind: str) -> None:
    value = part.get(kind)
    words = value if type(value) is str else None
    out.reasoning.append(Reasoning(i, spot, "part", words, None, spot[-1] == 0, False, part))
    out.note("C006", "foreign-type", i, spot, type=kind)
    out.kinds.append(Kind(i, spot, kind))
    if kind == "thinking":
        look_at_thinking(out, i, spot, part)
    see_wide(out, i, spot, part)


def _media(out: Outline, i: int, role: str, spot: Steps, part: dict[str, Any], kind: str) -> None:
    """Read an image, audio, document or video, and note where it stands on the wrong role."""
    payload = part.get(kind)
    medium = _medium(i, (*spot, kind), MEDIA_TYPES[kind], payload, role == "t")
    if medium is None:
        bare = payload if kind == "input_audio" else part.get("file_id")
        bare = type(bare) is str and kind in ("input_audio", "file")
        out.note("C006", "bare-payload" if bare else "no-payload", i, spot, type=kind, key=kind)
    else:
        out.media.append(medium)
        if kind == "image_url" and medium.url is not None:
            out.note("C006", "media-url", i, spot, type=kind)
    out.kinds.append(Kind(i, spot, kind))
    look_at_media(out, i, (*spot, kind), payload)
    known = PART_KEYS | {kind} | BESIDE.get(kind, frozenset())
    if not part.keys() <= known:
        note_extras(out, i, spot, part, known, WORDS[role])
    if part.get("cache_control") is not None:
        out.markers.append((i, *spot))
    if role == "t":
        out.note("C005", "media" if kind == "image_url" else "other-media", i, spot, type=kind)
    elif role != "u":
        out.note("R009", "media-outside-user", i, spot, type=kind, role=WORDS[role])
    elif kind not in OWN_TYPES:
        out.note("C006", "foreign-type", i, spot, type=kind)


def _medium(i: int, spot: Steps, sort: str, payload: Any, in_result: bool) -> Media | None:
    """Return the row of a medium, or None where its payload holds nothing."""
    kind = spot[-1]
    if kind == "input_audio":
        data = payload.get("data") if type(payload) is dict else None
        if type(data) is not str:
            return None
        return Media(i, spot, sort, payload.get("format"), data, None, in_result)
    if kind == "file":
        if type(payload) is not dict:
            return None
        data, name = payload.get("file_data"), payload.get("file_id")
        if type(data) is not str:
            return Media(i, spot, sort, None, None, name, in_result) if name else None
        return _addressed(i, spot, sort, data, in_result)
    url = payload.get("url") if type(payload) is dict else payload
    return _addressed(i, spot, sort, url, in_result) if type(url) is str else None


def _addressed(i: int, spot: Steps, sort: str, url: str, in_result: bool) -> Media:
    """Return the row of a medium given by its address; a data address holds label and data."""
    if not url.startswith("data:"):
        return Media(i, spot, sort, None, None, url, in_result)
    head, _, data = url[5:].partition(",")
    return Media(i, spot, sort, head.partition(";")[0] or None, data, None, in_result)
