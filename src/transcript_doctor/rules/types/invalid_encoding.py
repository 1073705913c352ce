"""A text holds half a character.

## What it means
A character outside the basic plane, such as an emoji, is written in UTF-16 as a pair of surrogates.
The text was cut between the two, and one half is left.

## Why it is refused
Half a pair is no Unicode text and cannot be written as UTF-8, so the body cannot be sent, or
arrives broken. Cutting a text by UTF-16 units, as JavaScript and Java do by default, or joining
stream pieces that were decoded one by one, does this.

## How it is healed
What the character was cannot be known. The half becomes U+FFFD, the mark for a lost character, and
is listed as a loss.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find texts that cannot be encoded; only texts outside ASCII are looked at."""
    for message, part, text in outline.wide:
        try:
            text.encode()
        except UnicodeEncodeError as fault:
            values = {"at": fault.start, "code": f"U+{ord(text[fault.start]):04X}"}
            yield Hit("surrogate", message, part, values)


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Put the mark for a lost character in the place of each half; a key is left to a person."""
    text = node_at(surgeon.outline.messages[message], hit.part)
    if not isinstance(text, str):
        return False
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    surgeon.lose(message, hit.part, "half a character")
    return whole != text and surgeon.put(message, hit.part, whole)


RULE = Rule(
    code="Y004",
    name="invalid-encoding",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "surrogate": "the text holds half a character (a lone surrogate, {code}) at position {at}",
    },
    remedy=Remedy("lossy", "replace the half character by U+FFFD"),
    needs="wide",
    check=find,
    heal=heal,
)
