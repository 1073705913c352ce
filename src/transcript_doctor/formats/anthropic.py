"""Anthropic Messages: content is text or blocks; results stand in the user turn after the call.

Block and key names: the request types of the official Python SDK (anthropic 0.x/2.x `types/*_param.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.format import Format, Part, list_under
from transcript_doctor.core.outline import Call, Media, Outline, Reasoning, Result
from transcript_doctor.core.walk import MISSING, kind_of, note_id, note_keys, note_name, see_wide
from transcript_doctor.formats.anthropic_glance import glance
from transcript_doctor.place import Steps

MESSAGE_KEYS = frozenset({"role", "content"})
HOSTED = frozenset({"server_tool_use", "mcp_tool_use"})
BLOCK_KEYS: dict[str, frozenset[str]] = {
    kind: frozenset(keys.split()) | {"type", "cache_control"}
    for kind, keys in {
        "text": "text citations",
        "tool_use": "id name input caller",
        "tool_result": "tool_use_id content is_error toolset_name",
        "thinking": "thinking signature",
        "redacted_thinking": "data",
        "image": "source",
        "document": "source title context citations",
        "search_result": "source title content citations",
        "server_tool_use": "id name input caller",
        "mcp_tool_use": "id name input server_name",
        "mcp_tool_result": "tool_use_id content is_error",
        "web_search_tool_result": "tool_use_id content caller",
        "web_fetch_tool_result": "tool_use_id content caller",
        "code_execution_tool_result": "tool_use_id content",
        "bash_code_execution_tool_result": "tool_use_id content",
        "text_editor_code_execution_tool_result": "tool_use_id content",
        "tool_search_tool_result": "tool_use_id content",
        "advisor_tool_result": "tool_use_id content",
        "container_upload": "file_id",
        "compaction": "content encrypted_content signature",
        "tool_reference": "tool_name",
        "tool_addition": "name tool tool_name",
        "tool_removal": "name tool_name",
        "fallback": "from to",
    }.items()
}
USER_BLOCKS = frozenset({"image", "document", "search_result", "tool_result"})
SYSTEM_BLOCKS = frozenset({"text", "tool_addition", "tool_removal"})


def read(out: Outline) -> None:
    """Fill the outline: one walk; calls that wait decide whether the exchanges are tidy."""
    letters, roles = [], []
    pending: list[str | None] = []
    for i, message in enumerate(out.messages):
        calls, results = len(out.calls), len(out.results)
        role, letter = _message(out, i, message)
        got = [r.id for r in out.results[results:]]
        if got != pending or (got and not out.results[-1].lead):
            out.untidy = True
        pending = [c.id for c in out.calls[calls:]]
        roles.append(role)
        letters.append(letter)
    if pending:
        out.untidy = True
    out.letters, out.roles = "".join(letters), "".join(roles)


def _message(out: Outline, i: int, message: Any) -> tuple[str, str]:
    """Read one message; return its letters for `roles` and `letters`."""
    if type(message) is not dict:
        out.foreign = True
        out.note("S001", "not-object", i, type=kind_of(message))
        return "?", "!"
    role, content = message.get("role", MISSING), message.get("content", MISSING)
    if len(message) != 2:
        note_keys(out, i, (), message, MESSAGE_KEYS)
    letter = {"user": "u", "assistant": "a", "system": "s"}.get(role) if type(role) is str else None
    if letter is None:
        case = "missing" if role is MISSING else "unknown" if type(role) is str else "type"
        out.note("R002", case, i, ("role",), role=role if type(role) is str else kind_of(role))
        letter = "?"
    return letter, _content(out, i, letter, content)


def _content(out: Outline, i: int, role: str, content: Any) -> str:
    """Read a message's content; return the letter of the message."""
    plain = {"u": "U", "a": "A", "s": "S"}.get(role, "?")
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
    return _blocks(out, i, role, content, plain)


def _blocks(out: Outline, i: int, role: str, content: list[Any], plain: str) -> str:
    """Read the blocks of one message."""
    calls, results = len(out.calls), len(out.results)
    blanks: list[int] = []
    said = others = 0
    last = len(content) - 1
    for j, block in enumerate(content):
        kind = block.get("type") if type(block) is dict else None
        if kind == "text":
            others += 1
            if _text(out, i, ("content", j), block):
                said += 1
            else:
                blanks.append(j)
        elif kind == "tool_use":
            others += 1
            _call(out, i, j, block, role)
        elif kind == "tool_result":
            if others and i not in out.first_other:
                out.first_other[i] = ("content", others_at(content))
            _result(out, i, j, block, role, not others)
        elif kind == "thinking" or kind == "redacted_thinking":
            others += 1
            _thinking(out, i, j, block, role, last)
        else:
            others += 1
            _other(out, i, j, block, role, kind)
    for j in blanks:
        _blank(out, i, j, content[j], role, alone=not said)
    if len(out.results) > results:
        return "M" if others else "R"
    return "C" if len(out.calls) > calls else plain


