"""A refusal as people hand it over: the text itself, a file that holds it, or standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.wording import why_not


def pasted_text(text: str, name: str, *, stdin_is_free: bool = True) -> str:
    """Return the text of a refusal: `-` is standard input, `@FILE` a file; `name` is the option's."""
    if text == "-" and not stdin_is_free:
        raise UnreadableFile("standard input cannot be both the refusal and a transcript")
    if text == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    if not text.startswith("@"):
        return text
    try:
        return Path(text[1:]).read_bytes().decode("utf-8", "replace")
    except OSError as fault:
        raise UnreadableFile(f"{name} {text}: {why_not(fault)}") from fault
    except ValueError as fault:
        raise UnreadableFile(f"{name} {text}: {fault}") from fault
