"""What a fake provider takes, and what it keeps: everything has an end."""

from __future__ import annotations

from typing import NamedTuple

MAX_BODY = 32 * 1024 * 1024
"""Bytes of a body: what Anthropic takes (platform.claude.com/docs/en/api/overview, 2026-08)."""


LONG = 20_000
"""Values of a body that is looked at in a thread of its own, so that others need not wait for it."""


class Limits(NamedTuple):
    """The limits of one server."""

    max_body: int = MAX_BODY
    """Bytes of a body; more is answered with the provider's 413."""
    body_seconds: float = 30.0
    """Seconds in which a body must come."""
    kept: int = 1_000
    """Requests that are kept."""
    room: int = 64 * 1024 * 1024
    """Bytes of memory that all of them may hold together, about; the newest is kept in any case."""
    values: int = 500_000
    """Objects, lists, texts and numbers in one body: more is no request, and would be judged for minutes."""
