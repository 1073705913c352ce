"""A part stands on a role that may not carry it.

## What it means
Calls belong to the assistant, results to the user or the tool side, pictures to the user.

## Why it is refused
The endpoint checks each part against the role of its message. Conversion that maps parts one by
one, without a look at the roles, does this, and so does a model's own picture that is sent back as
it came.

## How it is healed
A text gets the type that texts of its role have. A part never moves into another speaker's message
unasked: a person decides where it belongs.

## Sources
OpenHands/OpenHands#7700, openai/openai-node#1030. The targets' pages name the source and the date
of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.kinds import misfits
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.core.target import Laws

_AUDIO = frozenset({"input_audio", "audio_url"})
_TEXTS = frozenset({"text", "input_text", "output_text"})


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find parts outside the law's table of `roles`, and audio beside a system message."""
    may = laws.param("R009", "roles", None, "kind")
    for row, odd in misfits(outline, laws, may) if may is not None else ():
        values = {"type": row.type, "role": outline.speaker(row.message), "list": odd}
        yield Hit("kind", row.message, row.part, values)
    if "s" in outline.roles and laws.bites("R009", "audio-and-system"):
        rows = [
            r for r in outline.kinds if r.type in _AUDIO and outline.speaker(r.message) == "user"
        ]
        audio = sorted({row.message for row in rows})
        systems = [i for i, role in enumerate(outline.roles) if role == "s"]
        for row in rows[:1]:
            lists = {"systems": systems, "audio": audio}
            yield Hit("audio-and-system", row.message, row.part, {"type": row.type, **lists})


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Write the type that texts of this role have; empty lists beside the text go."""
    if hit.case != "text-type":
        return False
    raw = surgeon.outline.messages[message]
    part, text = (node_at(raw, (*hit.part, *more)) for more in ((), ("text",)))
    if hit.values.get("type") not in _TEXTS or not isinstance(text, str):
        surgeon.cost = "manual"
        return False
    rest = {key: value for key, value in part.items() if value not in (None, [])}
    return surgeon.put(message, hit.part, {**rest, **surgeon.verbs.part(raw, text)})


RULE = Rule(
    code="R009",
    name="part-on-wrong-role",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "call-outside-assistant": "the `{type}` part stands in a message that is not the assistant's",
        "result-outside-user": "the `{type}` part stands in a message that is not the user's",
        "reasoning-outside-assistant": "the `{type}` part stands in a message that is not the assistant's",
        "search-outside-user": "the `{type}` part stands in a message that is not the user's",
        "media-outside-user": "the `{type}` part stands in a message that is not the user's",
        "text-type": "a part of type {type!r} does not fit the role {role!r}",
        "system-block": "a system message may not hold `{type}` parts",
        "kind": "a part of type {type!r} may not stand in a message of the role {role!r}",
        "audio-and-system": "the `{type}` part and a system message stand in one list",
    },
    remedy={
        "call-outside-assistant": Remedy(
            "manual", "move the call to the assistant turn that made it"
        ),
        "result-outside-user": Remedy("manual", "move the result to the user turn behind its call"),
        "reasoning-outside-assistant": Remedy(
            "manual", "move the reasoning to the assistant turn that it led to, or drop it"
        ),
        "search-outside-user": Remedy("manual", "move the part to a user message"),
        "media-outside-user": Remedy("manual", "move the part to a user message"),
        "text-type": Remedy("safe", "write the type that texts of this role have"),
        "system-block": Remedy("manual", "keep the text, and move the part to a user message"),
        "kind": Remedy("manual", "move the part to a message that may hold it, or drop it"),
        "audio-and-system": Remedy(
            "manual", "leave out the audio, or say the instructions as user"
        ),
    },
    needs="kinds",
    check=find,
    heal=heal,
    law_only=frozenset({"kind", "audio-and-system"}),
)
