"""Loading a lab's file as a module in which `lab`, `loops` and `harness` mean what they mean in the lab.

The names exist within that module alone: nothing is put where other code would import it.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from transcript_doctor import testing
from transcript_doctor.testing.labs.files import source


def load(text: str, name: str = "harness", path: str | None = None) -> ModuleType:
    """Return the module that a text makes; raises what the text raises, `SyntaxError` too.

    It can import `lab` and `loops`. `path` is the file that tracebacks name.
    """
    module = ModuleType(name)
    names: dict[str, Callable[[], ModuleType]] = {"lab": lambda: testing, "loops": loops}
    module.__dict__["__builtins__"] = {**vars(builtins), "__import__": _importing(names)}
    exec(compile(text, path or f"{name}.py", "exec"), module.__dict__)
    return module


@cache
def loops() -> ModuleType:
    """Return the module with the two loops of the first lab, `reference` and `buggy`."""
    module = ModuleType("loops")
    exec(compile(source("loops.py"), "loops.py", "exec"), module.__dict__)
    return module


def _importing(names: Mapping[str, Callable[[], ModuleType]]) -> Callable[..., Any]:
    def importing(name: str, *args: Any, **options: Any) -> Any:
        return names[name]() if name in names else builtins.__import__(name, *args, **options)

    return importing
