"""The history uses tools that the request does not declare.

## What it means
Calls or results stand in the history, and the request has no list of tools.

## Why it is refused
Some endpoints want the definitions whenever tool parts are sent, even when no tool is to be called
now. A request for a summary, or a hand-over to an agent without tools, does this.

## How it is healed
It is the request, not the history, that must change.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find tool use in a request without tools; the law's condition asks whether it has any."""
    call = outline.calls[0]
    yield Hit("undeclared", call.message, call.part, {"name": call.name}, call)


RULE = Rule(
    code="P010",
    name="undeclared-tools",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "undeclared": "the history holds tool calls, and the request declares no tools",
        "unknown-tool": "the `{type}` part names the tool {name!r}, which is not declared",
    },
    remedy={
        "undeclared": Remedy("manual", "declare the tools that the history uses"),
        "unknown-tool": Remedy("manual", "declare the tool {name!r}, or drop the part"),
    },
    needs="calls",
    check=find,
)
