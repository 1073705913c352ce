"""Histories of frameworks, which no provider is sent: they are named, and not judged as what they are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

_SENT = "check the request as it was sent to the provider"
_LANGCHAIN_TYPES = frozenset(
    {"human", "ai", "system", "tool", "function", "chat", "remove", "AIMessageChunk"}
)
_VERCEL_PARTS = ("tool-", "dynamic-tool", "step-start", "data-", "source-")


class Framework(NamedTuple):
    """A framework: what its messages are called, what to check instead, and how one is known."""

    title: str
    advice: str
    owns: Callable[[dict[str, Any]], bool]

    @property
    def words(self) -> str:
        """What is said of its messages."""
        return f"these are {self.title}; {self.advice}"


def framework_of(messages: list[Any]) -> Framework | None:
    """Return the framework that messages are of, or None where they are of none that is known."""
    for message in messages:
        if isinstance(message, dict):
            for framework in _FRAMEWORKS:
                if framework.owns(message):
                    return framework
    return None


def _is_langchain(message: dict[str, Any]) -> bool:
    kind, inner, made = message.get("type"), message.get("data"), message.get("id")
    if kind == "constructor" and isinstance(made, list):
        return any(isinstance(word, str) and "essage" in word for word in made)
    if not isinstance(kind, str) or kind not in _LANGCHAIN_TYPES or "role" in message:
        return False
    return "content" in message or (isinstance(inner, dict) and "content" in inner)


def _is_vercel(message: dict[str, Any]) -> bool:
    if "role" not in message:
        return False
    return "toolInvocations" in message or any(
        isinstance(kind, str) and kind.startswith(_VERCEL_PARTS)
        for kind in _in_parts(message, "type")
    )


def _is_pydantic(message: dict[str, Any]) -> bool:
    return message.get("kind") in ("request", "response") and bool(_in_parts(message, "part_kind"))


def _is_llamaindex(message: dict[str, Any]) -> bool:
    blocks = message.get("blocks")
    return "role" in message and isinstance(blocks, list) and "content" not in message


def _is_batch_answer(message: dict[str, Any]) -> bool:
    return "custom_id" in message and bool(message.keys() & {"response", "result"})


def _in_parts(message: dict[str, Any], key: str) -> list[Any]:
    """Return what the parts of a message have under a key."""
    lists = (message.get("content"), message.get("parts"))
    parts = (part for found in lists if isinstance(found, list) for part in found)
    return [part[key] for part in parts if isinstance(part, dict) and key in part]


_FRAMEWORKS = (
    Framework(
        "LangChain messages",
        f"convert_to_openai_messages makes an openai-chat list of them, or {_SENT}",
        _is_langchain,
    ),
    Framework(
        "messages of the Vercel AI SDK",
        f"{_SENT}: a result of generateText has it in request.body",
        _is_vercel,
    ),
    Framework("messages of Pydantic AI", _SENT, _is_pydantic),
    Framework("messages of LlamaIndex", _SENT, _is_llamaindex),
    Framework(
        "the answers to a batch",
        "check the file of requests that was handed in (custom_id and body, or params)",
        _is_batch_answer,
    ),
)
