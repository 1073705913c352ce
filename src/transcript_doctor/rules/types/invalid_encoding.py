"""A text holds half a character.

## What it means
A text was cut between the two halves of a character outside the basic plane (an emoji, say), so
that a lone surrogate is left.
## Why it is refused
Such a text is not valid Unicode and cannot be written as UTF-8; servers refuse the body. Cutting by
UTF-16 units does this.
## How it is healed
The half character becomes U+FFFD, and is listed: what it was cannot be known.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find texts that cannot be encoded; only texts outside ASCII are looked at."""
    for message, part, text in outline.wide:
        try:
            text.encode()
        except UnicodeEncodeError as fault:
            values = {"at": fault.start, "code": f"U+{ord(text[fault.start]):04X}"}
            yield Hit("surrogate", message, part, values)


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
    remedy=Remedy("lossy", "replace the half character by U+FFFD and list it"),
    needs="wide",
    check=find,
)
