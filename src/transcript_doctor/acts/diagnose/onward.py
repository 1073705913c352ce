"""What to do next: how this history is made whole, and where to look when nothing is known yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from transcript_doctor.acts.diagnose.beside import A_LIST, NOTHING_SAID
from transcript_doctor.catalog import READERS
from transcript_doctor.core.finding import Finding

if TYPE_CHECKING:
    from transcript_doctor.acts.diagnose.outcome import Diagnosis


class Mending(NamedTuple):
    """What the command `repair` is given, and what it needs; in Python there is none."""

    given: str = ""
    """The words with which it sees what was seen here, for a shell; empty for what came through a pipe."""
    options: str | None = None
    """What else it needs to mend the fault, such as `--policy lossy`; None where it cannot."""


class _Words(NamedTuple):
    """Where to look, as the command says it or as Python does."""

    of_a_list: str
    """A transcript was given as the error."""
    body: str
    """The error says too little."""
    find: str
    """No list was given."""


_COMMAND = _Words(
    "`transcript-doctor diagnose --transcript FILE` looks at it; with ERROR, the place is found that "
    "was refused",
    "paste the whole body of the response, as it came: @error.txt reads it from a file, - from standard "
    "input",
    "find the list that was sent, or the agent's session (`transcript-doctor sessions` lists those on "
    "this machine): `transcript-doctor check FILE` shows what is broken, and with --transcript FILE the "
    "place is named here",
)
_PYTHON = _Words(
    "diagnose(None, messages) looks at it; diagnose(error, messages) finds the place that was refused",
    "give the exception itself, diagnose(exception), or its body",
    "find the list that was sent: check(messages) shows what is broken, and diagnose(error, messages) "
    "names the place",
)


def next_steps(found: Diagnosis, mending: Mending | None) -> Iterator[str]:
    """Yield what to do next, in sentences: the command's where `mending` is given, else Python's."""
    words = _PYTHON if mending is None else _COMMAND
    if found.beside is A_LIST:
        yield words.of_a_list
    elif found.report is None:
        unclear = not found.code and found.beside in (None, *NOTHING_SAID)
        yield from [words.body] if unclear else []
        yield from [words.find] if unclear or found.code else []
    elif found.finding is not None:
        yield from _mending(found, found.finding, mending)


def _mending(found: Diagnosis, finding: Finding, mending: Mending | None) -> Iterator[str]:
    """Yield how the history that was given is mended, and who can do it."""
    known = mending is not None and mending.given
    options = mending.options if mending is not None and known else _usual(finding)
    if options is None:
        fix = finding.fix
        yield f"by hand: {fix.title}" if fix is not None else "by hand: no repair is known"
        return
    loses = ", and lists what it loses" if options else ""
    if mending is None or not known:
        policy = ', policy="lossy"' if options else ""
        yield (
            f"repair(messages{policy}).messages is this history, mended{loses}: from transcript_doctor "
            "import repair"
        )
        return
    repair = " ".join(filter(None, ("transcript-doctor repair", mending.given, options)))
    yield from _in_file(found, repair, loses)


def _in_file(found: Diagnosis, repair: str, loses: str) -> Iterator[str]:
    """Yield how the file that was given is mended, a list or an agent's session."""
    session = found.report.session if found.report is not None else None
    if session is None:
        yield f"`{repair}` shows this history mended{loses}; with --write it mends the file"
        return
    readers = [reader for reader in READERS.values() if reader.agent == session.agent]
    if any(reader.rewriting for reader in readers):
        yield (
            f"`{repair} --write` mends the session{loses} (what it was stays beside it); then resume it"
        )
    else:
        yield (
            f"`{repair}` shows the history mended{loses}; files of {session.agent} are not edited, so go "
            "on in a new session"
        )
    if any(reader.homes for reader in readers):
        yield f"the code above is that of {session.agent}, not yours: an update of it may help"


def _usual(finding: Finding) -> str | None:
    """Return what a repair needs to mend a finding by the class of its fix; None where nothing helps."""
    safety = finding.fix.safety if finding.fix is not None else "manual"
    if safety == "manual" or (finding.severity == "warning" and safety != "safe"):
        return None  # a warning is mended where that costs nothing
    return "--policy lossy" if safety == "lossy" else ""
