"""`check`: find what a provider would refuse, in files, folders and standard input."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from transcript_doctor import __version__
from transcript_doctor.acts.pasted import Pasted, answer, read_refusal
from transcript_doctor.acts.report.entry import Entry, Tally, Writer
from transcript_doctor.acts.unpacking import Unpacked
from transcript_doctor.cli.main import FINDINGS, MISUSE
from transcript_doctor.cli.options import Asked, asked_of, complete_rules, judging
from transcript_doctor.cli.progress import Progress
from transcript_doctor.cli.reading import Named, Reading, expand
from transcript_doctor.cli.tables import width
from transcript_doctor.core.errors import UnreadableFile


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path())
@click.option("--error", "pasted", metavar="TEXT", help="The refusal: what it means comes first.")
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
    help="Findings shown of each transcript in a text report; 0 for all.",
)
@click.pass_context
def check(ctx: click.Context, /, paths: tuple[str, ...], **options: Any) -> None:
    """Find what a provider would refuse in transcripts.

    PATH is a JSON file (a list of messages, or a request body), a JSONL file (a transcript or a
    message on each line), a folder of such files, or - for standard input.
    """
    asked, config = asked_of(options)
    pasted = read_refusal(options["pasted"]) if options["pasted"] else None
    run = _Run(asked, pasted, _writer(options["output"], options["limit"]))
    tally = run.over(expand(paths))
    if not tally.transcripts and not tally.unreadable:
        raise UnreadableFile(f"no transcript found in {', '.join(paths)}")
    if tally.unreadable:
        ctx.exit(MISUSE)
    ctx.exit(FINDINGS if tally.fails(options["fail_on"] or config.fail_on) else 0)


class _Run:
    """One run over files: every transcript is checked and written as soon as it is read."""

    def __init__(self, asked: Asked, pasted: Pasted | None, writer: Writer) -> None:
        self._asked, self._pasted, self._writer = asked, pasted, writer
        self._reading, self._tally = Reading(), Tally()

    def over(self, files: list[Named]) -> Tally:
        """Check all files; return the sums."""
        self._print(self._writer.begin())
        with Progress(len(files)) as progress:
            for file in files:
                progress.show(file.name)
                for one in self._reading.transcripts(file):
                    progress.show(f"{one.line}: {file.name}")
                    if text := self._written(file, one):
                        if sys.stdout.isatty():
                            progress.clear()
                        self._print(text)
                progress.step()
        self._tally.unreadable = self._reading.unreadable
        self._tally.passed_over = self._reading.passed_over
        self._print(self._writer.end(self._tally))
        return self._tally

    def _written(self, file: Named, one: Unpacked) -> str:
        """Check one transcript; return its part of the report."""
        report = self._asked.check(one.value)
        self._tally.add(report)
        meant = answer(self._pasted, report) if self._pasted else None
        return self._writer.entry(Entry(file.name, one.line, report, one.line_of, meant))

    def _print(self, text: str) -> None:
        click.echo(text, nl=False, color=_colour())


def _writer(output: str, limit: int) -> Writer:
    """Return the writer of an output format; only the one that is wanted is loaded."""
    if output == "json":
        from transcript_doctor.acts.report.json import JsonWriter

        return JsonWriter()
    if output == "sarif":
        from transcript_doctor.acts.report.sarif import SarifWriter

        return SarifWriter(__version__)
    if output == "github":
        from transcript_doctor.acts.report.github import GithubWriter

        return GithubWriter()
    from transcript_doctor.acts.report.text import TextWriter

    return TextWriter(width=width(), colour=_colour(), limit=limit)


def _colour() -> bool:
    """Colour only on a terminal, and only where nobody has asked for none."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )
