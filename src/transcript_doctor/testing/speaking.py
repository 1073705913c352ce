"""How a step's message goes out: a copy of its own, with a label, and with an id for each call."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from transcript_doctor.testing.asking import Request, snapshot
from transcript_doctor.testing.faults import BadStep
from transcript_doctor.testing.saying import Message, derived_label, text


def free_ids(request: Request) -> Iterator[str]:
    """Yield `c1`, `c2` ... without those that stand in the request."""
    taken = request.ids
    return (ident for n in count(1) if (ident := f"c{n}") not in taken)


def spoken(message: Message, ids: Iterator[str]) -> Message:
    """Return a step's message as it goes out: a copy, with a label, and an id for each call that has none."""
    made: Message = snapshot(message)
    content = made.get("content") or []
    if not isinstance(content, (str, list)):
        raise BadStep(f"a reply's content is a list of parts, not {type(content).__name__}")
    made["content"] = [text(content)] if isinstance(content, str) else content
    parts = [part for part in made["content"] if isinstance(part, dict)]
    calls = [part for part in parts if part.get("type") == "toolCall"]
    given = {part["id"] for part in calls if isinstance(part.get("id"), str)}
    fresh = (ident for ident in ids if ident not in given)
    for part in calls:
        if part.get("id") is None:
            part["id"] = next(fresh)
    if "stopReason" not in made:
        made.setdefault("stop_reason", derived_label(parts))
    return made
