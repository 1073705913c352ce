"""There is no message to send.

## What it means
The list of messages is empty, absent, or no list.

## Why it is refused
A model answers the last message; without one there is nothing to answer. A trimmer whose budget was
smaller than the newest message, a filter that threw out everything, or a summary that went into the
system prompt and left nothing behind, ends here.

## How it is healed
Nothing can be invented. Keep the newest user message when you trim, whatever its size.

## Sources
CopilotKit/CopilotKit#529. The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find a history without a message, unless it is said already why there is none."""
    known = outline.noted
    if not outline.messages and "R001" not in known and "S001" not in known:
        yield Hit("empty", None, outline.root)


RULE = Rule(
    code="R001",
    name="empty-history",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "empty": "the history holds no message",
        "missing": "the request has no list of messages",
        "text": "what should be the list of messages is no list",
    },
    remedy={
        "empty": Remedy("manual", "there is nothing to send: find out what removed the messages"),
        "missing": Remedy("manual", "send the messages under the key that the format has for them"),
        "text": Remedy("manual", "send a list of messages, also where it is one message"),
    },
    needs="always",
    check=find,
)
