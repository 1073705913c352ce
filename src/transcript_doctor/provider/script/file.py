"""Script files for the fake provider: those of `testing`, and trouble besides."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

from transcript_doctor.core.errors import BadOption, UnreadableFile
from transcript_doctor.provider.script import trouble
from transcript_doctor.testing import scriptfile
from transcript_doctor.testing.faults import BadStep
from transcript_doctor.testing.scriptfile import Spot
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
KEYS = scriptfile.TROUBLE
"""What a step of the fake provider may have beside what every step has."""


def load(path: str | Path) -> list[Step]:
    """Return the steps of a script file: YAML, JSON, or Python that leaves them in `steps`."""
    if Path(path).suffix == ".py":
        return _run(path)
    return scriptfile.load_script(path, more=_trouble, keys=KEYS)


def steps_from(value: Any, source: str = "script") -> list[Step]:
    """Return the steps of a script that was read already; raises `BadStep`."""
    return scriptfile.steps_from(value, source=source, more=_trouble, keys=KEYS)


def _run(path: str | Path) -> list[Step]:
    if not Path(path).is_file():
        raise UnreadableFile(f"{path}: there is no such file")
    try:
        steps = runpy.run_path(str(path)).get("steps")
    except (Exception, SystemExit) as fault:
        raise BadStep(f"{path}: it raised {type(fault).__name__}: {fault!s:.300}") from fault
    if not isinstance(steps, list | tuple):
        raise BadStep(f"{path}: a script in Python leaves a list in `steps`")
    return list(steps)


def _trouble(spot: Spot, row: dict[str, Any], message: Callable[[], Step]) -> Step:
    """Return the step of a row: trouble instead of a message, around one, or the message."""
    try:
        if "trouble" in row or "status" in row:
            return _failure(spot, row)
        for key in ("sentence", "retry_after"):
            if key in row:
                raise spot.fault(f"{key} belongs to a status or to trouble", key)
        around = [key for key in _AROUND if key in row]
        if not around:
            return message()
        step = trouble.Trouble().step if set(row) == {"hang"} else message()
        for key in around:
            step = _AROUND[key](step, row[key])
        return step
    except BadOption as fault:
        raise spot.fault(str(fault)) from None


def _failure(spot: Spot, row: dict[str, Any]) -> Step:
    odd = set(row) - {"trouble", "status", "sentence", "retry_after", "repeat"}
    if odd:
        raise spot.fault(f"trouble says nothing else: {min(odd)} has no place beside it", min(odd))
    word, status = row.get("trouble"), row.get("status")
    if word is not None and not (isinstance(word, str) and word in _NAMED):
        raise spot.fault(f"trouble is one of {', '.join(_NAMED)}, not {word!r:.40}", "trouble")
    made = _NAMED[word]() if word is not None else trouble.failure(status)  # type: ignore[arg-type]
    sentence = row.get("sentence")
    if sentence is not None and not isinstance(sentence, str):
        raise spot.fault("sentence takes a text", "sentence")
    seconds = row.get("retry_after", made.retry_after)
    return trouble.failure(made.status, sentence or made.sentence, retry_after=seconds)
