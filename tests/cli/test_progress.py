"""The bar of a long run: on a terminal only, after a while only, and gone at the end."""

from __future__ import annotations

import io
import sys
import time

import pytest

from transcript_doctor.cli.running.progress import Progress


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock whose only entry is the time."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_a_short_run_shows_nothing(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress(100) as progress:
        for i in range(100):
            clock[0] = i / 1000
            progress.show(i, f"{i}.json")
    assert screen.getvalue() == ""


def test_a_long_run_shows_where_it_is(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress(4) as progress:
        for i in range(4):
            clock[0] = float(i)
            progress.show(i, f"{i}\x1b[2J.json")
        progress.clear()
        progress.clear()
    shown = screen.getvalue()
    assert "[############------------] 2/4  2\\x1b[2J.json" in shown
    assert shown.endswith("\r\x1b[K")
    assert shown.count("\r\x1b[K") == 4


def test_no_terminal_no_bar(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(2) as progress:
        for i in range(2):
            clock[0] += 5
            progress.show(i, "a.json")
    assert stream.getvalue() == ""
