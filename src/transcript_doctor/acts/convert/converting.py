"""Converting: the transcript is found sound, crosses over, and is checked and settled at its target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.convert.asking import Asked, Sound
from transcript_doctor.acts.convert.hinting import PYTHON, blocking, next_step
from transcript_doctor.acts.convert.outcome import Conversion
from transcript_doctor.acts.convert.way import Way
from transcript_doctor.acts.opening.targeting import resolve
from transcript_doctor.acts.repair import repair as repaired
from transcript_doctor.catalog import FORMATS, target_named, target_names
from transcript_doctor.core.errors import BadOption, Lossy, SickTranscript
from transcript_doctor.core.report import As, Report
from transcript_doctor.core.safety import POLICIES, Safety
from transcript_doctor.core.target import Target
from transcript_doctor.core.wording import cut, named


def convert(
    transcript: Any,
    *,
    to: str,
    format: str | None = None,
    source: str | None = None,
    context: Mapping[str, Any] | None = None,
    to_context: Mapping[str, Any] | None = None,
    as_: As | None = None,
    strict: bool = False,
    repair: bool = False,
    policy: Safety = "marked",
    earlier: Conversion | None = None,
) -> Conversion:
    """Return a transcript as another target takes it; `to` is a target, or a format: its home.

    `source` is whose laws it follows now, `context` what is known there and `to_context` at the target.
    A sick one raises `SickTranscript`, unless `repair` mends it first (and `policy` says how far, also
    at the target), or what is wrong is of its own wire and means nothing at the target. With `strict`,
    any loss raises `Lossy`. A `Conversion`, or a list that grew from one (`earlier`), goes back as it
    came. Raises `BadOption` and `UnknownTarget` on a wrong option.
    """
    if earlier is not None and not isinstance(earlier, Conversion):
        raise BadOption(f"earlier takes a Conversion of before, not {cut(named(earlier), 80)!r}")
    if policy not in POLICIES:
        known = " or ".join(map(repr, POLICIES))
        raise BadOption(f"policy takes {known}, not {cut(named(policy), 80)!r}")
    goal, ours = _goal(to), isinstance(transcript, Conversion)
    if isinstance(transcript, Conversion):
        earlier = earlier or transcript
        format, source = format or transcript.format, source or transcript.target
        transcript, as_ = transcript.transcript, as_ or transcript.report.as_
    asked = Asked(format, source, context, to_context, as_, policy)
    sound = _sound(transcript, asked, mend=repair, ours=ours)
    made = Way(sound, goal, asked, earlier).go()
    if earlier is not None and not made.report.ok:
        made = Way(sound, goal, asked, None).go()  # what came from there is not taken here
    if sound.sick is not None and not made.report.ok:
        raise _refusal(sound.sick, asked, mended=repair)
    if strict and made.losses:
        raise Lossy(made.target, made.losses)
    return made


def _goal(to: str) -> Target:
    """Return the target that a name means: a target's own, or the home of a format."""
    if not isinstance(to, str):
        raise BadOption(f"to takes the name of a target or of a format, not {cut(named(to), 80)!r}")
    if to not in target_names() and to in FORMATS:
        return target_named(FORMATS[to].home)
    return target_named(resolve(to, None) or to)


def _sound(transcript: Any, asked: Asked, *, mend: bool, ours: bool) -> Sound:
    """Return the transcript with its report; raises `SickTranscript` where it stays sick.

    What a conversion made is let back in even where its target does not take it.
    """
    report = _checked(transcript, asked)
    if report.ok or ours:
        return Sound(transcript, report)
    if not mend and not blocking(report):
        return Sound(transcript, report, sick=report)
    if mend:
        done = repaired(
            transcript,
            format=asked.format,
            target=asked.source,
            context=asked.context,
            as_=asked.as_,
            policy=asked.policy,
        )
        report = done.report
        if report.ok or not blocking(report):
            sick = None if report.ok else report
            return Sound(done.transcript, report, done.changes, done.losses, done.trail, sick)
    raise _refusal(report, asked, mended=mend)


def _checked(transcript: Any, asked: Asked) -> Report:
    """Return the check at the source; what reads clean in the source's own format is of that format."""

    def in_format(format: str | None) -> Report:
        return check(
            transcript, format=format, target=asked.source, context=asked.context, as_=asked.as_
        )

    report = in_format(asked.format)
    if asked.format is None and report.target in target_names():
        own = target_named(report.target).format
        if own != report.format and not (as_its_own := in_format(own)).findings:
            return as_its_own
    return report


def _refusal(report: Report, asked: Asked, *, mended: bool) -> SickTranscript:
    named = asked.source is not None
    hint = next_step(report, PYTHON, mended=mended, policy=asked.policy, named=named)
    return SickTranscript(report, hint)
