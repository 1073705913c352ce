"""Judging the files of a run: what one process does with one file. All of it can be sent to another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from transcript_doctor import __version__
from transcript_doctor.acts.diagnose.meant import answer
from transcript_doctor.acts.diagnose.refusal import Pasted
from transcript_doctor.acts.reading.sessions import Conversation
from transcript_doctor.acts.report.entry import Entry, Sum, Writer, sum_of
from transcript_doctor.cli.asking.options import Asked
from transcript_doctor.cli.reading.asides import Lost, Note, PassedOver
from transcript_doctor.cli.reading.files import Named
from transcript_doctor.cli.reading.loading import Found
from transcript_doctor.cli.reading.reading import Reading


class Judged(NamedTuple):
    """One transcript: its part of the report, and what it adds to the sums."""

    block: Any
    sum: Sum


Piece = Judged | Note | Lost | PassedOver
"""What comes out of a file, one by one."""


class Style(NamedTuple):
    """How the report is written."""

    output: str
    limit: int
    quiet: bool
    stated: bool
    """Whether somebody said what the transcripts are judged as."""
    width: int
    colour: bool

    def writer(self) -> Writer:
        """Return a new writer; only the one that is wanted is loaded."""
        if self.output == "json":
            from transcript_doctor.acts.report.json import JsonWriter

            return JsonWriter()
        if self.output == "sarif":
            from transcript_doctor.acts.report.sarif import SarifWriter

            return SarifWriter(__version__)
        if self.output == "github":
            from transcript_doctor.acts.report.github import GithubWriter

            return GithubWriter()
        from transcript_doctor.acts.report.text import TextWriter

        return TextWriter(
            width=self.width,
            colour=self.colour,
            limit=self.limit,
            quiet=self.quiet,
            stated_as=self.stated,
        )


class Judge(NamedTuple):
    """All that a process needs to know to judge a file."""

    asked: Asked
    reading: Reading
    style: Style
    pasted: Pasted | None = None

    def over(self, file: Named) -> Iterator[Piece]:
        """Yield what comes out of a file, transcript by transcript."""
        writer = self.style.writer()
        for one in self.reading.read(file):
            if isinstance(one, Note | Lost | PassedOver):
                yield one
            else:
                yield self._judged(file, one, writer)

    def _judged(self, file: Named, one: Found, writer: Writer) -> Judged:
        """Check one transcript; return its part of the report."""
        report = self.asked.check(one.value)
        meant = answer(self.pasted, report) if self.pasted else None
        entry = Entry(file.name, one.line, report, one.line_of, meant)
        agent = ""
        if isinstance(one, Conversation):
            entry = replace(entry, file_of=one.file_of, session=one.value)
            agent = one.value.agent
        return Judged(writer.block(entry), sum_of(report, agent))
