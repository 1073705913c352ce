"""Judging: one outline, one target's laws, every rule that has something to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from transcript_doctor.acts.check.answers import note_answers
from transcript_doctor.acts.check.mixing import note_mixed
from transcript_doctor.acts.check.trying import Trials
from transcript_doctor.acts.opening.opening import Opened
from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.acts.opening.stating import Stated, lay_over
from transcript_doctor.catalog import RULES
from transcript_doctor.core.facts import CONDITIONS, KNOWN_FACTS, Facts, Unknown
from transcript_doctor.core.finding import Finding, Grounds
from transcript_doctor.core.glance import clears
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.report import As, Stand
from transcript_doctor.core.rule import Rule
from transcript_doctor.core.target import Laws, Ruling, Target
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.place import Place, Steps

Ask = Callable[[Finding], tuple[str, ...]]
_UNSEEN = frozenset({"stale_thinking_at", "cache_markers", "turn_models"})
"""Facts on things that no glance at the messages sees."""


class Patient:
    """One opened transcript with what was stated about it, ready to be judged by any target."""

    def __init__(self, opened: Opened, stated: Stated, as_: As) -> None:
        self.opened, self.stated, self.as_ = opened, stated, as_
        self.stands: tuple[Stand, ...] = ()
        """Where every target stands; kept here by whoever asked them all."""
        self.session: Transcript | None = None
        """The session that it was read from, if it was."""
        known = dict(opened.format.facts(opened.request)) if opened.whole else {}
        known.update(stated.facts)
        self.facts = Facts(known, whole_request=opened.whole)

    @cached_property
    def outline(self) -> Outline:
        """The walk's outcome; made on the first question."""
        format, (messages, root, damage) = self.opened.format, self.opened.listing
        request = self.opened.request
        if not self.opened.is_plain:
            messages, request = self._made_plain()
        outline = Outline(format.name, messages, request, self.facts, root)
        format.read(outline)
        note_answers(outline, format)
        note_mixed(outline, format)
        for code, case in damage:
            outline.note(code, case, -1)
        for harm in self.opened.damage:
            outline.note(harm.code, harm.case, -1, harm.place, **harm.values)
        return outline

    def _made_plain(self) -> tuple[list[Any], dict[str, Any]]:
        """Return the messages and the request around them made plain; the messages are read once."""
        given, request = self.opened.listing.messages, self.opened.request
        messages = plain(given)
        beside = {key: value for key, value in request.items() if value is not given}
        same = messages is given and plain(beside) is beside
        return messages, request if same else plain(request)

    def laws_of(self, target: Target) -> Laws:
        """Return a target's laws under what is known, with the caller's overrides on top."""
        as_record = self.as_ == "record"
        if not self.stated.laid_over:
            return _plain_laws(target, self.facts, as_record)
        laid, families = lay_over(target, self.stated.laid_over)
        facts = Facts(self.facts.known, families=families)
        return Laws(laid, facts, as_record=as_record)

    def proved(self, laws: Laws) -> dict[str, set[str]] | None:
        """Return the facts that were lacking where a glance proves the list sound, else None."""
        glance, harmed = self.opened.format.glance, self.opened.listing.damage or self.opened.damage
        known = self.facts.known
        if glance is None or harmed or not known.keys().isdisjoint(_UNSEEN):
            return None
        seen = glance(self.opened.listing.messages)
        return None if seen is None else clears(seen, laws)

    def judge(
        self, laws: Laws, codes: frozenset[str], ask: Ask
    ) -> tuple[list[Finding], dict[str, set[str]]]:
        """Let the chosen rules speak; return their findings in reading order, and the facts they lacked.

        `ask` answers a finding's question who else refuses it.
        """
        outline, noted = self.outline, self.outline.noted
        overlooks, last = laws.target.overlooks, len(outline.messages) - 1
        findings: list[Finding] = []
        lacking: dict[str, set[str]] = {}
        trials = Trials(outline, laws, self.opened.format.verbs)
        for rule in RULES.values():
            if rule.code not in codes or laws.skips(rule.code):
                continue
            if rule.code not in noted and (rule.check is None or not getattr(outline, rule.needs)):
                continue
            known: dict[tuple[str, bool], Grounds | Ruling] = {}
            for hit in rule.hits(outline, laws):
                if hit.part and hit.part[0] in overlooks:
                    continue
                key = (hit.case, hit.message == last)
                found = known.get(key)
                if found is None:
                    found = known[key] = self._grounds(rule, *key, laws, ask, trials)
                if isinstance(found, Grounds):
                    if found.case != hit.case:
                        hit = hit._replace(case=found.case)
                    findings.append(Finding(hit, found))
                elif found.unknown is not None:
                    lacking.setdefault(found.unknown, set()).add(rule.code)
        return in_reading_order(findings), lacking

    def _grounds(
        self, rule: Rule, case: str, is_last: bool, laws: Laws, ask: Ask, trials: Trials
    ) -> Grounds | Ruling:
        """Return what findings of a case rest on, or the ruling where it is no finding."""
        case, ruling = _rule_on(rule, case, is_last, laws)
        if ruling.severity is None:
            return ruling
        severity = "warning" if case in rule.mild else ruling.severity
        target, remedy = laws.target.name, rule.remedy_for(case)
        return Grounds(rule, case, ruling, severity, target, self.outline, ask, remedy, trials.of)

    def unknowns(self, lacking: Mapping[str, set[str]]) -> tuple[Unknown, ...]:
        """Return what the check lacked, and the keys of the context that mean nothing."""
        known = [
            Unknown(fact, tuple(sorted(codes)), KNOWN_FACTS[fact])
            for fact, codes in sorted(lacking.items())
        ]
        return (*known, *self.stated.unknown)


