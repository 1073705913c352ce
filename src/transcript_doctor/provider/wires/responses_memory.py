"""What OpenAI's Responses API keeps on its side, so that a client may send only what is new.

Each response is kept with the items that came with its request and with a link to the one before it, so that
a long conversation costs what it says and no more. The oldest are forgotten first. One that is not known is
refused, also one whose request said `store: false` (bigduu/Bamboo-agent#64, 2026-07).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.provider.wires.shelf import MOST, ROOM, Lost, Shelf
from transcript_doctor.provider.wires.writing import error_body


class _Kept(NamedTuple):
    """A response, and what was new in its request."""

    before: str | None
    items: list[Any]
    response: dict[str, Any]


class Memory:
    """The responses that a server remembers: at most 1,000, of 64 MB together."""

    def __init__(self, most: int = MOST, room: int = ROOM) -> None:
        self._kept: Shelf[_Kept] = Shelf(most, room)

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, body: dict[str, Any], response: dict[str, Any]) -> None:
        """Remember a response and its request, unless the request says `store: false`."""
        if body.get("store") is False:
            return
        before = body.get("previous_response_id")
        items = items_of(body.get("input"))
        row = _Kept(before if isinstance(before, str) else None, items, response)
        self._kept.put(response["id"], row, items, response)

    def forget(self, ident: str) -> bool:
        """Forget a response, and tell whether it was known."""
        return self._kept.drop(ident)

    def response(self, ident: str) -> dict[str, Any] | None:
        """Return a response as it went out, None where it is not known."""
        found = self._kept.get(ident)
        return found.response if found is not None else None

    def asked(self, ident: str) -> list[Any] | None:
        """Return all items that led to a response, None where one before it is not known."""
        found: list[list[Any]] = []
        link: str | None = ident
        while link is not None:
            row = self._kept.get(link)
            if row is None or len(found) > 2 * len(self._kept):
                return None
            found += [row.items] if link == ident else [row.response["output"], row.items]
            link = row.before
        return [item for items in reversed(found) for item in items]

    def unfold(self, body: dict[str, Any]) -> dict[str, Any] | Lost:
        """Return a request with all that it builds on, as the judge needs it, or why there is none."""
        before = body.get("previous_response_id")
        if not isinstance(before, str):
            return body
        asked, response = self.asked(before), self.response(before)
        if asked is None or response is None:
            return _lost(before)
        rest = {key: value for key, value in body.items() if key != "previous_response_id"}
        return {**rest, "input": [*asked, *response["output"], *items_of(body.get("input"))]}


def items_of(value: Any) -> list[Any]:
    """Return the input of a request as items: text is the user's message."""
    if isinstance(value, str):
        return [{"type": "message", "role": "user", "content": value}]
    return value if isinstance(value, list) else []


def _lost(ident: str) -> Lost:
    sentence = f"Previous response with id '{ident:.200}' not found."
    body = error_body("openai", 400, sentence)
    body["error"] |= {"code": "previous_response_not_found", "param": "previous_response_id"}
    return Lost(400, sentence, body)
