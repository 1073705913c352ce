"""An openai-chat list that is put together from a framework's own messages, with the places it came from.

Frameworks that speak to every provider keep messages that none of them is sent; this is the plainest
wire that says the same: texts, media, calls and results.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from transcript_doctor.core.transcript import Origin, State, Transcript

_MODEL = re.compile(r"(?:openai[:/])?((?:gpt-(?!oss)|chatgpt-|codex-|o[1-9])[\w.:-]*)\Z")
_FEW = 64
"""So many open calls are asked which of them a result answers."""
_GIVEN = ("image_url", "input_audio", "file")


class Chat:
    """The list as it grows: messages, where each began, and where its calls stand."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.origins: list[Origin] = []
        self.parts: dict[int, tuple[Origin, ...]] = {}
        self._minted = 0
        self._open: deque[tuple[str, Any]] = deque()

    def say(self, role: str, content: Any, origin: Origin) -> None:
        """Add a message without calls."""
        self._add({"role": role, "content": content}, origin)

    def answer(
        self, text: str, calls: Sequence[dict[str, Any]], origin: Origin, at: Sequence[Origin] = ()
    ) -> None:
        """Add an answer of the model; `at` says where each of its calls stands."""
        message: dict[str, Any] = {"role": "assistant", "content": text}
        if calls:
            message = {"role": "assistant", "content": text or None, "tool_calls": list(calls)}
            if at:
                self.parts[len(self.messages)] = tuple(at)
        self._add(message, origin)

    def result(self, ident: Any, content: Any, origin: Origin) -> None:
        """Add the result of a call."""
        message = {"role": "tool", "tool_call_id": ident, "content": content}
        if ident is None:
            del message["tool_call_id"]
        self._add(message, origin)

    def _add(self, message: dict[str, Any], origin: Origin) -> None:
        self.messages.append(message)
        self.origins.append(origin)

    def mint(self, name: Any) -> str:
        """Return an id for a call of this name that was kept without one."""
        self._minted += 1
        self._open.append((f"call_{self._minted}", name))
        return self._open[-1][0]

    def minted(self, name: Any) -> str:
        """Return the id that the oldest open call of this name was given; what answers none has its own."""
        for at, (ident, called) in enumerate(islice(self._open, _FEW)):
            if called == name:
                del self._open[at]
                return ident
        self._minted += 1
        return f"result_{self._minted}"

    def renew(self) -> None:
        """Begin a new turn: calls of the one before are not answered any more by position."""
        self._open.clear()

    @property
    def waits(self) -> bool:
        """Whether an answer of the model is still to come, or the result of a call."""
        return waits(self.messages)

    def transcript(self, agent: str, why: str) -> Transcript:
        """Return the conversation, which rests where its last message leaves it."""
        state: State = "running" if self.waits else "whole"
        places = tuple(self.origins)
        return Transcript(
            self.messages,
            "openai-chat",
            agent,
            why,
            places,
            parts=self.parts,
            state=state,
        )


def waits(messages: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether a list ends where an answer of the model, or the result of a call, has to come."""
    if not messages:
        return False
    return messages[-1].get("role") != "assistant" or bool(messages[-1].get("tool_calls"))


def call(ident: Any, name: Any, arguments: Any) -> dict[str, Any]:
    """Return a call; what was kept as an object becomes the text that the wire has."""
    made: dict[str, Any] = {"id": ident, "type": "function", "function": {"name": name}}
    if ident is None:
        del made["id"]
    text = arguments if isinstance(arguments, str) else said({} if arguments is None else arguments)
    made["function"]["arguments"] = text
    return made


def said(value: Any) -> str:
    """Return a text as it is, and any other value as the JSON that stands for it."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, skipkeys=True, default=str)
    except (RecursionError, ValueError):
        return ""


def text_of(value: Any) -> str:
    """Return a text as it is, nothing as an empty one, and any other value as its JSON."""
    return "" if value is None else said(value)


def content(parts: Iterable[Any]) -> Any:
    """Return the content of a message that a person wrote: a text, or parts where there are media."""
    made = [part for one in parts if (part := _part(one)) is not None]
    if any(part["type"] != "text" for part in made):
        return made
    return "\n\n".join(part["text"] for part in made)


def _part(part: Any) -> dict[str, Any] | None:
    if isinstance(part, str):
        return {"type": "text", "text": part} if part else None
    if not isinstance(part, Mapping):
        return {"type": "text", "text": said(part)}
    kind = part.get("type")
    if isinstance(part.get("text"), str) and kind not in _GIVEN:
        return {"type": "text", "text": part["text"]} if part["text"] else None
    return part if kind in _GIVEN else {"type": "text", "text": said(part)}  # type: ignore[return-value]


def medium(media_type: Any, url: Any, name: Any = None) -> dict[str, Any]:
    """Return the part for a medium at an address, which may be one of type `data:`."""
    if isinstance(media_type, str) and media_type.startswith("image/"):
        return {"type": "image_url", "image_url": {"url": url}}
    made = {"filename": name if isinstance(name, str) else "file", "file_data": url}
    return {"type": "file", "file": made}


def model_facts(name: Any) -> dict[str, str]:
    """Return a model's name as a fact, where it is one of those that this wire was made for."""
    found = _MODEL.match(name) if isinstance(name, str) else None
    return {"model": found[1]} if found else {}
