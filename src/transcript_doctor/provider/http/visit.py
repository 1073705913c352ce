"""What the head of a request says, before its body is read."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from transcript_doctor.provider.deciding.paths import asked_for
from transcript_doctor.provider.http.keys import is_right, veil_for
from transcript_doctor.provider.veil import Veil

Scope = MutableMapping[str, Any]
CONVERSATION = b"x-conversation"
"""The header by which a client names its conversation, so that it has the script for itself."""
VERSION = b"anthropic-version"
"""The header without which Anthropic takes nothing."""
_LONGEST = 200
"""Characters of such a header."""


class Visit:
    """What the head of a request says."""

    def __init__(self, scope: Scope, home: str | None) -> None:
        self._pairs: list[tuple[bytes, bytes]] = list(scope["headers"])
        self.headers: dict[bytes, bytes] = dict(self._pairs)
        self.query: bytes = scope.get("query_string", b"")
        self.asked = asked_for(scope["path"], self.query, home)
        """What the path asks for."""

    @property
    def closes(self) -> bool:
        """Whether it says in two ways how long it is, after which nobody is listened to (RFC 9112, 6.1)."""
        return b"transfer-encoding" in self.headers and b"content-length" in self.headers

    def says(self, name: bytes) -> str | None:
        """Return what a header says, all of its values where it comes several times (RFC 9110, 5.3)."""
        found = b", ".join(value for key, value in self._pairs if key == name)
        return found.decode("latin-1").strip()[:_LONGEST] or None

    def has(self, key: str) -> bool:
        """Tell whether it carries the key."""
        return is_right(key, self._pairs, self.query)

    def veil(self, key: str | None) -> Veil:
        """Return what holds back its secrets, and the key of the server."""
        return veil_for(self._pairs, self.query, key)
