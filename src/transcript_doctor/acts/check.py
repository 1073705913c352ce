"""Checking: open the transcript, walk it once, and let the rules speak under the target's laws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from transcript_doctor.acts.opening import Opened, open_transcript, plain
from transcript_doctor.acts.judging import Patient
from transcript_doctor.acts.refusals import Refusals
from transcript_doctor.acts.stating import Stated, sort_context
from transcript_doctor.acts.targeting import choose_target
from transcript_doctor.catalog import RULES, rule_named
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Note, Outline
from transcript_doctor.core.report import As, Report


def check(
    transcript: Any,
    *,
    format: str | None = None,
    target: str | None = None,
    context: Mapping[str, Any] | None = None,
    as_: As | None = None,
    select: Iterable[str] | None = None,
    ignore: Iterable[str] | None = None,
) -> Report:
    """Return a report on a transcript: a message list, a whole request body, or an SDK's own objects.

    `target` is who shall receive it (default: the format's home; `all`: everybody), `context` holds
    facts that the list does not, `as_` says whether it is a request or a record, `select` and `ignore`
    take codes or beginnings of codes. A sick transcript never raises; unknown names do.
    """
    stated = sort_context(context)
    plan = choose_target(format or stated.format, target or stated.provider, lenient=target is None)
    opened = open_transcript(transcript, plan.format, plan.preferred)
    outline = outline_of(opened, stated)
    goal = plan.target_for(opened.format)
    patient = Patient(outline, stated, as_ or ("request" if opened.whole else "record"))
    codes, refusals = _chosen(select, ignore), Refusals(patient)
    if goal is None:
        findings, lacking = refusals.union(codes)
    else:
        findings, lacking = patient.judge(patient.laws_of(goal), codes, refusals.by)
    name = "all" if goal is None else goal.name
    return Report(
        tuple(findings), patient.unknowns(lacking), opened.recognised, name, patient.as_, outline
    )


def outline_of(opened: Opened, stated: Stated) -> Outline:
    """Walk the messages once (twice where SDK objects had to be made plain first)."""
    known = dict(opened.format.facts(opened.request)) if opened.whole else {}
    known.update(stated.facts)
    facts = Facts(known, whole_request=opened.whole)
    messages, root, damage = opened.listing
    outline = Outline(opened.format.name, messages, opened.request, facts, root)
    opened.format.read(outline)
    if outline.foreign and (made := plain(messages)) is not messages:
        outline = Outline(opened.format.name, made, opened.request, facts, root)
        opened.format.read(outline)
    for code, case in damage:
        outline.notes.append(Note(code, case, -1, (), {}))
    by_code: dict[str, list[Note]] = {}
    for note in outline.notes:
        by_code.setdefault(note.code, []).append(note)
    outline.cache["notes by code"] = by_code
    return outline


def _chosen(select: Iterable[str] | None, ignore: Iterable[str] | None) -> frozenset[str]:
    """Return the codes that `select` and `ignore` leave; each takes codes, names or beginnings of codes."""
    wanted = _codes(select) if select is not None else frozenset(RULES)
    return wanted - _codes(ignore or ())


def _codes(words: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    for word in [words] if isinstance(words, str) else words:
        matching = [code for code in RULES if code.startswith(word.upper())]
        found.update(matching or [rule_named(word).code])
    return frozenset(found)
