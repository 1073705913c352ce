"""Listing sessions: what one process tells of one file. All of it can be sent to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from transcript_doctor.acts.check import check
from transcript_doctor.acts.reading.sessions import conversations
from transcript_doctor.cli.reading.asides import Lost
from transcript_doctor.cli.reading.files import Named, written
from transcript_doctor.cli.reading.loading import source_of
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.report import Report
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.core.wording import counted, why_not
from transcript_doctor.safetext import printable

_STATES = {"running": "unfinished"}
"""How a state is called where nobody can know whether the agent still runs."""
_MOST_APART = 20
"""Sessions of one file that get a row each."""


class Listed(NamedTuple):
    """A row: one session, or those of a file that holds very many."""

    agent: str
    when: str
    """The time of the last message in UTC, to the minute; of the file's last change where it has none."""
    messages: int
    health: str
    where: str
    sessions: int = 1

    @property
    def cells(self) -> tuple[str, ...]:
        """What is shown, column by column."""
        return self.agent, self.when, str(self.messages), self.health, self.where


class Listing(NamedTuple):
    """What is listed of a file: a row for each conversation, one for all where they are very many."""

    def over(self, file: Named) -> Iterator[Listed | Lost]:
        """Yield a file's rows; a file that is no session has none."""
        few: list[Listed] = []
        many: Counter[str] = Counter()
        try:
            for one in conversations(source_of(file)) or ():
                row = _row(file, one.value)
                many["messages"] += row.messages
                many["sessions"] += 1
                many["with errors"] += "error" in row.health
                if len(few) <= _MOST_APART:
                    few.append(row)
        except (OSError, UnreadableFile) as fault:
            what = why_not(fault) if isinstance(fault, OSError) else None
            yield Lost(file.name, 0, str(what or fault).removeprefix(f"{file.name}: "))
        if len(few) > _MOST_APART:
            yield _all_of(file, few[0], many)
        elif len(few) == 1:
            yield few[0]._replace(where=printable(file.name))
        else:
            yield from few


def _all_of(file: Named, first: Listed, many: Counter[str]) -> Listed:
    sick = many["with errors"]
    health = f"{sick} of {many['sessions']} with errors" if sick else f"{many['sessions']} healthy"
    where = printable(file.name)
    return first._replace(
        messages=many["messages"], health=health, where=where, sessions=many["sessions"]
    )


def _row(file: Named, session: Transcript) -> Listed:
    agent = " ".join(filter(None, (session.agent, session.version)))
    spot = session.begins
    return Listed(
        printable(agent, 40),
        _time(session.when) or _time(str(written(file))) or "?",
        _length(session),
        _health(check(session), session),
        printable(f"{spot.file or file.name}:{spot.line}"),
    )


def _length(session: Transcript) -> int:
    """Return how many messages a session has; of a whole request, those of its list."""
    request = session.request
    if isinstance(request, list):
        return len(request)
    return max((len(one) for one in request.values() if isinstance(one, list)), default=0)


def _health(report: Report, session: Transcript) -> str:
    errors = sum(finding.severity == "error" for finding in report.findings)
    warnings = len(report.findings) - errors
    words = [counted(n, word) for n, word in ((errors, "error"), (warnings, "warning")) if n]
    words += [_STATES.get(session.state, session.state)] if session.state != "whole" else []
    return ", ".join(words) or "healthy"


def _time(when: str | None) -> str:
    """Return a time to the minute in UTC, or nothing where it is none that is known."""
    for read in (_of_number, datetime.fromisoformat):
        with suppress(ValueError, OverflowError, OSError, TypeError):
            found = read(when or "")
            found = found.astimezone(UTC) if found.tzinfo else found
            return found.isoformat(sep=" ")[:16]
    return ""


def _of_number(when: str) -> datetime:
    return datetime.fromtimestamp(float(when), UTC)
