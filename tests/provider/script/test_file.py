"""Trouble in script files, and scripts in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.provider import (
    broken,
    cut,
    failure,
    hang,
    overloaded,
    rate_limited,
    server_error,
    slow,
)
from transcript_doctor.provider.script.file import load, steps_from
from transcript_doctor.testing import BadStep, call, forever, reply, say


@pytest.mark.parametrize(
    ("row", "step"),
    [
        ({"trouble": "rate-limited"}, rate_limited()),
        (
            {"trouble": "rate-limited", "retry_after": 0.1, "sentence": "Slowly."},
            rate_limited(0.1, "Slowly."),
        ),
        ({"trouble": "server-error"}, server_error()),
        ({"trouble": "overloaded", "repeat": True}, forever(overloaded())),
        ({"status": 404, "sentence": "No such model."}, failure(404, "No such model.")),
        ({"say": "a", "cut": 2}, cut(say("a"), 2)),
        ({"say": "a", "broken": 2}, broken(say("a"), 2)),
        ({"call": "read", "slow": 0.5}, slow(reply(call("read")), 0.5)),
        ({"say": "a", "slow": 0.5, "cut": 1}, slow(cut(say("a"), 1), 0.5)),
        ({"say": "a", "hang": 1}, hang(say("a"), 1)),
        ({"hang": 0}, hang()),
        ({"say": "a"}, say("a")),
    ],
    ids=range(12),
)
def test_trouble_in_a_file(row: dict[str, Any], step: Any) -> None:
    assert steps_from([row]) == [step]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"trouble": "rain"}, "step 1: trouble is one of rate-limited, server-error, overloaded"),
        ({"trouble": ["rain"]}, "step 1: trouble is one of rate-limited, server-error, overloaded"),
        ({"status": 200}, "step 1: a failure has a status from 400 to 599"),
        (
            {"status": 500, "say": "a"},
            "step 1: trouble says nothing else: say has no place beside it",
        ),
        ({"say": "a", "retry_after": 1}, "step 1: retry_after belongs to a status or to trouble"),
        ({"say": "a", "cut": "two"}, "step 1: after takes a number of frames"),
        ({"status": 500, "sentence": 5}, "step 1: sentence takes a text"),
        ({"status": 500, "retry_after": "soon"}, "step 1: retry_after takes seconds"),
        ({"cut": 3}, "step 1: it says nothing"),
    ],
    ids=range(9),
)
def test_trouble_that_is_none(row: dict[str, Any], says: str) -> None:
    with pytest.raises(BadStep) as caught:
        steps_from([row])
    assert says in str(caught.value)


def test_a_script_in_python(tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text(
        "from transcript_doctor.testing import say\nsteps = [say('a'), lambda request: say('b')]\n"
    )
    first, second = load(file)
    assert (first, second(None)) == (say("a"), say("b"))
    file.write_text("step = 5\n")
    with pytest.raises(BadStep, match="leaves a list in `steps`"):
        load(file)
    with pytest.raises(UnreadableFile, match="no such file"):
        load(tmp_path / "nowhere.py")


@pytest.mark.parametrize(
    "written", ["steps = [", "1 / 0", "import sys\nsys.exit(3)", "import nowhere"]
)
def test_a_script_in_python_that_raises(tmp_path: Path, written: str) -> None:
    file = tmp_path / "script.py"
    file.write_text(written)
    with pytest.raises(BadStep, match=r"script\.py: it raised "):
        load(file)


def test_the_line_of_trouble(tmp_path: Path) -> None:
    file = tmp_path / "script.yaml"
    file.write_text("- say: a\n- say: b\n  cut: x\n")
    with pytest.raises(BadStep, match="line 2: step 2: after takes"):
        load(file)
