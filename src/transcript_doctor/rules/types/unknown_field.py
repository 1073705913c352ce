"""A message or a part carries a key that the target's schema does not know.

## What it means
A key stands where the format has none: another provider's field, a framework's own bookkeeping such
as an id or a time, or a field of the response that requests do not take.

## Why it is refused
Some endpoints overlook what they do not know, strict ones refuse every key that they do not list.
So the same history passes here and fails there, and often the key was added by whoever stored the
answer whole instead of the parts that belong to the history.

## How it is healed
A key that holds nothing (null, an empty text, list or object) is dropped. Any other is dropped under
the policy `lossy`, and its value is listed.

## Sources
janhq/jan#8136 and anomalyco/opencode#43089 (strict schemas), microsoft/agent-framework#2203 (one
endpoint overlooks what its neighbour refuses). The targets' pages name the source and the date of
each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.rewriting import NOTHING, node_at, says_nothing
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find the names of speakers, which some targets refuse; walks note all other keys."""
    if laws.bites("Y003", "speaker-name"):
        for message, part, _ in outline.participants:
            role = outline.speaker(message)
            yield Hit("speaker-name", message, part, {"key": "name", "role": role, "on": role})


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Drop the key; one that holds nothing is no loss."""
    raw = surgeon.outline.messages[message]
    if hit.case == "whole-response":
        keys = [key for key in raw if key not in ("role", "content")]
        return all(surgeon.remove_key(message, (key,)) for key in keys)
    value = node_at(raw, hit.part)
    if value is NOTHING:
        return False
    if says_nothing(value):
        surgeon.cost = "safe"
    else:
        surgeon.lose(message, hit.part, f"the key {hit.part[-1]!r}")
    return surgeon.remove_key(message, hit.part)


RULE = Rule(
    code="Y003",
    name="unknown-field",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "unknown": "the key {key!r} is not known here",
        "whole-response": "this is a whole response ({kind}), with keys of the server's: append {advice}",
        "training": "the key {key!r} belongs to training data",
        "by-model": "the key {key!r} is not taken by some models",
        "in-payload": "the key {key!r} is not known inside the payload of the `{on}` part",
        "speaker-name": "the key `name` is not taken on a message of the role {role!r}",
    },
    remedy={
        "whole-response": Remedy("safe", "append {advice}"),
        "*": Remedy("lossy", "drop the key {key!r}"),
    },
    needs="participants",
    check=find,
    heal=heal,
    law_only=frozenset({"by-model", "training", "in-payload", "speaker-name"}),
)
