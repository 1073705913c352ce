"""Leaving in order when the system ends a program: a signal then does what Ctrl-C does.

By default a program ends at once, and leaves behind whatever it has started.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

ENDING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
)
"""The signals that ask a program to end, as far as the system has them; SIGKILL asks nobody."""


@contextmanager
def in_order() -> Iterator[None]:
    """Let each of these signals raise SystemExit, with 128 and its number, until the block is over.

    A signal that is ignored, or that somebody else takes care of, stays so; so do all of them outside of the
    main thread, which alone may change that.
    """
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in ENDING:
            if signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, _leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)
