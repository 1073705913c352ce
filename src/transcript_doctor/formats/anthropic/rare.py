"""The rarer blocks of Anthropic messages: media, provider-run parts, tool changes, unknown ones.

Also `extras`, the closer look at any block that holds more, or fewer, keys than the usual ones.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.noting import note_id, note_name, note_part
from transcript_doctor.core.outline import Call, Media, Outline, Result
from transcript_doctor.core.walk import MISSING, see_wide, type_of
from transcript_doctor.formats.anthropic.keys import (
    BLOCK_KEYS,
    CITATION_KEYS,
    HOSTED,
    IN_RESULT,
    IN_SYSTEM,
    MEDIA,
    ONLY_IN_RESULT,
    SERVER_TOOLS,
    SOURCE_KEYS,
)
from transcript_doctor.place import Steps


def other(out: Outline, i: int, part: Steps, block: Any, role: str) -> None:
    """Read a block of the rarer kinds in a message."""
    kind = block.get("type") if type(block) is dict else None
    if type(block) is not dict or type(kind) is not str:
        unknown(out, i, part, block, kind)
        return
    if kind in HOSTED:
        _hosted_call(out, i, part, block, role, kind)
    elif kind.endswith("_tool_result"):
        # A server tool that is newer than the table still pairs by the same rule.
        _hosted_result(out, i, part, block, kind)
    elif kind not in BLOCK_KEYS or kind in ONLY_IN_RESULT:
        unknown(out, i, part, block, kind)
        return
    else:
        _plain_other(out, i, part, block, role, kind)
    if role == "s" and kind not in IN_SYSTEM:
        out.note("R009", "system-block", i, part, type=kind)
    if kind in BLOCK_KEYS:
        extras(out, i, part, block, kind)
    see_wide(out, i, part, block)


def _plain_other(
    out: Outline, i: int, part: Steps, block: dict[str, Any], role: str, kind: str
) -> None:
    if kind in MEDIA or kind == "search_result":
        if kind in MEDIA:
            _media(out, i, part, block, kind)
        if role == "a":
            case = "media-outside-user" if kind in MEDIA else "search-outside-user"
            out.note("R009", case, i, part, type=kind)
    elif kind == "compaction" and block.get("content") == "":
        out.note("C001", "compaction", i, part)
    elif kind in ("tool_addition", "tool_removal"):
        tool = block.get("tool")
        if type(tool) is dict and tool.get("type") == "tool_definition":
            _define(out, tool)
        elif type(tool) is dict and tool.get("type") == "tool_reference":
            _referred(out, i, (*part, "tool"), kind, tool.get("name"))


def inside_result(out: Outline, i: int, part: Steps, block: Any, kind: Any, error: bool) -> None:
    """Read a block inside a tool result that is no text."""
    if type(kind) is not str or kind not in BLOCK_KEYS:
        unknown(out, i, part, block, kind)
        return
    if kind not in IN_RESULT:
        out.note("C005", "media", i, part, type=kind)
        return
    if error:
        out.note("C005", "error-media", i, part, type=kind)
    extras(out, i, part, block, kind)
    if kind in MEDIA:
        _media(out, i, part, block, kind, in_result=True)
    elif kind == "tool_reference":
        _referred(out, i, part, kind, block.get("tool_name"))
    see_wide(out, i, part, block)


def unknown(out: Outline, i: int, part: Steps, block: Any, kind: Any) -> None:
    """Note a block that this format does not have."""
    if note_part(out, i, part, block) is not None:
        out.note("C006", "unknown-type", i, part, type=kind)


def _hosted_call(
    out: Outline, i: int, part: Steps, block: dict[str, Any], role: str, kind: str
) -> None:
    ident = note_id(out, block.get("id", MISSING), "call", i, (*part, "id"))
    name = note_name(out, block.get("name", MISSING), i, (*part, "name"))
    given = block.get("input", MISSING)
    if type(given) is not dict:
        case = "missing" if given is MISSING else "not-object"
        out.note("Y001", case, i, (*part, "input"), type=type_of(given), id=ident)
    if kind == "server_tool_use" and name and name not in SERVER_TOOLS:
        out.note("C006", "server-name", i, (*part, "name"), name=name)
    if role in "us":
        out.note("R009", "call-outside-assistant", i, part, type=kind)
    sort = "mcp" if kind == "mcp_tool_use" else "provider"
    out.hosted_calls.append(Call(ident, name, i, part, block, given, kind=sort))


def _hosted_result(out: Outline, i: int, part: Steps, block: dict[str, Any], kind: str) -> None:
    ident = note_id(out, block.get("tool_use_id", MISSING), "result", i, (*part, "tool_use_id"))
    sort = "mcp" if kind == "mcp_tool_result" else "provider"
    out.hosted_results.append(Result(ident, kind, i, part, block, kind=sort))
    content = block.get("content")
    for k, item in enumerate(content if type(content) is list else ()):
        found = item.get("type") if type(item) is dict else None
        if found == "web_search_result" and not item.get("encrypted_content"):
            out.note("T002", "payload", i, (*part, "content", k), key="encrypted_content")
    references = content.get("tool_references") if type(content) is dict else None
    for k, item in enumerate(references if type(references) is list else ()):
        if type(item) is dict:
            spot = (*part, "content", "tool_references", k)
            _referred(out, i, spot, "tool_reference", item.get("tool_name"))


def _media(
    out: Outline, i: int, part: Steps, block: dict[str, Any], kind: str, in_result: bool = False
) -> None:
    """Read a medium and its source."""
    source, spot = block.get("source"), (*part, "source")
    if type(source) is not dict:
        no_payload(out, i, part, kind, "source")
        return
    sort = source.get("type")
    if type(sort) is not str:
        out.note("C006", "no-type", i, spot)
    elif sort not in SOURCE_KEYS or (kind == "image" and sort in ("text", "content")):
        out.note("C006", "unknown-type", i, spot, type=sort)
    else:
        odd_keys(out, i, spot, source, SOURCE_KEYS[sort])
        for key in ("data", "url", "file_id", "media_type"):
            if key in SOURCE_KEYS[sort] and type(source.get(key)) is not str:
                no_payload(out, i, spot, sort, key)
    label, url = source.get("media_type"), source.get("url")
    out.media.append(
        Media(
            i,
            spot,
            kind,
            label if type(label) is str else None,
            source.get("data"),
            url if type(url) is str else None,
            in_result,
        )
    )


def _define(out: Outline, tool: dict[str, Any]) -> None:
    """Remember a tool that is defined inside the conversation."""
    definition = tool.get("definition")
    name = definition.get("name") if type(definition) is dict else None
    if type(name) is str and out.declared is not None:
        out.declared.add(name)


def _referred(out: Outline, i: int, part: Steps, kind: str, name: Any) -> None:
    """Note a reference to a tool that the whole request does not declare."""
    if type(name) is str and out.declared is not None and name not in out.declared:
        out.note("P010", "unknown-tool", i, part, type=kind, name=name)


def extras(out: Outline, i: int, part: Steps, block: dict[str, Any], kind: str) -> None:
    """Look at a block that holds more, or fewer, keys than the usual ones."""
    odd_keys(out, i, part, block, BLOCK_KEYS[kind])
    if "cache_control" in BLOCK_KEYS[kind] and block.get("cache_control") is not None:
        out.markers.append((i, *part))
        if kind == "text" and block.get("text") == "":
            out.note("L001", "on-empty-text", i, part)
    if kind == "text" and type(block.get("citations")) is list:
        _citations(out, i, (*part, "citations"), block["citations"])


def _citations(out: Outline, i: int, part: Steps, citations: list[Any]) -> None:
    see_wide(out, i, part, citations)
    for k, citation in enumerate(citations):
        kind = citation.get("type") if type(citation) is dict else None
        if type(kind) is not str or kind not in CITATION_KEYS:
            continue
        odd_keys(out, i, (*part, k), citation, CITATION_KEYS[kind])
        if kind == "web_search_result_location" and not citation.get("encrypted_index"):
            out.note("T002", "payload", i, (*part, k), key="encrypted_index")


def odd_keys(
    out: Outline, i: int, part: Steps, node: dict[str, Any], known: frozenset[str]
) -> None:
    """Note each key that the format does not know at this node, with its path in API words."""
    for key in node:
        if key not in known:
            spot = (*part, str(key))
            path = ".".join((*_path(out, i, part), str(key)))
            out.note("Y003", "unknown", i, spot, key=str(key), on=node.get("type"), path=path)


def no_payload(out: Outline, i: int, part: Steps, kind: str, key: str) -> None:
    """Note that a part lacks what it is there for."""
    path = ".".join((*_path(out, i, part), key))
    out.note("C006", "no-payload", i, part, type=kind, key=key, path=path)


def _path(out: Outline, i: int, part: Steps) -> list[str]:
    """Return the steps to a node in API words: a block's type stands behind its index."""
    words, node = [], out.messages[i]
    for step in part:
        words.append(str(step))
        node = node[step]
        kind = node.get("type") if isinstance(node, dict) else None
        if isinstance(kind, str):
            words.append(kind)
    return words
