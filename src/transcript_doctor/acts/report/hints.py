"""How to say what is not known, for whom a report is: options of the command, or arguments in Python."""

from __future__ import annotations

import re

_FACT = re.compile(r"--context (\w+)=")
_IN_PYTHON = {
    "--wire FORMAT says it": "format= says it",
    "--limit 0 shows all": "`findings` has all",
}


def for_command(words: str) -> str:
    """Return a hint as the command's own: that is how all of them are written."""
    return words


def for_python(words: str) -> str:
    """Return a hint with the arguments of `check` in the place of the command's options."""
    for option, argument in _IN_PYTHON.items():
        words = words.replace(option, argument)
    return _FACT.sub(r"context= with '\1': ", words)
