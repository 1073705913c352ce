"""Files in tests of writing: made of records, and what became of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

OLD, NEW = b'{"old": 1}\n', b'{"new": 22}\n'
MARKER = "No result was recorded for this call."


def of_lines(*records: dict[str, Any]) -> bytes:
    """A file with these records, one a line."""
    return b"".join(
        json.dumps(record, separators=(",", ":")).encode() + b"\n" for record in records
    )


def changed(before: bytes, after: bytes) -> list[bytes]:
    """The lines of a file that were not in it before."""
    old = before.split(b"\n")
    return [line for line in after.split(b"\n") if line not in old]


def names(path: Path) -> list[str]:
    """The names in a file's folder."""
    return sorted(one.name for one in path.parent.iterdir())
