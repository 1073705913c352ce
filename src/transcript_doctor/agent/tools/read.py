"""The tool `read`: a file within a budget, and a last line that says how to get the rest."""

from __future__ import annotations

from typing import Any

from transcript_doctor.agent.tools.arguments import int_arg, str_arg
from transcript_doctor.agent.tools.budget import (
    MAX_BYTES,
    MAX_LINES,
    lines_of,
    size_of,
    truncate_head,
)
from transcript_doctor.agent.tools.tool import Files, Tool, tool


def make_read_tool(ws: Files, max_lines: int = MAX_LINES, max_bytes: int = MAX_BYTES) -> Tool:
    """Return the tool that reads files of `ws`, at most the budget in one call."""

    def execute(arguments: Any) -> str:
        path = str_arg(arguments, "path")
        offset, limit = int_arg(arguments, "offset", 1), int_arg(arguments, "limit", None)
        if offset < 1 or (limit is not None and limit < 1):
            raise ValueError("offset and limit must be 1 or more")
        if not ws.exists(path):
            names = ", ".join(ws.listdir("."))
            raise FileNotFoundError(f"File not found: {path}. Files here: {names}")
        lines = lines_of(ws.read_text(path))
        if offset > max(len(lines), 1):
            raise ValueError(f"offset {offset} is past the end of {path}: {len(lines)} lines")
        return _page(path, lines, offset, limit, (max_lines, max_bytes))

    return tool(
        "read",
        "Read a text file and return its contents. One call returns at most "
        f"{max_lines} lines or {max_bytes} bytes; use offset to read on.",
        {
            "path": ("string", "Path of the file to read."),
            "offset": ("integer", "First line, from 1."),
            "limit": ("integer", "How many lines."),
        },
        execute,
        optional=("offset", "limit"),
    )


def _page(
    path: str, lines: list[str], offset: int, limit: int | None, budget: tuple[int, int]
) -> str:
    """Return the lines from an offset on that fit, with the notice where there are more."""
    start = offset - 1
    wanted = lines[start:] if limit is None else lines[start : start + limit]
    kept, shown = truncate_head("".join(wanted), *budget)
    if wanted and not shown:
        return _over(path, wanted[0], offset, len(lines), budget[1])
    last = start + shown
    if last == len(lines):
        return kept
    return (
        f"{kept}[Showing lines {offset}-{last} of {len(lines)}. Use offset={last + 1} to continue.]"
    )


def _over(path: str, line: str, offset: int, count: int, max_bytes: int) -> str:
    """Return what stands in the place of a line that is over the budget by itself."""
    skip = f" Use offset={offset + 1} to skip it." if offset < count else ""
    return (
        f"[Line {offset} of {path} is {size_of(line)} bytes, over the {max_bytes}-byte budget "
        f"of one read, so none of it is shown.{skip}]"
    )
