"""`share`: a transcript for a bug report, with the same faults and nobody's words."""

from __future__ import annotations

from typing import Any

import click

from transcript_doctor.acts.share import share as share_transcript
from transcript_doctor.cli.asking.options import asked_of, judging
from transcript_doctor.cli.ends import FINDINGS
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.cli.printing.writing import as_json
from transcript_doctor.cli.reading.one import load_one
from transcript_doctor.core.wording import counted


@click.command(short_help="Print the same faults without anybody's words.")
@click.argument("file", type=click.Path())
@judging
@click.pass_context
def share(ctx: click.Context, /, file: str, **options: Any) -> None:
    """Print a transcript with the same shape and faults, and every text, name and id replaced.

    FILE holds one transcript; - is standard input. The outcome is checked against the original; the
    exit code is 1 where they differ. What was said with --context is not part of the outcome.
    """
    asked, _ = asked_of(options)
    made = share_transcript(
        load_one(file).value,
        format=asked.wire,
        target=asked.target,
        context=asked.context,
        as_=asked.as_,
    )
    click.echo(as_json(made.transcript))
    say(
        f"{counted(made.replaced, 'text')} replaced; kept are keys, roles, types, media labels and "
        "what is public in a model's name"
    )
    if made.same:
        found = counted(len(made.report.findings), "finding")
        say(f"proved: the same shape and findings ({found}); no old text of 6 characters is left")
        return
    say(f"not the same as the original: {'; '.join(made.differences)}")
    ctx.exit(FINDINGS)
