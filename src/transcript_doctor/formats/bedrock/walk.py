"""The walk over Converse messages; `blocks` reads what is in them."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.noting import note_content, note_role, note_unreadable
from transcript_doctor.core.outline import CALLS, MIXED, PLAIN, RESULTS, UNREADABLE, Outline
from transcript_doctor.core.tidy import whole_in_turns
from transcript_doctor.core.walk import MISSING, read_all
from transcript_doctor.formats.bedrock.blocks import Spot, note_strange, read_block
from transcript_doctor.formats.bedrock.keys import MESSAGE_KEYS

ROLES = {"user": "u", "assistant": "a", "system": "s"}


def read(out: Outline) -> None:
    """Fill the outline: one walk, then a look at what more than one message shows."""
    read_all(out, _message)
    out.untidy = not whole_in_turns(out, "id")
    _look_back(out)


def _message(out: Outline, i: int, message: Any) -> tuple[str, str]:
    """Read one message; return its letters for `roles` and `letters`."""
    if type(message) is not dict:
        note_unreadable(out, i, message)
        return "?", UNREADABLE
    for key in message if len(message) != 2 else ():
        if key not in MESSAGE_KEYS:
            note_strange(out, i, (), key, MESSAGE_KEYS)
    letter = note_role(out, i, message.get("role", MISSING), ROLES) or "?"
    content = message.get("content", MISSING)
    if type(content) is list:
        if content:
            return letter, _blocks(out, i, letter, content)
        out.empty.add(i)
    elif type(content) is str:
        out.note("C006", "not-list", i, ("content",), value=content[:60])
        if not content.isascii():
            out.wide.append((i, ("content",), content))
    else:
        note_content(out, "C001", i, ("content",), content)
    return letter, PLAIN[letter]


def _blocks(out: Outline, i: int, role: str, content: list[Any]) -> str:
    """Read the blocks of one message; return its letter."""
    calls, results, last = len(out.calls), len(out.results), len(content) - 1
    kinds: list[str] = []
    first_other = None
    for j, block in enumerate(content):
        kind = read_block(out, i, Spot(("content", j), role, first_other is None, j == last), block)
        kinds.append(kind)
        if kind == "result" and first_other is not None:
            out.first_other[i] = ("content", first_other)
        elif kind not in ("result", "marker") and first_other is None:
            first_other = j
    if role == "a" and kinds[0] in ("text", "call"):
        # By what the turn opens, in the words of the model that asks for thinking there.
        out.opens[i] = {"text": "text", "call": "tool_use"}[kinds[0]]
    if "blank" in kinds:
        _blanks(out, i, content, kinds)
    if "document" in kinds and "text" not in kinds:
        out.note("C006", "needs-text", i, ("content", kinds.index("document")))
    if len(out.results) > results:
        return RESULTS if first_other is None else MIXED
    if len(out.calls) == calls:
        return PLAIN[role]
    if "text" in kinds:
        out.note("C004", "text-beside-calls", i, ("content", kinds.index("text")))
    return CALLS


def _look_back(out: Outline) -> None:
    """Note what one message alone does not show.

    Nearly every result has a status and all thinking a signature: where a model takes none, what is
    said of the first one is said of all.
    """
    for piece in out.reasoning:
        if piece.kind == "thinking" and piece.text is not None and piece.seal:
            spot = (*piece.part, "reasoningContent", "reasoningText", "signature")
            out.note("T006", "signature", piece.message, spot)
            break
    for row in (*out.results, *out.hosted_results):
        if isinstance(row.raw, dict) and row.raw["toolResult"].get("status") is not None:
            spot = (*row.part, "toolResult", "status")
            out.note("Y003", "by-model", row.message, spot, key="status")
            break
    _repeated_names(out)


def _repeated_names(out: Outline) -> None:
    """Note documents whose name an earlier one has."""
    seen: set[str] = set()
    for medium in out.media:
        if medium.kind == "document":
            node, place = out.messages[medium.message], medium.part[:-1]
            for step in place:
                node = node[step]
            name = node.get("name")
            if type(name) is str and name in seen:
                out.note("L002", "document-name", medium.message, (*place, "name"), name=name)
            elif type(name) is str:
                seen.add(name)


def _blanks(out: Outline, i: int, content: list[Any], kinds: list[str]) -> None:
    """Note texts that say nothing."""
    for j, kind in enumerate(kinds):
        if kind == "blank":
            white = "blank" if "text" in kinds else "all-blank"
            out.note("C002", white if content[j]["text"] else "empty", i, ("content", j))
