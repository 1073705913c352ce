"""Rows of a data set: fine-tuning files, Hugging Face rows, and requests, one a line.

A file of lines is claimed where the first lines are each a whole conversation; a list or a single object
where it holds one in a spelling that no provider is sent.
"""

from __future__ import annotations

from transcript_doctor.core.reader import Reader, Sample, later
from transcript_doctor.sessions.datasets.columns import Column, conversation_in, glimpse
from transcript_doctor.sessions.datasets.records import first_records, goes_on, is_one_object
from transcript_doctor.sessions.datasets.wire import is_of_another_format, is_openai, is_request


def recognise(sample: Sample) -> str | None:
    """Recognise records that are a conversation each."""
    if not sample.text.startswith(("{", "[")):
        return None
    if goes_on(sample):
        seen = glimpse(sample.text)
        return f"its first record has a conversation under {seen[0]}" if seen else None
    found = first_records(sample)
    columns = [conversation_in(row) for row in found]
    if not columns or any(column is None for column in columns):
        return None
    name = columns[0].name if columns[0] is not None else ""
    if is_one_object(sample) and not _is_own(columns[0], sample):
        return None
    if all(is_request(row) for row in found):
        return (
            None if sample.text.startswith("[") else f"its lines are requests with model and {name}"
        )
    return f"its records have a conversation each, under {name}"


def _is_own(column: Column | None, sample: Sample) -> bool:
    """Tell whether a single object is a row of a data set: files of agents have lists in them too."""
    if column is None or not column.raw or column.name == "input.messages":
        return column is not None
    messages = [one.message for one in column.said]
    is_line = "\n" not in sample.text.rstrip()
    return is_line and not (is_openai(messages) or is_of_another_format(messages))


READER = Reader(
    name="rows",
    title="a data set of conversations",
    agent="data set",
    versions=(),
    homes=(),
    recognise=recognise,
    read=later("transcript_doctor.sessions.datasets.reading"),
    rewriting="transcript_doctor.sessions.shared.verbatim",
)
