"""Judging: one outline, one target's laws, every rule that has something to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from transcript_doctor.acts.stating import Stated, lay_over
from transcript_doctor.catalog import RULES
from transcript_doctor.core.facts import KNOWN_FACTS, Facts, Unknown
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.report import As
from transcript_doctor.core.rule import Hit, Rule
from transcript_doctor.core.target import Laws, Ruling, Target
from transcript_doctor.place import Place

Ask = Callable[[Finding], tuple[str, ...]]
_RECORD_SKIPS = frozenset({"R005", "R006"})
"""A session at rest ends on the assistant, so a record is not judged by these."""


@dataclass(frozen=True, slots=True)
class Patient:
    """One outline with what was stated about it, ready to be judged by any target."""

    outline: Outline
    stated: Stated
    as_: As

    def laws_of(self, target: Target) -> Laws:
        """Return a target's laws under what is known, with the caller's overrides on top."""
        laid, families = lay_over(target, self.stated.laid_over)
        facts = self.outline.facts
        if families:
            facts = Facts({**facts.known, "families": families}, whole_request=facts.whole_request)
        return Laws(laid, facts, as_record=self.as_ == "record")

    def judge(
        self, laws: Laws, codes: frozenset[str], ask: Ask
    ) -> tuple[list[Finding], dict[str, set[str]]]:
        """Let the chosen rules speak; return their findings in reading order, and the facts they lacked.

        `ask` answers a finding's question who else refuses it.
        """
        outline, by_code = self.outline, self.outline.cache["notes by code"]
        findings: list[Finding] = []
        lacking: dict[str, set[str]] = {}
        for rule in RULES.values():
            if rule.code not in codes or (laws.as_record and rule.code in _RECORD_SKIPS):
                continue
            if rule.code not in by_code and (
                rule.check is None or not getattr(outline, rule.needs)
            ):
                continue
            for hit in rule.hits(outline, laws):
                ruling = laws.ruling(rule.code, hit.case, rule.default_for(hit.case))
                if ruling.severity is not None:
                    findings.append(self._finding(rule, hit, ruling, laws.target.name, ask))
                elif ruling.unknown is not None:
                    lacking.setdefault(ruling.unknown, set()).add(rule.code)
        findings.sort(key=reading_order)
        return findings, lacking

    def _finding(self, rule: Rule, hit: Hit, ruling: Ruling, target: str, ask: Ask) -> Finding:
        severity = rule.caps.get(hit.case) or ruling.severity or "warning"
        steps = hit.part if hit.message is None else (*self.outline.root, hit.message, *hit.part)
        return Finding(rule, hit, ruling, severity, Place(steps), target, ask)

    def unknowns(self, lacking: Mapping[str, set[str]]) -> tuple[Unknown, ...]:
        """Return what the check lacked, and the keys of the context that mean nothing."""
        known = [
            Unknown(fact, tuple(sorted(codes)), KNOWN_FACTS.get(fact, KNOWN_FACTS["model"]))
            for fact, codes in sorted(lacking.items())
        ]
        strange = [
            Unknown(key, (), "this key of the context means nothing here")
            for key in self.stated.unknown
        ]
        return tuple(known + strange)


def reading_order(finding: Finding) -> tuple[object, ...]:
    """Return the key that sorts findings as the transcript is read."""
    return (-1 if finding.index is None else finding.index, finding.place.sort_key, finding.code)
