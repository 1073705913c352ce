"""A trial: one cut made and checked, so that no border is called legal that the target refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

from transcript_doctor.acts.check import check
from transcript_doctor.acts.repair.outcome import Loss
from transcript_doctor.acts.repair.rebuilding import with_list
from transcript_doctor.acts.thinking import GONE
from transcript_doctor.acts.trim.duty import CUT, Duty
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report

Verdict = Literal["clean", "doubtful", "sicker"]
"""No new finding; a new warning: the target may refuse it; a new error: it does."""
_TWO_LISTS = ("roles", "contents")
"""Where a message is a role in one list and a content in another."""
_RANK = {"warning": 1, "error": 2}


class Added(NamedTuple):
    """A message that is put in: in front of which index of the given list, or in the place of that one."""

    message: Any
    at: int
    replaces: bool = False


class Trial:
    """One way to cut the list, with the check of what comes of it."""

    def __init__(self, bench: Bench, border: int, added: Added | None = None) -> None:
        self._bench, self.border, self.added = bench, border, added
        made = bench.duty.messages
        self.sources: list[int | None] = []
        self.messages: list[Any] = []
        kept = [i for i in bench.stays if i < border] + [*range(border, len(made))]
        for i in kept:
            if added is not None and added.at == i:
                self.messages.append(added.message)
                self.sources.append(i if added.replaces else None)
                if added.replaces:
                    continue
            if made[i] is not GONE:
                self.messages.append(made[i])
                self.sources.append(i)

    @property
    def losses(self) -> tuple[Loss, ...]:
        """The thinking that leaves the messages that stay."""
        losses = self._bench.duty.losses
        kept = {i for i in self.sources if i is not None} | set(
            range(self.border, len(self._bench.duty.messages))
        )
        return tuple(loss for i in sorted(losses) if i in kept for loss in losses[i])

    @cached_property
    def transcript(self) -> Any:
        """The transcript of the kind given."""
        return self._bench.around(self.messages, self.sources)

    @cached_property
    def report(self) -> Report:
        """The check of the outcome."""
        return self._bench.check(self.transcript, self.sources)

    @cached_property
    def fresh(self) -> list[Finding]:
        """The findings that the whole did not have, or not as grave."""
        before = self._bench.before
        return [
            finding
            for finding in self.report.findings
            if _RANK[finding.severity] > before.get(_key(finding, self.sources), 0)
        ]

    @property
    def verdict(self) -> Verdict:
        """What the check says."""
        if not self.fresh:
            return "clean"
        grave = any(finding.severity == "error" for finding in self.fresh)
        return "sicker" if grave else "doubtful"


class Bench:
    """What every trial of one transcript shares: the whole with its report, and what stays."""

    def __init__(
        self,
        transcript: Any,
        report: Report,
        context: Mapping[str, Any],
        duty: Duty,
        stays: Sequence[int],
    ) -> None:
        self._transcript, self._report, self._context = transcript, report, context
        self.duty, self.stays = duty, stays
        """The messages as they would be sent, and the indices of those that are never cut."""
        count = range(len(duty.messages))
        self.before: dict[tuple[object, ...], int] = {}
        for finding in report.findings:
            key = _key(finding, count)
            self.before[key] = max(_RANK[finding.severity], self.before.get(key, 0))

    def around(self, messages: list[Any], sources: Sequence[int | None]) -> Any:
        """Return a transcript of the kind given around a list."""
        whole = self._transcript
        if type(whole) is dict and all(type(whole.get(key)) is list for key in _TWO_LISTS):
            kept = [i for i in sources if i is not None]
            return {
                **whole,
                **{k: [whole[k][i] for i in kept if i < len(whole[k])] for k in _TWO_LISTS},
            }
        return with_list(self._transcript, self._report, messages, sources)

    def check(self, transcript: Any, sources: Sequence[int | None]) -> Report:
        """Check a cut transcript in the way in which the whole was checked."""
        whole = self._report
        return check(
            transcript,
            format=whole.format,
            target=whole.target,
            context=self._shifted(sources),
            as_=whole.as_,
        )

    def _shifted(self, sources: Sequence[int | None]) -> dict[str, Any]:
        """Return the context, with facts on messages moved to where these are now."""
        made = dict(self._context)
        now = {then: i for i, then in enumerate(sources) if then is not None}
        stale = {now[i] for i in self.duty.stale if i in now}
        if (stated := made.pop("stale_thinking_at", None)) is not None:
            rows = stated if isinstance(stated, list | tuple) else [stated]
            stale |= {now[i] for i in rows if isinstance(i, int) and i in now}
        elif stale:
            made.setdefault("prefix_changed", CUT)
        if stale or stated is not None:
            made["stale_thinking_at"] = sorted(stale)
        models = made.get("turn_models")
        if isinstance(models, list | tuple):
            made["turn_models"] = [
                models[i] if i is not None and i < len(models) else None for i in sources
            ]
        elif isinstance(models, Mapping):
            made["turn_models"] = {
                now[int(key)]: model
                for key, model in models.items()
                if str(key).isdecimal() and int(key) in now
            }
        return made


def _key(finding: Finding, sources: Sequence[int | None]) -> tuple[object, ...]:
    """Return what makes two findings the same fault: rule, case and spot in the list as it was given."""
    at = finding.index
    if at is None or at >= len(sources):
        return (finding.code, finding.case, None, tuple(finding.place))
    source = sources[at]
    new = object() if source is None else source
    return (finding.code, finding.case, new, tuple(finding.hit.part))
