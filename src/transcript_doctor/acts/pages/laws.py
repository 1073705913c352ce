"""The laws of each target as pages show them: those that can ever decide, firm or unsure."""

from __future__ import annotations

from functools import cache

from transcript_doctor.catalog import RULES, target_named
from transcript_doctor.core.rule import Rule
from transcript_doctor.core.target import FIRM, Law


@cache
def laws_of(name: str) -> tuple[Law, ...]:
    """Return a target's laws in their order, without those that never decide.

    A target that extends another lays its laws in front of what it takes over: behind a law without
    conditions there is nothing left to decide, except a number or pattern that is stated only there.
    """
    taken: dict[str, set[str]] = {}
    found = []
    for law in target_named(name).laws:
        rule, settled = RULES[law.rule], taken.setdefault(law.rule, set())
        cases = law.cases or tuple(rule.cases)
        if law.params or not all(_settled(rule, case, settled) for case in cases):
            found.append(law)
        if not (law.when or law.unless or law.at):
            settled.update(cases)
    return tuple(found)


def _settled(rule: Rule, case: str, settled: set[str]) -> bool:
    return case in settled or rule.wider.get(case, case) in settled


def laws_on(rule: Rule, name: str) -> list[Law]:
    """Return a target's laws on one rule."""
    return [law for law in laws_of(name) if law.rule == rule.code]


def is_unsure(law: Law) -> bool:
    """Tell whether a law is contested, or a refusal that rests on client code alone."""
    return law.verdict == "contested" or (law.verdict == "refused" and law.evidence not in FIRM)
