"""`diff`: what differs between two transcripts, as `show` shows them."""

from __future__ import annotations

import click

from transcript_doctor.acts.show.diffing import diff as diff_transcripts
from transcript_doctor.cli.asking.naming import wire_of
from transcript_doctor.cli.asking.options import wire
from transcript_doctor.cli.ends import FINDINGS
from transcript_doctor.cli.reading.one import load_one


@click.command()
@click.argument("a", type=click.Path())
@click.argument("b", type=click.Path())
@click.option(
    "--contents",
    type=click.IntRange(min=0),
    metavar="N",
    help="Compare texts, arguments and results by their first N characters only.",
)
@wire
@click.pass_context
def diff(ctx: click.Context, a: str, b: str, contents: int | None, wire: str | None) -> None:
    """Show how two transcripts differ, message by message.

    The exit code is 0 where they look the same, and 1 where they differ.
    """
    wire, _ = wire_of(wire)
    before, after = load_one(a).value, load_one(b).value
    found = diff_transcripts(before, after, contents=contents, format=wire, names=(a, b))
    if found:
        click.echo(found)
        ctx.exit(FINDINGS)
