"""All cuts of a small history, tried one by one: what the best of them keeps.

Nothing of the trimmer is used here but the public check.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from operator import itemgetter
from typing import Any

from tests.acts.trim.scripts import TARGETS, Made, Step
from transcript_doctor import check

JOINING = frozenset({"anthropic", "bedrock", "gemini", "openai-responses"})
"""Targets that join neighbours of one role to one turn."""


def units(steps: list[Step], target: str) -> list[set[int]]:
    """The steps that may not be parted: exchanges, with what the model said in the same turn."""
    found: list[set[int]] = []
    open_turn: set[int] = set()
    for number, (kind, _) in enumerate(steps):
        if kind == "say" and target in JOINING:
            open_turn.add(number)
        elif kind == "calls":
            found.append({*open_turn, number})
            open_turn = set()
        else:
            found += [{said} for said in open_turn]
            open_turn = set()
            found.append({number})
    return found + [{said} for said in sorted(open_turn)]


def staying(steps: list[Step], target: str) -> set[int]:
    """The steps that stay: system prompt, first and newest words of the user, newest exchange, newest unit."""
    users = [i for i, (kind, _) in enumerate(steps) if kind == "user"]
    stay = {i for i, (kind, _) in enumerate(steps) if kind == "system"} | {users[0], users[-1]}
    if target in JOINING:
        kinds = [kind for kind, _ in steps]
        turns = [
            [n for n, _ in turn]
            for kind, turn in groupby(enumerate(kinds), itemgetter(1))
            if kind == "user"
        ]
        stay |= {*turns[0], *turns[-1]}
    parts = units(steps, target)
    calls = [i for i, (kind, _) in enumerate(steps) if kind == "calls"]
    if calls and not answered([kind for kind, _ in steps[calls[-1] + 1 :]]):
        stay |= next(part for part in parts if calls[-1] in part)
    return stay | max(parts, key=max)


def answered(kinds: list[str]) -> bool:
    """Tell whether a question was asked behind the newest exchange, and answered."""
    return "user" in kinds and "say" in kinds[kinds.index("user") :]


def faults(messages: list[Any], target: str, severities: tuple[str, ...]) -> set[tuple[Any, ...]]:
    """What the check says, each fault with its message."""
    report = check(messages, format=TARGETS[target], target=target)
    return {
        (f.code, f.case, None if f.index is None else id(messages[f.index]))
        for f in report.findings
        if f.severity in severities
    }


def best(
    history: Made, steps: list[Step], target: str, count: Callable[[Any], int], budget: int
) -> list[int] | None:
    """The indices that the best cut within a budget keeps; None where no cut fits."""
    messages, whole = history
    stay = staying(steps, target)
    parts = [{i for i, n in enumerate(whole) if n in unit} for unit in units(steps, target)]
    fitting = []
    for border in range(len(messages) + 1):
        kept = [i for i in range(len(messages)) if i >= border or whole[i] in stay]
        parted = any(0 < len(part & {*kept}) < len(part) for part in parts)
        if not parted and sum(count(messages[i]) for i in kept) <= budget:
            fitting.append(kept)
    for severities in (("error", "warning"), ("error",)):
        before = faults(messages, target, severities)
        for kept in fitting:
            if faults([messages[i] for i in kept], target, severities) <= before:
                return kept
    return None


def smallest(history: Made, steps: list[Step], target: str, count: Callable[[Any], int]) -> int:
    """What the smallest history costs that is legal."""
    everything = sum(map(count, history.messages))
    return next(b for b in range(everything + 1) if best(history, steps, target, count, b))
