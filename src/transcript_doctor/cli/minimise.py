"""`minimise`: the smallest list that still breaks the same rule."""

from __future__ import annotations

from typing import Any

import click

from transcript_doctor.acts.minimise import minimise as minimise_transcript
from transcript_doctor.cli.asking.options import asked_of, complete_rules, judging
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.cli.printing.writing import as_json
from transcript_doctor.cli.reading.one import load_one
from transcript_doctor.core.errors import DoctorError
from transcript_doctor.core.wording import counted


@click.command(short_help="Print the smallest list that breaks the same rule.")
@click.argument("file", type=click.Path())
@click.option(
    "--rule",
    metavar="CODE",
    help="The rule to keep broken. Default: that of the first error.",
    shell_complete=complete_rules,
)
@judging
def minimise(file: str, rule: str | None, **options: Any) -> None:
    """Print the smallest list that still breaks the same rule in the same way.

    FILE holds one transcript; - is standard input. Nothing is replaced: see share before you
    publish.
    """
    asked, _ = asked_of(options)
    found = minimise_transcript(
        load_one(file).value,
        rule=rule,
        format=asked.wire,
        target=asked.target,
        context=asked.context,
        as_=asked.as_,
    )
    if found is None:
        raise DoctorError(f"{file}: there is no finding{f' of {rule}' if rule else ''} to minimise")
    click.echo(as_json(found.transcript))
    finding = found.finding
    say(
        f"{finding.code} {finding.name} at {finding.place} for {finding.target}: "
        f"{found.after} of {counted(found.before, 'message')} will do ({found.checks} checks)"
    )
    if not found.minimal:
        say("the search was stopped at its bound: a smaller list may do")
