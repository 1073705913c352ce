"""The tool `bash`: a command, and the end of what it printed within a budget."""

from __future__ import annotations

from typing import Any

from transcript_doctor.agent.tools.arguments import str_arg
from transcript_doctor.agent.tools.budget import MAX_BYTES, MAX_LINES, lines_of, truncate_tail
from transcript_doctor.agent.tools.tool import Shell, Tool, tool


def make_bash_tool(shell: Shell, max_lines: int = MAX_LINES, max_bytes: int = MAX_BYTES) -> Tool:
    """Return the tool that runs commands in `shell`.

    A command that fails has been run: its exit code is news for the model, and no failure of the tool.
    """

    def execute(arguments: Any) -> str:
        output, code = shell.run(str_arg(arguments, "command"))
        total = len(lines_of(output))
        text, shown = truncate_tail(output, max_lines, max_bytes)
        if shown < total:
            text += f"\n[Showing the last {shown} of {total} lines. Narrow the command for more.]"
        if code != 0:
            text += f"\nCommand exited with code {code}"
        return text

    made = tool(
        "bash",
        "Run a shell command and return its output (stdout and stderr together). "
        f"Only the last {max_lines} lines or {max_bytes} bytes come back.",
        {"command": ("string", "The command line.")},
        execute,
    )
    stop = getattr(shell, "stop", None)
    return made if stop is None else {**made, "stop": stop}
