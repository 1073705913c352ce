"""The blocks of Converse messages: what the walk writes down of each."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from transcript_doctor.core.noting import note_arguments, note_id, note_name, note_place
from transcript_doctor.core.outline import Call, Media, Outline, Reasoning, Result
from transcript_doctor.core.walk import MISSING, see_wide, type_of
from transcript_doctor.formats.bedrock.keys import BLOCKS, MEDIA, RESULT_BLOCKS
from transcript_doctor.place import Steps

_NEAR = 20
"""So many provider-run calls are looked back at, for their results stand beside them."""
_LABELS = {"pdf": "application/pdf", "txt": "text/plain", "md": "text/markdown"}


class Spot(NamedTuple):
    """Where a block stands: place, role letter, only results in front, last of the message."""

    place: Steps
    role: str
    lead: bool
    last: bool


def read_block(out: Outline, i: int, spot: Spot, block: Any) -> str:
    """Read one block; return its kind.

    That is text, blank (a text that says nothing), call, result, marker, document or other.
    """
    if type(block) is not dict:
        out.note("C006", "not-object", i, spot.place, type=type_of(block))
        return "other"
    if len(block) == 1 and type(block.get("text")) is str:
        return _text(out, i, (*spot.place, "text"), block["text"])
    kinds = _kinds(out, i, spot.place, block, BLOCKS)
    if not kinds:
        return "other"
    kind, value = kinds[0], block[kinds[0]]
    if kind == "text":
        if type(value) is str:
            return _text(out, i, (*spot.place, "text"), value)
        out.note("C006", "no-payload", i, spot.place, type="text", key="text")
        return "other"
    if type(value) is not dict:
        out.note("C006", "no-payload", i, spot.place, type=kind, key=BLOCKS[kind][0])
        return "other"
    for key in value:
        if key not in BLOCKS[kind]:
            note_strange(out, i, (*spot.place, kind), key, BLOCKS[kind])
    if kind in MEDIA:
        return _media_block(out, i, spot, kind, value)
    return _READERS.get(kind, _other)(out, i, spot, block, value)


def _kinds(
    out: Outline, i: int, place: Steps, block: dict[str, Any], known: Collection[str]
) -> list[str]:
    """Return the kinds that a block sets, after noting none, more than one, and unknown keys."""
    kinds = [key for key, value in block.items() if value is not None and key in known]
    strange = [key for key in block if key not in known]
    if len(kinds) > 1:
        out.note("C006", "two-payloads", i, place, keys=", ".join(kinds), key=kinds[1])
    if kinds:
        for key in strange:
            note_strange(out, i, place, key, known)
    elif strange:
        kind = block.get("type")
        out.note(
            "C006", "unknown-type", i, place, type=kind if type(kind) is str else str(strange[0])
        )
    else:
        out.note("C006", "no-data", i, place)
    return kinds


def note_strange(out: Outline, i: int, place: Steps, key: Any, known: Collection[str]) -> None:
    """Note a key that the format does not know, with the place as the AWS SDK writes it."""
    at = f"messages[{i}]" + "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in place)
    out.note("Y003", "unknown", i, (*place, str(key)), key=str(key), at=at, known=", ".join(known))


def _text(out: Outline, i: int, place: Steps, text: str) -> str:
    if not text.isascii():
        out.wide.append((i, place, text))
    return "text" if text and not text.isspace() else "blank"


def _call(out: Outline, i: int, spot: Spot, block: dict[str, Any], use: dict[str, Any]) -> str:
    place: Steps = (*spot.place, "toolUse")
    ident = note_id(out, use.get("toolUseId", MISSING), "call", i, (*place, "toolUseId"))
    name = note_name(out, use.get("name", MISSING), i, (*place, "name"))
    at = (*place, "input")
    arguments = note_arguments(out, use.get("input", MISSING), i, at, ident)
    if spot.role != "a":
        note_place(out, i, spot.place, "call-outside-assistant", "toolUse", spot.role)
    elif use.get("type") is not None:
        out.hosted_calls.append(Call(ident, name, i, spot.place, block, kind="provider"))
    else:
        out.calls.append(Call(ident, name, i, spot.place, block, arguments, arguments_at=at))
    return "call"


def _result(out: Outline, i: int, spot: Spot, block: dict[str, Any], answer: dict[str, Any]) -> str:
    place: Steps = (*spot.place, "toolResult")
    ident = note_id(out, answer.get("toolUseId", MISSING), "result", i, (*place, "toolUseId"))
    failed = answer.get("status") == "error"
    _result_content(out, i, (*place, "content"), answer.get("content", MISSING), failed)
    hosted = answer.get("type") is not None or (
        spot.role == "a" and any(call.id == ident for call in out.hosted_calls[-_NEAR:])
    )
    if hosted:
        out.hosted_results.append(Result(ident, None, i, spot.place, block, kind="provider"))
    elif spot.role != "u":
        note_place(out, i, spot.place, "result-outside-user", "toolResult", spot.role)
    else:
        out.results.append(Result(ident, None, i, spot.place, block, spot.lead, error=failed))
        return "result"
    return "other"


def _result_content(out: Outline, i: int, place: Steps, content: Any, failed: bool) -> None:
    if type(content) is not list:
        case = "missing" if content is MISSING else "null" if content is None else "type"
        shown = {"value": str(content)[:60], "class": str(type(content))}
        out.note("C005", case, i, place, type=type_of(content), **shown)
        return
    if not content:
        out.note("C005", "error-empty" if failed else "empty-list", i, place)
    found = set()
    for k, item in enumerate(content):
        spot = (*place, k)
        if type(item) is not dict:
            out.note("C006", "not-object", i, spot, type=type_of(item))
            continue
        kinds = _kinds(out, i, spot, item, RESULT_BLOCKS)
        found.update(kinds)
        if kinds:
            _result_item(out, i, spot, kinds[0], item[kinds[0]], failed)
    if "searchResult" in found and len(found) > 1:
        out.note("C005", "search-mixed", i, place)


def _result_item(out: Outline, i: int, spot: Steps, kind: str, value: Any, failed: bool) -> None:
    if kind == "text":
        if type(value) is not str:
            out.note("C006", "no-payload", i, spot, type="text", key="text")
        elif _text(out, i, (*spot, "text"), value) == "blank":
            out.note("C002", "in-result", i, spot)
        return
    see_wide(out, i, (*spot, kind), value)
    if kind == "json":
        if type(value) is not dict:
            out.note("C005", "json-type", i, (*spot, "json"), type=type_of(value), k=spot[-1])
    elif type(value) is not dict:
        out.note("C006", "no-payload", i, spot, type=kind, key="source")
    else:
        if failed:
            out.note("C005", "error-media", i, spot, type=kind)
        if kind == "image":
            out.note("C005", "media", i, spot, type=kind)
        if kind in MEDIA:
            _media(out, i, (*spot, kind), kind, value, in_result=True)


def _media_block(out: Outline, i: int, spot: Spot, kind: str, value: dict[str, Any]) -> str:
    if spot.role == "a":
        out.note("R009", "media-outside-user", i, spot.place, type=kind)
    _media(out, i, (*spot.place, kind), kind, value, in_result=False)
    return "document" if kind == "document" else "other"


def _media(
    out: Outline, i: int, place: Steps, kind: str, value: dict[str, Any], *, in_result: bool
) -> None:
    source, form = value.get("source"), value.get("format")
    if type(source) is not dict or not any(child is not None for child in source.values()):
        out.note("C006", "no-payload", i, place[:-1], type=kind, key="source")
        return
    label = (_LABELS.get(form) or f"{kind}/{form}") if type(form) is str else None
    store = source.get("s3Location")
    url = store.get("uri") if type(store) is dict else None
    if url is not None and kind == "image":
        out.note("C006", "media-url", i, (*place, "source"), type=kind)
    out.media.append(Media(i, (*place, "source"), kind, label, source.get("bytes"), url, in_result))


def _reasoning(
    out: Outline, i: int, spot: Spot, block: dict[str, Any], held: dict[str, Any]
) -> str:
    if spot.role != "a":
        note_place(out, i, spot.place, "reasoning-outside-assistant", "reasoningContent", spot.role)
        return "other"
    place: Steps = (*spot.place, "reasoningContent")
    words = held.get("reasoningText")
    hidden = held.get("redactedContent")
    text = words.get("text") if type(words) is dict else None
    seal = words.get("signature") if type(words) is dict else hidden
    if type(text) is not str and hidden is None:
        out.note("T002", "missing-key", i, place, key="text")
    elif seal is None or not seal:
        out.note("T002", "missing-key" if seal is None else "empty-seal", i, place, key="signature")
    see_wide(out, i, place, held)
    kind = "thinking" if hidden is None else "redacted"
    said, first = text if type(text) is str else None, spot.place[-1] == 0
    out.reasoning.append(Reasoning(i, spot.place, kind, said, seal, first, spot.last, block))
    return "other"


def _marker(out: Outline, i: int, spot: Spot, block: dict[str, Any], value: dict[str, Any]) -> str:
    out.markers.append((i, *spot.place))
    return "marker"


def _other(out: Outline, i: int, spot: Spot, block: dict[str, Any], value: dict[str, Any]) -> str:
    """Read a block that nothing is asked of: guarded text and cited text say something."""
    see_wide(out, i, spot.place, block)
    return "text" if "citationsContent" in block or "text" in value else "other"


_READERS = {
    "toolUse": _call,
    "toolResult": _result,
    "reasoningContent": _reasoning,
    "cachePoint": _marker,
}
