"""The arguments of a call are not a JSON object.

## What it means
The wire wants an object, or a text that parses to one, and gets something else: half a text, two
objects glued together, a list, a number, nothing. Or it wants a text and gets the object itself.

## Why it is refused
The endpoint's schema refuses the wrong type at once. Broken text is worse: OpenAI takes it, while
many servers of its format parse the arguments of old calls again on every request, so that one call
that a stream cut off poisons the session from then on.

## How it is healed
An object in the place of a text is written as text, which loses nothing. Broken JSON is never
guessed: nobody knows what the model would have said.

## Sources
vllm-project/vllm#43995, NousResearch/hermes-agent#12167, HKUDS/nanobot#1487 (servers that parse
again). The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from transcript_doctor.core.glance import looks_whole
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws
from transcript_doctor.core.walk import type_of


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find argument texts that do not parse to an object, where the target parses them."""
    texts = laws.bites("Y001", "not-json", "error")
    objects = laws.bites("Y001", "not-object", "error")
    halves = texts or laws.bites("Y001", "incomplete", "error")
    if not objects and not halves:
        return
    for call in outline.calls:
        if type(call.arguments) is not str or call.kind.startswith("custom"):
            continue
        whole = looks_whole([call.arguments])
        if whole and not texts and not objects:
            continue
        values = {"id": call.id, "name": call.name, "k": call.index}
        try:
            # As floats, numbers of any length are read without Python's limit on digits.
            value = json.loads(call.arguments, parse_int=float)
        except (ValueError, RecursionError) as fault:
            case = "not-json" if whole else "incomplete"
            values["error"] = str(fault)
            yield Hit(case, call.message, call.arguments_at, values, call)
            continue
        if type(value) is not dict and objects:
            values["type"] = type_of(value)
            yield Hit("not-object", call.message, call.arguments_at, values, call)


RULE = Rule(
    code="Y001",
    name="malformed-arguments",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "missing": "{call} has no arguments",
        "null": "the arguments of {call} are null",
        "not-text": "the arguments of {call} are {a_type}, not a JSON text",
        "object": "the arguments of {call} are an object, not a JSON text",
        "not-object": "the arguments of {call} are {a_type}, not an object",
        "incomplete": "the arguments of {call} are not a whole JSON object: {error}",
        "not-json": "the arguments of {call} are not JSON: {error}",
    },
    remedy={
        "missing": Remedy("manual", "write an empty object if the call has no arguments"),
        "not-text": Remedy("safe", "write the arguments as JSON text"),
        "not-object": Remedy("manual", "write the arguments as an object"),
        "*": Remedy("manual", "broken JSON is not guessed; answer the call with an error instead"),
    },
    needs="calls",
    check=find,
    wider={"incomplete": "not-json", "null": "missing", "object": "not-text"},
)
