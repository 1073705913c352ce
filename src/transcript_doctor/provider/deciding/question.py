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
    version: str | None
    """The version of Anthropic's API in the head of the request."""
    record: Record
    """Told on the way what comes of the request."""

    @property
    def model(self) -> object:
        """The model that is asked for: the path names it, or else the body."""
        return self.asked.model or self.body.get("model")

    @property
    def tokens(self) -> int:
        """About how many tokens the request has."""
        return max(1, self.size // 4)
