"""OpenAI's own request types, TypedDicts, through pydantic. They say what a message may hold.

Their iterable fields become iterators that check when they are read, so everything is read here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from openai.types.chat import ChatCompletionMessageParam
from openai.types.responses import ResponseInputItemParam
from pydantic import TypeAdapter, ValidationError

from benchmarks.peers.asking import Complaint, Peer, Question

_TYPES: dict[str, TypeAdapter[Any]] = {
    "openai-chat": TypeAdapter(ChatCompletionMessageParam),
    "openai-responses": TypeAdapter(ResponseInputItemParam),
}


def _complain(question: Question) -> list[Complaint]:
    found = []
    for index, message in enumerate(question.messages):
        try:
            _read(_TYPES[question.format].validate_python(message))
        except ValidationError:
            found.append(Complaint(index))
    return found


def _read(value: Any) -> None:
    if isinstance(value, dict):
        for child in value.values():
            _read(child)
    elif isinstance(value, list | Iterator):
        for child in value:
            _read(child)


_NOTE = (
    "TypedDicts through pydantic; its false alarms are keys that the types require and the "
    "Responses endpoint does not (`id` and `status` of a message, `detail` of an image)"
)
PEERS = [Peer("OpenAI types", "openai", tuple(_TYPES), _complain, _NOTE)]
