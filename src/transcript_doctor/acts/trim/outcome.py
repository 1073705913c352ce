"""What a trim gives back: the transcript, what was cut, what the budget came to, and all that in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.acts.repair.outcome import Loss
from transcript_doctor.acts.trim.estimating import estimate
from transcript_doctor.acts.trim.units import system_head
from transcript_doctor.catalog import COMPOSERS
from transcript_doctor.core.report import Report
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.core.wording import counted
from transcript_doctor.safetext import printable


class Trim(NamedTuple):
    """What a trim did. Nothing to cut: `transcript` is the very object that was given."""

    transcript: Any
    """The transcript, of the kind that was given."""
    messages: list[Any]
    """The list of messages in it; what was not touched is the very object that was given."""
    cut: list[Any]
    """The messages that left, whole and in their order: the very objects."""
    losses: tuple[Loss, ...]
    """What left messages that stay: thinking that is bound to what was cut, the summary before this one."""
    summary: str | None
    """The text that stands for what was cut, as the summariser gave it."""
    cost: int
    """What the messages cost, in the unit of the budget."""
    least_cost: int
    """What the smallest history costs that the target takes and that holds all that has to stay."""
    met: bool
    """Whether the budget is met; where it is not, this is that smallest history."""
    came_from: tuple[int | None, ...]
    """For each message, its index in the list that was given; None for a summary."""
    report: Report
    """The check of the outcome; what was sick before is sick still, for a trim only cuts."""
    unit: str
    """What `cost` and `least_cost` are counted in: `tokens` or `messages`."""
    estimated: bool
    """Whether the tokens are an estimate."""

    def __str__(self) -> str:
        """Return what was done as the command says it, escaped; the messages are in `messages`."""
        return "\n".join(map(printable, told(self, "count=tokens() counts them")))

    def __repr__(self) -> str:
        """Return a short form for people who debug."""
        whole = counted(len(self.messages) + len(self.cut), "message")
        cost = f", {counted(self.cost, 'token')}" if self.unit == "tokens" else ""
        met = "met" if self.met else "not met"
        return f"<trim: {len(self.messages):,} of {whole}{cost}, {met}; {self.report!r}>"


def told(found: Trim, how_to_count: str) -> list[str]:
    """Return what was cut, what it came to, and what is still wrong, a line each.

    They quote the transcript: escape them before showing them. `how_to_count` says what counts better
    than an estimate.
    """
    lines = [_size(found, how_to_count)]
    if (more := _beside(found)) and found.unit == "tokens":
        lines.append(f"not counted is what stands beside the messages: about {more:,} tokens")
    if found.cut:
        lines.append(f"cut, by index from 0: {_gone(found)}")
    lines += [f"{loss.place}: left out: {loss.what}" for loss in found.losses]
    if not found.met:
        least = _amount(found, found.least_cost)
        lines.append(
            f"the budget cannot be met: the smallest history that is legal has {least}, with all that stays"
        )
    if found.report.findings:
        lines.append(_health(found))
    return lines


def _size(found: Trim, how_to_count: str) -> str:
    left = len(found.messages)
    whole = counted(len(found.messages) + len(found.cut), "message")
    if found.unit == "tokens":
        guess = f" (an estimate; {how_to_count})" if found.estimated else ""
        return f"{left:,} of {whole} left: {_amount(found, found.cost)}{guess}"
    outline = found.report.outline
    head = system_head(outline) if outline is not None else 0
    return f"{left:,} of {whole} left" + (
        f", {found.cost:,} without the system prompt" * (head > 0)
    )


def _amount(found: Trim, cost: int) -> str:
    return counted(cost, found.unit.removesuffix("s"))


def _beside(found: Trim) -> int:
    """Return about how many tokens stand beside the list in a request: system prompt and tools."""
    made: Any = found.transcript
    request = made.request if type(made) is Transcript else made
    if not isinstance(request, dict):
        return 0
    around = COMPOSERS[found.report.format].unpack(request)
    rows = [*([piece.text] for piece in around.system), *map(list, around.tools)]
    return estimate(rows) if rows else 0


def _health(found: Trim) -> str:
    errors = sum(finding.severity == "error" for finding in found.report.findings)
    warnings = counted(len(found.report.findings) - errors, "warning")
    target = found.report.target
    return (
        f"what is left has {counted(errors, 'error')} and {warnings} for {target}: check tells them"
    )


def _gone(found: Trim) -> str:
    """Return the indexes of what was cut in words: `1 to 6, 9`."""
    kept = set(found.came_from)
    given = sum(i is not None for i in found.came_from) + len(found.cut)
    runs: list[list[int]] = []
    for i in (i for i in range(given) if i not in kept):
        if runs and runs[-1][1] == i - 1:
            runs[-1][1] = i
        else:
            runs.append([i, i])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in runs)
