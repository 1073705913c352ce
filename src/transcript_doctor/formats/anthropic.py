"""Anthropic Messages: content is text or blocks; results stand in the user turn after the call.

This file reads the messages; `anthropic_blocks` reads what is in them, `anthropic_keys` lists what
may be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.format import Format, Part, list_under
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.walk import MISSING, kind_of
from transcript_doctor.formats.anthropic_blocks import read_blocks
from transcript_doctor.formats.anthropic_glance import glance
from transcript_doctor.formats.anthropic_keys import BLOCK_KEYS, HOSTED, MESSAGE_KEYS, SYSTEM_KEYS
from transcript_doctor.formats.anthropic_rare import odd_keys
from transcript_doctor.place import Steps

_ROLES = {"user": "u", "assistant": "a", "system": "s"}
_FOREIGN_ROLES = {"tool": "t", "function": "t"}
"""Roles of other formats: named as unknown, and read as what they mean."""
_PLAIN = {"u": "U", "a": "A", "s": "S"}


def read(out: Outline) -> None:
    """Fill the outline: one walk; calls that wait decide whether the exchanges are tidy."""
    letters, roles = [], []
    pending: list[str | None] = []
    outside = out.facts.get("cache_markers")
    if outside:
        out.cache["markers outside"] = outside
    for i, message in enumerate(out.messages):
        calls, results = len(out.calls), len(out.results)
        role, letter = _message(out, i, message)
        got = [r.id for r in out.results[results:]]
        if got != pending or (got and not out.results[-1].lead):
            out.untidy = True
        if letter == "M" and "made by code" in out.cache:
            _beside_code(out, i, got)
        pending = [c.id for c in out.calls[calls:]]
        roles.append(role)
        letters.append(letter)
    if pending:
        out.untidy = True
    out.letters, out.roles = "".join(letters), "".join(roles)
    if out.roles.endswith("a"):
        _prefill(out, len(out.messages) - 1)


def _beside_code(out: Outline, i: int, ids: list[str | None]) -> None:
    """Note other content beside results for calls that running code made."""
    made = out.cache["made by code"]
    if any(ident in made for ident in ids):
        out.note("P006", "programmatic", i, out.first_other.get(i, ()))


def _prefill(out: Outline, i: int) -> None:
    """Note white space at the end of a last message that is the assistant's."""
    content = out.messages[i].get("content")
    text: object = content
    part: Steps = ("content",)
    if type(content) is list and content and type(content[-1]) is dict:
        text = content[-1].get("text") if content[-1].get("type") == "text" else None
        part = ("content", len(content) - 1)
    if type(text) is str and text[-1:].isspace() and not text.isspace():
        out.note("R006", "trailing-space", i, part)


def _message(out: Outline, i: int, message: Any) -> tuple[str, str]:
    """Read one message; return its letters for `roles` and `letters`."""
    if type(message) is not dict:
        out.foreign = True
        out.note("S001", "not-object", i, type=kind_of(message))
        return "?", "!"
    word, content = message.get("role", MISSING), message.get("content", MISSING)
    role = _ROLES.get(word) if type(word) is str else None
    if len(message) != 2 or content is MISSING:
        odd_keys(out, i, (), message, SYSTEM_KEYS if role == "s" else MESSAGE_KEYS)
    if role is None:
        case = "missing" if word is MISSING else "unknown" if type(word) is str else "type"
        out.note("R002", case, i, ("role",), role=word if type(word) is str else kind_of(word))
        role = _FOREIGN_ROLES.get(word, "?") if type(word) is str else "?"
    elif role == "s" and (content is MISSING or content == []) and message.get("output_config"):
        out.cache.setdefault("directives", set()).add(i)
        out.note("C001", "directive", i)
        return "s", "S"
    return role, _content(out, i, role, content)


def _content(out: Outline, i: int, role: str, content: Any) -> str:
    """Read a message's content; return the letter of the message."""
    plain = _PLAIN.get(role, "?")
    if type(content) is str:
        if not content:
            out.empty.add(i)
        elif content.isspace():
            out.note("C002", "system" if role == "s" else "all-blank", i, ("content",))
        if not content.isascii():
            out.wide.append((i, ("content",), content))
        return plain
    if type(content) is not list:
        case = "missing" if content is MISSING else "null" if content is None else "type"
        out.note("C001", case, i, ("content",), type=kind_of(content))
        out.foreign = out.foreign or case == "type"
        return plain
    if not content:
        out.empty.add(i)
        return plain
    return read_blocks(out, i, role, content, plain)


def parts(message: Any) -> list[Part]:
    """Return the parts of one message as people see them."""
    content = message.get("content") if isinstance(message, dict) else message
    if isinstance(content, str):
        return [Part("text", content, None, None, False, ("content",), content)]
    blocks = content if isinstance(content, list) else []
    return [_part(block, ("content", j)) for j, block in enumerate(blocks)]


def _part(block: Any, place: Steps) -> Part:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "text":
        return Part("text", block.get("text"), None, None, False, place, block)
    if kind in ("tool_use", *HOSTED):
        return Part(
            "call", block.get("input"), block.get("id"), block.get("name"), False, place, block
        )
    if isinstance(kind, str) and kind.endswith("tool_result"):
        failed = block.get("is_error") is True
        return Part(
            "result", block.get("content"), block.get("tool_use_id"), None, failed, place, block
        )
    if kind in ("thinking", "redacted_thinking"):
        return Part("reasoning", block.get("thinking"), None, None, False, place, block)
    if kind in ("image", "document"):
        return Part("media", kind, None, None, False, place, block)
    return Part("other", kind, None, None, False, place, block)


def why(messages: list[Any]) -> str | None:
    """Recognise blocks that only this format has; plain texts are shared by several."""
    for i, message in enumerate(messages):
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and _is_own(block):
                return f"messages[{i}] holds a `{block['type']}` block"
    return None


def _is_own(block: dict[str, Any]) -> bool:
    kind = block.get("type")
    if not isinstance(kind, str) or kind not in BLOCK_KEYS or kind == "text":
        return False
    if kind in ("image", "document"):
        return "source" in block
    # Other formats have parts of this name, but none that is signed.
    return kind != "thinking" or "signature" in block


def facts(body: Mapping[str, Any]) -> dict[str, object]:
    """Return what a request body states: model, thinking, tools, system, cache markers outside.

    A request that says nothing on thinking has it `absent`: what that means differs by model.
    """
    known: dict[str, object] = {"tools_declared": bool(body.get("tools"))}
    if isinstance(body.get("model"), str):
        known["model"] = body["model"]
    thinking = body.get("thinking")
    known["thinking"] = thinking.get("type") if isinstance(thinking, dict) else "absent"
    if "system" in body:
        known["system"] = body["system"]
    if (marked := _markers_outside(body)) > 0:
        known["cache_markers"] = marked
    return known


def _markers_outside(body: Mapping[str, Any]) -> int:
    """Count the cache markers of a request that stand outside its messages."""
    rows: list[Any] = [body]
    for key in ("system", "tools"):
        rows += body[key] if isinstance(body.get(key), list) else ()
    return sum(bool(row.get("cache_control")) for row in rows if isinstance(row, dict))


FORMAT = Format(
    name="anthropic",
    title="Anthropic Messages",
    home="anthropic",
    list_key="messages",
    read=read,
    parts=parts,
    why=why,
    facts=facts,
    listing=list_under("messages"),
    glance=glance,
)
