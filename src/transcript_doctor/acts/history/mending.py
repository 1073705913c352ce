"""Mending a request: what a provider sent, and a provider refuses to have back.

The record keeps what was received. In the request, argument texts that are no JSON are quoted where the
target parses them; everything else is a repair's. What of a reply is taken back in no form, such as
thinking that was cut off before it led to anything, leaves the request, and is listed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from transcript_doctor.acts.check import check
from transcript_doctor.acts.repair import Loss, Repair, repair
from transcript_doctor.core.edit import Edit, apply
from transcript_doctor.core.errors import UnprovenRepair
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.core.rule import Safety
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.place import Place, Steps

UNREADABLE = "unreadable_arguments"
"""The key under which an argument text stands that is no JSON object: quoted, not guessed."""
_QUOTED = f"quoted the arguments under the key {UNREADABLE!r}"
_OF_A_REPLY = ("T", "C", "Y", "I", "P009")
"""Rules that a reply breaks by what is in it. Where something else would have to go, a person decides."""


class Mended(NamedTuple):
    """One thing that is not in the request as it is on the record.

    A value of its own: a repair's change holds on to all that was read.
    """

    code: str
    place: Place
    """Where it stood, in the list as it was then."""
    title: str
    """What was done."""
    reason: str
    """What was wrong. It quotes the transcript: escape it before showing it."""
    safety: Safety


class Mending(NamedTuple):
    """A list, what was done to it, and the check of it."""

    messages: list[Any]
    report: Report
    changes: tuple[Mended, ...] = ()
    losses: tuple[Loss, ...] = ()


def mended(messages: list[Any], asked: Mapping[str, Any]) -> Mending:
    """Return a list that the target takes, as far as that is known; the report tells whether it does."""
    report = check(messages, **asked, as_="request")
    if is_fit(report):
        return Mending(messages, report)
    edits: dict[Steps, Edit] = {}
    changes: list[Mended] = []
    for finding in report.findings:
        edit = _quoted(messages, finding)
        if edit is not None and edit.place not in edits:
            edits[edit.place] = edit
            done = Mended(finding.code, finding.place, _QUOTED, finding.message, "marked")
            changes.append(done)
    if edits:
        messages = apply(messages, edits.values())
    try:
        outcome = _repaired(messages, asked)
    except UnprovenRepair:  # what nobody can vouch for is not sent
        return Mending(messages, report)
    changes += [Mended(c.code, c.place, c.title, c.reason, c.safety) for c in outcome.changes]
    return Mending(outcome.messages, outcome.report, tuple(changes), outcome.losses)


def _repaired(messages: list[Any], asked: Mapping[str, Any]) -> Repair:
    """Return the repair that loses nothing, or, where that does not help, one that costs only replies."""
    outcome = repair(messages, **asked, as_="request", policy="marked")
    if outcome.report.ok:
        return outcome
    lossy = repair(messages, **asked, as_="request", policy="lossy")
    lost = (change.code for change in lossy.changes if change.safety == "lossy")
    helps = lossy.report.ok and all(code.startswith(_OF_A_REPLY) for code in lost)
    return lossy if helps else outcome


def is_fit(report: Report) -> bool:
    """Tell whether a list can be sent as it is: nothing is refused, and no warning is healed for nothing."""
    return report.ok and not any(
        f.rule.heal is not None and (fix := f.rule.remedy_for(f.case)) and fix.safety == "safe"
        for f in report.findings
    )


def _quoted(messages: list[Any], finding: Finding) -> Edit | None:
    """Return the edit that quotes arguments which the target would parse; None for any other finding."""
    if finding.code != "Y001" or finding.severity != "error" or finding.index is None:
        return None
    place = (finding.index, *finding.hit.part)
    text = node_at(messages, place)
    if type(text) is not str:
        return None
    return Edit("put", place, json.dumps({UNREADABLE: text}, ensure_ascii=False))
