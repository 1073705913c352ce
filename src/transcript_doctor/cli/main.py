"""The command `transcript-doctor`: its subcommands, each loaded when asked for."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from transcript_doctor import __version__
from transcript_doctor.cli.ends import NOBODY_READS, STOPPED, Misuse, ReaderLeft
from transcript_doctor.core.errors import DoctorError

COMMANDS = (
    "check",
    "sessions",
    "repair",
    "show",
    "diff",
    "trim",
    "convert",
    "diagnose",
    "minimise",
    "share",
    "agent",
    "serve",
    "rule",
    "rules",
    "targets",
    "completion",
)
"""The subcommands in the order in which people need them; each stands in the module of its name."""
_BESIDE = {"rules": "rule"}
"""Those that stand in the module of another."""
ALIASES = {"minimize": "minimise"}
"""Other spellings of subcommands."""


class LazyGroup(click.Group):
    """A group that imports a subcommand when it is asked for, so that `--version` costs nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a subcommand by name."""
        cmd_name = ALIASES.get(cmd_name, cmd_name)
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"transcript_doctor.cli.{_BESIDE.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand; a word that is none gets the nearest one as a hint."""
        word = args[0] if args else ""
        if word and not word.startswith("-") and word not in COMMANDS and word not in ALIASES:
            raise Misuse(_unknown(word))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run, and say what went wrong in one line."""
        try:
            return super().invoke(ctx)
        except DoctorError as error:
            raise Misuse(str(error)) from None
        except BrokenPipeError:
            raise ReaderLeft from None


def _unknown(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, COMMANDS, n=1)
    if near:
        return f"there is no command {word!r}; did you mean {near[0]}?"
    return f"there is no command {word!r}; transcript-doctor --help lists them"


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 healthy or warnings, 1 errors (with --fail-on warning: any finding), "
    "2 misuse or something that could not be read.",
)
@click.version_option(__version__, prog_name="transcript-doctor")
def group() -> None:
    """Check LLM message histories against the law of each provider.

    transcript-doctor check FILE says where a history is broken, which rule of which provider it
    breaks, and what to do.
    """


def main() -> None:
    """Run the command, and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = group.main(prog_name="transcript-doctor", standalone_mode=False)
        sys.stdout.flush()
    except (ReaderLeft, BrokenPipeError):
        # The interpreter flushes once more at its end; it must find a place that takes the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = NOBODY_READS
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("transcript-doctor: stopped", err=True)
        code = STOPPED
    sys.exit(code or 0)
