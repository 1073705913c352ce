"""The parts of Gemini contents: what the walk writes down of each."""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.core.noting import note_name, note_odd_id, note_place
from transcript_doctor.core.outline import Call, Media, Outline, Reasoning, Result
from transcript_doctor.core.walk import MISSING, see_wide, type_of
from transcript_doctor.formats.gemini.keys import (
    CALL_KEYS,
    DATA,
    EXTRAS,
    HOSTED,
    RESPONSE_KEYS,
    either,
)
from transcript_doctor.formats.gemini.signatures import note_bad_seal, seal_of
from transcript_doctor.place import Steps


class Spot(NamedTuple):
    """Where a part stands: place, letter of the role, and whether only results precede it."""

    place: Steps
    role: str
    lead: bool


def read_part(out: Outline, i: int, spot: Spot, part: Any) -> str:
    """Read one part; return text, blank (a text that says nothing), call, result or other."""
    if type(part) is dict and len(part) == 1 and type(part.get("text")) is str:
        return read_text(out, i, (*spot.place, "text"), part["text"])
    if type(part) is str:
        # Only the SDKs take a text for a part.
        out.note("C006", "not-object", i, spot.place, type="string")
        return read_text(out, i, spot.place, part)
    if type(part) is not dict:
        out.note("C006", "not-object", i, spot.place, type=type_of(part))
        return "other"
    kinds = [key for key, value in part.items() if value is not None and key in DATA]
    for key in part:
        if key not in DATA and key not in EXTRAS:
            note_strange(out, i, spot.place, key, kinds[0] if kinds else None)
    seal = seal_of(part)
    if not kinds and (seal is None or part.get("thought") is not True):
        return _no_data(out, i, spot, part)
    if len(kinds) > 1:
        out.note("C006", "two-payloads", i, spot.place, keys=", ".join(kinds), key=kinds[1])
        # A call beside a text is still a call, so that its result is no orphan as well.
        kinds.sort(key=lambda key: DATA[key] not in ("functionCall", "functionResponse"))
    if seal is not None:
        note_bad_seal(out, i, spot.place, seal)
    _reasoning(out, i, spot.place, part, seal)
    if not kinds:
        return "text"  # a thought of which the signature is all that was kept is taken
    return _READERS[DATA[kinds[0]]](out, i, spot, part, kinds[0])


def note_strange(out: Outline, i: int, place: Steps, key: Any, on: str | None) -> None:
    """Note a key that the format does not know, with the place as the endpoint writes it."""
    where = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in place)
    out.note(
        "Y003", "unknown", i, (*place, str(key)), key=str(key), on=on, at=f"contents[{i}]{where}"
    )


def read_text(out: Outline, i: int, place: Steps, text: str) -> str:
    """Read a text; return `text`, or `blank` where it says nothing."""
    if not text.isascii():
        out.wide.append((i, place, text))
    return "text" if text and not text.isspace() else "blank"


def _text_part(out: Outline, i: int, spot: Spot, part: dict[str, Any], key: str) -> str:
    text = part["text"]
    if type(text) is not str:
        out.note("C006", "no-payload", i, spot.place, type="text", key="text")
        return "other"
    kind = read_text(out, i, (*spot.place, "text"), text)
    # An empty text is what carries a signature, or a thought, at the end of a stream.
    return "text" if part.get("thought") or seal_of(part) is not None else kind


def _reasoning(out: Outline, i: int, place: Steps, part: dict[str, Any], seal: Any) -> None:
    if part.get("thought") is True:
        text = part.get("text")
        said = text if type(text) is str else None
        out.reasoning.append(Reasoning(i, place, "thinking", said, seal, False, False, part))
    elif seal is not None:
        out.reasoning.append(Reasoning(i, place, "signature", None, seal, False, False, part))


def _call(out: Outline, i: int, spot: Spot, part: dict[str, Any], key: str) -> str:
    call, place = part[key], (*spot.place, key)
    if type(call) is not dict:
        out.note("C006", "no-payload", i, spot.place, type=key, key="name")
        return "other"
    _note_keys(out, i, place, call, CALL_KEYS, key)
    name = note_name(out, call.get("name", MISSING), i, (*place, "name"))
    arguments, at = call.get("args"), (*place, "args")
    if arguments is not None and type(arguments) is not dict:
        values = {"type": type_of(arguments), "id": name, "value": _quoted(arguments)}
        out.note("Y001", "not-object", i, at, **values)
    see_wide(out, i, at, arguments)
    arguments = arguments if type(arguments) is dict else None
    if spot.role != "a":
        note_place(out, i, spot.place, "call-outside-assistant", key, spot.role)
        return "other"
    ident = _ident(out, i, place, call, "call")
    out.calls.append(Call(ident, name or None, i, spot.place, part, arguments, arguments_at=at))
    return "call"


