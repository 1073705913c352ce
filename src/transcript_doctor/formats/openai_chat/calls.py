"""The calls of an OpenAI chat message: entries of `tool_calls`, and the old `function_call`."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.outline import Call, Kind, Outline
from transcript_doctor.core.walk import MISSING, kinds, note_id, note_name, see_wide
from transcript_doctor.formats.openai_chat.keys import CALL_KEYS, FUNCTION_KEYS
from transcript_doctor.formats.openai_chat.parts import note_extras
from transcript_doctor.place import Steps


def read_call(out: Outline, i: int, spot: Steps, call: Any) -> None:
    """Read one entry of a list of calls."""
    if type(call) is not dict:
        out.foreign = True
        out.note("C006", "not-object", i, spot, **kinds(call))
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
    name, arguments = _function(out, i, (*spot, kind), function, ident)
    out.calls.append(Call(ident, name, i, spot, call, arguments, kind))


def read_id(out: Outline, value: object, side: str, i: int, spot: Steps) -> str | None:
    """Return an id as text; null and the text `null` mean no id at some servers."""
    if value is None:
        out.note("I001", f"{side}-null", i, spot)
        return None
    if value == "null":
        out.note("I001", "null-text" if side == "call" else "result-null-text", i, spot)
    return note_id(out, value, side, i, spot)


def _function(
    out: Outline, i: int, spot: Steps, function: dict[str, Any], ident: str | None
) -> tuple[str | None, str | None]:
    """Return the name and the arguments of a call, each None after a note that it is no text."""
    kind = str(spot[-1])
    known = FUNCTION_KEYS.get(kind, FUNCTION_KEYS["function"])
    if not function.keys() <= known:
        note_extras(out, i, spot, function, known, "assistant")
    name = note_name(out, function.get("name", MISSING), i, (*spot, "name"))
    key = "input" if kind == "custom" else "arguments"
    arguments = function.get(key, MISSING)
    if type(arguments) is str:
        if not arguments.isascii():
            out.wide.append((i, (*spot, key), arguments))
        return name, arguments
    missing = arguments is MISSING or arguments is None
    case = "missing" if missing else "object" if type(arguments) is dict else "not-text"
    case = "null" if arguments is None else case
    values = {**kinds(None if missing else arguments), "id": ident, "name": name}
    out.note("Y001", case, i, (*spot, key), **values)
    see_wide(out, i, (*spot, key), None if missing else arguments)
    return name, None


def read_legacy_call(out: Outline, i: int, legacy: Any) -> None:
    """Read a call of the old form, which has a name and no id."""
    spot: Steps = ("function_call",)
    out.note("I001", "legacy-call", i, spot)
    if type(legacy) is not dict:
        out.foreign = True
        out.note("C006", "not-object", i, spot, **kinds(legacy))
        legacy = {"name": "", "arguments": ""}
    name, arguments = _function(out, i, spot, legacy, None)
    out.calls.append(Call(None, name, i, spot, legacy, arguments, "legacy"))
