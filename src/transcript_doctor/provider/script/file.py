"""Script files for the fake provider: those of `testing`, and trouble besides."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Mapping
from pathlib import Path
from traceback import walk_tb
from typing import Any, NamedTuple

from transcript_doctor.core.errors import BadOption, UnreadableFile
from transcript_doctor.provider.script import trouble
from transcript_doctor.provider.script.conversations import PER, Per
from transcript_doctor.testing import Play, scriptfile
from transcript_doctor.testing.faults import BadStep
from transcript_doctor.testing.scriptlines import At, Spot, read_file
from transcript_doctor.testing.steps import Step

_NAMED: dict[str, Callable[[], trouble.Trouble]] = {
    "rate-limited": trouble.rate_limited,
    "server-error": trouble.server_error,
    "overloaded": trouble.overloaded,
}
_AROUND: dict[str, Callable[[Any, Any], trouble.Trouble]] = {
    "cut": trouble.cut,
    "broken": trouble.broken,
    "slow": trouble.slow,
    "hang": trouble.hang,
}
_ENDS = ("cut", "broken", "hang")
KEYS = scriptfile.TROUBLE
"""What a step of the fake provider may have beside what every step has."""


class Loaded(NamedTuple):
    """A script as a file has it."""

    steps: list[Step]
    per: Per | None
    """Who has a position in it of its own, where it says so."""


def load(path: str | Path) -> list[Step]:
    """Return the steps of a script file: YAML, JSON, or Python that leaves them in `steps`."""
    return load_whole(path).steps


def load_whole(path: str | Path) -> Loaded:
    """Return what a script file says: its steps, and `per`."""
    if Path(path).suffix == ".py":
        return _run(path)
    value, lines = read_file(path)
    return loaded(value, str(path), lines)


def loaded(value: Any, source: str = "script", lines: Mapping[At, int] | None = None) -> Loaded:
    """Return a script that was read already; raises `BadStep`."""
    steps = scriptfile.steps_from(
        value, source=source, lines=lines, more=_trouble, keys=KEYS, beside=scriptfile.SETTINGS
    )
    per = value.get("per") if isinstance(value, dict) else None
    return Loaded(steps, _who(Spot(source, (), lines or {}), per))


def _who(spot: Spot, per: Any) -> Per | None:
    if per is not None and per not in PER:
        raise spot.fault(f"per takes {' or '.join(map(repr, PER))}, not {per!r:.40}", "per")
    found: Per | None = per
    return found


def _run(path: str | Path) -> Loaded:
    if not Path(path).is_file():
        raise UnreadableFile(f"{path}: there is no such file")
    try:
        left = runpy.run_path(str(path))
    except (Exception, SystemExit) as fault:
        rows = [
            row for row in walk_tb(fault.__traceback__) if row[0].f_code.co_filename == str(path)
        ]
        line = f", line {rows[-1][1]}" if rows else ""
        raise BadStep(f"{path}{line}: it raised {type(fault).__name__}: {fault!s:.300}") from fault
    steps, per = left.get("steps"), left.get("per")
    if not isinstance(steps, list | tuple):
        raise BadStep(f"{path}: a script in Python leaves a list in `steps`")
    try:
        Play(steps, passing=(trouble.Trouble,))
    except BadStep as fault:
        raise BadStep(f"{path}: {fault}") from None
    return Loaded(list(steps), _who(Spot(str(path), (), {}), per))


def _trouble(spot: Spot, row: dict[str, Any], message: Callable[[], Step]) -> Step:
    """Return the step of a row: trouble instead of a message, around one, or the message."""
    if "trouble" in row or "status" in row:
        return _failure(spot, row)
    for key in ("sentence", "retry_after"):
        if key in row:
            raise spot.fault(f"{key} belongs to a status or to trouble", key)
    around = [key for key in _AROUND if key in row]
    if not around:
        return message()
    ends = [key for key in around if key in _ENDS]
    if len(ends) > 1:
        raise spot.fault(f"{' and '.join(ends)} are ends of one answer: one of them", ends[1])
    step = trouble.Trouble().step if set(row) == {"hang"} else message()
    for key in around:
        try:
            step = _AROUND[key](step, row[key])
        except BadOption as fault:
            raise spot.fault(str(fault), key) from None
    return step


def _failure(spot: Spot, row: dict[str, Any]) -> Step:
    odd = set(row) - {"trouble", "status", "sentence", "retry_after", "repeat"}
    if odd:
        raise spot.fault(f"trouble says nothing else: {min(odd)} has no place beside it", min(odd))
    word, status = row.get("trouble"), row.get("status")
    if word is not None and status is not None:
        raise spot.fault("trouble names a status, and status another: one of them", "status")
    if word is not None and not (isinstance(word, str) and word in _NAMED):
        raise spot.fault(f"trouble is one of {', '.join(_NAMED)}, not {word!r:.40}", "trouble")
    sentence = row.get("sentence")
    if sentence is not None and not isinstance(sentence, str):
        raise spot.fault("sentence takes a text", "sentence")
    try:
        made = _NAMED[word]() if word is not None else trouble.failure(status)  # type: ignore[arg-type]
        seconds = row.get("retry_after", made.retry_after)
        return trouble.failure(made.status, sentence or made.sentence, retry_after=seconds)
    except BadOption as fault:
        raise spot.fault(str(fault), "retry_after" if "retry_after" in row else "status") from None
