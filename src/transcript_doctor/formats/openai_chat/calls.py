"""The calls of an OpenAI chat message: entries of `tool_calls`, and the old `function_call`."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.noting import note_id, note_name
from transcript_doctor.core.outline import Call, Kind, Outline
from transcript_doctor.core.walk import MISSING, see_wide, type_words
from transcript_doctor.formats.openai_chat.keys import CALL_KEYS, FUNCTION_KEYS
from transcript_doctor.formats.openai_chat.parts import note_extras
from transcript_doctor.place import Steps


def read_call(out: Outline, i: int, spot: Steps, call: Any) -> None:
    """Read one entry of a list of calls."""
    if type(call) is not dict:
        out.note("C006", "not-object", i, spot, **type_words(call))
        return
    kind = "custom" if call.get("type") == "custom" else "function"
    if call.get("type", kind) != kind:
        out.note("C006", "unknown-type", i, (*spot, "type"), type=call["type"])
    if kind == "custom":
        out.kinds.append(Kind(i, spot, kind))
    ident = read_id(out, call.get("id", MISSING), "call", i, (*spot, "id"))
    function = call.get(kind)
    if type(function) is not dict:
        out.note("C006", "no-payload", i, spot, type="tool call", key=kind)
        out.calls.append(Call(ident, None, i, spot, call, kind=kind))
        return
    if not call.keys() <= CALL_KEYS:
        note_extras(out, i, spot, call, CALL_KEYS, "assistant")
    row = Call(ident, None, i, spot, call, kind=kind)
    _function(out, row, (*spot, kind), function)


def read_id(out: Outline, value: object, side: str, i: int, spot: Steps) -> str | None:
    """Return an id as text; null and the text `null` mean no id at some servers."""
    if value is None:
        out.note("I001", f"{side}-null", i, spot)
        return None
    if value == "null":
        out.note("I001", "null-text" if side == "call" else "result-null-text", i, spot)
    return note_id(out, value, side, i, spot)


def _function(out: Outline, row: Call, spot: Steps, function: dict[str, Any]) -> None:
    """Read what is called, and with what arguments; write the call down."""
    i, custom = row.message, row.kind == "custom"
    known = FUNCTION_KEYS["custom" if custom else "function"]
    if not function.keys() <= known:
        note_extras(out, i, spot, function, known, "assistant")
    row.name = note_name(out, function.get("name", MISSING), i, (*spot, "name"))
    key = "input" if custom else "arguments"
    arguments, row.arguments_at = function.get(key, MISSING), (*spot, key)
    if type(arguments) is not str:
        _odd_arguments(out, row, arguments)
    else:
        row.arguments = arguments
        if not arguments.isascii():
            out.wide.append((i, row.arguments_at, arguments))
    out.calls.append(row)


def _odd_arguments(out: Outline, row: Call, arguments: Any) -> None:
    """Note arguments that are no text."""
    case = "object" if type(arguments) is dict else "not-text"
    if arguments is MISSING or arguments is None:
        case = "null" if arguments is None else "missing"
        arguments = None
    values = {**type_words(arguments), "id": row.id, "name": row.name}
    out.note("Y001", case, row.message, row.arguments_at, **values)
    see_wide(out, row.message, row.arguments_at, arguments)


def read_legacy_call(out: Outline, i: int, legacy: Any) -> None:
    """Read a call of the old form, which has a name and no id."""
    spot: Steps = ("function_call",)
    out.note("I001", "legacy-call", i, spot)
    if type(legacy) is not dict:
        out.note("C006", "not-object", i, spot, **type_words(legacy))
        out.calls.append(Call(None, None, i, spot, legacy, kind="legacy"))
        return
    _function(out, Call(None, None, i, spot, legacy, kind="legacy"), spot, legacy)
