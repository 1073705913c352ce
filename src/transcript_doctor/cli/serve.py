"""`serve`: a fake provider on this machine, and every request that it gets on the terminal."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from transcript_doctor.cli.asking.naming import named_target
from transcript_doctor.cli.asking.options import complete_targets
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.core.errors import BadOption
from transcript_doctor.safetext import printable

PORT = 8400


@click.command(short_help="Run a fake provider that refuses what the real one refuses.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0: any."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Another address lets other machines in, who then see every request.",
)
@click.option(
    "--target",
    metavar="NAME",
    help="Who judges. Default: whom the path or the model's name says.",
    shell_complete=complete_targets,
)
@click.option(
    "--script",
    type=click.Path(),
    metavar="FILE",
    help="Steps to answer with: YAML, JSON or Python. Default: each declared tool is called once.",
)
@click.option(
    "--per",
    type=click.Choice(["conversation", "server"]),
    help="Who goes through the script by itself. Default: whom the file names, or conversation.",
)
@click.option("--key-env", metavar="NAME", help="An environment variable with the only key taken.")
@click.option(
    "--max-body",
    type=click.IntRange(1),
    metavar="MEGABYTES",
    default=32,
    show_default=True,
    help="Larger bodies get the provider's 413.",
)
@click.option("--quiet", is_flag=True, help="Print the address only.")
def serve(
    host: str,
    port: int,
    target: str | None,
    script: str | None,
    per: Any,
    key_env: str | None,
    max_body: int,
    quiet: bool,
) -> None:
    """Answer as Anthropic, OpenAI, Mistral, Gemini and Bedrock do, refusing what they refuse.

    Point an agent's base URL at it; any key will do. GET /_requests shows what was asked. Stop it with
    Ctrl-C. Needs the extra `http`: pip install '.[http]' in a clone.
    """
    from transcript_doctor.provider import Limits, running  # needs the extra

    provider = running(
        script=script,
        target=named_target(target, None),
        per=per,
        host=host,
        port=port,
        key=_key(key_env),
        limits=Limits(max_body=max_body * 1024 * 1024),
        on_record=None if quiet else _show,
    )
    _warn(host)
    with provider:
        click.echo(f"serving at {provider.url}")
        if not quiet:
            click.echo(_addresses(provider.url))
        with _ended_by(signal.SIGTERM), suppress(KeyboardInterrupt):
            provider.wait()
    say("stopped")


@contextmanager
def _ended_by(number: signal.Signals) -> Iterator[None]:
    """Let a signal end the block as Ctrl-C does, so that answers under way have their second."""
    before = signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def _key(name: str | None) -> str | None:
    if name is None:
        return None
    if not (key := os.environ.get(name)):
        raise BadOption(f"the environment variable {name} is not set, or empty")
    return key


def _warn(host: str) -> None:
    from transcript_doctor.provider.http.views import is_local  # needs the extra

    if not is_local(host):
        say(f"{host} is not local: whoever reaches this port can read every request at /_requests")


def _addresses(url: str) -> str:
    rows = {
        "ANTHROPIC_BASE_URL": url,
        "OPENAI_BASE_URL": f"{url}/v1",
        "GOOGLE_GEMINI_BASE_URL": url,
        "AWS_ENDPOINT_URL_BEDROCK_RUNTIME": url,
        "requests": f"{url}/_requests",
    }
    return "".join(f"  {name:<34}{value}\n" for name, value in rows.items())


def _show(record: Any) -> None:
    """Print one request, and the sentence where it was not answered."""
    from transcript_doctor.provider.record import line_of

    colour = {"answered": None, "listed": None, "refused": "red"}.get(record.fate, "yellow")
    try:
        line = f"{record.at:%H:%M:%S}  #{record.number}  {line_of(record)}"
        click.secho(line, fg=colour)
        if record.sentence:
            click.echo(f"          {printable(record.sentence, 400)}")
    except (OSError, ValueError):
        return  # nobody watches any more; the server goes on
