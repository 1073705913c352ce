"""The walk over Converse messages; `blocks` reads what is in them."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.walk import MISSING, kind_of
from transcript_doctor.formats.bedrock.blocks import Spot, note_strange, read_block
from transcript_doctor.formats.bedrock.body import markers_outside
from transcript_doctor.formats.bedrock.keys import MESSAGE_KEYS

ROLES = {"user": "u", "assistant": "a", "system": "s"}
PLAIN = {"u": "U", "a": "A", "s": "S", "?": "?"}


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
    out.cache["markers outside"] = markers_outside(out.request)


def _message(out: Outline, i: int, message: Any) -> tuple[str, str]:
    """Read one message; return its letters for `roles` and `letters`."""
    if type(message) is not dict:
        out.foreign = True
        out.note("S001", "not-object", i, type=kind_of(message))
        return "?", "!"
    for key in message if len(message) != 2 else ():
        if key not in MESSAGE_KEYS:
            note_strange(out, i, (), key, MESSAGE_KEYS)
    role, content = message.get("role", MISSING), message.get("content", MISSING)
    letter = ROLES.get(role) if type(role) is str else None
    if letter is None:
        case = "missing" if role is MISSING else "unknown" if type(role) is str else "type"
        out.note("R002", case, i, ("role",), role=role if type(role) is str else kind_of(role))
        letter = "?"
    if type(content) is list:
        if content:
            return letter, _blocks(out, i, letter, content)
        out.empty.add(i)
    elif type(content) is str:
        out.note("C006", "not-list", i, ("content",), value=content[:60])
        if not content.isascii():
            out.wide.append((i, ("content",), content))
    else:
        case = "missing" if content is MISSING else "null" if content is None else "type"
        out.note("C001", case, i, ("content",), type=kind_of(content))
        out.foreign = out.foreign or case == "type"
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
        out.cache.setdefault("opens", {})[i] = {"text": "text", "call": "tool_use"}[kinds[0]]
    if "blank" in kinds:
        _blanks(out, i, content, kinds)
    if "document" in kinds and "text" not in kinds:
        out.note("C006", "needs-text", i, ("content", kinds.index("document")))
    if len(out.results) > results:
        return "R" if first_other is None else "M"
    if len(out.calls) == calls:
        return PLAIN[role]
    if "text" in kinds:
        out.note("C004", "text-beside-calls", i, ("content", kinds.index("text")))
    return "C"


def _blanks(out: Outline, i: int, content: list[Any], kinds: list[str]) -> None:
    """Note texts that say nothing."""
    for j, kind in enumerate(kinds):
        if kind == "blank":
            white = "blank" if "text" in kinds else "all-blank"
            out.note("C002", white if content[j]["text"] else "empty", i, ("content", j))
