"""`convert`: a transcript as another provider takes it, and what that provider cannot say."""

from __future__ import annotations

from typing import Any

import click

from transcript_doctor.acts.convert import Conversion
from transcript_doctor.acts.convert import convert as convert_transcript
from transcript_doctor.acts.report.words import counted
from transcript_doctor.catalog import FORMATS, target_names
from transcript_doctor.cli.main import FINDINGS
from transcript_doctor.cli.naming import named_target
from transcript_doctor.cli.options import Stated, as_, asked_of, complete_targets, context, wire
from transcript_doctor.cli.reading import load_one, say
from transcript_doctor.cli.writing import as_json, write_out
from transcript_doctor.core.errors import SickTranscript

_MOST = 20
"""So many losses are told one by one."""


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
    --strict finds a loss, and where the target does not take the outcome as it is.
    """
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
        )
    except SickTranscript as sick:
        say(str(sick) if options["repair"] else f"{sick} (--repair does that)")
        ctx.exit(FINDINGS)
    beside = _beside(made)
    left = beside if options["list_only"] else ()
    _tell(made, left)
    if options["strict"] and (made.losses or left):
        say("nothing is written, for nothing may be lost")
        ctx.exit(FINDINGS)
    if beside and not left:
        say(f"written as a request: {' and '.join(beside)} beside the messages")
    write_out(as_json(made.transcript if left else made.whole), options["output"])
    if not made.report.ok:
        ctx.exit(FINDINGS)


def _beside(made: Conversion) -> tuple[str, ...]:
    """Return the keys of the request that a list needs beside it, and cannot hold."""
    return tuple(made.request) if isinstance(made.transcript, list) else ()


def _tell(made: Conversion, left: tuple[str, ...]) -> None:
    """Say on stderr what was changed, lost and left out, and what the target still refuses."""
    for change in made.changes:
        say(f"{change.place}: {change.code}: {change.title}")
    for loss in made.losses[:_MOST]:
        say(f"{loss.place}: {made.target} cannot say: {loss.what}")
    if len(made.losses) > _MOST:
        say(f"and {counted(len(made.losses) - _MOST, 'more loss')}")
    for key in left:
        say(f"{key}: not in the list of {made.target}, and left out by --list-only")
    ids = f", {counted(len(made.ids), 'id')} rewritten" if made.ids else ""
    for old, new in made.names.items():
        say(f"tool {old!r} is called {new!r} at {made.target}")
    count = len(made.losses) + len(left)
    lost = f"{count} losses" if count != 1 else "1 loss"
    say(f"{counted(len(made.messages), 'message')} for {made.target}{ids}, {lost}")
    for finding in made.report.findings:
        if finding.severity == "error":
            say(f"{finding.place}: {finding.code} {finding.name}: {finding.message}")
