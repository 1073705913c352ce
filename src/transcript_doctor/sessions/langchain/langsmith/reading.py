"""Reading traces of LangSmith: of each, the calls of models, of which the longest holds the others' past."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, State, Transcript
from transcript_doctor.sessions.langchain.langsmith.lists import Listed, listed
from transcript_doctor.sessions.langchain.langsmith.runs import Run, by_trace, runs_of
from transcript_doctor.sessions.shared.chat import said
from transcript_doctor.sessions.shared.handing import with_damage

AGENT = "LangSmith"
_MODELS = ("llm", "chat_model")


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversations of a file."""
    damage: list[Damage] = []
    yield from with_damage(
        _transcripts(source, why, damage), damage, Transcript([], "openai-chat", AGENT, why)
    )


def _transcripts(source: Source, why: str, damage: list[Damage]) -> Iterator[Transcript]:
    traces: dict[str, list[tuple[int, Run, Listed]]] = {}
    for trace, run in by_trace(runs_of(source, damage)):
        if (found := listed(run)) is not None:
            traces.setdefault(trace, []).append((_rank(run, found), run, found))
    for trace, runs in traces.items():
        best = min(rank for rank, _, _ in runs)
        for run, found in _longest([(r, f) for rank, r, f in runs if rank == best]):
            yield _transcript(trace, run, found, why)


def _rank(run: Run, found: Listed) -> int:
    """Return which runs of a trace tell best what was sent: models', then those around them.

    Old tracers kept of what a model was given the text alone.
    """
    if not found.has_past:
        return 2
    return 0 if run.get("run_type") in _MODELS else 1


def _longest(runs: list[tuple[Run, Listed]]) -> Iterator[tuple[Run, Listed]]:
    """Yield of the runs that begin alike the one with the most messages."""
    found: dict[str, tuple[Run, Listed]] = {}
    for run, one in runs:
        key = _beginning(one)
        if key not in found or len(one.messages) >= len(found[key][1].messages):
            found[key] = (run, one)
    yield from found.values()


def _beginning(found: Listed) -> str:
    """Return what the first message says that is no instruction: conversations of one trace differ in it."""
    roles = ("system", "developer")
    first = next((one for one in found.messages if one.get("role") not in roles), None)
    return said(first)[:2000]


def _transcript(trace: str, run: Run, found: Listed, why: str) -> Transcript:
    when = run.word("end_time", "start_time")
    return Transcript(
        found.messages,
        found.format,
        AGENT,
        why,
        found.origins,
        parts=found.parts,
        state=_state(run, found),
        session=trace or None,
        when=when,
        facts=found.facts,
    )


def _state(run: Run, found: Listed) -> State:
    if run.get("error"):
        return "interrupted"
    last: Any = found.messages[-1]
    is_answer = last.get("role") == "assistant" or last.get("type") == "message"
    return "whole" if is_answer and not last.get("tool_calls") else "running"
