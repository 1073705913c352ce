"""Something is larger or more than the target takes.

## What it means
The number of messages, images or documents, or the size of one, is over the target's limit.
## Why it is refused
Each limit counts the whole request, the history included: one picture too many, ten turns ago,
fails every later request.
## How it is healed
What can go is for a person to say; trimming keeps count.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="L002",
    name="over-limit",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "images": "the request holds {count} images, allowed are {max}",
        "image-bytes": "the image has {count} bytes, allowed are {max}",
        "message-images": "the message holds {count} images, allowed are {max}",
        "documents": "the message holds {count} documents, allowed are {max}",
        "document-name": "two documents have the name {name!r}",
        "items": "the list holds {count} messages, allowed are {max}",
    },
    remedy=Remedy("manual", "leave out or shrink what is too much"),
)
