"""`convert`: a transcript as another provider takes it, and what that provider cannot say."""

from __future__ import annotations

from typing import Any

import click

from transcript_doctor.acts.convert import Conversion
from transcript_doctor.acts.convert import convert as convert_transcript
from transcript_doctor.acts.convert.hinting import Words, next_step
from transcript_doctor.acts.convert.outcome import told
from transcript_doctor.catalog import FORMATS, target_names
from transcript_doctor.cli.asking.naming import named_target
from transcript_doctor.cli.asking.options import (
    Stated,
    as_,
    asked_of,
    complete_targets,
    context,
    wire,
)
from transcript_doctor.cli.ends import FINDINGS
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.cli.printing.writing import as_json, not_into, write_out
from transcript_doctor.cli.reading.one import load_one
from transcript_doctor.core.errors import SickTranscript
from transcript_doctor.core.safety import POLICIES

_WORDS = Words("--repair", "--policy lossy", "--source ")


def _names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in sorted({*target_names(), *FORMATS}) if name.startswith(incomplete)]


@click.command(short_help="Rewrite a transcript for another provider, and say what is lost.")
@click.argument("path", type=click.Path())
@click.option(
    "--to",
    required=True,
    metavar="NAME",
    help="The target, or a format for its home.",
    shell_complete=_names,
)
@click.option(
    "--to-context",
    type=Stated(),
    multiple=True,
    metavar="KEY=VALUE",
    help="A fact about the target, such as model=NAME.",
)
@click.option("--strict", is_flag=True, help="Write nothing where something would be lost.")
@click.option(
    "--list-only",
    is_flag=True,
    help="Write the list alone; what stands beside it at the target, such as a system prompt, is a loss.",
)
@click.option("--repair", is_flag=True, help="Repair a sick transcript first.")
@click.option(
    "--policy",
    type=click.Choice(POLICIES),
    default="marked",
    show_default=True,
    help="How far repairs may go, before the conversion and at the target, as in `repair`.",
)
@click.option("--output", type=click.Path(), metavar="FILE", help="Write there; not to the screen.")
@click.option(
    "--source",
    "target",
    metavar="NAME",
    help="Whose laws it follows now. Default: the format's home.",
    shell_complete=complete_targets,
)
@wire
@as_
@context
@click.pass_context
def convert(ctx: click.Context, /, path: str, to: str, **options: Any) -> None:
    """Print a transcript as another target takes it: a list for a list, a request for a request.

    PATH holds one transcript; - is standard input, and PATH is never changed. A list becomes a request
    too where the target has the system prompt or the tools beside the messages. What the target cannot
    say is listed on stderr. The exit code is 1 where the transcript is sick and therefore refused, where
    --strict finds a loss, and where the target does not take the outcome as it is. What is wrong for its
    own target alone, and means nothing at the other, is no reason to refuse it.
    """
    output = options["output"]
    not_into(path, output, "the outcome in the place of {}, which would be lost: name another file")
    asked, _ = asked_of(options)
    try:
        made = convert_transcript(
            load_one(path).value,
            to=to if to in FORMATS else named_target(to, None) or to,
            format=asked.wire,
            source=asked.target,
            context=asked.context,
            to_context=dict(options["to_context"]),
            as_=asked.as_,
            repair=options["repair"],
            policy=options["policy"],
        )
    except SickTranscript as sick:
        say(_refusal(sick, options))
        ctx.exit(FINDINGS)
    beside = _beside(made)
    left = beside if options["list_only"] else ()
    for line in told(made, left):
        say(line)
    if options["strict"] and (made.losses or left):
        say("nothing is written, for nothing may be lost")
        ctx.exit(FINDINGS)
    if beside and not left:
        say(f"written as a request: {' and '.join(beside)} beside the messages")
    write_out(as_json(made.transcript if left else made.whole), output)
    if not made.report.ok:
        ctx.exit(FINDINGS)


def _beside(made: Conversion) -> tuple[str, ...]:
    """Return the keys of the request that a list needs beside it, and cannot hold."""
    return tuple(made.request) if isinstance(made.transcript, list) else ()


def _refusal(sick: SickTranscript, options: dict[str, Any]) -> str:
    """Return why a transcript is refused, and what may be done, in the words of the command."""
    hint = next_step(
        sick.report,
        _WORDS,
        mended=options["repair"],
        policy=options["policy"],
        named=options["target"] is not None,
    )
    return f"{str(sick).removesuffix(sick.hint)}{hint}"
