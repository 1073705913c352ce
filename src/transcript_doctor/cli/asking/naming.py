"""The words that people type for targets and formats, and what is said when they mean another name."""

from __future__ import annotations

from transcript_doctor.acts.opening.likely import likely_targets
from transcript_doctor.acts.opening.targeting import ALL, choose_target, resolve
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.core.errors import DoctorError, UnknownFormat


def named_target(name: str | None, wire: str | None) -> str | None:
    """Return a target's name as it was typed; says on stderr when it stands for another one.

    Raises a `DoctorError` that names at most five likely targets.
    """
    if name is None or name == ALL:
        return name
    meant = resolve(name, wire)
    if meant is None:
        raise unknown_target(name)
    word = name.strip().lower().replace("_", "-")
    if meant != word and not meant.startswith(f"{word}-"):
        say(f"{name}: judged by the laws of {meant}")
    return name


def wire_of(name: str | None) -> tuple[str | None, str | None]:
    """Return the format that a word means, and the target where the word names one."""
    if name is None or name in FORMATS:
        return name, None
    try:
        choose_target(name, None, lenient=False)
    except UnknownFormat:
        meant = resolve(name, None)
        if meant is None:
            raise
        return target_named(meant).format, meant
    return name, None


def unknown_target(name: str) -> DoctorError:
    """Return the error of a target that does not exist, with at most five names that are likely."""
    likely = likely_targets(name)
    hint = f"did you mean {', '.join(likely)}? " if likely else ""
    return DoctorError(f"unknown target {name[:80]!r}; {hint}transcript-doctor targets lists all")
