"""The tool `write`: a file, all of it."""

from __future__ import annotations

from typing import Any

from transcript_doctor.agent.tools.arguments import str_arg
from transcript_doctor.agent.tools.tool import Files, Tool, tool


def make_write_tool(ws: Files) -> Tool:
    """Return the tool that creates a file of `ws`, or replaces all of one."""

    def execute(arguments: Any) -> str:
        path, content = str_arg(arguments, "path"), str_arg(arguments, "content")
        ws.write_text(path, content)
        return f"Successfully wrote to {path}."

    return tool(
        "write",
        "Write a text file. Creates the file, or replaces its whole contents.",
        {
            "path": ("string", "Path of the file to write."),
            "content": ("string", "The new contents."),
        },
        execute,
    )
