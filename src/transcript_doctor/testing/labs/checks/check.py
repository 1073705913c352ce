"""What a check of a lab is, how it says that something is wrong, and how all of them are run.

A check takes the learner's module and raises `AssertionError` with a sentence. It may be run anywhere:
in a test of ours, by the command, or in a browser, where there is already an event loop.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

Learners: TypeAlias = Any
"""The learner's file, as a module."""


class Check(NamedTuple):
    """One behaviour that a learner's file must have."""

    says: str
    """The behaviour in a sentence, as the lab lists it."""
    run: Callable[[Learners], Awaitable[None]]
    """Raises `AssertionError` where the file does not have it."""


class Verdict(NamedTuple):
    """What one check found."""

    says: str
    why: str | None
    """What is wrong, None where the check passed."""

    @property
    def ok(self) -> bool:
        """Whether the check passed."""
        return self.why is None


class Lab(NamedTuple):
    """One lab: the file that the learner completes, and what it is then held against."""

    title: str
    starter: str
    """The file with the gaps, by name."""
    checks: tuple[Check, ...]


async def run_checks(checks: Iterable[Check], learners: Learners) -> list[Verdict]:
    """Return what each check found, in order; whatever the learner's code raises is a finding too."""
    return [Verdict(check.says, await _found(check, learners)) for check in checks]


async def _found(check: Check, learners: Learners) -> str | None:
    try:
        await check.run(learners)
    except AssertionError as fault:
        return str(fault) or "an assertion failed, and says nothing"
    except (Exception, SystemExit) as fault:
        return f"{type(fault).__name__}: {fault}"
    return None


def holds(truth: object, why: str) -> None:
    """Raise where something is not true."""
    if not truth:
        raise AssertionError(why)


def same(what: str, found: object, expected: object) -> None:
    """Raise where two values differ, and show both."""
    holds(found == expected, f"{what}: expected {expected!r}, found {found!r}")
