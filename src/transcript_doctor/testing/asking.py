"""A request as the scripted model keeps it: what stood in it at that moment, whatever happens to it later."""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.testing.saying import Message


class Request(NamedTuple):
    """What one model call carried. Nothing in it is shared with the caller's lists."""

    system: Any
    messages: list[Message]
    tools: list[dict[str, Any]]

    @property
    def last_result(self) -> Message | None:
        """The newest result in the request, or None."""
        return next((m for m in reversed(self.messages) if _role(m) == "toolResult"), None)

    @property
    def user_text(self) -> str:
        """What the user said last, `""` where nobody did."""
        said = next((m for m in reversed(self.messages) if _role(m) == "user"), {})
        return words_in(said.get("content"))

    @property
    def ids(self) -> set[str]:
        """The ids of all calls and results in the request."""
        found: list[Any] = []
        for message in filter(_is_dict, self.messages):
            found.append(message.get("tool_call_id", message.get("toolCallId")))
            content = message.get("content")
            parts = filter(_is_dict, content if isinstance(content, list) else ())
            found += [part.get("id") for part in parts if part.get("type") == "toolCall"]
        return {ident for ident in found if isinstance(ident, str)}


def request_of(system: Any, messages: Any, tools: Any) -> Request:
    """Return the snapshot of a request: objects of SDKs become plain, and nothing is shared."""
    kept = [snapshot(value) for value in (system, messages, tools)]
    return Request(*kept)


def words_in(content: Any) -> str:
    """Return the words of a message's content, a text or a list of parts; `""` where there are none."""
    if isinstance(content, list):
        texts = [part.get("text") for part in filter(_is_dict, content)]
        return "".join(words for words in texts if isinstance(words, str))
    return content if isinstance(content, str) else ""


def snapshot(value: Any) -> Any:
    """Return a copy, made plain, that shares no list and no dict with a value, nor with itself."""
    holder = [plain(value)]
    stack: list[Any] = [holder]
    while stack:
        node = stack.pop()
        for key, child in node.items() if type(node) is dict else enumerate(node):
            if type(child) in (dict, list):
                node[key] = child.copy()
                stack.append(node[key])
    return holder[0]


def _is_dict(value: Any) -> bool:
    return isinstance(value, dict)


def _role(message: Any) -> Any:
    return message.get("role") if isinstance(message, dict) else None
