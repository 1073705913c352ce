"""Reading a trajectory of SWE-agent: the list of its last call, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, State, Transcript
from transcript_doctor.place import Steps
from transcript_doctor.sessions.shared.chat import waits
from transcript_doctor.sessions.shared.rows import Row
from transcript_doctor.sessions.shared.whole import Whole

_DONE = "submitted"


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a run, then those of other attempts that stand in its file."""
    damage: list[Damage] = []
    whole = Whole(source, damage)
    some = False
    for steps in _runs(whole):
        made = _transcript(whole, steps, why, damage)
        if made is not None:
            some = True
            yield made
            damage.clear()
    if damage and not some:
        yield Transcript([], "openai-chat", "SWE-agent", why, damage=tuple(damage))


def _runs(whole: Whole) -> list[Steps]:
    """Return where the runs of a file stand; the one that was chosen stands there twice."""
    attempts = whole.at("attempts")
    others: list[Steps] = [
        ("attempts", at) for at in range(len(attempts) if isinstance(attempts, list) else 0)
    ]
    if whole.at("trajectory") is None and whole.at("history") is None and others:
        return others
    best = whole.at("info", "best_attempt_idx")
    return [(), *(steps for steps in others if steps[1] != best)]


def _transcript(
    whole: Whole, steps: Steps, why: str, damage: Sequence[Damage]
) -> Transcript | None:
    rows = _listed(whole, steps)
    if not rows and not damage:
        return None
    messages = [_message(row.value) for row in rows]
    info = whole.at(*steps, "info")
    told: Mapping[str, Any] = info if isinstance(info, dict) else {}
    version = told.get("swe_agent_version")
    return Transcript(
        messages,
        "openai-chat",
        "SWE-agent",
        why,
        tuple(row.origin for row in rows),
        damage=tuple(damage),
        state=_state(told, messages),
        version=version if isinstance(version, str) else None,
        session=f"attempt {steps[1]}" if steps else None,
    )


def _listed(whole: Whole, steps: Steps) -> list[Row]:
    """Return what the agent has sent last and what came behind it; else the history."""
    history = _of_one_agent([row for row in whole.rows(*steps, "history") if "role" in row.value])
    trajectory = whole.at(*steps, "trajectory")
    last = len(trajectory) - 1 if isinstance(trajectory, list) else -1
    if last < 0:
        return history
    sent = [row for row in whole.rows(*steps, "trajectory", last, "query") if "role" in row.value]
    if not sent:
        return history
    tail = _newest(history)
    response = whole.at(*steps, "trajectory", last, "response")
    if tail and tail[0].value.get("content") == response:
        return [*sent, *tail]
    if not isinstance(response, str) or not response:
        return sent
    answer = {"role": "assistant", "content": response}
    return [*sent, Row(answer, whole.origin(*steps, "trajectory", last))]


def _of_one_agent(rows: list[Row]) -> list[Row]:
    """Return the messages of the agent whose history it is: helpers keep theirs beside it."""
    agent = next(
        (row.value["agent"] for row in rows if isinstance(row.value.get("agent"), str)), None
    )
    return [row for row in rows if row.value.get("agent", agent) == agent]


def _newest(history: list[Row]) -> list[Row]:
    """Return the last answer of the history, with the observations behind it."""
    for at in reversed(range(len(history))):
        if history[at].value.get("role") == "assistant":
            return history[at:]
    return []


def _message(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message as it is sent: of several ids that a result bears, the first one counts."""
    made: dict[str, Any] = {"role": item.get("role"), "content": item.get("content")}
    if item.get("role") == "tool":
        ids = item.get("tool_call_ids")
        ident = ids[0] if isinstance(ids, list) and ids else item.get("tool_call_id")
        if ident is not None:
            made["tool_call_id"] = ident
    elif item.get("tool_calls") is not None:
        made["tool_calls"] = item["tool_calls"]
    return made


def _state(info: Mapping[str, Any], messages: Sequence[Mapping[str, Any]]) -> State:
    """Return how a run rests; one that was cut short names what did it."""
    status = info.get("exit_status")
    if status == _DONE:
        return "whole"
    if isinstance(status, str) and status:
        return "interrupted"
    return "running" if waits(messages) else "whole"
