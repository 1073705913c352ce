"""`completion`: prints the lines that teach a shell to complete this command."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

VARIABLE = "_TRANSCRIPT_DOCTOR_COMPLETE"
"""The variable with which a shell asks this command for completions; click reads it."""


@click.command(short_help="Print what a shell needs to complete words.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what a shell needs to complete this command.

    bash and zsh: eval "$(transcript-doctor completion bash)" in the shell's start file; fish:
    transcript-doctor completion fish | source
    """
    maker = get_completion_class(shell)
    assert maker is not None
    root = click.get_current_context().find_root()
    click.echo(maker(root.command, {}, "transcript-doctor", VARIABLE).source())
