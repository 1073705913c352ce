"""A part is not put together as its format wants.

## What it means
A part has no type or one that this format does not have, lacks its payload or carries two, or is a
medium whose label and first bytes disagree: a JPEG labelled PNG, a web page saved under a picture's
name, a vector drawing where only bitmaps are taken.

## Why it is refused
The endpoint reads every part by its type and refuses what it cannot read. A picture is opened on
arrival; if that fails the whole request fails, and because the part stays in the history, every
later request as well. Parts of another format that were left untranslated, tools that guess a
file's kind from its name, and objects that a broken stream left half-written do this.

## How it is healed
A wrong label is corrected from the data's first bytes, which says nothing new; a bare text becomes a
text part, two kinds of content in one part become two parts. Under the policy `lossy` a picture that
is none, or of a kind that is not taken, is left out with a note in its place, and is listed. Everything
else needs a person: nobody else knows what the part was meant to be. Relabelling what is no picture
would be a lie.

## Sources
anthropics/claude-code#17452 (label against bytes), anthropics/claude-code#25592 (no picture at
all), NousResearch/hermes-agent#52688 (a kind that is not taken). The targets' pages name source and
date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.kinds import strangers
from transcript_doctor.core.mending import LOSSY, MENDS
from transcript_doctor.core.outline import Media, Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.sniff import KNOWN, SAME, head_of, kind_of_head
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.rewriting import NOTHING, node_at
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find types that the target does not take, and media that are not what their label says."""
    for row in strangers(outline, laws):
        yield Hit("not-taken", row.message, row.part, {"type": row.type})
    taken = laws.param("C006", "labels", None, "media-kind") or {}
    for medium in outline.media:
        if (hit := _judge(medium, taken.get(medium.kind))) is not None:
            yield hit


_STUB = 8
"""Data of this length and less may be too little to tell anything."""


def _judge(medium: Media, taken: list[str] | None) -> Hit | None:
    label = medium.label
    values = {"kind": medium.kind, "label": label}
    if type(label) is not str:
        return None
    if taken is not None and label not in taken and medium.data is not None:
        right = SAME.get(label)
        case = "media-alias" if right in taken else "media-kind"
        values |= {"taken": ", ".join(taken), "right": right}
        return Hit(case, medium.message, medium.part, values)
    label = SAME.get(label, label)
    head = head_of(medium.data) if label in KNOWN else None
    if head is None:
        return None
    found = kind_of_head(head.bytes)
    if found == label or (found is None and 0 < head.size <= _STUB and len(head.bytes) < 4):
        return None
    case = "media-label" if found in KNOWN else "media-data"
    return Hit(case, medium.message, medium.part, {**values, "found": found or "of no known kind"})


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Write what is meant beyond doubt as the format wants it; leave everything else to a person."""
    if hit.case not in MENDS:
        return False
    node = node_at(surgeon.outline.messages[message], hit.part)
    if node is NOTHING:
        return False
    announced = surgeon.cost
    if hit.case not in LOSSY:
        surgeon.cost = "safe"
    if MENDS[hit.case](surgeon, hit, message, node):
        return True
    if surgeon.cost == "safe":
        surgeon.cost = announced
    return False


RULE = Rule(
    code="C006",
    name="malformed-part",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "not-object": "a part is {a_type}, not an object",
        "no-type": "a part has no type",
        "unknown-type": "the part type {type!r} does not exist here",
        "foreign-type": "the part type {type!r} is taken by some servers of this format only",
        "no-payload": "the `{type}` part lacks {key!r}",
        "bare-payload": "the payload of the `{type}` part is a bare text instead of an object",
        "blank-payload": "the payload of the `{type}` part is blank",
        "payload-type": "the {key!r} of the `{type}` part is {a_found}, not a text",
        "reasoning-list": "the `{type}` part holds a list of parts, this target takes text only",
        "not-taken": "this target takes no `{type}` parts",
        "flag": "the key {key!r} is {value!r}, neither true nor false",
        "weight": "the weight is {value!r}, neither 0 nor 1",
        "no-data": "a part holds no content at all",
        "two-payloads": "a part sets two kinds of content at once: {keys}",
        "call-list": "what should be the list of calls is {a_type}",
        "server-name": "the name {name!r} is none of the tools that the provider runs",
        "media-label": "the data is {found}, the label says {label}",
        "media-data": "the data of the `{kind}` part cannot be read as {label}: it is {found}",
        "media-kind": "{label} is not taken here",
        "media-alias": "{label} is not taken here; the same kind is called {right}",
        "media-url": "media is given by address; this target takes data only",
        "needs-text": "a document needs a text beside it",
        "image-only": "the first part is an image; the way to the model keeps its text alone",
        "not-string": "the content is a list, this target takes text only",
        "not-list": "the content is a text, this target takes a list of parts",
    },
    remedy={
        "not-object": Remedy("manual", "write the part as an object of its type, or drop it"),
        "no-type": Remedy("manual", "write the type of the part, or drop it"),
        "no-payload": Remedy("manual", "bring back what {key!r} held, or drop the part"),
        "bare-payload": Remedy("safe", "put the text into an object"),
        "blank-payload": Remedy("safe", "drop the blank part"),
        "payload-type": Remedy("manual", "write {key!r} as a text"),
        "reasoning-list": Remedy("safe", "join the texts of the list into one"),
        "flag": Remedy("manual", "write true or false"),
        "weight": Remedy("manual", "write 0 or 1"),
        "no-data": Remedy("safe", "drop the empty part"),
        "two-payloads": Remedy("safe", "make a part of each"),
        "call-list": Remedy("manual", "write the calls as a list"),
        "server-name": Remedy(
            "manual", "make it a call of your own tool, or drop it with its result"
        ),
        "media-label": Remedy("safe", "write {found} as the label"),
        "media-data": Remedy("lossy", "leave it out, or put the real data there"),
        "media-kind": Remedy("lossy", "leave it out, or convert the data to one of: {taken}"),
        "media-alias": Remedy("safe", "write {right}"),
        "media-url": Remedy("manual", "fetch the media and send the data"),
        "needs-text": Remedy("manual", "put a text beside the document"),
        "image-only": Remedy("manual", "put a text in front of the image"),
        "not-string": Remedy("manual", "join the texts into one; other parts cannot go along"),
        "not-list": Remedy("safe", "make the text a part of a list"),
        "*": Remedy("manual", "convert the part, or drop it"),
    },
    needs="always",
    check=find,
    heal=heal,
    law_only=frozenset(
        {
            "image-only",
            "media-url",
            "needs-text",
            "not-string",
            "media-kind",
            "media-alias",
            "server-name",
            "blank-payload",
            "reasoning-list",
            "not-taken",
            "flag",
            "weight",
        }
    ),
    wider={"bare-payload": "no-payload", "media-alias": "media-kind"},
)
