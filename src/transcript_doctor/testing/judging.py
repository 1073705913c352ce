"""Whether a scripted model takes a request, and in which words it refuses one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from transcript_doctor.acts.lab import validate
from transcript_doctor.core.errors import BadHistory
from transcript_doctor.testing.asking import Request

LAB = "lab"
"""The target that judges unless another is named: one call in, one result out, and nothing empty."""

Judge: TypeAlias = Callable[[Request], str | None]
"""What a provider answers to a request that it refuses, None where it takes it."""


def judge_for(target: str) -> Judge:
    """Return the judge of a target; raises `UnknownTarget` at once."""
    if target == LAB:
        return _lab
    from transcript_doctor.acts.strict import judge  # dear to load, and the lab has no need of it

    judge([], target=target, format="pi")

    def other(request: Request) -> str | None:
        rejection = judge(request.messages, target=target, format="pi")
        return rejection and f"{rejection.status} invalid_request: {rejection.sentence}"

    return other


def _lab(request: Request) -> str | None:
    try:
        complaints = validate(request.messages)
    except BadHistory as fault:
        complaints = [str(fault)]
    return f"400 invalid_request: {complaints[0]}" if complaints else None
