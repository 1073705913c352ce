"""Mistakes that answer one call twice, from two sides."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.acts.diagnose.nodes import alike
from transcript_doctor.acts.diagnose.subjects import other_of, result_of
from transcript_doctor.core.finding import Finding


def _late(finding: Finding, clues: Clues) -> Sign | None:
    result, where = result_of(finding), other_of(finding)
    first = clues.result_at(finding.hit.related[0])
    if where == result.message and first.error != result.error:
        return None
    if clues.behind(where) <= result.message:
        seen = (
            f"the first result stands in message {where}, the other came later, in {result.message}"
        )
        same = alike(first.raw, result.raw)
        return Sign(66, f"{seen}, word for word") if same else Sign(85, seen)
    if not alike(first.raw, result.raw):
        return Sign(66, "two results that differ, one behind the other")
    return None


LATE = Mistake(
    name="late-result-after-a-marker",
    trigger="race",
    words="a result came after the call had been closed, and both were kept",
    sentence="The cancel path answers the call, the tool ends later all the same, and its result is "
    "appended too.",
    signs="two results of one call, with other messages between them, or that differ",
    before="messages.append(result_of(call))",
    after="messages = repair([*messages, result_of(call)]).messages   # one result a call: the real one",
    codes=("P004",),
    shows=_late,
    decides="when the two were written, and by whom",
)


def _both_paths(finding: Finding, clues: Clues) -> Sign | None:
    result, where = result_of(finding), other_of(finding)
    first = clues.result_at(finding.hit.related[0])
    if first.error == result.error or result.message > clues.behind(where):
        return None
    seen = "one of the two is marked as an error, the other is not"
    if first.error and where < result.message:  # a marker, and then the result, or a second try
        return Sign(72, f"{seen}, and came later")
    return Sign(86, seen)


BOTH_PATHS = Mistake(
    name="error-and-result-both-appended",
    trigger="tool-error-path",
    words="a failing tool left an error and a result, one from each path",
    sentence="The error handler and the ordinary way both append a result for the same call.",
    signs="two results of one call in one turn, one of them an error",
    before="except ToolError as fault:\n"
    "    push(error_of(fault))               # and push(result) runs as well",
    after="results[call.id] = run_or_failure(call)     # one value a call, whatever happens",
    codes=("P004",),
    shows=_both_paths,
    decides="whether the tool was tried again, or ended after its call had been closed",
)

MISTAKES = (
    LATE,
    BOTH_PATHS,
)
