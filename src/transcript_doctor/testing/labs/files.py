"""The files of the labs: what a learner starts from, what lies beside the editor, and what fills the gaps."""

from __future__ import annotations

import re
from importlib.resources import files

from transcript_doctor.core.errors import BadOption

STARTERS = ("my_test.py", "harness.py")
"""The files with gaps, one a lab."""
BESIDE = ("loops.py",)
"""The files to read only."""
_GAP = re.compile(r"^[ ]*# --- your code ---\n(.*?)^[ ]*# --- end ---\n", re.MULTILINE | re.DOTALL)


def source(name: str) -> str:
    """Return the text of a lab's file by its name; raises `BadOption` where there is none."""
    if name not in (*STARTERS, *BESIDE):
        raise BadOption(f"no file of a lab is called {name!r:.60}: {', '.join(STARTERS + BESIDE)}")
    return _read(f"{name}.txt")


def gaps(text: str) -> list[str]:
    """Return what stands in the gaps of a file, in order."""
    return [found[1] for found in _GAP.finditer(text)]


def solution(name: str) -> str:
    """Return a starter with its gaps filled, as one of the ways to do it; raises `BadOption`."""
    text = source(name)
    if name not in STARTERS:
        raise BadOption(f"{name} has no gaps")
    fillings = iter(gaps(_read("solutions", f"{name}.txt")))
    return _GAP.sub(lambda gap: gap[0].replace(gap[1], next(fillings)), text)


def _read(*names: str) -> str:
    data = files("transcript_doctor.testing.labs").joinpath("data")
    return data.joinpath(*names).read_text(encoding="utf-8")
