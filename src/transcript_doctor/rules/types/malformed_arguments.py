"""The arguments of a call are not a JSON object.

## What it means
The wire wants an object, or a text that parses to one, and gets something else: half a text, two
objects glued together, a number, nothing.
## Why it is refused
The endpoint's schema refuses it, or its server parses the arguments of old calls again on every
request. A stream was cut, or its pieces were put together wrongly.
## How it is healed
Broken JSON is never guessed. A value of the right content and the wrong type is converted.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws
from transcript_doctor.core.walk import kind_of
import json


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find argument texts that do not parse to an object, where the target parses them."""
    texts = laws.bites("Y001", "not-json", "error")
    objects = laws.bites("Y001", "not-object", "error")
    if not texts and not objects:
        return
    for call in outline.calls:
        if type(call.arguments) is not str or call.kind == "custom":
            continue
        part = (
            (*call.part, "function", "arguments")
            if call.part and call.part[0] == "tool_calls"
            else call.part
        )
        try:
            value = json.loads(call.arguments)
        except (ValueError, RecursionError) as fault:
            values = {"id": call.id, "name": call.name, "error": str(fault)}
            yield Hit("not-json", call.message, part, values, call)
            continue
        if type(value) is not dict and objects:
            yield Hit(
                "not-object", call.message, part, {"id": call.id, "type": kind_of(value)}, call
            )


RULE = Rule(
    code="Y001",
    name="malformed-arguments",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "missing": "the call {id} has no arguments",
        "not-text": "the arguments of call {id} are {type}, not a JSON text",
        "not-object": "the arguments of call {id} are {type}, not an object",
        "not-json": "the arguments of call {id} are no JSON: {error}",
    },
    remedy={
        "not-text": Remedy("safe", "write the arguments as JSON text"),
        "not-object": Remedy("manual", "the arguments must be an object"),
        "*": Remedy("manual", "broken JSON is not guessed; answer the call with an error instead"),
    },
    needs="calls",
    check=find,
)
