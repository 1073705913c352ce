"""The content of Responses items: the parts of messages and of outputs."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.noting import note_content, note_part, note_text
from transcript_doctor.core.outline import Media, Outline
from transcript_doctor.core.walk import MISSING, see_wide, type_of
from transcript_doctor.formats.openai_responses.items import (
    ALL_PARTS,
    MEDIA_KINDS,
    PART_KEYS,
    PARTS_OF,
    RESULT_PARTS,
    SUPPORTED,
    TEXT_KEYS,
)
from transcript_doctor.place import Steps

_SHAPES: dict[str, type] = {
    "computer_call_output": dict,
    "local_shell_call_output": str,
    "shell_call_output": list,
}
"""What the outputs of the other tools are; those of functions are text or parts."""


def read_message(out: Outline, i: int, role: str, item: dict[str, Any]) -> None:
    """Read a message's content; `role` is its letter in the outline."""
    content = item.get("content", MISSING)
    if type(content) is str:
        note_text(out, i, content)
    elif type(content) is list:
        _read_list(out, i, role, item, content)
    else:
        note_content(out, "C001", i, ("content",), content)


def _read_list(out: Outline, i: int, role: str, item: dict[str, Any], content: list[Any]) -> None:
    if not content:
        out.empty.add(i)
        out.note("C001", "empty-list", i, ("content",))
    blanks, said = [], False
    for j, part in enumerate(content):
        spot = ("content", j)
        kind = _kind(out, i, spot, part, ALL_PARTS)
        if kind is None:
            said = True
            continue
        if role in PARTS_OF and kind not in PARTS_OF[role]:
            good = SUPPORTED["a" if role == "a" else "u"]
            role_word = item.get("role")
            out.note("R009", "text-type", i, spot, type=kind, role=role_word, supported=good)
        blank = _payload(out, i, spot, part, kind, in_result=False)
        if blank:
            blanks.append((j, blank))
        else:
            said = True
    for j, case in blanks:
        out.note("C002", case if said or case == "empty" else "all-blank", i, ("content", j))


def read_output(out: Outline, i: int, key: str, output: Any, kind: str) -> None:
    """Read what a result answers: text or parts for functions, other shapes for shells."""
    if output is MISSING or output is None:
        case = "missing" if output is MISSING else "null"
        out.note("C005", case, i, (key,), key=key, type=type_of(None))
        return
    if kind in _SHAPES:
        see_wide(out, i, (key,), output)
        if type(output) is not _SHAPES[kind]:
            out.note("C005", "type", i, (key,), key=key, type=type_of(output))
    elif type(output) is str:
        if not output.isascii():
            out.wide.append((i, (key,), output))
    elif type(output) is not list:
        out.note("C005", "type", i, (key,), key=key, type=type_of(output))
    else:
        out.note("C005", "not-text" if output else "empty-list", i, (key,))
        for j, part in enumerate(output):
            part_kind = _kind(out, i, (key, j), part, RESULT_PARTS)
            if part_kind is not None:
                _payload(out, i, (key, j), part, part_kind, in_result=True)


def _kind(out: Outline, i: int, spot: Steps, part: Any, known: frozenset[str]) -> str | None:
    """Return a part's type, or None after noting that it is no part that may stand there."""
    kind = note_part(out, i, spot, part)
    if kind is None:
        return None
    if kind not in known:
        good = SUPPORTED["output" if spot[0] == "output" else "content"]
        out.note("C006", "unknown-type", i, spot, type=kind, supported=good)
        return None
    if kind in PART_KEYS and not part.keys() <= PART_KEYS[kind]:
        path = f"{spot[0]}[{spot[1]}]"
        for key in part.keys() - PART_KEYS[kind]:
            out.note("Y003", "unknown", i, (*spot, str(key)), key=f"{path}.{key}", on=kind)
    return kind


def _payload(
    out: Outline, i: int, spot: Steps, part: dict[str, Any], kind: str, *, in_result: bool
) -> str | None:
    """Read what a part carries; return `empty` or `blank` for a text that says nothing."""
    if part.get("prompt_cache_breakpoint") is not None:
        out.markers.append((i, *spot))
    key = TEXT_KEYS.get(kind)
    if key is None:
        if kind in MEDIA_KINDS:
            _media(out, i, spot, part, kind, in_result)
        return None
    text = part.get(key, MISSING)
    if type(text) is not str:
        _note_payload(out, i, spot, kind, key, text)
        return None
    if not text.isascii():
        out.wide.append((i, (*spot, key), text))
    if not text or text.isspace():
        return "empty" if not text else "blank"
    return None


def _media(
    out: Outline, i: int, spot: Steps, part: dict[str, Any], kind: str, in_result: bool
) -> None:
    sort = MEDIA_KINDS[kind]
    if kind == "input_audio":
        sound = part.get("input_audio")
        if type(sound) is dict:
            label, data = sound.get("format"), sound.get("data")
            out.media.append(Media(i, (*spot, kind), sort, label, data, None, in_result))
        else:
            _note_payload(out, i, spot, kind, kind, sound)
        return
    key = "image_url" if kind == "input_image" else "file_data"
    value = part.get(key)
    address = part.get("file_id") or part.get("file_url")
    if type(value) is str:
        label, data = _data_url(value)
        if data is None and kind == "input_file":
            data = value
        url = None if data is not None else value
        out.media.append(Media(i, (*spot, key), sort, label, data, url, in_result))
    elif value is None and type(address) is str:
        out.media.append(Media(i, spot, sort, None, None, address, in_result))
    else:
        _note_payload(out, i, spot, kind, key, value)


def _note_payload(out: Outline, i: int, spot: Steps, kind: str, key: str, value: object) -> None:
    lacking = value is MISSING or value is None
    path = f"{spot[0]}[{spot[1]}].{key}"
    case = "no-payload" if lacking else "payload-type"
    out.note("C006", case, i, spot, type=kind, key=key, path=path, found=type_of(value))


def _data_url(url: str) -> tuple[str | None, str | None]:
    """Split a data address into its label and its base64 text; (None, None) for any other."""
    if not url.startswith("data:"):
        return None, None
    head, _, data = url[5:].partition(",")
    return head.partition(";")[0] or None, data
