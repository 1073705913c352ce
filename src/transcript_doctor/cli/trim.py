"""`trim`: a transcript cut down to a budget, at borders that its target takes."""

from __future__ import annotations

from typing import Any

import click

from transcript_doctor.acts.trim import estimate, tokens
from transcript_doctor.acts.trim import trim as trim_transcript
from transcript_doctor.acts.trim.outcome import told
from transcript_doctor.cli.asking.numbers import WholeNumber
from transcript_doctor.cli.asking.options import asked_of, judging
from transcript_doctor.cli.ends import FINDINGS, Misuse
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.cli.printing.writing import as_json, not_into, write_out
from transcript_doctor.cli.reading.one import load_one
from transcript_doctor.core.transcript import Transcript


@click.command(short_help="Cut a transcript down to a budget, never through an exchange.")
@click.argument("file", type=click.Path())
@click.option(
    "--max-tokens",
    type=WholeNumber(),
    metavar="N",
    help="The budget in tokens, for the messages; tools and a prompt beside them come on top.",
)
@click.option(
    "--max-messages",
    type=WholeNumber(),
    metavar="N",
    help="The budget in messages; the system prompt does not count.",
)
@click.option(
    "--encoding",
    metavar="NAME",
    help="Count with tiktoken, such as o200k_base. Default: an estimate.",
)
@click.option(
    "--keep", type=int, multiple=True, metavar="INDEX", help="A message that stays; -1 is the last."
)
@click.option("--no-task", is_flag=True, help="The user's first words may go.")
@click.option("--no-question", is_flag=True, help="The user's newest words may go.")
@click.option(
    "--no-exchange", is_flag=True, help="The newest exchange may go, unless it is the end."
)
@click.option("--output", type=click.Path(), metavar="FILE", help="Write there; not to the screen.")
@judging
def trim(file: str, output: str | None, **options: Any) -> None:
    """Print a transcript within a budget: whole exchanges go, oldest first.

    FILE holds one transcript; - is standard input, and FILE is never changed. The system prompt, the
    user's first and newest words and the newest exchange stay; once a later question was answered
    without a call, that exchange is an old one. What is left is checked: the exit code is 1 where the
    budget cannot be met, or where the target refuses the transcript anyhow.
    """
    if (options["max_tokens"] is None) == (options["max_messages"] is None):
        raise Misuse("name one budget: --max-tokens N or --max-messages N")
    not_into(
        file, output, "what is left in the place of {}, which would be lost: name another file"
    )
    asked, _ = asked_of(options)
    found = trim_transcript(
        load_one(file).value,
        max_tokens=options["max_tokens"],
        max_messages=options["max_messages"],
        count=estimate if options["encoding"] is None else tokens(options["encoding"]),
        keep=options["keep"],
        task=not options["no_task"],
        question=not options["no_question"],
        exchange=not options["no_exchange"],
        format=asked.wire,
        target=asked.target,
        context=asked.context,
        as_=asked.as_,
    )
    made = found.transcript
    write_out(as_json(made.request if type(made) is Transcript else made), output)
    for line in told(found, "--encoding NAME counts them"):
        say(line)
    if not found.met or not found.report.ok:
        click.get_current_context().exit(FINDINGS)
