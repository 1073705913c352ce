"""The files that `History` keeps: a line for each thing that was said, and for each result.

Results of one turn are lines of their own, in the order in which they came; on the list they stand in
call order, in one message where the format wants that.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.reader import Reader, Sample, later

FORMATS = ("anthropic", "bedrock", "gemini", "openai-chat", "openai-responses", "pi")
"""The formats of such files."""


def recognise(sample: Sample) -> str | None:
    """Recognise the header, or lines with a number, a time and what was said."""
    for value in sample.records:
        if value.get("type") == "history" and value.get("by") == "transcript-doctor":
            return "it has the header of a transcript-doctor history"
        if is_step(value):
            return "its lines are numbered and hold what was said, or a result"
    return None


def is_step(value: Any) -> bool:
    """Tell whether a value is a line behind the header."""
    if not isinstance(value, dict) or "n" not in value or "time" not in value:
        return False
    said = value.get("type") == "said" and isinstance(value.get("messages"), list)
    return said or (value.get("type") == "result" and "result" in value and "call" in value)


READER = Reader(
    name="history",
    title="a history of Transcript Doctor",
    agent="Transcript Doctor",
    versions=("1",),
    homes=(),
    recognise=recognise,
    read=later(f"{__name__}.reading"),
    rewriting=f"{__name__}.rewriting",
)
