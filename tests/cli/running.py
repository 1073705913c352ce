"""Running the command in tests: in this process, or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from transcript_doctor.cli.main import group

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


def run(*words: str | Path, stdin: str | bytes | None = None, **settings: Any) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(group, [str(word) for word in words], input=stdin, **settings)


def run_really(
    *words: str | Path, stdin: bytes = b"", cwd: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as `python -m transcript_doctor` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "transcript_doctor", *map(str, words)],
        input=stdin,
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )
