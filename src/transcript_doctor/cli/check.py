"""`check`: find what a provider would refuse, in files, folders and standard input."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from transcript_doctor.acts.diagnose.refusal import Pasted, read_refusal
from transcript_doctor.acts.report.entry import Tally
from transcript_doctor.cli.asking.options import asked_of, complete_rules, judging
from transcript_doctor.cli.asking.pasting import pasted_text
from transcript_doctor.cli.ends import FINDINGS, MISUSE
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.cli.printing.tables import width
from transcript_doctor.cli.reading.asides import Lost, PassedOver, refuse_none
from transcript_doctor.cli.reading.files import Named, expand, newest_of
from transcript_doctor.cli.reading.reading import Reading
from transcript_doctor.cli.running.judging import Judge, Judged, Piece, Style
from transcript_doctor.cli.running.pool import jobs_for, over_all
from transcript_doctor.cli.running.progress import Progress
from transcript_doctor.core.errors import UnreadableFile


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path())
@click.option(
    "--error",
    "pasted",
    metavar="TEXT",
    help="The refusal, or @FILE, or - for standard input: what it means comes first. What was "
    "refused is a request.",
)
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    show_default=True,
    help="How the report is written.",
)
@judging
@click.option(
    "--newest", type=click.IntRange(min=1), metavar="N", help="Only the N files written last."
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes that work at once. Default: one for each core, where there is enough to do.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="CODES",
    help="Only these rules: codes or beginnings of codes, joined by commas.",
    shell_complete=complete_rules,
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODES",
    help="Not these rules.",
    shell_complete=complete_rules,
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    help="The least severity that makes the exit code 1. Default: error.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="Kinds of findings shown of each transcript in a text report; 0 details every finding.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print the sums alone.")
@click.option(
    "--allow-none",
    is_flag=True,
    help="Files without a transcript are no misuse, whoever named them: for hooks.",
)
@click.pass_context
def check(ctx: click.Context, /, paths: tuple[str, ...], **options: Any) -> None:
    """Find what a provider would refuse in transcripts.

    PATH is a JSON file (a list of messages, or a request body), a JSONL file (a transcript or a
    message on each line), a session file of an agent, a folder of such files, or - for standard
    input.
    """
    asked, config = asked_of(options)
    pasted = _pasted(options["pasted"], paths)
    if pasted and asked.as_ is None:
        asked = asked._replace(as_="request")
    files, none_is_fine = expand(paths), options["allow_none"]
    if options["newest"]:
        files = newest_of(files)[: options["newest"]]
    if options["quiet"] and options["output"] != "text":
        raise UnreadableFile(
            f"--quiet is for people: --format {options['output']} is written whole"
        )
    stated = asked.as_ is not None
    style = Style(options["output"], options["limit"], options["quiet"], stated, width(), _colour())
    judge = Judge(asked, Reading(files, any_file=none_is_fine), style, pasted)
    desk = _Desk(style)
    tally = desk.over(judge, files, jobs_for(files, options["jobs"]))
    if not tally.transcripts and not tally.unreadable and not none_is_fine:
        refuse_none(paths, files, desk.reason)
    if tally.unreadable:
        ctx.exit(MISUSE)
    ctx.exit(FINDINGS if tally.fails(options["fail_on"] or config.fail_on) else 0)


def _pasted(text: str | None, paths: tuple[str, ...]) -> Pasted | None:
    """Return what a refusal means that was given as a text, in a file, or on standard input."""
    if text is None:
        return None
    return read_refusal(pasted_text(text, "--error", stdin_is_free="-" not in paths))


class _Desk:
    """Where the pieces of all files come together: printed, told, counted."""

    def __init__(self, style: Style) -> None:
        self._writer, self._text = style.writer(), style.output == "text"
        self._quiet, self._colour = style.quiet, style.colour
        self._said: set[str] = set()
        self.tally = Tally()
        self.reason = ""
        """Why the last file that was passed over holds no transcript."""

    def over(self, judge: Judge, files: list[Named], jobs: int) -> Tally:
        """Judge all files; return the sums."""
        self._print(self._writer.begin())
        with Progress(len(files)) as progress:
            for index, piece in over_all(judge, files, jobs):
                progress.show(index, files[index].name)
                if text := self._taken(piece):
                    if sys.stdout.isatty():
                        progress.clear()
                    self._print(text)
        self._print(self._writer.end(self.tally))
        return self.tally

    def _taken(self, piece: Piece) -> str:
        """Count a piece, and return what is printed of it."""
        if isinstance(piece, Judged):
            self.tally.add(piece.sum)
            return self._writer.put(piece.block)
        if isinstance(piece, PassedOver):
            self.reason = piece.reason
            self.tally.passed_over += not piece.alone
        elif isinstance(piece, Lost):
            self.tally.unreadable.append((piece.name, piece.line, piece.what))
            say(piece.text)
        elif not self._quiet and (not piece.subject or piece.subject not in self._said):
            self._said.add(piece.subject)
            say(piece.text)
        return ""

    def _print(self, text: str) -> None:
        click.echo(text, nl=False, color=self._colour)


def _colour() -> bool:
    """Colour only on a terminal, and only where nobody has asked for none."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )
