"""`show`: one line a message, who spoke and what, safe to print."""

from __future__ import annotations

import click

from transcript_doctor.acts.show.shaping import shape as shape_of
from transcript_doctor.acts.show.showing import show as show_transcript
from transcript_doctor.cli.asking.naming import wire_of
from transcript_doctor.cli.asking.options import wire
from transcript_doctor.cli.ends import MISUSE
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.cli.reading.asides import Lost, Note, PassedOver, refuse_none
from transcript_doctor.cli.reading.files import expand
from transcript_doctor.cli.reading.loading import Found
from transcript_doctor.cli.reading.reading import Reading
from transcript_doctor.safetext import printable


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path())
@click.option(
    "--contents",
    type=click.IntRange(min=0),
    metavar="N",
    help="Cut every text, argument and result to N characters; 0 keeps roles and ids only.",
)
@click.option("--shape", is_flag=True, help="Show the shape only, such as U A[c1] R(c1) A.")
@wire
@click.pass_context
def show(
    ctx: click.Context, paths: tuple[str, ...], contents: int | None, shape: bool, wire: str | None
) -> None:
    """Show transcripts, one line a message.

    PATH is what `check` takes: JSON and JSONL files, folders, or - for standard input.
    """
    wire, _ = wire_of(wire)
    files = expand(paths)
    reading, first, reason = Reading(files), True, ""
    lost = False
    for file in files:
        found: list[Found] = []
        for one in reading.read(file):
            if isinstance(one, PassedOver):
                reason = one.reason
            elif isinstance(one, Note | Lost):
                lost = lost or isinstance(one, Lost)
                say(one.text)
            else:
                found.append(one)
        for one in found:
            if len(files) > 1 or len(found) > 1:
                click.echo(("" if first else "\n") + f"{printable(file.name)}:{one.line}")
            first = False
            if shape:
                click.echo(shape_of(one.value, format=wire))
            else:
                click.echo(show_transcript(one.value, contents=contents, format=wire, numbers=True))
    if lost:
        ctx.exit(MISUSE)
    if first:
        refuse_none(paths, files, reason)
