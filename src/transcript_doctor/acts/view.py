"""The request that a record yields: what happened, without the turns that a provider must not be shown.

The record and the request are two lists. The first is never edited; the second is computed from it,
sent, and thrown away.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.opening.opening import open_transcript
from transcript_doctor.acts.opening.targeting import choose_target
from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.transcript import unfold


def view(record: Any, *, target: str) -> list[Any]:
    """Return the list to send to a target: a new list, always, and the record stays as it is.

    A turn that is both failed and empty is left out, and nothing else: a failed turn that got some
    text out stays. `record` is whatever `check` takes. Raises `UnknownTarget`.
    """
    given, format = unfold(record, None)
    plan = choose_target(format, target, lenient=False)
    if plan.target == "all":
        raise BadOption("a view is for one target, not for all: name one, such as 'anthropic'")
    opened = open_transcript(given, plan.format, plan.preferred)
    outline = Outline(opened.format.name, opened.listing.messages, opened.request, Facts({}))
    opened.format.read(outline)
    gone = outline.failed & outline.empty
    # The caller's own objects, also where they had to be made plain to be read.
    messages = given if isinstance(given, list) else opened.listing.messages
    return [message for i, message in enumerate(messages) if i not in gone]
