"""One agent goes through all scenarios, each on a server and a history of its own."""

from __future__ import annotations

import asyncio
import inspect
import re
from asyncio import wait_for
from typing import Any

from benchmarks.agents import tools
from benchmarks.agents.asking import Agent, Sent, Session, Trial
from benchmarks.agents.scenarios import FIRST, LAST, NEXT, SCENARIOS, Scenario, policy
from transcript_doctor.provider import Running, running
from transcript_doctor.testing import forever

_SECONDS = 90
_ADDRESS = re.compile(r"\w+://\S+|0x[0-9a-f]+")
INTERRUPTED = "interrupted"


def trials(agent: Agent) -> list[Trial]:
    """Return what came of every scenario."""
    return [asyncio.run(_trial(agent, scenario)) for scenario in SCENARIOS]


async def _trial(agent: Agent, scenario: Scenario) -> Trial:
    trial = Trial(scenario.key)
    tools.STARTED = asyncio.Event()
    steps = [forever(policy(scenario, agent.format))]
    async with running(steps, per="server") as provider:
        session = agent.open(provider.url)
        first = await _ask(session, FIRST, scenario)
        _note(trial, provider, first)
        _note(trial, provider, await _ask(session, NEXT, scenario))
        if not trial.outcomes[-1].startswith("said"):
            _note(trial, provider, await _ask(session, LAST, scenario))
        if (close := getattr(session, "close", None)) is not None:
            await close()
    return trial


async def _ask(session: Session, prompt: str, scenario: Scenario) -> str:
    """Return what came of one prompt; the user interrupts the first where the scenario says so."""
    try:
        asked = session.ask(prompt, stream=scenario.streams and prompt == FIRST)
        if inspect.isawaitable(asked):
            stop = getattr(session, "interrupt", None)
            interrupts = scenario.interrupts and prompt == FIRST
            asked = await (_interrupted(asked, stop) if interrupts else wait_for(asked, _SECONDS))
    except (KeyboardInterrupt, asyncio.CancelledError):
        return INTERRUPTED
    except Exception as error:
        return _said(error)
    return f"said: {asked}"[:200]


async def _interrupted(asked: Any, stop: Any) -> Any:
    """Wait until a tool runs, then interrupt: as the framework has it, or by cancelling the task."""
    task = asyncio.ensure_future(asked)
    waiting = asyncio.ensure_future(tools.STARTED.wait())
    await asyncio.wait({task, waiting}, timeout=_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    await asyncio.sleep(0.3)  # a checkpoint that is written beside the tool may finish
    if stop is None:
        task.cancel()
    else:
        stop()
    said = await wait_for(task, _SECONDS)
    if stop is not None:
        raise asyncio.CancelledError
    return said


def _note(trial: Trial, provider: Running, outcome: str) -> None:
    trial.outcomes.append(outcome)
    for record in provider.requests[len(trial.sent) :]:
        findings = record.report.findings if record.report is not None else ()
        trial.sent.append(
            Sent(
                shape=record.shape,
                fate=record.fate,
                status=record.status,
                where=record.where,
                sentence=record.sentence or "",
                warnings=sorted({f.code for f in findings if f.severity == "warning"}),
                body=record.body,
                asked=len(trial.outcomes),
            )
        )


def _said(error: Exception) -> str:
    """Return an error as the user sees it, on one line."""
    words = " ".join(_ADDRESS.sub("(address)", str(error)).split())
    return f"{type(error).__name__}: {words}"[:400]
