"""Session files: what tools that repair them say of the broken and sound ones that are known here."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from tests.acceptance.case_files import DATA
from transcript_doctor import check, read_session

_REAL = Path(__file__).resolve().parents[2] / "tests" / "data" / "real"
_BIN = Path(sys.executable).parent


class File(NamedTuple):
    """A session file, and whether anything is wrong with it."""

    name: str
    agent: str
    text: str
    sick: bool


class Tool(NamedTuple):
    """A tool: the agents whose files it reads, and whether it finds something in a file."""

    package: str
    agents: tuple[str, ...]
    finds: Callable[[Path], bool]


def files() -> list[File]:
    """Return the sessions of public reports, the real ones, and a real one after each kind of harm."""
    made = []
    for line in (DATA / "cases.jsonl").read_text("utf-8").split("\n"):
        case = json.loads(line) if line else {}
        if session := case.get("session"):
            agent = session["format"].partition("-")[0]
            text = session.get("raw") or "\n".join([*session["lines"], ""])
            made.append(File(case["id"], agent, text, not case["expect"]["valid"]))
    claude, codex = (_REAL / "claude-code" / "codemie-subagents-turn-2.jsonl"), _codex()
    made.append(File("Claude Code, real", "claude", claude.read_text("utf-8"), False))
    made.append(File("Codex, real", "codex", codex, False))
    lines = codex.split("\n")
    result = next(i for i, line in enumerate(lines) if '"function_call_output"' in line)
    call = next(i for i, line in enumerate(lines) if '"type":"function_call"' in line)
    harmed = {
        "a result lost": [*lines[:result], *lines[result + 1 :]],
        "a call lost": [*lines[:call], *lines[call + 1 :]],
        "a line cut": [*lines[:call], lines[call][:90], *lines[call + 1 :]],
        "two lines joined": [*lines[:call], lines[call] + lines[call + 1], *lines[call + 2 :]],
    }
    made += [File(f"Codex, {k}", "codex", "\n".join(text), True) for k, text in harmed.items()]
    return made


def _codex() -> str:
    (path,) = sorted((_REAL / "codex").glob("codemie-rollout-*.jsonl"))
    return path.read_text("utf-8")


def _ours(path: Path) -> bool:
    return any(check(session).findings for session in read_session(path))


def _ran(*words: str) -> str:
    ran = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    return ran.stdout + ran.stderr


def _rescue(path: Path) -> bool:
    said = _ran(str(_BIN / "claude-rescue"), "diagnose", str(path.parent))
    return "healthy" not in said or "malformed" in said


def _repair(path: Path) -> bool:
    said = _ran(str(_BIN / "claude-repair"), "validate", "-f", str(path))
    return "Session is valid" not in said or "Error parsing" in said


def _session_rescue(path: Path) -> bool:
    said = _ran(str(_BIN / "session-rescue"), "scan", "--format", "json", str(path))
    return bool(json.loads(said)["findings"])


TOOLS = [
    Tool("transcript-doctor", ("claude", "pi", "tau", "copilot", "codex"), _ours),
    Tool("claude-rescue", ("claude",), _rescue),
    Tool("claude-repair", ("claude",), _repair),
    Tool("agent-session-rescue", ("codex",), _session_rescue),
]


def table() -> tuple[list[str], list[list[str]]]:
    """Return head and rows: of each file, what each tool says."""
    head, tools = ["session", "truth"], []
    for tool in TOOLS:
        try:
            head.append(f"{tool.package} {version(tool.package)}")
            tools.append(tool)
        except PackageNotFoundError:
            continue
    rows = []
    with tempfile.TemporaryDirectory() as home:
        for number, file in enumerate(files()):
            path = Path(home, str(number), f"{number}.jsonl")
            path.parent.mkdir()
            path.write_text(file.text, "utf-8")
            answers = [_answer(tool, file, path) for tool in tools]
            rows.append([file.name, "sick" if file.sick else "sound", *answers])
    return head, rows


def _answer(tool: Tool, file: File, path: Path) -> str:
    if file.agent not in tool.agents:
        return ""
    try:
        return "finds" if tool.finds(path) else "-"
    except Exception as fault:
        return f"falls ({type(fault).__name__})"
