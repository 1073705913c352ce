"""The record of an agent's work: the file that is named, or the newest one, and the history in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from transcript_doctor.acts.history import History
from transcript_doctor.agent.coding import newest_record
from transcript_doctor.agent.folder import Folder
from transcript_doctor.cli.ends import Misuse
from transcript_doctor.core.errors import BadOption


def old_record(place: Folder, named: str | None, *, goes_on: bool) -> Path | None:
    """Return the file that is named, or gone on with; None where a new one is to be made in the folder."""
    if named is None:
        return newest_record(place) if goes_on else None
    path = Path(named).absolute()
    if path.is_dir():
        raise Misuse(f"{path} is a folder; --record names a file")
    if path.exists() and not goes_on:
        raise Misuse(f"{path} is there already; --continue goes on with it")
    if goes_on and not path.exists():
        raise Misuse(f"there is no record {path} to go on with")
    return path


def opened(path: Path, model: Any) -> History:
    """Return the history that a file keeps; raises `BadOption` where it is for another kind of model."""
    try:
        return History.open(path, model.target, model=model.name)
    except BadOption as fault:
        if " is kept for " not in str(fault):
            raise
        raise BadOption(
            f"{fault}: a record goes on with the kind of model that it began with, and `lab` is "
            "a script's (--script); without --continue a new one begins"
        ) from None
