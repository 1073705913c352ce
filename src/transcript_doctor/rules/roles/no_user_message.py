"""Nobody asked anything: there is no user message at all.

## What it means
The history holds system, assistant and tool messages only.

## Why it is refused
Several chat templates search for the user's last question and fail without one. Long agent runs
lose it when a trimmer keeps only the newest messages, or when a summary of the task goes into the
system prompt.

## How it is healed
The user's words cannot be invented; bring the task back from the record.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find a history in which the user never speaks."""
    if not any(letter in outline.letters for letter in "UM?!"):
        yield Hit("none", None, outline.root)


RULE = Rule(
    code="R010",
    name="no-user-message",
    scope="conversation",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "none": "no message is from the user",
    },
    remedy=Remedy("manual", "keep the user's task when you trim"),
    needs="messages",
    check=find,
)
