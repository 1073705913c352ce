"""Running every agent and every fake server, and writing the page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.agents import installing, npm

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "agents.md"
FOUND = ROOT / ".venv-agents" / "found.json"
"""Everything that was sent, bodies too, for who wants to read a verdict again."""
MODULES = [
    "langgraph", "pydantic_ai", "openai_agents", "litellm", "llm", "vercel", "mastra", "strands",
    "agno", "autogen", "agent_framework", "google_adk",
]  # fmt: skip
_SECONDS = 600


def main(arguments: list[str]) -> int:
    """Install, or run and write; the exit code is 1 where an agent that is there failed its task."""
    if "--install" in arguments:
        installing.install(arguments[-1])
        return 0
    from benchmarks.agents import mocks, page, row  # they need what is installed

    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # it would fetch one from elsewhere

    rows = [made for module in MODULES for made in rows_of(module)]
    FOUND.write_text(json.dumps([vars(made) for made in rows], indent=1), encoding="utf-8")
    servers, sentences = mocks.asked(), mocks.sentences()
    PAGE.write_text(page.page(rows, servers, sentences), encoding="utf-8")
    print(page.summary(rows))
    faults = [fault for made in rows for fault in row.faults(made)] + page.lapses(servers)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def rows_of(module: str) -> list[Any]:
    """Return a row for each agent of a module, run in a process of its own."""
    from benchmarks.agents.row import Row

    try:
        agents = import_module(f"benchmarks.agents.adapters.{module}").AGENTS
    except ImportError as error:
        return [Row.missing(module, str(error).partition(" (")[0])]  # no path of this machine
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "LLM_USER_PATH": home, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "benchmarks.agents.one", module]
        ran = subprocess.run(
            command, cwd=home, env=environment, capture_output=True, text=True,
            timeout=_SECONDS, check=False,
        )  # fmt: skip
    if ran.returncode:
        print(ran.stderr[-2_000:], file=sys.stderr)
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    made = [
        Row.of(agent, versions(agent.packages), trials)
        for agent, trials in zip(agents, found, strict=False)
    ]
    return made + [Row.missing(agent.name, "it fell over") for agent in agents[len(found) :]]


def versions(packages: tuple[str, ...]) -> str:
    """Return packages with their versions."""
    told = []
    for package in packages:
        of_npm = package == "ai" or package.startswith("@")
        told.append(f"{package} {npm.version(package) if of_npm else version(package)}")
    return ", ".join(told)
