"""A report by itself, as `print(report)` shows it: no sums, and no file but that of a session."""

from __future__ import annotations

from transcript_doctor.acts.report.entry import Entry, entry_text
from transcript_doctor.acts.report.hints import for_python
from transcript_doctor.acts.report.text import TextWriter
from transcript_doctor.core.report import Report

NAME = "transcript"
"""What stands for the file."""


def text_of(report: Report) -> str:
    """Return the report for people, without colours; whatever is from the transcript is escaped."""
    session = report.session
    entry = Entry(NAME, 0, report, lambda _: 0)
    if session is not None:
        entry = Entry(
            *session.begins,
            report,
            lambda place: session.spot(place).line,
            file_of=lambda place: session.spot(place).file,
            session=session,
        )
    return entry_text(TextWriter(hint=for_python), entry).rstrip()
