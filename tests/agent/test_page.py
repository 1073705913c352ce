"""What the page of the agent shows, done: its script is played, its function works with a real SDK."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.cli.running import run
from tests.markdown import ROOT, blocks
from transcript_doctor import shape
from transcript_doctor.provider import running
from transcript_doctor.testing import call, reply, say


def shown(language: str) -> str:
    (block,) = [b for b in blocks(ROOT / "docs" / "agent.md") if b.language == language]
    return str(block.text)


def test_the_script_shown_is_played(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("A = 1\n", "utf-8")
    (tmp_path / "steps.yaml").write_text(shown("yaml"), "utf-8")
    ran = run("agent", "What is A?", "--in", tmp_path, "--script", tmp_path / "steps.yaml")
    assert (ran.exit_code, ran.stdout) == (0, "Let me look.\nA is 1.\n")


def test_the_function_shown_works(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("A = 1\n", "utf-8")
    names: dict[str, Any] = {}
    exec(shown("python"), names)
    with running([reply(call("read", {"path": "a.py"})), say("A is 1.")]) as provider:
        outcome, history = names["work"](tmp_path, "What is A?", base_url=provider.url)
    assert outcome.text == "A is 1."
    assert len(shape(history.record).split()) == 4