def others_at(content: list[Any]) -> int:
    """Return the index of the first block that is no result."""
    return next(
        j
        for j, block in enumerate(content)
        if not (isinstance(block, dict) and block.get("type") == "tool_result")
    )


def _text(out: Outline, i: int, part: Steps, block: dict[str, Any]) -> bool:
    """Read a text block; tell whether it says anything."""
    text = block.get("text", MISSING)
    if len(block) != 2:
        _extras(out, i, part, block, "text")
    if type(text) is not str:
        out.note("C006", "no-payload", i, part, type="text", key="text")
        return True
    if not text.isascii():
        out.wide.append((i, (*part, "text"), text))
    return bool(text) and not text.isspace()


def _blank(out: Outline, i: int, j: int, block: dict[str, Any], role: str, *, alone: bool) -> None:
    if role == "s":
        case = "system"
    elif not block["text"]:
        case = "empty"
    else:
        case = "all-blank" if alone else "blank"
    out.note("C002", case, i, ("content", j))


def _call(out: Outline, i: int, j: int, block: dict[str, Any], role: str) -> None:
    part: Steps = ("content", j)
    if len(block) != 4:
        _extras(out, i, part, block, "tool_use")
    ident = note_id(out, block.get("id", MISSING), "call", i, (*part, "id"))
    name = note_name(out, block.get("name", MISSING), i, (*part, "name"))
    arguments = block.get("input", MISSING)
    if type(arguments) is not dict:
        case = "missing" if arguments is MISSING else "not-object"
        out.note("Y001", case, i, (*part, "input"), type=kind_of(arguments), id=ident)
        out.foreign = out.foreign or case == "not-object"
    elif arguments:
        see_wide(out, i, (*part, "input"), arguments)
    if role != "a":
        out.note("R009", "call-outside-assistant", i, part, type="tool_use")
    else:
        out.calls.append(Call(ident, name, i, part, block, arguments))


def _result(out: Outline, i: int, j: int, block: dict[str, Any], role: str, lead: bool) -> None:
    part: Steps = ("content", j)
    if not 2 < len(block) < 5 or "cache_control" in block:
        _extras(out, i, part, block, "tool_result")
    ident = note_id(out, block.get("tool_use_id", MISSING), "result", i, (*part, "tool_use_id"))
    content, error = block.get("content", MISSING), block.get("is_error") is True
    if type(content) is str:
        if not content.isascii():
            out.wide.append((i, (*part, "content"), content))
    elif content is not MISSING:
        _result_content(out, i, (*part, "content"), content, error)
    if role != "u":
        out.note("R009", "result-outside-user", i, part, type="tool_result")
    else:
        out.results.append(Result(ident, None, i, part, block, lead, error=error))


def _result_content(out: Outline, i: int, part: Steps, content: Any, error: bool) -> None:
    """Read a result's content where it is no plain text."""
    if type(content) is not list:
        out.note("C005", "null" if content is None else "type", i, part, type=kind_of(content))
        return
    if not content:
        out.note("C005", "empty-list", i, part)
    kinds = set()
    for k, block in enumerate(content):
        spot = (*part, k)
        kind = block.get("type") if type(block) is dict else None
        kinds.add(kind)
        if kind == "text":
            if not _text(out, i, spot, block) and not block.get("text"):
                out.note("C002", "in-result", i, spot)
        elif kind in ("image", "document", "search_result", "tool_reference"):
            if error:
                out.note("C005", "error-media", i, spot, type=kind)
            _media(out, i, spot, block, str(kind), in_result=True)
        else:
            _unknown_block(out, i, spot, block, kind)
    if "search_result" in kinds and len(kinds) > 1:
        out.note("C005", "search-mixed", i, part)


