"""`diagnose`: what a refusal means, where the fault stands, and which mistake in code makes it."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import click

from transcript_doctor.acts.diagnose import Diagnosis
from transcript_doctor.acts.diagnose import diagnose as diagnose_text
from transcript_doctor.acts.diagnose.beside import A_LIST, NOTHING_SAID
from transcript_doctor.acts.diagnose.onward import Mending
from transcript_doctor.acts.diagnose.telling import text_of
from transcript_doctor.acts.report.json import dumps, printable_in
from transcript_doctor.cli.asking.options import asked_of, judging
from transcript_doctor.cli.asking.pasting import pasted_text
from transcript_doctor.cli.ends import FINDINGS, MISUSE, Misuse
from transcript_doctor.cli.printing.tables import width
from transcript_doctor.cli.reading.loading import Found
from transcript_doctor.cli.reading.one import load_one
from transcript_doctor.cli.running.mending import what_mends
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.safetext import printable


@click.command(
    short_help="Say what a refusal means, and which mistake in code makes it.",
    context_settings={"allow_extra_args": True},
)
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

    ERROR is the provider's text as it was met, wrapped, logged or with its traceback. @error.txt reads
    it from a file, - from standard input (pbpaste | transcript-doctor diagnose -, or xclip -o | ...):
    the quotes and backticks in it then mean nothing to the shell. Without ERROR the transcript alone
    is looked at. Where the evidence does not decide, candidates are named with what would. The exit
    code is 1 where the transcript is refused, 2 where a text alone says nothing that is known, or is
    itself a transcript.
    """
    if ctx.args:
        raise Misuse(_too_many(ctx.args))
    text = _text(error, path)
    asked, _ = asked_of(options)
    told = Mending()
    if path is None:
        found, where = diagnose_text(text), ""
    else:
        one = load_one(path)
        sent = text is not None and type(one.value) is not Transcript
        asked = asked._replace(as_=asked.as_ or ("request" if sent else None))
        report = asked.check(one.value)
        found = diagnose_text(text, report, context=asked.context)
        where = _where(path, one, found)
        given = _given(path, options, found)
        told = Mending(given, what_mends(one.value, asked, found) if given else None)
    shown = (
        dumps(printable_in(found.to_json()))
        if output == "json"
        else text_of(found, where=where, mending=told, width=width())
    )
    click.echo(shown)
    nothing = found.report is None and not found.codes and found.beside in (None, *NOTHING_SAID)
    if nothing or found.beside is A_LIST:
        ctx.exit(MISUSE)
    if found.report is not None and not found.report.ok:
        ctx.exit(FINDINGS)


def _too_many(extra: list[str]) -> str:
    """Say what more words than one mean: a list beside the error, or a text without its quotes."""
    if _is_file(extra[0]):
        return f"{extra[0]} is a second argument, and a file: a list is given as --transcript {extra[0]}"
    return (
        "the refusal's text came in several words: put it into a file and give @error.txt, or pipe "
        "it: pbpaste | transcript-doctor diagnose -"
    )


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


def _given(path: str | None, options: dict[str, Any], found: Diagnosis) -> str:
    """Return the words with which `repair` sees what was seen here; none for what came through a pipe."""
    if path is None or path == "-" or found.report is None:
        return ""
    words = [printable(path)]
    for name in ("wire", "target"):
        words += [f"--{name}", options[name]] if isinstance(options.get(name), str) else []
    sent = found.report.as_ == "request" and found.report.session is None
    if as_ := options["as_"] or ("request" if sent else None):
        words += ["--as", as_]
    for key, value in options["context"]:
        words += ["--context", printable(f"{key}={_stated(value)}")]
    return shlex.join(words)


def _stated(value: Any) -> str:
    """Return a fact as it was stated: a text as it is, where it is not read as anything else."""
    try:
        is_text = isinstance(value, str) and json.loads(value) == value
    except ValueError:
        is_text = True
    return value if is_text else json.dumps(value)


def _where(path: str, one: Found, found: Diagnosis) -> str:
    """Return file and line of the place that is meant."""
    if found.place is None:
        return ""
    session = found.report.session if found.report is not None else None
    spot = session.spot(found.place) if session is not None else (path, one.line_of(found.place))
    return f"{printable(spot[0])}:{spot[1]}" if spot[1] else printable(spot[0])
