"""A server-issued item id is not what the server can have issued.

## What it means
The id of an item lacks the prefix of the item's type, holds other characters than letters, digits,
underscore and hyphen, is empty or too long, stands on two items, or refers to something that the
server was told not to keep.

## Why it is refused
An item id is the server's own name for what it stored. It carries no pairing (calls and outputs
meet by call id), but where one is sent the server looks it up and holds it to its own form. Local
ids, a call id put into the wrong key, ids of another provider's turn, one turn's id on each of its
parts, and histories that were stored twice do this. The bad id stays in the record, so that every
later request is refused too.

## How it is healed
An item that is sent in full needs no id: the id is dropped, never replaced by an invented one. Reasoning
and the item that it led to bear ids both or neither: where one goes, the other's goes with it. An
item that is only referred to must be sent in full, which only its author can do.

## Sources
openai/codex#33176, microsoft/vscode#316536, earendil-works/pi#5151, vercel/ai#7543. The targets'
pages name source and date of each law.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import REASONING, Item, Outline, Reasoning
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find item ids outside the target's form, and ids that an earlier item bears."""
    named = [item for item in outline.items if item.id is not None]
    prefixes: Mapping[str, str] = laws.param("I004", "prefixes", {}, "prefix")
    pattern = laws.param("I004", "pattern", None, "characters")
    most = laws.param("I004", "max", None, "length")
    legal = re.compile(pattern, re.DOTALL) if pattern else None
    seen: dict[str, int] = {}
    for item in named:
        ident = item.id or ""
        case, values = _form(item, prefixes, legal, most)
        if case is not None:
            yield Hit(case, item.message, ("id",), {"id": ident, "type": item.kind, **values})
        elif (where := seen.setdefault(ident, item.message)) != item.message:
            values = {"id": ident, "type": item.kind, "where": where}
            yield Hit("duplicate", item.message, ("id",), values, None, ((where,),))


def _form(
    item: Item, prefixes: Mapping[str, str], legal: re.Pattern[str] | None, most: int | None
) -> tuple[str | None, dict[str, Any]]:
    """Return the case that an id's form makes, if any, and what its sentence needs."""
    ident = item.id or ""
    if legal is not None and legal.fullmatch(ident) is None:
        return "characters", {}
    prefix = prefixes.get(item.kind, "")
    if not ident.startswith(prefix):
        return "prefix", {"prefix": prefix}
    if most is not None and len(ident) > most:
        return "length", {"length": len(ident), "n": len(ident), "max": most}
    return None, {}


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Drop the id, or an item that stands there twice; what is only referred to cannot be made up."""
    if hit.case == "reference":
        return False
    messages = surgeon.outline.messages
    if hit.case == "duplicate" and messages[hit.values["where"]] == messages[message]:
        surgeon.told = "drop the item, an exact double"
        return surgeon.drop(message)
    surgeon.told = "drop the id of the item"
    return surgeon.remove_key(message, hit.part) and _untie(surgeon, message)


def _untie(surgeon: Surgeon, message: int) -> bool:
    """Take off what hangs on the id that goes: reasoning and what it led to bear ids both, or neither.

    Reasoning that the server only looks up cannot do without its id: it leaves, and is listed.
    """
    letters = surgeon.outline.letters
    first = behind = message
    while first and letters[first - 1] == REASONING:
        first -= 1
    while letters[behind : behind + 1] == REASONING:
        behind += 1
    run = [row for i in range(first, behind) for row in surgeon.reasoning_in(i)]
    if not run or not (surgeon.laws.bites("T003", "unnamed-message")):
        return True
    told = "drop the id of the item, and the ids that hang on it"
    tied = [row for row in run if row.message != message and row.item is not None]
    if tied:
        surgeon.told = told
    if not all(row.seal for row in tied):
        surgeon.told = "drop the id of the item, and the reasoning that hangs on it"
    done = all(
        surgeon.remove_key(row.message, ("id",)) if row.seal else _leave(surgeon, row)
        for row in tied
    )
    follows = behind != message and surgeon.outline.roles[behind : behind + 1] == "a"
    if not follows or not isinstance(surgeon.outline.messages[behind].get("id"), str):
        return done
    surgeon.told = told
    return done and surgeon.remove_key(behind, ("id",))


def _leave(surgeon: Surgeon, row: Reasoning) -> bool:
    surgeon.lose(row.message, (), "reasoning that is looked up by its id")
    return surgeon.drop(row.message)


RULE = Rule(
    code="I004",
    name="invalid-item-id",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "prefix": "the item id {id} does not begin with {prefix!r}",
        "characters": "the item id {id!r} is empty or holds more than letters, digits, _ and -",
        "length": "the item id {id} has {length} characters, allowed are 1 to {max}",
        "duplicate": "the item id {id} stands on an earlier item too, in message {where}",
        "reference": "item {id} is to be looked up, and the server was told to store nothing",
    },
    remedy={
        "reference": Remedy("manual", "send the item in full, or let the server store it"),
        "duplicate": Remedy(
            "safe", "drop the id of the later item, or an exact double of the item"
        ),
        "*": Remedy("safe", "drop the id; the item is sent in full"),
    },
    needs="items",
    check=find,
    heal=heal,
    law_only=frozenset({"reference"}),
)
