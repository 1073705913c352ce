"""A model of a few replies, written down: what tests of the loop need, and nothing of `testing`."""

from __future__ import annotations

import copy
from typing import Any


def call(name: str, arguments: Any, ident: str = "c1") -> dict[str, Any]:
    return {"type": "toolCall", "id": ident, "name": name, "arguments": arguments}


def said(*parts: Any, stop: str = "stop") -> dict[str, Any]:
    content = [{"type": "text", "text": p} if isinstance(p, str) else p for p in parts]
    return {"role": "assistant", "content": content, "stop_reason": stop}


class Replies:
    """Gives its replies one after the other, and keeps a copy of each request."""

    def __init__(self, *replies: Any) -> None:
        self.left = list(replies)
        self.requests: list[tuple[str, list[Any], list[Any]]] = []

    def complete(self, system: str, messages: list[Any], tools: list[Any]) -> Any:
        self.requests.append((system, copy.deepcopy(messages), copy.deepcopy(tools)))
        step = self.left.pop(0)
        return step() if callable(step) else step


class Files:
    """Files in memory."""

    def __init__(self, **files: str) -> None:
        self.files = {name.replace("_", "."): text for name, text in files.items()}

    def read_text(self, path: str) -> str:
        return self.files[path]

    def write_text(self, path: str, content: str) -> None:
        self.files[path] = content

    def exists(self, path: str) -> bool:
        return path in self.files

    def listdir(self, path: str) -> list[str]:
        return sorted(self.files)
