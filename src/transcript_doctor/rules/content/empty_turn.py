"""A message says nothing.

## What it means
A message holds no text, no part and no call: an empty string, an empty list, null, or no content
key at all.

## Why it is refused
A failed or filtered answer was stored as a turn, a picture was taken out and nothing put in its
place, or half a message was written. OpenAI takes an empty text and refuses null; many others
refuse both.

## How it is healed
An empty message holds nothing, so nothing is lost when it goes; but where it stands for the first question
what answers that goes with it, and is listed. In a record a turn that is both
failed and empty stays, for it happened; only the request leaves it out.

## Sources
run-llama/llama_index#17555, lobehub/lobehub#8419, AstrBotDevs/AstrBot#6447. The targets' pages name
the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.core.content import json_text
from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.content import says_more
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.core.target import Laws
from transcript_doctor.place import Steps


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find messages without content; where neighbours are joined, a neighbour's content counts."""
    roles, empty = outline.roles, outline.empty
    skip = -1
    for i in sorted(empty):
        if i <= skip or (laws.as_record and i in outline.failed):
            continue
        role = roles[i]
        if laws.pairing.join and role == "u" and not laws.param("C001", "each_message"):
            first, last = _run(roles, i)
            skip = last
            if any(k not in empty for k in range(first, last + 1)):
                continue
        final = i + 1 == len(roles) and role == "a" and laws.param("C001", "final_may_be_empty")
        if role in _CASES and not final:
            yield Hit(_CASES[role], i, (), {"role": outline.role_of(i)})


_CASES = {"u": "user", "a": "assistant", "s": "system"}


def _run(roles: str, i: int) -> tuple[int, int]:
    """Return the first and the last message of the run of one role around a message."""
    first = last = i
    while first and roles[first - 1] == roles[i]:
        first -= 1
    while last + 1 < len(roles) and roles[last + 1] == roles[i]:
        last += 1
    return first, last


_DROPPED = frozenset({"user", "assistant", "system", "nothing", "missing", "null", "empty-list"})


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Drop the message that says nothing; remove an empty content beside calls."""
    raw = surgeon.outline.messages[message]
    if hit.case == "beside-calls":
        return surgeon.remove_key(message, hit.part)
    if hit.case == "type":
        return _wrap(surgeon, message, hit.part, node_at(raw, hit.part))
    if hit.case == "stand-in":
        return _say(surgeon, message, str(hit.values.get("key")), raw)
    if hit.case not in _DROPPED:
        return False
    if says_more(raw):
        surgeon.cost = "lossy"
        surgeon.lose(message, (), "an empty turn, and what stands beside its content")
    return surgeon.drop_blank(message)


def _wrap(surgeon: Surgeon, message: int, part: Steps, value: Any) -> bool:
    """Put a part that stands alone into a list, and a number into a text."""
    if value == {}:
        surgeon.cost, surgeon.told = "safe", "drop the empty message"
        return surgeon.drop_blank(message)
    if isinstance(value, dict):
        if not _may_be_part(surgeon, message, value):
            return False
        surgeon.cost, surgeon.told = "safe", "put the part into a list"
        return surgeon.put(message, part, [value])
    text = json_text(value) if isinstance(value, bool | int | float) else None
    if text is None or part != ("content",):
        return False
    surgeon.cost, surgeon.told = "safe", "write the content as a text"
    return surgeon.put(message, part, text)


def _may_be_part(surgeon: Surgeon, message: int, value: dict[Any, Any]) -> bool:
    """Tell whether an object says what sort of part it is, where parts of this format do."""
    typed = "type" in surgeon.verbs.part(surgeon.outline.messages[message], "")
    return not typed or any(isinstance(value.get(key), str) for key in ("type", "text"))


def _say(surgeon: Surgeon, message: int, key: str, raw: Any) -> bool:
    """Let a refusal be the content, in the same turn."""
    text = raw.get(key) if isinstance(raw, dict) else None
    if key != "refusal" or not isinstance(text, str) or not text.strip():
        return False
    surgeon.cost, surgeon.told = "safe", f"say what `{key}` holds as the content"
    return surgeon.put(message, ("content",), text) and surgeon.remove_key(message, (key,))


RULE = Rule(
    code="C001",
    name="empty-turn",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "user": "the user message is empty",
        "assistant": "the assistant message is empty",
        "system": "the system message is empty",
        "nothing": "the assistant message has neither content nor calls",
        "stand-in": "the assistant message has neither content nor calls, only `{key}`",
        "missing": "the message has no content",
        "null": "the content is null",
        "empty-list": "the list of parts is empty",
        "type": "the content is {a_type}, not a text or a list of parts",
        "beside-calls": "the content beside the calls is an empty list",
        "directive": "the system message holds settings and no text",
        "compaction": "the summary of a compaction is empty",
    },
    remedy={
        "stand-in": Remedy("manual", "say what `{key}` holds as the content, or drop the message"),
        "type": Remedy("manual", "write the content as a text or as a list of parts"),
        "beside-calls": Remedy("safe", "remove the empty content"),
        "directive": Remedy("manual", "make the settings options of the request"),
        "compaction": Remedy("manual", "bring back the summary, or the messages that it stood for"),
        "*": Remedy("safe", "drop the empty message"),
    },
    needs="empty",
    check=find,
    law_only=frozenset({"beside-calls", "directive", "compaction", "empty-list", "stand-in"}),
    heal=heal,
)
