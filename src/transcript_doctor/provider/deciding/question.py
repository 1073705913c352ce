"""What the door hands in at the desk."""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.provider.deciding.paths import Asked
from transcript_doctor.provider.record import Record


class Question(NamedTuple):
    """A request as it reaches the desk."""

    asked: Asked
    body: dict[str, Any]
    size: int
    """Bytes of the body."""
    name: str | None
    """How the client calls its conversation, where it does."""
    record: Record
    """Told on the way what comes of the request."""

    @property
    def tokens(self) -> int:
        """About how many tokens the request has."""
        return max(1, self.size // 4)
