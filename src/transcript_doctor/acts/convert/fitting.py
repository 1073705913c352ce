"""What fits a target already, what is marked for it, and whether something is left to be settled there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from transcript_doctor.acts.convert.crossing import Crossing
from transcript_doctor.core.composer import Desk
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.core.report import Report
from transcript_doctor.place import Steps


def as_they_are(
    outline: Outline, findings: Iterable[Finding], desk: Desk
) -> dict[int, tuple[int, list[Any]]]:
    """Return the messages of the target's own format that may go over as they are.

    `findings` are those of the target: where they stand, nothing goes over as it is.
    """
    rows: list[Call | Result] = [*outline.calls, *outline.results]
    odd = {row.message for row in rows if row.id in desk.ids or row.name in desk.names}
    for finding in findings:
        if finding.index is not None:
            odd.add(finding.index)
            place: Steps = (finding.index, *finding.hit.part)
            desk.refused.update(place[:n] for n in range(1, len(place) + 1))
    return {i: (i + 1, [m]) for i, m in enumerate(outline.messages) if i not in odd}


def begin_answer(crossing: Crossing) -> None:
    """Mark an assistant's message that ends a request as the beginning of the answer.

    Elsewhere a request that ends on the assistant says just that; some targets want it marked.
    """
    laws, made = crossing.desk.laws, crossing.messages
    last = made[-1] if made else None
    marked = laws.names("R005", "prefix") and not laws.bites("R005", "prefix")
    if not marked or not laws.bites("R005", "assistant"):
        return
    if isinstance(last, dict) and last.get("role") == "assistant" and "tool_calls" not in last:
        crossing.replace_last({**last, "prefix": True})


def is_unsettled(report: Report, crossing: Crossing) -> bool:
    """Tell whether something that was written now is not yet as the target wants it."""
    new = {i for i, m in enumerate(crossing.messages) if id(m) not in crossing.kept}
    return not report.ok or any(finding.index in new for finding in report.findings)
