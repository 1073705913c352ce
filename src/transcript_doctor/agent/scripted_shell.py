"""A shell without processes: commands and what they print, written down; for tests and for pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Printed = str | tuple[str, int]
"""What a command prints, with its exit code where that is not 0."""


class ScriptedShell:
    """Answers commands from a table; `commands` holds those that were run.

    A value may be a function of the command. A command that is not in the table is not found, as in a shell.
    """

    def __init__(
        self, outputs: Mapping[str, Printed | Callable[[str], Printed]] | None = None
    ) -> None:
        self.outputs = dict(outputs or {})
        self.commands: list[str] = []

    def run(self, command: str) -> tuple[str, int]:
        """Return what a command printed and its exit code."""
        self.commands.append(command)
        if command not in self.outputs:
            return f"{command.split()[0] if command.split() else command}: command not found\n", 127
        printed = self.outputs[command]
        if callable(printed):
            printed = printed(command)
        return (printed, 0) if isinstance(printed, str) else printed
