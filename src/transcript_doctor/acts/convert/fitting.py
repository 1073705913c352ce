"""What fits a target already, what is marked for it, and whether something is left to be settled there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from transcript_doctor.acts.convert.crossing import Crossing
from transcript_doctor.acts.convert.memory import Memory
from transcript_doctor.core.composer import Desk
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.core.report import Report
from transcript_doctor.place import Steps

Odd = Callable[[Any, int, Desk], Iterable[Steps]]
"""Where a message says what another target of its format does not know: `Composer.odd`."""


def as_they_are(
    outline: Outline, findings: Iterable[Finding], desk: Desk, unknown: Odd
) -> dict[int, tuple[int, list[Any]]]:
    """Return the messages of the target's own format that may go over as they are.

    `findings` are those of the target: where they stand, nothing goes over as it is. `unknown` says where
    a message holds what no law names, and the target does not know.
    """
    rows: list[Call | Result] = [*outline.calls, *outline.results]
    odd = {row.message for row in rows if row.id in desk.ids or row.name in desk.names}
    places = [(f.index, (f.index, *f.hit.part)) for f in findings if f.index is not None]
    places += [(i, at) for i, m in enumerate(outline.messages) for at in unknown(m, i, desk)]
    for index, place in places:
        odd.add(index)
        desk.refused.update(place[:n] for n in range(1, len(place) + 1))
    return {i: (i + 1, [m]) for i, m in enumerate(outline.messages) if i not in odd}


def as_they_were(outline: Outline, memory: Memory, desk: Desk) -> dict[int, tuple[int, list[Any]]]:
    """Return the runs of messages that an earlier conversion gives back as they were.

    Where the target does not take an id or a name that stood there, they are written anew.
    """
    rows: list[Call | Result] = [*outline.calls, *outline.results]
    odd = {
        row.message
        for row in rows
        if _is_odd(row.id, desk.ids, memory.ids) or _is_odd(row.name, desk.names, memory.names)
    }
    known = memory.known(outline.messages)
    return {i: (end, given) for i, end, given in known if odd.isdisjoint(range(i, end))}


def _is_odd(word: str | None, now: Mapping[str, str], was: Mapping[str, str]) -> bool:
    """Tell whether a word was another one before, and comes to be a third one at the target."""
    return word is not None and word in was and now.get(word) != was[word]


def begin_answer(crossing: Crossing) -> None:
    """Mark an assistant's message that ends a request as the beginning of the answer.

    Elsewhere a request that ends on the assistant says just that; some targets want it marked.
    """
    laws, made = crossing.desk.laws, crossing.messages
    last = made[-1] if made else None
    marked = laws.names("R005", "prefix") and not laws.bites("R005", "prefix")
    if not marked or not laws.bites("R005", "assistant"):
        return
    if isinstance(last, dict) and last.get("role") == "assistant":  # none of its calls is open
        crossing.replace_last({**last, "prefix": True})


def is_unsettled(report: Report, crossing: Crossing) -> bool:
    """Tell whether something that was written now is not yet as the target wants it."""
    new = {i for i, m in enumerate(crossing.messages) if id(m) not in crossing.kept}
    return not report.ok or any(finding.index in new for finding in report.findings)
