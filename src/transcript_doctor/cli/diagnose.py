"""`diagnose`: what a refusal means, where the fault stands, and which mistake in code makes it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from transcript_doctor.acts.diagnose import Diagnosis
from transcript_doctor.acts.diagnose import diagnose as diagnose_text
from transcript_doctor.acts.diagnose.telling import text_of
from transcript_doctor.acts.report.json import dumps
from transcript_doctor.cli.main import FINDINGS, Misuse
from transcript_doctor.cli.options import asked_of, judging
from transcript_doctor.cli.pasting import pasted_text
from transcript_doctor.cli.reading import Found, load_one
from transcript_doctor.cli.tables import width
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.safetext import printable


@click.command(short_help="Say what a refusal means, and which mistake in code makes it.")
@click.argument("error", required=False)
@click.option(
    "--transcript",
    "path",
    type=click.Path(),
    metavar="FILE",
    help="The list that was sent, or the session: the place is named, and what the code did.",
)
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the diagnosis is written.",
)
@judging
@click.pass_context
def diagnose(
    ctx: click.Context, /, error: str | None, path: str | None, output: str, **options: Any
) -> None:
    """Say which rule a refusal is about, where the fault stands, and which mistake in code makes it.

    ERROR is the provider's text as it was met, wrapped, logged or with its traceback; @FILE reads it
    from a file, - from standard input. Without ERROR the transcript alone is looked at. Where the
    evidence does not decide, candidates are named with what would. The exit code is 1 where the
    transcript is refused.
    """
    text = _text(error, path)
    asked, _ = asked_of(options)
    if path is None:
        found, where = diagnose_text(text), ""
    else:
        one = load_one(path)
        sent = text is not None and type(one.value) is not Transcript
        report = asked._replace(as_=asked.as_ or ("request" if sent else None)).check(one.value)
        found = diagnose_text(text, report, context=asked.context)
        where = _where(path, one, found)
    shown = (
        dumps(_printable(found.to_json()))
        if output == "json"
        else text_of(found, where=where, width=width())
    )
    click.echo(shown)
    if found.report is not None and not found.report.ok:
        ctx.exit(FINDINGS)


def _text(error: str | None, path: str | None) -> str | None:
    """Return the refusal's text; None where a transcript stands for itself."""
    if error is None:
        if path is not None:
            return None
        if sys.stdin.isatty():
            raise Misuse("give the refusal's text, @FILE or -, or a list with --transcript FILE")
        error = "-"
    elif len(error) < 1000 and "\n" not in error and _is_file(error):
        raise Misuse(
            f"{error} is a file: @{error} reads a refusal from it, --transcript {error} a list"
        )
    text = pasted_text(error, "ERROR", stdin_is_free=path != "-")
    if path is None and not text.strip():
        raise Misuse("the refusal's text is empty")
    return text


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def _where(path: str, one: Found, found: Diagnosis) -> str:
    """Return file and line of the place that is meant."""
    if found.place is None:
        return ""
    session = found.report.session if found.report is not None else None
    spot = session.spot(found.place) if session is not None else (path, one.line_of(found.place))
    return f"{printable(spot[0])}:{spot[1]}" if spot[1] else printable(spot[0])


def _printable(value: Any) -> Any:
    """Return a value with its texts made printable."""
    return json.loads(json.dumps(value), object_hook=_shown) if value else value


def _shown(value: dict[str, Any]) -> dict[str, Any]:
    return {k: printable(v, 4000) if isinstance(v, str) else v for k, v in value.items()}
