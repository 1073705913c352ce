"""The list that Claude Code sends, built from the lines of a branch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from transcript_doctor.core.transcript import Origin
from transcript_doctor.sessions.claude_code.entries import Entry

Built = tuple[list[dict[str, Any]], tuple[Origin, ...], dict[int, tuple[Origin, ...]]]


class _Message:
    """One message in the making: its parts, each with the line that it came from."""

    def __init__(self, role: str) -> None:
        self.role = role
        self.parts: list[Any] = []
        self.spots: list[Origin] = []
        self.late: list[tuple[Any, Origin]] = []
        """What stood beside results: behind all of them, since results must lead."""
        self.text: str | None = None
        self.calls: set[str] = set()

    def add(self, entry: Entry) -> None:
        """Add what a line says."""
        content = entry.content
        if isinstance(content, str) and not self.parts:
            self.text = content
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        for part in parts:
            self._put(part, entry.origin)
        self.calls.update(entry.calls)

    def answer(self, entry: Entry) -> None:
        """Add a line with results."""
        for part in entry.parts:
            if isinstance(part, dict) and part.get("type") == "tool_result":
                self._put(part, entry.origin)
            else:
                self.late.append((part, entry.origin))

    def _put(self, part: Any, origin: Origin) -> None:
        self.parts.append(part)
        self.spots.append(origin)

    def close(self) -> dict[str, Any]:
        """Return the message; a text that stands alone stays a text."""
        for part, origin in self.late:
            self._put(part, origin)
        alone = len(self.parts) == 1 and self.text is not None
        return {"role": self.role, "content": self.text if alone else self.parts}


def build(branch: Iterable[Entry]) -> Built:
    """Return the messages, where each begins, and where the parts of joined ones stand.

    Lines of one `message.id` are one message, and its results one message right behind it.
    """
    made: list[_Message] = []
    by_id: dict[str, _Message] = {}
    current: _Message | None = None
    results = _Message("user")
    for entry in branch:
        if entry.role == "assistant" and entry.speaks:
            key = entry.message_id or entry.uuid or str(entry.origin)
            if key not in by_id:
                current = by_id[key] = _Message("assistant")
                results = _Message("user")
                made += [current, results]
            by_id[key].add(entry)
        elif entry.speaks and current and entry.results and current.calls >= set(entry.results):
            results.answer(entry)
        elif entry.speaks:
            message = _Message("user")
            message.add(entry)
            made.append(message)
    whole = [
        message for message in made if message.parts or message.late or message.text is not None
    ]
    messages = [message.close() for message in whole]
    origins = tuple(message.spots[0] for message in whole)
    joined = {i: tuple(m.spots) for i, m in enumerate(whole) if len(set(m.spots)) > 1}
    return messages, origins, joined