def _thinking(out: Outline, i: int, j: int, block: dict[str, Any], role: str, last: int) -> None:
    part: Steps = ("content", j)
    kind = block["type"]
    if len(block) != (3 if kind == "thinking" else 2):
        _extras(out, i, part, block, kind)
    if role != "a":
        out.note("R009", "reasoning-outside-assistant", i, part, type=kind)
        return
    hidden = kind == "redacted_thinking"
    text = None if hidden else block.get("thinking", MISSING)
    seal = block.get("data" if hidden else "signature", MISSING)
    if text is MISSING or seal is MISSING:
        key = "thinking" if text is MISSING else "data" if hidden else "signature"
        out.note("T002", "missing-key", i, part, key=key)
    elif seal == "":
        out.note("T002", "empty-seal", i, part)
    if type(text) is str and not text.isascii():
        out.wide.append((i, (*part, "thinking"), text))
    words = text if type(text) is str else None
    out.reasoning.append(
        Reasoning(
            i, part, "redacted" if hidden else "thinking", words, seal, j == 0, j == last, block
        )
    )


def _other(out: Outline, i: int, j: int, block: Any, role: str, kind: Any) -> None:
    """Read a block of the rarer kinds: media, provider-run calls and their results, unknown ones."""
    part: Steps = ("content", j)
    if kind in HOSTED:
        ident = note_id(out, block.get("id", MISSING), "call", i, (*part, "id"))
        sort = "mcp" if kind == "mcp_tool_use" else "provider"
        out.hosted_calls.append(Call(ident, block.get("name"), i, part, block, kind=sort))
    elif type(kind) is str and kind.endswith("_tool_result"):
        ident = note_id(out, block.get("tool_use_id", MISSING), "result", i, (*part, "tool_use_id"))
        sort = "mcp" if kind == "mcp_tool_result" else "provider"
        out.hosted_results.append(Result(ident, kind, i, part, block, kind=sort))
    elif kind in ("image", "document", "search_result"):
        _media(out, i, part, block, kind)
        if role == "a":
            out.note("R009", "media-outside-user", i, part, type=kind)
    if type(kind) is not str or kind not in BLOCK_KEYS:
        if not (type(kind) is str and kind.endswith("_tool_result")):
            _unknown_block(out, i, part, block, kind)
        return
    if role == "s" and kind not in SYSTEM_BLOCKS:
        out.note("R009", "system-block", i, part, type=kind)
    _extras(out, i, part, block, kind)
    see_wide(out, i, part, block)


def _unknown_block(out: Outline, i: int, part: Steps, block: Any, kind: Any) -> None:
    if type(block) is not dict:
        out.foreign = True
        out.note("C006", "not-object", i, part, type=kind_of(block))
    elif type(kind) is not str:
        out.note("C006", "no-type", i, part)
    else:
        out.note("C006", "unknown-type", i, part, type=kind)


def _media(
    out: Outline, i: int, part: Steps, block: dict[str, Any], kind: str, in_result: bool = False
) -> None:
    source = block.get("source")
    if kind in ("image", "document") and type(source) is not dict:
        out.note("C006", "no-payload", i, part, type=kind, key="source")
        return
    if type(source) is dict:
        out.media.append(
            Media(
                i,
                (*part, "source"),
                kind,
                source.get("media_type"),
                source.get("data"),
                source.get("url"),
                in_result,
            )
        )


def _extras(out: Outline, i: int, part: Steps, block: dict[str, Any], kind: str) -> None:
    """Look at a block that holds more, or fewer, keys than the usual ones."""
    note_keys(out, i, part, block, BLOCK_KEYS[kind])
    if block.get("cache_control") is not None:
        out.markers.append((i, *part))
        if kind == "text" and block.get("text") == "":
            out.note("L001", "on-empty-text", i, part)
    if kind == "text" and block.get("citations"):
        see_wide(out, i, (*part, "citations"), block["citations"])


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
    """Recognise blocks that only this format has."""
    for i, message in enumerate(messages):
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else ():
            kind = block.get("type") if isinstance(block, dict) else None
            if (
                isinstance(kind, str)
                and kind in BLOCK_KEYS
                and (kind != "text" or len(messages) == 0)
            ):
                return f"messages[{i}] holds a `{kind}` block"
    return None


def facts(body: Mapping[str, Any]) -> dict[str, object]:
    """Return what a request body states: model, thinking, tools, system prompt."""
    known: dict[str, object] = {"tools_declared": bool(body.get("tools"))}
    if isinstance(body.get("model"), str):
        known["model"] = body["model"]
    thinking = body.get("thinking")
    known["thinking"] = thinking.get("type") if isinstance(thinking, dict) else "disabled"
    if "system" in body:
        known["system"] = body["system"]
    return known


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
