"""Trouble in script files, and scripts in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.provider.asking import USER, ask, claude
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.provider import (
    broken,
    cut,
    failure,
    hang,
    overloaded,
    rate_limited,
    running,
    server_error,
    slow,
)
from transcript_doctor.provider.script.file import load, load_whole, loaded
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
    assert loaded([row]).steps == [step]


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
        ({"say": "a", "cut": "two"}, "step 1: cut comes after a number of frames"),
        ({"status": 500, "sentence": 5}, "step 1: sentence takes a text"),
        ({"status": 500, "retry_after": "soon"}, "step 1: retry_after takes seconds"),
        ({"cut": 3}, "step 1: it says nothing"),
    ],
    ids=range(9),
)
def test_trouble_that_is_none(row: dict[str, Any], says: str) -> None:
    with pytest.raises(BadStep) as caught:
        loaded([row])
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
    with pytest.raises(BadStep, match=r"script\.py(, line \d: it raised |: it raised SyntaxError)"):
        load(file)


def test_the_line_of_trouble(tmp_path: Path) -> None:
    file = tmp_path / "script.yaml"
    file.write_text("- say: a\n- say: b\n  cut: x\n")
    with pytest.raises(BadStep, match="line 3: step 2: cut comes after a number of frames"):
        load(file)


@pytest.mark.parametrize(
    ("name", "written", "per"),
    [
        ("a.yaml", "per: server\nsteps: [a]\n", "server"),
        ("a.json", '{"steps": ["a"], "per": "conversation"}', "conversation"),
        ("a.yaml", "steps: [a]\n", None),
        ("a.yaml", "[a]\n", None),
        ("a.py", "steps = []\nper = 'server'\n", "server"),
    ],
)
def test_a_file_says_who_goes_through_it(
    tmp_path: Path, name: str, written: str, per: str | None
) -> None:
    file = tmp_path / name
    file.write_text(written)
    assert load_whole(file).per == per
    with running(script=file) as served:
        assert served._desk.script.per == (per or "conversation")
    with running(script=file, per="server") as served:
        assert served._desk.script.per == "server"


@pytest.mark.parametrize(
    ("name", "written", "says"),
    [
        ("a.yaml", "steps: [a]\nper: moon\n", "line 2: per takes 'conversation' or 'server', not 'moon'"),
        ("a.yaml", "steps: [a]\nport: 1\n", "line 2: unknown key 'port'; known: per, steps"),
        ("a.json", '{"steps": [{"say": "a", "say": "b"}]}', "the key 'say' is there twice"),
        ("a.yaml", "- say: a\n  cut: 1\n  broken: 2\n", "line 3: step 1: cut and broken are ends of one answer"),
        ("a.yaml", "- say: a\n  hang: true\n", "line 2: step 1: hang comes after a number of frames"),
        ("a.yaml", "- say: a\n  cut: -1\n", "line 2: step 1: cut comes after a number of frames, 0 or more, not"),
        ("a.yaml", "- say: a\n  slow: fast\n", "line 2: step 1: slow takes seconds"),
        ("a.yaml", "- trouble: overloaded\n  status: 500\n", "line 2: step 1: trouble names a status"),
        ("a.py", "x = 0\n\nsteps = [1 / x]\n", "line 3: it raised ZeroDivisionError"),
        ("a.py", "steps = ['x']\n", "a.py: step 1 is no step"),
        ("a.py", "steps = []\nper = 'moon'\n", "a.py: per takes"),
    ],
    ids=range(11),
)  # fmt: skip
def test_what_is_wrong_is_told_with_file_and_line(
    tmp_path: Path, name: str, written: str, says: str
) -> None:
    file = tmp_path / name
    file.write_text(written)
    with pytest.raises(BadStep) as caught:
        running(script=file)
    assert str(caught.value).startswith(str(file))
    assert says in str(caught.value)


def test_a_step_that_raises_is_told_with_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "steps.py"
    file.write_text("def inner():\n    return {}['x']\n\n\nsteps = [lambda request: inner()]\n")
    with running(script=file) as served:
        heard = ask(served.url, "/v1/messages", claude(USER))
    assert heard.status == 410
    said = heard.json["error"]["message"]
    assert said == f"step 1, <lambda>, raised KeyError: 'x' ({file}, line 5)"
