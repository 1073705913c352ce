"""Half a character, as Copilot CLI writes it where a text was cut in the middle of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin
from transcript_doctor.sessions.copilot.building import Said

_HALF = re.compile(
    rb"(?<!\\)(?:\\\\)*"
    rb"(?:\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2})"
)
"""Half a character, written as an escape without its other half."""
_HALVED = re.compile(r"\\ud[89a-f]")
"""The same in what Python shows of a message."""


def halves(source: Source, said: Iterable[Said]) -> Iterator[Damage]:
    """Yield a damage for each line with half a character that is on no message."""
    found: dict[int, Damage] = {}
    offset = 0
    with source.open() as stream:
        for number, line in enumerate(stream, 1):
            half = _HALF.search(line) if b"\\u" in line else None
            if half is not None:
                values = {"half": f"U+{half[0][-4:].decode().upper()}"}
                found[number] = Damage("S101", "half", Origin(source.name, number, offset), values)
            offset += len(line)
    for message, origin in said if found else ():
        if origin.line in found and _HALVED.search(_shown(message)):
            del found[origin.line]
    yield from found.values()


def _shown(message: dict[str, Any]) -> str:
    try:
        return repr(message)
    except RecursionError:
        return ""
