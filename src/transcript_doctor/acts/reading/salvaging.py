"""A transcript out of a JSON text that is cut or garbled: its whole messages, each with its line."""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.reading.looking import holds_messages
from transcript_doctor.acts.reading.unpacking import at, way_of
from transcript_doctor.jsontext.salvage import Salvage, salvage
from transcript_doctor.place import Place, Steps

_DEEPEST = 4
"""So many levels are searched for a list of messages."""


class Salvaged:
    """What is left of a transcript, in the shape of every other one that was read."""

    def __init__(self, found: Salvage, steps: Steps) -> None:
        self.value: Any = at(found.value, steps)
        self._found = found

    @property
    def line(self) -> int:
        """The 1-based line where it begins."""
        return self._found.lines.get(id(self.value), 1)

    def line_of(self, place: Place) -> int:
        """Return the 1-based line of a place of a report on it: of the nearest list or object."""
        value, line = self.value, self.line
        for step in place[1:] if isinstance(value, list) else place:
            try:
                value = value[step]
            except (LookupError, TypeError):
                break
            line = self._found.lines.get(id(value), line)
        return line


def salvaged(data: bytes) -> Salvaged | None:
    """Return the transcript whose whole messages stand in a damaged text, or None where none does."""
    found = salvage(data.decode("utf-8-sig", "replace"))
    if not isinstance(found.value, dict | list):
        return None
    value = _pruned(found.value, found, _DEEPEST)
    found = found._replace(value=value)
    steps = way_of(value)
    if steps is None or not _has_messages(at(value, steps)):
        return None
    return Salvaged(found, steps)


def _pruned(value: Any, found: Salvage, depth: int) -> Any:
    """Take torn messages out of the lists in a value, which is nobody else's."""
    if isinstance(value, list) and (holds_messages(value) or value is found.value):
        value[:] = [one for one in value if id(one) not in found.torn or not isinstance(one, dict)]
    elif isinstance(value, dict) and depth:
        for child in value.values():
            _pruned(child, found, depth - 1)
    return value


def _has_messages(value: Any) -> bool:
    lists = value.values() if isinstance(value, dict) else [value]
    return any(holds_messages(one) for one in lists)
