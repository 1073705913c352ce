"""What a tool is: a dict that says how it is called, and a function that only this program runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from transcript_doctor.core.errors import BadOption

Tool = dict[str, Any]
"""`name`, `description` and `parameters` (a JSON schema) are told to the model; `execute(arguments)` returns
the text of the result, or an awaitable of it. `stop()`, where there is one, ends what `execute` is doing."""


class Files(Protocol):
    """Where the tools `read`, `write` and `edit` find files, by path."""

    def read_text(self, path: str) -> str:
        """Return the text of a file."""

    def write_text(self, path: str, content: str) -> Any:
        """Create a file, or replace all of it."""

    def exists(self, path: str) -> bool:
        """Tell whether there is such a file."""

    def listdir(self, path: str) -> list[str]:
        """Return the names in a folder."""


class Shell(Protocol):
    """What the tool `bash` runs commands in."""

    def run(self, command: str) -> tuple[str, int]:
        """Return what a command printed, both streams together, and its exit code."""


def tool(
    name: str,
    description: str,
    properties: dict[str, tuple[str, str]],
    execute: Callable[[Any], Any],
    optional: Iterable[str] = (),
) -> Tool:
    """Return a tool; `properties` gives each argument's type and what it is."""
    rows = {key: {"type": kind, "description": words} for key, (kind, words) in properties.items()}
    return {
        "name": name,
        "description": description,
        "parameters": {
            "type": "object",
            "properties": rows,
            "required": [key for key in rows if key not in optional],
        },
        "execute": execute,
    }


def tool_specs(tools: Iterable[Tool]) -> list[dict[str, Any]]:
    """Return what a model is told of its tools: all but the functions; raises `BadOption` for no tools."""
    return [
        {key: _of(tool, key) for key in ("name", "description", "parameters")} for tool in tools
    ]


def _of(tool: Any, key: str) -> Any:
    if isinstance(tool, dict) and key in tool:
        return tool[key]
    odd = (
        f"{tool.get('name', key)!r:.40} lacks {key}"
        if isinstance(tool, dict)
        else type(tool).__name__
    )
    raise BadOption(f"a tool is a dict with name, description, parameters and execute: {odd}")
