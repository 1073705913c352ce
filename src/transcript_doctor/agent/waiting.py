"""Whether a record waits for the model's answer: only then is there a way on without a prompt."""

from __future__ import annotations

from transcript_doctor.acts.history import History
from transcript_doctor.acts.history.taking import read
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.errors import BadOption


def must_wait_for_an_answer(history: History) -> None:
    """Raise `BadOption` where nobody has said anything that is not answered."""
    outline = read(FORMATS[target_named(history.target).format], history.record)
    hollow = outline.failed & outline.empty
    heard = [at for at in range(len(outline.roles)) if at not in hollow]
    if not heard:
        raise BadOption("the record is empty: there is nothing to go on with without a prompt")
    if outline.roles[heard[-1]] == "a" and not outline.hosted_calls:
        raise BadOption("the assistant spoke last: say a prompt to go on with")
