"""What to do next: how this history is made whole, and where to look when nothing is known yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from transcript_doctor.acts.diagnose.beside import NO_REASON
from transcript_doctor.catalog import READERS

if TYPE_CHECKING:
    from transcript_doctor.acts.diagnose.outcome import Diagnosis

_COMMAND = "transcript-doctor"
_FIND = (
    f"find the list that was sent, or the agent's session (`{_COMMAND} sessions` lists those on this "
    f"machine): `{_COMMAND} check FILE` shows what is broken, and with --transcript FILE the place "
    "is named here"
)


def next_steps(found: Diagnosis, given: str = "") -> Iterator[str]:
    """Yield what to do next, in sentences; `given` is what `repair` is given, for a shell."""
    if found.report is None:
        yield from _without_list(found)
    elif found.finding is not None:
        yield from _mending(found, given)


def _without_list(found: Diagnosis) -> Iterator[str]:
    if found.code:
        yield _FIND
    elif found.beside in (None, NO_REASON):
        yield (
            "paste the whole body of the response, as it came: @error.txt reads it from a file, "
            "- from standard input"
        )
        yield _FIND


def _mending(found: Diagnosis, given: str) -> Iterator[str]:
    """Yield how the history that was given is mended, and who can do it."""
    finding = found.finding
    session = found.report.session if found.report is not None else None
    fix = finding.fix if finding is not None else None
    if fix is None or fix.safety == "manual":
        yield f"by hand: {fix.title}" if fix is not None else "by hand: no repair is known"
        return
    if not given:
        yield "repair(messages).messages is this history, mended: from transcript_doctor import repair"
        return
    if session is None:
        yield f"`{_COMMAND} repair {given}` shows this history mended; with --write it mends the file"
        return
    readers = [reader for reader in READERS.values() if reader.agent == session.agent]
    if any(reader.rewriting for reader in readers):
        yield (
            f"`{_COMMAND} repair {given} --write` mends the session (what it was stays beside it); "
            "then resume it"
        )
    else:
        yield (
            f"`{_COMMAND} repair {given}` shows the history mended; files of {session.agent} are not "
            "edited, so go on in a new session"
        )
    if any(reader.homes for reader in readers):
        yield f"the code above is that of {session.agent}, not yours: an update of it may help"
