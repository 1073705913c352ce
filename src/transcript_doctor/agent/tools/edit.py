"""The tool `edit`: one place of a file, so that a fix of one line does not cost the whole file."""

from __future__ import annotations

from typing import Any

from transcript_doctor.agent.tools.arguments import bool_arg, str_arg
from transcript_doctor.agent.tools.tool import Files, Tool, tool
from transcript_doctor.core.wording import counted


def make_edit_tool(ws: Files) -> Tool:
    """Return the tool that replaces a text in a file of `ws`: it is there once, or all are meant."""

    def execute(arguments: Any) -> str:
        path = str_arg(arguments, "path")
        old, new = str_arg(arguments, "old"), str_arg(arguments, "new")
        every = bool_arg(arguments, "all")
        if not old:
            raise ValueError("old must not be empty; use write to create a file")
        if old == new:
            raise ValueError("old and new are the same: there is nothing to change")
        if not ws.exists(path):
            names = ", ".join(ws.listdir("."))
            raise FileNotFoundError(f"File not found: {path}. Files here: {names}")
        text = ws.read_text(path)
        if old not in text and "\r\n" in text:  # models write \n, whatever the file has
            old, new = (part.replace("\r\n", "\n").replace("\n", "\r\n") for part in (old, new))
        count = text.count(old)
        if not count:
            raise ValueError(f"old is not in {path}; it must be there exactly, spaces included")
        if count > 1 and not every:
            raise ValueError(
                f"old is {count} times in {path}; say more of what stands around it, or all=true"
            )
        ws.write_text(path, text.replace(old, new))
        return f"Edited {path}: {counted(count, 'place')}."

    return tool(
        "edit",
        "Replace a text in a file by another. The old text must be there exactly once, "
        "or say all=true to replace every occurrence.",
        {
            "path": ("string", "Path of the file to edit."),
            "old": ("string", "The text to replace, exactly as it is in the file."),
            "new": ("string", "The text to put in its place."),
            "all": ("boolean", "Replace every occurrence."),
        },
        execute,
        optional=("all",),
    )
