"""What a refusal or an outage says, whatever the envelope."""

from __future__ import annotations

from typing import NamedTuple


class Saying(NamedTuple):
    """A status of HTTP with its sentence, and what some providers add to it."""

    status: int
    sentence: str
    code: str | None = None
    param: str | None = None
    request_id: str = "req_000000000000000000000000"
