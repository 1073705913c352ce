"""What `repair` says of the files that it went over, and how it ends."""

from __future__ import annotations

import gc
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from transcript_doctor.acts.report.json import dumps
from transcript_doctor.acts.rewriting import NoTranscript, Repaired, Rewritten, repair_session
from transcript_doctor.cli.ends import FINDINGS, MISUSE
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.cli.reading.asides import refuse_none
from transcript_doctor.cli.reading.files import Named
from transcript_doctor.cli.running.progress import Progress
from transcript_doctor.core.errors import DoctorError, UnreadableFile
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.core.wording import counted
from transcript_doctor.safetext import printable

_RESUMED = frozenset({"Claude Code", "Codex", "pi", "tau", "OpenClaw", "Cline", "Roo Code"})
"""Agents that go on from a file that can be edited."""


class Desk:
    """Where the outcomes of all files come together: told, counted."""

    def __init__(
        self,
        paths: Sequence[str],
        files: Sequence[Named],
        told_as: str,
        *,
        write: bool,
        contents: bool = False,
    ) -> None:
        self._paths, self._files, self._write = paths, files, write
        self._contents = contents
        self._rows: list[dict[str, object]] | None = [] if told_as == "json" else None
        self._several = len(files) != 1
        self._code = self._taken = 0
        self._reason = ""
        """Why the last file that was passed over holds no transcript."""

    def over(self, how: Mapping[str, Any]) -> None:
        """Repair all files, each on its own: one that cannot be read does not stop the others."""
        with _without_collector(), Progress(len(self._files)) as progress:
            for number, file in enumerate(self._files):
                progress.show(number, file.name)
                try:
                    made = repair_session(file.name, write=self._write, **how)
                except NoTranscript as fault:
                    self._pass_over(file, str(fault))
                except UnreadableFile as fault:
                    progress.clear()
                    self._lose(str(fault))
                else:
                    progress.clear()
                    self.take(made)

    def _pass_over(self, file: Named, reason: str) -> None:
        self._reason = reason.removeprefix(f"{file.name}: ")
        if file.by_name and self._several:
            say(f"{file.name}: passed over: {self._reason}")

    def _lose(self, what: str) -> None:
        if not self._several:
            raise DoctorError(what)
        say(what)
        self._code, self._taken = MISUSE, self._taken + 1

    def take(self, made: Rewritten) -> None:
        """Tell of a file, and count it."""
        self._taken += 1
        refused = any(not one.repair.report.ok for one in made.repaired)
        unwritten = self._write and (made.reason or any(one.left_out for one in made.repaired))
        self._code = max(self._code, MISUSE if unwritten else FINDINGS if refused else 0)
        if self._rows is not None:
            self._rows.append(made.to_json())
            return
        several = self._several or len(made.repaired) > 1
        for one in made.repaired:
            if one.is_changed or not one.repair.report.ok or not several:
                show(made, one, named=several, contents=self._contents)
        _tell(made, write=self._write)

    def close(self) -> int:
        """End the run; return the exit code."""
        if not self._taken:
            refuse_none(self._paths, self._files, self._reason)
        if self._rows is not None:
            click.echo(dumps({"files": self._rows}))
        elif self._several:
            click.echo(f"{counted(self._taken, 'file')} looked at")
        return self._code


@contextmanager
def _without_collector() -> Iterator[None]:
    """Let Python's collector of cycles rest: this process is the command's own, and hardly makes any.

    It walks all that repairs make again and again, a third of the time in a file of 24,000 lines.
    """
    rests = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if rests:
            gc.enable()


def show(made: Rewritten, one: Repaired, *, named: bool, contents: bool = False) -> None:
    """Print the shapes of one conversation and the difference, then what was done on stderr.

    With `contents`, messages that stay as they are stand there in full too.
    """
    done = one.repair
    where = printable(f"{made.name}:{one.line}: ") if named else ""
    if one.is_changed:
        if named:
            click.echo(where.rstrip(": "))
        click.echo(done.shown(contents=contents))
    elif done.report.ok and (made.mended or made.damage):
        click.echo(f"{where}no message is to be repaired; {_of_the_file(made)}")
    else:
        click.echo(f"{where}{done.shown()}")
    for line in done.told():
        say(f"{where}{line}")


def _of_the_file(made: Rewritten) -> str:
    """Return what is mended in the file itself, or that it stays as it is."""
    if not made.mended:
        return "what is wrong with the file itself stays"
    rows = [f"the file itself is: {counted(len(made.mended), 'thing')}"]
    return "\n".join([*rows, *(printable(f"  line {m.line}: {m.what}", 400) for m in made.mended)])


def _is_kept_by_an_agent(made: Rewritten) -> bool:
    """Tell whether a file is one that an agent keeps, and goes on from."""
    given = [one.given for one in made.repaired]
    return any(isinstance(one, Transcript) and one.agent in _RESUMED for one in given)


def _tell(made: Rewritten, *, write: bool) -> None:
    """Say on stderr what was done to the file itself, and whether it was written."""
    for one in made.mended:
        say(printable(f"{made.name}:{one.line}: {one.what}", 400))
    for harm in made.damage:
        say(printable(f"{made.name}: still so in the file: {harm}", 400))
    for each in made.repaired:
        if each.left_out is not None and made.reason is None:
            say(printable(f"{made.name}:{each.line}: not written: {each.left_out}", 400))
    for note in made.notes:
        say(f"{made.name}: {note}")
    if made.reason is not None:
        word = "not written" if write else "--write cannot edit it"
        say(printable(f"{made.name}: {word}: {made.reason}; --output FILE writes the list", 600))
    elif made.written:
        say(printable(f"{made.name}: written; what it was lies in {made.backup}", 600))
        back = shlex.join(["mv", str(made.backup), made.name])
        resumed = "; resume the session as before" if _is_kept_by_an_agent(made) else ""
        say(printable(f"to put the old file back: {back}{resumed}", 1200))
    elif made.data is not None:
        say(
            printable(
                f"{made.name}: nothing was written; add --write to edit the file like this", 600
            )
        )
