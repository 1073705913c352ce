"""The blocks of Anthropic messages: each is read into rows and notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transcript_doctor.core.noting import (
    note_arguments,
    note_content,
    note_id,
    note_name,
    note_place,
)
from transcript_doctor.core.outline import CALLS, MIXED, RESULTS, Call, Outline, Reasoning, Result
from transcript_doctor.core.walk import MISSING
from transcript_doctor.formats.anthropic.keys import BLOCK_KEYS, DUMMY_SEALS, HOSTED
from transcript_doctor.formats.anthropic.rare import (
    extras,
    inside_result,
    no_payload,
    odd_keys,
    other,
)
from transcript_doctor.place import Steps

_PLAIN_RESULT = frozenset({"type", "tool_use_id", "content", "is_error"})


def read_blocks(out: Outline, i: int, role: str, content: list[Any], plain: str) -> str:
    """Read the blocks of one message; return the letter of the message."""
    calls, results = len(out.calls), len(out.results)
    blanks: list[int] = []
    texts, first_other = 0, -1
    kind: Any = None
    for j, block in enumerate(content):
        kind = block.get("type") if type(block) is dict else None
        if kind == "tool_result":
            if first_other >= 0:
                out.first_other[i] = ("content", first_other)
            _result(out, i, j, block, role, first_other < 0)
            continue
        if first_other < 0:
            first_other = j
        if kind == "text":
            texts += 1
            if not _text(out, i, ("content", j), block):
                blanks.append(j)
        else:
            read = _READERS.get(kind if type(kind) is str else "", _rare)
            read(out, i, j, block, role, content)
    for j in blanks:
        _blank(out, i, j, content[j], role, alone=len(blanks) == texts)
    if role == "a":
        _edges(out, i, content[0], kind)
    if len(out.results) > results:
        return MIXED if first_other >= 0 else RESULTS
    return plain if len(out.calls) == calls else _calling(out, i, texts)


def _calling(out: Outline, i: int, texts: int) -> str:
    if texts:
        out.note("C004", "text-beside-calls", i)
    return CALLS


def _edges(out: Outline, i: int, first: Any, last: Any) -> None:
    """Remember by what an assistant message opens, and whether a provider-run part ends it."""
    opens = first.get("type") if type(first) is dict else None
    if type(opens) is str:
        out.opens[i] = opens
    if type(last) is str and last != "tool_use":
        if last in HOSTED:
            out.ends_hosted[i] = "call"
        elif last.endswith("_tool_result"):
            out.ends_hosted[i] = "result"


def _text(out: Outline, i: int, part: Steps, block: dict[str, Any]) -> bool:
    """Read a text block; tell whether it says anything."""
    text = block.get("text", MISSING)
    if len(block) != 2 or text is MISSING:
        extras(out, i, part, block, "text")
    if type(text) is not str:
        no_payload(out, i, part, "text", "text")
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


def _call(out: Outline, i: int, j: int, block: dict[str, Any], role: str, _: list[Any]) -> None:
    part: Steps = ("content", j)
    ident = note_id(out, block.get("id", MISSING), "call", i, (*part, "id"))
    name = note_name(out, block.get("name", MISSING), i, (*part, "name"))
    at = (*part, "input")
    arguments = note_arguments(out, block.get("input", MISSING), i, at, ident)
    if len(block) != 4 or arguments is None or ident is None or name is None:
        extras(out, i, part, block, "tool_use")
    if role == "a":
        out.calls.append(Call(ident, name, i, part, block, arguments, arguments_at=at))
    else:
        note_place(out, i, part, "call-outside-assistant", "tool_use", role)


def _result(out: Outline, i: int, j: int, block: dict[str, Any], role: str, lead: bool) -> None:
    part: Steps = ("content", j)
    if not block.keys() <= _PLAIN_RESULT:
        extras(out, i, part, block, "tool_result")
    ident = note_id(out, block.get("tool_use_id", MISSING), "result", i, (*part, "tool_use_id"))
    content, error = block.get("content", MISSING), block.get("is_error") is True
    if type(content) is str:
        if not content.isascii():
            out.wide.append((i, (*part, "content"), content))
    elif content is not MISSING:
        _result_content(out, i, (*part, "content"), content, error)
    if error and (content is MISSING or content is None or content in ("", [])):
        out.note("C005", "error-empty", i, part)
    if role in "ut":
        out.results.append(Result(ident, None, i, part, block, lead, error=error))
    else:
        note_place(out, i, part, "result-outside-user", "tool_result", role)


def _result_content(out: Outline, i: int, part: Steps, content: Any, error: bool) -> None:
    """Read a result's content where it is no plain text."""
    if type(content) is not list:
        note_content(out, "C005", i, part, content)
        return
    if not content:
        if not error:
            out.note("C005", "empty-list", i, part)
        return
    kinds = set()
    for k, block in enumerate(content):
        kind = block.get("type") if type(block) is dict else None
        kinds.add(kind if type(kind) is str else None)
        if kind != "text":
            inside_result(out, i, (*part, k), block, kind, error)
        elif not _text(out, i, (*part, k), block) and not block.get("text"):
            out.note("C002", "in-result", i, (*part, k))
    if "search_result" in kinds and len(kinds) > 1:
        out.note("C005", "search-mixed", i, part)


def _thinking(
    out: Outline, i: int, j: int, block: dict[str, Any], role: str, content: list[Any]
) -> None:
    part: Steps = ("content", j)
    hidden = block["type"] == "redacted_thinking"
    text = None if hidden else block.get("thinking", MISSING)
    key = "data" if hidden else "signature"
    seal = block.get(key, MISSING)
    if len(block) != (2 if hidden else 3) or text is MISSING or seal is MISSING:
        odd_keys(out, i, part, block, BLOCK_KEYS[block["type"]])
    if role != "a":
        note_place(out, i, part, "reasoning-outside-assistant", block["type"], role)
        return
    if seal is MISSING or text is MISSING:
        out.note("T002", "missing-key", i, part, key=key if seal is MISSING else "thinking")
    elif seal == "":
        out.note("T002", "empty-seal", i, part)
    elif type(seal) is not str or not seal.isascii() or " " in seal.strip() or seal in DUMMY_SEALS:
        out.note("T002", "bad-seal", i, part)
    if type(text) is str and not text.isascii():
        out.wide.append((i, (*part, "thinking"), text))
    words = text if type(text) is str else None
    sort = "redacted" if hidden else "thinking"
    last = j == len(content) - 1
    out.reasoning.append(Reasoning(i, part, sort, words, seal, j == 0, last, block))


def _rare(out: Outline, i: int, j: int, block: Any, role: str, _: list[Any]) -> None:
    other(out, i, ("content", j), block, role)


_Reader = Callable[[Outline, int, int, Any, str, list[Any]], None]
_READERS: dict[str, _Reader] = {
    "tool_use": _call,
    "thinking": _thinking,
    "redacted_thinking": _thinking,
}
