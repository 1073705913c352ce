"""What a start costs over a bare interpreter, and whether anything foreign is loaded."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

_FOREIGN = (
    "import sys, transcript_doctor;"
    "print([m for m in sys.modules if m.partition('.')[0] not in sys.stdlib_module_names"
    " and m.partition('.')[0] not in ('transcript_doctor', '__main__') and not m.startswith('_')])"
)


def _seconds(*arguments: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start


def run(rounds: int = 9) -> None:
    """Print medians of several starts, the three kinds taking turns."""
    bare, imported, version = [], [], []
    for _ in range(rounds):
        bare.append(_seconds("-c", "pass"))
        imported.append(_seconds("-c", "import transcript_doctor"))
        version.append(_seconds("-m", "transcript_doctor", "--version"))
    print(
        f"import transcript_doctor: {(median(imported) - median(bare)) * 1e3:.0f} ms over a bare interpreter"
    )
    print(f"transcript-doctor --version: {(median(version) - median(bare)) * 1e3:.0f} ms over it")
    print(
        "third-party modules loaded by the import:",
        subprocess.check_output([sys.executable, "-c", _FOREIGN], text=True).strip(),
    )
