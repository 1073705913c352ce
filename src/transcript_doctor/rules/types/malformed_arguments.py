"""The arguments of a call are not a JSON object.

## What it means
The wire wants an object, or a text that parses to one, and gets something else: half a text, two
objects glued together, a list, a number, nothing. Or it wants a text and gets the object itself.

## Why it is refused
The endpoint's schema refuses the wrong type at once. Broken text is worse: OpenAI takes it, while
many servers of its format parse the arguments of old calls again on every request, so that one call
that a stream cut off poisons the session from then on.

## How it is healed
An object in the place of a text is written as text, a text that holds an object as that object;
neither loses anything. Broken JSON is never guessed: nobody knows what the model would have said. Of
a call that was answered all the same, the broken text is dropped under the policy `lossy`, and
listed; two calls glued into one are left to a person.

## Sources
vllm-project/vllm#43995, NousResearch/hermes-agent#12167, HKUDS/nanobot#1487 (servers that parse
again). The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from transcript_doctor.core.content import json_text
from transcript_doctor.core.glance import looks_whole
from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.core.target import Laws
from transcript_doctor.core.walk import type_of
from transcript_doctor.place import Steps


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find argument texts that do not parse to an object, where the target parses them."""
    texts = laws.bites("Y001", "not-json", "error")
    objects = laws.bites("Y001", "not-object", "error")
    halves = texts or laws.bites("Y001", "incomplete", "error")
    if not objects and not halves:
        return
    told = [
        (call, call.arguments)
        for call in outline.calls
        if type(call.arguments) is str and not call.kind.startswith("custom")
    ]
    if not texts and not objects and looks_whole([text for _, text in told]):
        return
    for call, text in told:
        whole = looks_whole([text])
        if whole and not texts and not objects:
            continue
        values = {"id": call.id, "name": call.name, "k": call.index}
        try:
            # As floats, numbers of any length are read without Python's limit on digits.
            value = json.loads(text, parse_int=float)
        except (ValueError, RecursionError) as fault:
            case = "not-json" if whole else "incomplete"
            values["error"] = str(fault)
            yield Hit(case, call.message, call.arguments_at, values, call)
            continue
        if type(value) is not dict and objects:
            values["type"] = type_of(value)
            yield Hit("not-object", call.message, call.arguments_at, values, call)


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Write an object as text, or a text that is an object as one; put nothing where broken text was."""
    value = node_at(surgeon.outline.messages[message], hit.part)
    if hit.case in ("not-text", "object"):
        text = json_text(value)
        return text is not None and surgeon.put(message, hit.part, text)
    if hit.case == "null":
        surgeon.cost = "safe"
        return surgeon.put(message, hit.part, "{}")
    if hit.case == "not-object":
        return _parse(surgeon, message, hit.part, value)
    call = hit.subject
    if not isinstance(call, Call) or not isinstance(value, str):
        return False
    if _is_several(value) or surgeon.answers.result_of(call) is None:
        surgeon.cost = "manual"
        return False
    surgeon.cost = "lossy"
    what = "arguments that were cut off"
    if value.strip():
        surgeon.lose(message, hit.part, what)
    return surgeon.put(message, hit.part, "{}")


def _parse(surgeon: Surgeon, message: int, part: Steps, value: Any) -> bool:
    """Put the object there that a JSON text holds."""
    made = _read(value) if isinstance(value, str) else None
    if type(made) is not dict:
        return False
    surgeon.cost = "safe"
    return surgeon.put(message, part, made)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_several(text: str) -> bool:
    """Tell whether a text begins with a whole value: then it is several calls, or a value of another type."""
    try:
        return bool(json.JSONDecoder().raw_decode(text.strip()))
    except (ValueError, RecursionError):
        return False


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
        "null": Remedy("safe", "write an empty object"),
        "incomplete": Remedy("lossy", "put an empty object in the place of what was cut off"),
        "not-json": Remedy("lossy", "put an empty object in the place of what was cut off"),
        "*": Remedy("manual", "broken JSON is not guessed; answer the call with an error instead"),
    },
    needs="calls",
    check=find,
    heal=heal,
    wider={"incomplete": "not-json", "null": "missing", "object": "not-text"},
)
