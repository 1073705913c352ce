"""A text is empty or only white space.

## What it means
A text part holds nothing that can be read: the empty string, blanks, line feeds.

## Why it is refused
Endpoints that check this want every text to say something. A picture without a caption, an answer
that was stripped, and a space that some repair put in as filler all end here. A single space is no
filler: it is as blank as nothing.

## How it is healed
A blank part beside others is dropped. A message that was nothing else is an empty turn (C001). Where
the blank is all that a result holds, the content is left empty, as far as the target takes that. Where it is
all that follows the reasoning of a turn, a neutral marker says that no reply was recorded: alone the
reasoning would be refused. A blank that stands for the first question is left to a person, where the history
would open with its answer.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.answers import FAILED, NO_REPLY
from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Result
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.content import parts_of, says_more
from transcript_doctor.core.surgery.rewriting import content_for, node_at
from transcript_doctor.place import Steps


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Drop the blank part; a message that says nothing else goes with it."""
    raw = surgeon.outline.messages[message]
    part = hit.part[:-1] if hit.part and hit.part[-1] == "text" else hit.part
    if hit.case == "in-result":
        return _in_result(surgeon, message, part)
    if _ends_reasoning(surgeon, message, part):
        surgeon.cost, surgeon.told = "marked", f'say "{NO_REPLY}" behind the reasoning'
        return surgeon.put(message, part, surgeon.verbs.part(raw, NO_REPLY))
    whole = hit.part in ((), ("content",), ("parts",))
    if whole and says_more(raw):
        return surgeon.put(message, hit.part or ("content",), None)
    if surgeon.opens(message) and (
        whole or all(map(_is_blank, parts_of(raw, surgeon.verbs) or ()))
    ):
        surgeon.cost = "manual"  # without it the history opens with what answers it
        return False
    return surgeon.drop(message) if whole else _drop(surgeon, message, part)


def _drop(surgeon: Surgeon, message: int, part: Steps) -> bool:
    """Drop a part; what it carries beside its blank text is listed as lost."""
    _note_loss(surgeon, message, part)
    return surgeon.drop(message, part)


def _note_loss(surgeon: Surgeon, message: int, part: Steps) -> None:
    node = node_at(surgeon.outline.messages[message], part)
    rest = node.items() if isinstance(node, dict) else ()
    if any(value and key not in _BLANK for key, value in rest):
        surgeon.cost = "lossy"
        surgeon.lose(message, part, "a blank text, and what was attached to it")


def _in_result(surgeon: Surgeon, message: int, part: Steps) -> bool:
    """Drop a blank part of a result; where it holds nothing else, leave its content empty or say so."""
    whole = part[:-1]
    content = node_at(surgeon.outline.messages[message], whole)
    row = surgeon.answers.row_at((message, *part))
    if (
        not isinstance(row, Result)
        or not isinstance(content, list)
        or not all(map(_is_blank, content))
    ):
        return _drop(surgeon, message, part)
    for k in range(len(content)):
        _note_loss(surgeon, message, (*whole, k))
    if row.error and surgeon.laws.bites("C005", "error-empty"):
        surgeon.cost = "marked"
        surgeon.told = "say that the tool failed and nothing else is recorded"
        return surgeon.put(message, whole, content_for(surgeon.verbs, row, whole, FAILED))
    surgeon.told = "leave the content of the result empty"
    empty = content_for(surgeon.verbs, row, whole, "")
    return surgeon.put(message, whole, empty if isinstance(empty, str) else [])


def _is_blank(part: Any) -> bool:
    text = part.get("text") if isinstance(part, dict) else None
    return isinstance(text, str) and not text.strip()


def _ends_reasoning(surgeon: Surgeon, message: int, part: Steps) -> bool:
    """Tell whether a blank is all that stands between the reasoning of a turn and the turn's end."""
    outline, laws = surgeon.outline, surgeon.laws
    raw, follows = outline.messages[message], outline.roles[message + 1 : message + 2]
    key, parts = surgeon.verbs.parts_key, parts_of(raw, surgeon.verbs) or []
    if part != (key, len(parts) - 1) or says_more(raw) or not laws.bites("T003", "last"):
        return False
    if (laws.pairing.join and follows == "a") or (laws.as_record and not follows):
        return False
    last = next((k for k in range(len(parts) - 1, -1, -1) if not _is_blank(parts[k])), -1)
    rows = surgeon.reasoning_in(message)
    return any(row.part == (key, last) and row.kind in _SEALED for row in rows)


_SEALED = frozenset({"thinking", "redacted"})
_BLANK = frozenset({"type", "text", "cache_control", "cachePoint", "refusal"})
"""Keys of a blank text that say nothing."""


RULE = Rule(
    code="C002",
    name="blank-text",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "empty": "a text part is empty",
        "blank": "a text part is only white space",
        "all-blank": "the message is only white space",
        "system": "a system message holds blank text",
        "in-result": "a text part inside a result is empty",
    },
    remedy={
        "all-blank": Remedy("safe", "drop the blank message"),
        "system": Remedy("safe", "drop the blank text, and the message if it held nothing else"),
        "in-result": Remedy("safe", "drop the blank part of the result"),
        "*": Remedy("safe", "drop the blank part, and the message if it held nothing else"),
    },
    law_only=frozenset({"blank", "in-result", "system"}),
    heal=heal,
)
