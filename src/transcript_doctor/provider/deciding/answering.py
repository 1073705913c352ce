"""The answer that comes of a step, and what is written down of the trouble on its way."""

from __future__ import annotations

import json
import time
from typing import Any

from transcript_doctor.acts.strict.envelopes import Saying
from transcript_doctor.provider.deciding.question import Question
from transcript_doctor.provider.deciding.words import failing
from transcript_doctor.provider.record import Record
from transcript_doctor.provider.script.trouble import Trouble
from transcript_doctor.provider.wires.wire import Answer

LONGEST = 200
"""Characters of a model's name that are looked at."""


def answer_to(question: Question, message: dict[str, Any]) -> Answer:
    """Return a message as the answer to a question, in the name of the model that was asked for."""
    model = question.model if isinstance(question.model, str) else ""
    tokens = max(1, len(json.dumps(message["content"])) // 4)
    return Answer(
        message, model[:LONGEST] or "scripted", question.record.number, int(time.time()),
        question.tokens, tokens, question.body,
    )  # fmt: skip


def failing_with(trouble: Trouble | None, envelope: str, record: Record) -> Saying | None:
    """Write down the trouble of an answer, and return what its stream tells where it breaks off."""
    if trouble is None:
        return None
    record.trouble = trouble.kind
    if trouble.is_lost:
        record.fate = "trouble"
    if not trouble.broken:
        return None
    told = failing(envelope, trouble.broken)
    told = told._replace(sentence=trouble.sentence or told.sentence)
    record.say(f"{told.status} {told.sentence}")
    return told
