"""What the command prints, put into pages: run when the page is made, so that it cannot drift."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

_BLOCK = re.compile(r"^```text\n(\$ transcript-doctor [^\n]*)\n.*?^```$", re.MULTILINE | re.DOTALL)


def with_fresh_output(page: str, folder: Path) -> str:
    """Return a page in which each block that begins with a command holds what that prints now."""
    return _BLOCK.sub(lambda found: f"```text\n{found[1]}\n{printed(found[1], folder)}```", page)


def printed(line: str, folder: Path) -> str:
    """Return what a line such as `$ transcript-doctor check FILE` prints when run in a folder."""
    words = shlex.split(line)[2:]
    ran = subprocess.run(
        [sys.executable, "-m", "transcript_doctor", *words],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if ran.returncode not in (0, 1):
        raise ValueError(f"{line}: {ran.stderr}")
    return ran.stdout
