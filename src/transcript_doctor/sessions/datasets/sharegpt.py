"""ShareGPT: records whose messages say `from` and `value`, in the spellings of several trainers."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.reader import Reader, Sample, later
from transcript_doctor.sessions.datasets.columns import conversation_in, glimpse
from transcript_doctor.sessions.datasets.records import first_records, goes_on


def recognise(sample: Sample) -> str | None:
    """Recognise records whose messages have from and value, or parts with type and value."""
    if not sample.text.startswith(("{", "[")):
        return None
    if goes_on(sample):
        seen = glimpse(sample.text)
        return f"its records have {seen[0]} with from and value" if seen and seen[1] else None
    for row in first_records(sample)[:1]:
        column = conversation_in(row)
        if column is None:
            return None
        message = column.said[0].message
        if "from" in message and "value" in message:
            return f"its records have {column.name} with from and value"
        if _is_of_parts(message.get("content")):
            return f"its records have {column.name} whose parts have type and value"
    return None


def _is_of_parts(content: Any) -> bool:
    first = content[0] if isinstance(content, list) and content else None
    return isinstance(first, dict) and "value" in first and isinstance(first.get("type"), str)


READER = Reader(
    name="sharegpt",
    title="a ShareGPT data set",
    agent="ShareGPT",
    versions=(),
    homes=(),
    recognise=recognise,
    read=later("transcript_doctor.sessions.datasets.reading"),
    rewriting="transcript_doctor.sessions.shared.verbatim",
)
