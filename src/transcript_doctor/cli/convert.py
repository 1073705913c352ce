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

    PATH holds one transcript; - is standard input, and PATH is never changed. What the target cannot
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
    _tell(made)
    if options["strict"] and made.losses:
        say("nothing is written, for nothing may be lost")
        ctx.exit(FINDINGS)
    write_out(as_json(made.transcript), options["output"])
    if not made.report.ok:
        ctx.exit(FINDINGS)


def _tell(made: Conversion) -> None:
    """Say on stderr what was changed and lost, and what the target still refuses."""
    for change in made.changes:
        say(f"{change.place}: {change.code}: {change.title}")
    for loss in made.losses[:_MOST]:
        say(f"{loss.place}: {made.target} cannot say: {loss.what}")
    if len(made.losses) > _MOST:
        say(f"and {counted(len(made.losses) - _MOST, 'more loss')}")
    if made.request and isinstance(made.transcript, list):
        say(f"beside the list, the request needs: {', '.join(made.request)}")
    ids = f", {counted(len(made.ids), 'id')} rewritten" if made.ids else ""
    for old, new in made.names.items():
        say(f"tool {old!r} is called {new!r} at {made.target}")
    lost = f"{len(made.losses)} losses" if len(made.losses) != 1 else "1 loss"
    say(f"{counted(len(made.messages), 'message')} for {made.target}{ids}, {lost}")
    for finding in made.report.findings:
        if finding.severity == "error":
            say(f"{finding.place}: {finding.code} {finding.name}: {finding.message}")
