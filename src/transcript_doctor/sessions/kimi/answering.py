"""An answer of the model, put together from the pieces that Kimi notes one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Answer:
    """An answer in the making: its message is on the list, its pieces come one by one."""

    def __init__(self) -> None:
        self.message: dict[str, Any] = {"role": "assistant", "content": None}
        self.parts: list[Mapping[str, Any]] = []
        self.thoughts: list[str] = []
        self.calls: list[dict[str, Any]] = []
        self.arguments: list[str] = []
        """The pieces of the arguments of the last call."""

    def end_call(self) -> None:
        """Put the arguments of the last call together."""
        if self.calls:
            self.calls[-1]["function"]["arguments"] = "".join(self.arguments) or "{}"

    def close(self) -> None:
        """Put all pieces together."""
        self.end_call()
        self.message["content"] = _content(self.parts)
        if thought := "".join(self.thoughts):
            self.message["reasoning_content"] = thought
        if self.calls:
            self.message["tool_calls"] = self.calls


def _content(parts: list[Mapping[str, Any]]) -> object:
    """Return the content of an answer: text alone stays a text."""
    texts = [part.get("text") for part in parts if part.get("type") == "text"]
    if len(texts) < len(parts):
        return list(parts)
    return "".join(text for text in texts if isinstance(text, str)) or None
