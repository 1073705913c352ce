"""Calls of tools by no name: models invent them, streams that break off leave them empty.

No provider takes such a name back, so it cannot stay on the record; a neutral one takes its place, and the
result says what it was. A name of odd characters stays: the request is mended there.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from transcript_doctor.core.outline import Call

STAND_IN = "unnamed_tool"
"""The name under which such a call stands on the record."""
LONGEST = 64
"""Characters of a name that every provider takes."""


def misnamed(call: Call, tools: Collection[str]) -> str | None:
    """Return the result of a call whose name cannot be sent, None for any other."""
    name: Any = call.name
    if name in tools or (isinstance(name, str) and 0 < len(name) <= LONGEST):
        return None
    if not name:
        return "This call names no tool"
    return f"Tool {name[:LONGEST]}... not found; a name has {LONGEST} characters at most"