def _response(out: Outline, i: int, spot: Spot, part: dict[str, Any], key: str) -> str:
    response, place = part[key], (*spot.place, key)
    if type(response) is not dict:
        out.note("C006", "no-payload", i, spot.place, type=key, key="name")
        return "other"
    _note_keys(out, i, place, response, RESPONSE_KEYS, key)
    value = response.get("response")
    if type(value) is not dict:
        case = "missing" if "response" not in response else "null" if value is None else "type"
        note = {"type": type_of(value), "value": _quoted(value)}
        out.note("C005", case, i, (*place, "response"), **note)
    see_wide(out, i, (*place, "response"), value)
    _response_parts(out, i, (*place, "parts"), response.get("parts"))
    if spot.role not in "ut":
        note_place(out, i, spot.place, "result-outside-user", key, spot.role)
        return "other"
    ident, name = _ident(out, i, place, response, "result"), response.get("name")
    failed = type(value) is dict and "error" in value
    named = name if type(name) is str else None
    out.results.append(Result(ident, named, i, spot.place, part, spot.lead, error=failed))
    return "result"


def _no_data(out: Outline, i: int, spot: Spot, part: dict[str, Any]) -> str:
    """Note a part that holds nothing; settings of a video, alone in a part beside it, are taken.

    Source: a recording of pydantic-ai that was answered with 200.
    """
    found = either(part, "videoMetadata", "video_metadata")
    if found is None or found is MISSING:
        out.note("C006", "no-data", i, spot.place)
    return "other"


def _response_parts(out: Outline, i: int, place: Steps, inner: Any) -> None:
    """Read the media that newer models take inside a response."""
    for k, node in enumerate(inner if type(inner) is list else ()):
        for key in node if type(node) is dict else ():
            if DATA.get(key) in ("inlineData", "fileData") and node[key] is not None:
                out.note("C005", "media", i, (*place, k), type=key)
                _media_row(out, i, (*place, k, key), node[key], in_result=True)


def _media(out: Outline, i: int, spot: Spot, part: dict[str, Any], key: str) -> str:
    wanted = ("data",) if DATA[key] == "inlineData" else ("fileUri", "file_uri")
    node = part[key]
    if type(node) is not dict or not any(node.get(name) for name in wanted):
        out.note("C006", "no-payload", i, spot.place, type=key, key=wanted[0])
    else:
        _media_row(out, i, (*spot.place, key), node, in_result=False)
    return "other"


def _media_row(out: Outline, i: int, place: Steps, node: Any, *, in_result: bool) -> None:
    if type(node) is not dict:
        return
    label = either(node, "mimeType", "mime_type")
    label = label if type(label) is str else None
    sort = (label or "").partition("/")[0]
    kind = sort if sort in ("image", "audio", "video") else "document"
    url = either(node, "fileUri", "file_uri")
    out.media.append(
        Media(i, place, kind, label, node.get("data"), url if type(url) is str else None, in_result)
    )


def _hosted(out: Outline, i: int, spot: Spot, part: dict[str, Any], key: str) -> str:
    """Read a part of a tool that the provider runs; call and result stand in one content."""
    node = part[key] if type(part[key]) is dict else {}
    name = HOSTED[DATA[key]] or either(node, "toolType", "tool_type")
    name, ident = name if type(name) is str else None, node.get("id")
    ident = ident if type(ident) is str and ident else None
    if DATA[key] in ("executableCode", "toolCall"):
        out.hosted_calls.append(Call(ident, name, i, spot.place, part, kind="provider"))
    else:
        out.hosted_results.append(Result(ident, name, i, spot.place, part, kind="provider"))
    see_wide(out, i, (*spot.place, key), node)
    return "other"


_READERS = {
    "text": _text_part,
    "functionCall": _call,
    "functionResponse": _response,
    "inlineData": _media,
    "fileData": _media,
    "executableCode": _hosted,
    "codeExecutionResult": _hosted,
    "toolCall": _hosted,
    "toolResponse": _hosted,
}


def _note_keys(
    out: Outline, i: int, place: Steps, node: dict[str, Any], known: dict[str, str], on: str
) -> None:
    for key in node:
        if key not in known:
            note_strange(out, i, place, key, on)


def _ident(out: Outline, i: int, place: Steps, node: dict[str, Any], side: str) -> str | None:
    """Return an id; it may be absent, and the empty text is absence on this wire."""
    ident = node.get("id")
    if ident is not None and type(ident) is not str:
        note_odd_id(out, ident, side, i, (*place, "id"))
        return None
    return ident or None


def _quoted(value: Any) -> str:
    """Return a value as the endpoint quotes it in its sentence, cut to a readable length."""
    return f'"{value[:60]}"' if isinstance(value, str) else str(value)[:60]
