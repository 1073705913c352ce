"""A part is not put together as its format wants.

## What it means
It has no type or an unknown one, lacks its payload or has two, or its label and its data disagree.
## Why it is refused
The endpoint's schema refuses it. Parts of another format left untranslated, files taken for
pictures, and half-written objects do this.
## How it is healed
A wrong label is corrected from the data's first bytes. The rest is for a person.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="C006",
    name="malformed-part",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "not-object": "a part is {type}, not an object",
        "no-type": "a part has no type",
        "unknown-type": "the part type {type!r} does not exist here",
        "no-payload": "a `{type}` part lacks {key!r}",
        "two-payloads": "a part sets two kinds of content at once: {keys}",
        "call-list": "the list of calls is {type}, not a list",
        "media-label": "the data is {found}, the label says {label}",
        "media-data": "the data of a `{kind}` part is not readable as {label}",
        "media-kind": "{label} is not taken as an image",
        "media-url": "media is given by address; this target takes data only",
        "needs-text": "a document needs a text beside it",
        "not-string": "the content is a list, this target takes text only",
    },
    remedy={
        "media-label": Remedy("safe", "correct the label"),
        "*": Remedy("manual", "convert the part, or drop it"),
    },
    law_only=frozenset({"media-url", "needs-text", "not-string", "media-kind"}),
)
