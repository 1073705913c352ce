"""Signals that end a program: whatever stands in a `finally` is done."""

from __future__ import annotations

import os
import signal
import sys
import threading

import pytest

from transcript_doctor.agent.leaving import ENDING, in_order

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process gets no signals there")


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_leaves_in_order(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with pytest.raises(SystemExit) as left, in_order():
        signal.raise_signal(number)
    assert left.value.code == 128 + number
    assert signal.getsignal(number) is before


def test_what_is_ignored_or_taken_care_of_stays_so() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with in_order():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            os.kill(os.getpid(), signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_other_threads_change_nothing() -> None:
    found = []

    def look() -> None:
        with in_order():
            found.append(signal.getsignal(signal.SIGTERM))

    before = signal.getsignal(signal.SIGTERM)
    thread = threading.Thread(target=look)
    thread.start()
    thread.join(60)
    assert found == [before]
