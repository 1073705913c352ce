"""`repair`: what makes transcripts whole, shown message by message, and written where that is asked for."""

from __future__ import annotations

from typing import Any

import click

from transcript_doctor.acts.repair import repair as repair_transcript
from transcript_doctor.acts.rewriting import Repaired, Rewritten
from transcript_doctor.cli.asking.options import asked_of, judging
from transcript_doctor.cli.ends import Misuse
from transcript_doctor.cli.printing.writing import as_json, not_into, write_out
from transcript_doctor.cli.reading.files import expand, is_kept
from transcript_doctor.cli.reading.one import load_one
from transcript_doctor.cli.running.repairing import Desk
from transcript_doctor.core.safety import POLICIES
from transcript_doctor.core.transcript import Transcript


@click.command(short_help="Make transcripts whole, and say what that changes and costs.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path())
@click.option(
    "--policy",
    type=click.Choice(POLICIES),
    default="marked",
    show_default=True,
    help="The highest class of fixes: nothing lost, a true marker added, something lost and listed.",
)
@click.option(
    "--unanswered",
    type=click.Choice(["marker", "drop"]),
    default="marker",
    show_default=True,
    help="What becomes of a call without a result.",
)
@click.option(
    "--orphan",
    type=click.Choice(["quote", "drop"]),
    default="quote",
    show_default=True,
    help="What becomes of a result without a call.",
)
@click.option(
    "--write",
    is_flag=True,
    help="Edit the files in their own format. What a file was lies beside it, as NAME.before-repair.",
)
@click.option(
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Write the one repaired transcript there, as JSON.",
)
@click.option(
    "--contents",
    is_flag=True,
    help="Show the messages in full that stay as they are. Default: their first 60 characters.",
)
@click.option(
    "--format",
    "told_as",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How it is told what was done.",
)
@judging
@click.pass_context
def repair(ctx: click.Context, /, paths: tuple[str, ...], **options: Any) -> None:
    """Show what makes transcripts whole: shapes, messages, each change, each loss, what is left.

    PATH is a file, a folder of such files, or - for standard input. Nothing is changed without
    --write. The exit code is 1 where the target still refuses what comes out, 2 where a file cannot
    be read or written.
    """
    asked, _ = asked_of(options)
    how = {"format": asked.wire, "target": asked.target, "context": asked.context, "as_": asked.as_}
    how |= {name: options[name] for name in ("policy", "unanswered", "orphan")}
    files, output = expand(paths), options["output"]
    desk = Desk(
        paths, files, options["told_as"], write=options["write"], contents=options["contents"]
    )
    if output is not None or any(not is_kept(file) for file in files):
        _check_alone(paths, output, write=options["write"])
        desk.take(_one(paths[0], output, how))
    else:
        desk.over(how)
    ctx.exit(desk.close())


def _check_alone(paths: tuple[str, ...], output: str | None, *, write: bool) -> None:
    """Raise `Misuse` where what was asked for can be done with one file alone, or with none."""
    if write and output is not None:
        raise Misuse("--write edits the file itself, --output writes another one: name one of them")
    if write:
        raise Misuse(
            "what comes through a pipe has no file that could be written: use --output FILE"
        )
    if len(paths) > 1:
        raise Misuse("--output and standard input are for one transcript: name one file")
    not_into(paths[0], output, "a list in the place of {}: --write edits it")


def _one(path: str, output: str | None, how: dict[str, Any]) -> Rewritten:
    """Repair the one transcript of a file, and write the list where that is asked for."""
    found = load_one(path)
    done = repair_transcript(found.value, **how)
    if output is not None:
        made = done.transcript
        write_out(as_json(made.request if type(made) is Transcript else made), output)
    return Rewritten(path, (Repaired(found.line, found.value, done),))
