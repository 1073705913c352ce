"""Names of files as callers give them."""

from __future__ import annotations

import os

from transcript_doctor.core.errors import BadOption


def file_name(path: object) -> str:
    """Return a file's name as a text; raises `BadOption` for what names none."""
    name = path.__fspath__() if isinstance(path, os.PathLike) else path
    if not isinstance(name, str) or not name or "\0" in name:
        said = f"not {type(path).__name__}" if not isinstance(name, str) else f"not {name[:80]!r}"
        raise BadOption(f"path takes the name of a file, {said}")
    return name
