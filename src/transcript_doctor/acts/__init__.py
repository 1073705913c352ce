"""What can be done with a transcript: check it, and on that ground everything else."""

from __future__ import annotations

from transcript_doctor.core.report import Report


def _text_of(report: Report) -> str:
    from transcript_doctor.acts.report.alone import text_of  # loaded where a report is printed

    return text_of(report)


Report.writer = _text_of
