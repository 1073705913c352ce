"""`trim`: a transcript cut down to a budget, at borders that its target takes."""

from __future__ import annotations

from typing import Any

import click

from transcript_doctor.acts.report.words import counted
from transcript_doctor.acts.trim import Trim, estimate, tokens
from transcript_doctor.acts.trim import trim as trim_transcript
from transcript_doctor.cli.main import FINDINGS, Misuse
from transcript_doctor.cli.options import asked_of, judging
from transcript_doctor.cli.reading import load_one, say
from transcript_doctor.cli.writing import as_json, write_out
from transcript_doctor.core.transcript import Transcript


@click.command(short_help="Cut a transcript down to a budget, never through an exchange.")
@click.argument("file", type=click.Path())
@click.option("--max-tokens", type=click.IntRange(min=0), metavar="N", help="The budget in tokens.")
@click.option(
    "--max-messages",
    type=click.IntRange(min=0),
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
@click.option("--output", type=click.Path(), metavar="FILE", help="Write there; not to the screen.")
@judging
def trim(file: str, output: str | None, **options: Any) -> None:
    """Print a transcript within a budget: whole exchanges go, oldest first.

    FILE holds one transcript; - is standard input, and FILE is never changed. The system prompt, the
    user's first and newest words and the newest exchange stay. What is left is checked: the exit
    code is 1 where the budget cannot be met, or where the target refuses the transcript anyhow.
    """
    if (options["max_tokens"] is None) == (options["max_messages"] is None):
        raise Misuse("name one budget: --max-tokens N or --max-messages N")
    asked, _ = asked_of(options)
    found = trim_transcript(
        load_one(file).value,
        max_tokens=options["max_tokens"],
        max_messages=options["max_messages"],
        count=estimate if options["encoding"] is None else tokens(options["encoding"]),
        keep=options["keep"],
        task=not options["no_task"],
        question=not options["no_question"],
        format=asked.wire,
        target=asked.target,
        context=asked.context,
        as_=asked.as_,
    )
    made = found.transcript
    write_out(as_json(made.request if type(made) is Transcript else made), output)
    unit = "messages" if options["max_messages"] is not None else "tokens"
    _tell(found, unit, guessed=unit == "tokens" and options["encoding"] is None)
    if not found.met or not found.report.ok:
        click.get_current_context().exit(FINDINGS)


def _gone(found: Trim) -> str:
    """Return the indexes of what was cut in words: `1 to 6, 9`."""
    kept = set(found.came_from)
    gone = [i for i in range(len(found.messages) + len(found.cut)) if i not in kept]
    runs: list[list[int]] = []
    for i in gone:
        if runs and runs[-1][1] == i - 1:
            runs[-1][1] = i
        else:
            runs.append([i, i])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in runs)


def _tell(found: Trim, unit: str, *, guessed: bool) -> None:
    """Say on stderr what was done, and what is still wrong."""
    whole = len(found.messages) + len(found.cut)
    how = " (an estimate; --encoding NAME counts them)" if guessed else ""
    say(f"{len(found.messages)} of {counted(whole, 'message')} left: {found.cost:,} {unit}{how}")
    if found.cut:
        say(f"cut, by index from 0: {_gone(found)}")
    for loss in found.losses:
        say(f"{loss.place}: left out: {loss.what}")
    if not found.met:
        say(
            f"the budget cannot be met: the smallest history that is legal has {found.least_cost:,} {unit}"
        )
    if found.report.findings:
        errors = sum(finding.severity == "error" for finding in found.report.findings)
        warnings = len(found.report.findings) - errors
        say(
            f"what is left has {counted(errors, 'error')} and {counted(warnings, 'warning')} for "
            f"{found.report.target}: check tells them"
        )
