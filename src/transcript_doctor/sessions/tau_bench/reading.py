"""Reading results of tau-bench: each run as its agent would send it, and as its user would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, State, Transcript
from transcript_doctor.place import Steps
from transcript_doctor.sessions.shared.whole import Whole
from transcript_doctor.sessions.tau_bench.sides import Made, seen_by, wire

_ENDED = ("user_stop", "agent_stop")


class _Run(NamedTuple):
    """One run: its record, where its messages stand, and whether they are of tau2's kind."""

    value: Mapping[str, Any]
    steps: Steps
    second: bool


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversations of all runs."""
    damage: list[Damage] = []
    whole = Whole(source, damage)
    some = False
    for run in _runs(whole):
        for made in _conversations(whole, run, why, damage):
            some = True
            yield made
    if damage and not some:
        yield Transcript([], "openai-chat", "tau-bench", why, damage=tuple(damage))


def _runs(whole: Whole) -> Iterator[_Run]:
    """Yield the runs of a file."""
    top = whole.value
    if isinstance(top, dict) and ("traj" in top or "messages" in top):
        yield _run(top, ())
    steps: Steps = () if isinstance(top, list) else ("simulations",)
    values = whole.at(*steps)
    for at, value in enumerate(values if isinstance(values, list) else ()):
        if isinstance(value, dict):
            yield _run(value, (*steps, at))


def _run(value: Mapping[str, Any], steps: Steps) -> _Run:
    second = "traj" not in value
    return _Run(value, (*steps, "messages" if second else "traj"), second)


def _conversations(whole: Whole, run: _Run, why: str, damage: list[Damage]) -> Iterator[Transcript]:
    rows = [row for row in whole.rows(*run.steps) if "role" in row.value]
    if not run.second:
        sides = [("", [(wire(row.value), row.origin) for row in rows])]
    else:
        sides = [("", seen_by("assistant", rows)), (", user", seen_by("user", rows))]
    for role, made in sides:
        if not made and not damage:
            continue
        yield _transcript(run, role, made, why, damage)
        damage.clear()


def _transcript(run: _Run, role: str, made: Made, why: str, damage: Sequence[Damage]) -> Transcript:
    messages = [message for message, _ in made]
    when = run.value.get("end_time")
    return Transcript(
        messages,
        "openai-chat",
        "tau2-bench" if run.second else "tau-bench",
        why,
        tuple(origin for _, origin in made),
        damage=tuple(damage),
        state=_state(run.value, messages),
        session=f"task {run.value.get('task_id')}, trial {run.value.get('trial')}{role}",
        when=when if isinstance(when, str) else None,
    )


def _state(value: Mapping[str, Any], messages: Sequence[Any]) -> State:
    """Return how a run rests; those that are written down have ended, one way or the other."""
    reason, info = value.get("termination_reason"), value.get("info")
    if isinstance(reason, str) and reason not in _ENDED:
        return "interrupted"
    if isinstance(info, dict) and "error" in info:
        return "interrupted"
    last = messages[-1] if messages else {}
    return "interrupted" if isinstance(last, dict) and last.get("tool_calls") else "whole"
