"""Repairs without Python's collector of cycles, which would walk all that they make again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Let the collector rest, and put it back as it was.

    It takes as long as all the rest where thousands of faults are healed; hardly a cycle is made meanwhile,
    and what there is of them is collected afterwards.
    """
    rests = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if rests:
            gc.enable()
