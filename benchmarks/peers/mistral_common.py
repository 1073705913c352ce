"""mistral-common: Mistral's own reading of OpenAI chat; raises at the first fault, with no place.

It takes ids of nine letters and digits only. What was not sent to Mistral gets such ids first, for
that law is not what those cases are about.
"""

from __future__ import annotations

import json
import re
from typing import Any

from mistral_common.exceptions import MistralCommonException
from mistral_common.protocol.instruct.converters import convert_openai_messages
from mistral_common.protocol.instruct.validator import ValidationMode, get_validator
from mistral_common.tokens.tokenizers.base import TokenizerVersion

from benchmarks.peers.asking import Complaint, Peer, Question

_NINE = re.compile(r"[a-zA-Z0-9]{9}")


def _renamed(messages: list[Any]) -> list[Any]:
    """Return the messages with every id that is a text made one of nine characters."""
    made: dict[str, str] = {}

    def walk(value: Any, key: object = None) -> Any:
        if isinstance(value, dict):
            return {name: walk(child, name) for name, child in value.items()}
        if isinstance(value, list):
            return [walk(child) for child in value]
        if key not in ("id", "tool_call_id") or not isinstance(value, str) or not value:
            return value
        return value if _NINE.fullmatch(value) else made.setdefault(value, f"{len(made):09}")

    return list(walk(json.loads(json.dumps(messages))))


def _peer(version: str, note: str) -> Peer:
    validator = get_validator(TokenizerVersion(version), ValidationMode.serving)

    def complain(question: Question) -> list[Complaint]:
        aimed = question.provider == "mistral"
        messages = question.messages if aimed else _renamed(question.messages)
        try:
            validator.validate_messages(convert_openai_messages(messages))
        except MistralCommonException:
            return [Complaint(None)]
        return []

    return Peer(f"mistral-common {version}", "mistral-common", ("openai-chat",), complain, note)


_BRIDGE = {"role": "assistant", "content": "(bridge)"}


def objection(messages: list[Any]) -> str | None:
    """Return what version 13 says against the pairing of a repaired list; None where it takes it.

    The library wants an answer between results and the user, and a user at the end, which OpenAI's
    endpoint does not: both are put in first.
    """
    made: list[Any] = []
    for message in _renamed(messages):
        if (
            made
            and made[-1].get("role") == "tool"
            and message.get("role") not in ("tool", "assistant")
        ):
            made.append(_BRIDGE)
        made.append(message)
    if made and made[-1].get("role") == "assistant" and not made[-1].get("tool_calls"):
        made.append({"role": "user", "content": "go on"})
    validator = get_validator(TokenizerVersion("v13"), ValidationMode.serving)
    try:
        validator.validate_messages(convert_openai_messages(made))
    except (MistralCommonException, ValueError) as error:
        return str(error) or type(error).__name__
    return None


_NOTE = (
    "stops at the first fault and names no message; reads OpenAI chat and judges it by Mistral's "
    "law (ids of nine characters were given to what was not sent to Mistral), under which a list "
    "may not end on the assistant"
)
PEERS = [_peer("v13", _NOTE), _peer("v3", "the same, and words may not stand beside a call")]
