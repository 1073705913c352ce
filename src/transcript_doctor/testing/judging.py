"""Whether a scripted model takes a request, and in which words it refuses one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from transcript_doctor.acts.strict import judge
from transcript_doctor.testing.asking import Request

LAB = "lab"
"""The target that judges unless another is named: one call in, one result out, and nothing empty."""

Judge: TypeAlias = Callable[[Request], str | None]
"""What a provider answers to a request that it refuses, None where it takes it."""


def judge_for(target: str) -> Judge:
    """Return the judge of a target; raises `UnknownTarget` at once."""
    judge([], target=target, format="pi")

    def refusal(request: Request) -> str | None:
        rejection = judge(request.messages, target=target, format="pi")
        return rejection and f"{rejection.status} invalid_request: {rejection.sentence}"

    return refusal
