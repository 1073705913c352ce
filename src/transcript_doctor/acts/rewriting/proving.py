"""The proof of a file that was written anew: it is read, checked, and repaired once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.repair import Repair, repair
from transcript_doctor.acts.rewriting.comparing import difference, keeps
from transcript_doctor.acts.rewriting.files import Editable, Given
from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.report import Report
from transcript_doctor.core.transcript import Transcript

_OF_CHECK = ("format", "target", "context", "as_")


def prove(
    now: Given, before: Given, done: Repair, asked: Mapping[str, Any], *, is_wanted: bool
) -> Report:
    """Raise `Unwritable` unless a conversation is read as it shall be, and needs no other repair.

    `done` is its repair; where that is not wanted, it was to stay as it was. Returns what is found in it.
    """
    if asked["format"] is None and type(now.value) is not Transcript:
        # What a repair changes may be all that told the format: a list stays what it was taken for.
        asked = {**asked, "format": done.report.format}
    if is_wanted:
        again = repair(now.value, **asked)
        if again.transcript is not now.value:
            raise Unwritable(
                "its own format cannot say this repair: a second one would change it again"
            )
        found, wanted = again.report, done.report
    else:
        found = checked(now, asked)
        wanted = done.report if done.transcript is before.value else checked(before, asked)
    if (other := difference(_made(wanted.outline), _made(found.outline))) is not None:
        raise Unwritable(f"its own format cannot say this repair: {other}")
    if _harm(now) - _harm(before):
        raise Unwritable("the file itself would be damaged by it")
    return found


def checked(one: Given, asked: Mapping[str, Any]) -> Report:
    """Return what is found in a conversation, asked as a repair was."""
    return check(one.value, **{key: asked[key] for key in _OF_CHECK})


def keeps_all(before: Editable, after: Editable, asked: Mapping[str, Any]) -> bool:
    """Tell whether a file holds the conversations of another one, what each says, and no new fault."""
    if len(before.given) != len(after.given):
        return False
    pairs = zip(before.given, after.given, strict=True)
    return all(_keeps(checked(old, asked), checked(new, asked)) for old, new in pairs)


def _keeps(before: Report, after: Report) -> bool:
    if not keeps(_made(before.outline), _made(after.outline)):
        return False
    return not _faults(after) - _faults(before)


def _faults(report: Report) -> Counter[str]:
    """Return the faults of a list by their code; what is wrong with its file is none of these."""
    return Counter(finding.code for finding in report.findings if not finding.code.startswith("S1"))


def _made(outline: Outline | None) -> Outline:
    assert outline is not None, "a report of `check` always has an outline"
    return outline


def _harm(one: Given) -> Counter[tuple[str, str]]:
    damage = one.value.damage if type(one.value) is Transcript else ()
    return Counter((harm.code, harm.case) for harm in damage)
