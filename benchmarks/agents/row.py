"""One agent with what came of its trials, and what that is in a word."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from benchmarks.agents.asking import Agent
from benchmarks.agents.scenarios import DONE, FINE

_APIS = {
    "openai-chat": "chat", "openai-responses": "Responses", "anthropic": "Anthropic",
    "gemini": "Gemini",
}  # fmt: skip
STUCK = "**stuck**"


@dataclass
class Row:
    """One agent and what came of its trials, or why it was not run."""

    name: str
    api: str = ""
    option: str = ""
    keeps: str = ""
    interrupts: str = ""
    versions: str = ""
    notes: dict[str, str] = field(default_factory=dict)
    trials: dict[str, dict[str, Any]] = field(default_factory=dict)
    reason: str = ""

    @classmethod
    def of(cls, agent: Agent, versions: str, found: dict[str, Any]) -> Row:
        """Return the row of an agent that was run."""
        trials = {trial["scenario"]: trial for trial in found["trials"]}
        return cls(
            agent.name, _APIS[agent.format], agent.option, agent.keeps, agent.interrupts, versions,
            agent.notes, trials,
        )  # fmt: skip

    @classmethod
    def missing(cls, name: str, reason: str) -> Row:
        """Return the row of one that was not run."""
        return cls(name, reason=reason)


def mark(trial: dict[str, Any]) -> str:
    """Return what came of a trial in a word, as the legend says."""
    refused = [sent for sent in trial["sent"] if sent["fate"] == "refused"]
    outcomes = trial["outcomes"]
    if refused:
        return f"**{rule(refused[0])}**" + (" once" if len(outcomes) == 2 else "")
    if len(outcomes) > 2:
        return STUCK
    first = outcomes[0]
    return "ok" if first.startswith(("said", "interrupted")) else "ends, ok"


def rule(sent: dict[str, Any]) -> str:
    """Return the rule by which a request was refused, `refused` where its history was not judged."""
    return str(sent["where"]).partition(" ")[0] or "refused"


def faults(row: Row) -> list[str]:
    """Return what is wrong with the task that every agent must finish, nothing where all is well."""
    if row.reason:
        return [f"{row.name}: {row.reason}"] if row.reason == "it fell over" else []
    task = row.trials["task"]
    told = " / ".join(task["outcomes"])
    sound = all(sent["fate"] == "answered" for sent in task["sent"])
    if DONE in told and FINE in told and sound and len(task["sent"]) == 5:
        return []
    return [f"{row.name} ({row.api}) did not finish its task: {told}"]