def concerning(codes: frozenset[str], target: Target, format: str) -> frozenset[str]:
    """Return the codes that a target can be asked about: of another format, the conversation alone.

    A conversion writes the wire anew, so what is wrong with it today says nothing of that target.
    """
    if target.format == format:
        return codes
    return frozenset(code for code in codes if RULES[code].scope != "wire")


def _rule_on(rule: Rule, case: str, is_last: bool, laws: Laws) -> tuple[str, Ruling]:
    """Return what the laws make of a case, and the case as they name it.

    Where no law of the target looks as closely as the case, it is its wider one.
    """
    wider = rule.wider.get(case)
    if wider is not None and not laws.names(rule.code, case):
        case = wider
    at, default = "last" if is_last else "", rule.default_for(case)
    return case, laws.ruling(rule.code, case, default, wider=rule.wider.get(case, ""), at=at)


def in_reading_order(findings: list[Finding]) -> list[Finding]:
    """Return findings as the transcript is read; that keys and indices meet at a step is rare."""
    try:
        return sorted(findings, key=_spot)
    except TypeError:
        return sorted(findings, key=_any_spot)


def _spot(finding: Finding) -> tuple[int, Steps, str]:
    hit = finding.hit
    return (-1 if hit.message is None else hit.message, hit.part, finding.grounds.rule.code)


def _any_spot(finding: Finding) -> tuple[object, ...]:
    message, part, code = _spot(finding)
    return (message, Place(part).sort_key, code)


def checking_order(finding: Finding, target: Target) -> tuple[object, ...]:
    """Return the key that sorts findings as the target meets them: it answers with the first error."""
    step, place = target.step(finding.code, finding.case)
    return (step, -1 if finding.index is None else finding.index, place, finding.place.sort_key)


_KEPT: dict[tuple[object, ...], Laws] = {}
_MOST_KEPT = 500
_ASKED = (*sorted(CONDITIONS), "model", "target_model")


def _plain_laws(target: Target, facts: Facts, as_record: bool) -> Laws:
    """Return a target's laws under facts; kept, for their rulings are worked out one by one."""
    key = (target.name, as_record, facts.key(_ASKED) if facts.known else None)
    laws = _KEPT.get(key)
    if laws is None or laws.target is not target:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        asked = {name: facts.known[name] for name in _ASKED if name in facts.known}
        laws = _KEPT[key] = Laws(target, Facts(asked), as_record=as_record)
    return laws
