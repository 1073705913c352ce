"""LiteLLM: the loop of its page on function calling, which is the user's own code around `completion`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import litellm

from benchmarks.agents import tools
from benchmarks.agents.asking import Agent

litellm.telemetry = False
_SPECS = [
    {"type": "function", "function": {"name": n, "description": d, "parameters": tools.schema()}}
    for n, d in (("read", tools.READ), ("size", tools.SIZE))
]
_FUNCTIONS = {"read": tools.read, "size": tools.size}


class _Loop:
    """A list of messages, and the loop that appends to it."""

    def __init__(self, model: str, base: str, modify: bool) -> None:
        self._options = {"model": model, "api_base": base, "api_key": "any", "tools": _SPECS}
        self._messages: list[Any] = []
        self._modify = modify

    def ask(self, prompt: str, *, stream: bool) -> str:
        """Append the prompt and go round until there are no calls."""
        litellm.modify_params = self._modify
        self._messages.append({"role": "user", "content": prompt})
        while True:
            message = self._complete(stream)
            self._messages.append(message)
            if not message.tool_calls:
                return str(message.content)
            for call in message.tool_calls:
                function = _FUNCTIONS[call.function.name]
                content = function(**json.loads(call.function.arguments))
                self._messages.append(
                    {"tool_call_id": call.id, "role": "tool", "name": call.function.name,
                     "content": content}
                )  # fmt: skip

    def _complete(self, stream: bool) -> Any:
        given = {**self._options, "messages": self._messages}
        if not stream:
            return litellm.completion(**given).choices[0].message
        chunks = list(litellm.completion(**given, stream=True))
        return litellm.stream_chunk_builder(chunks, messages=self._messages).choices[0].message


def _chat(modify: bool) -> Callable[[str], _Loop]:
    return lambda url: _Loop("openai/gpt-5.4-mini", f"{url}/v1", modify)


def _claude(modify: bool) -> Callable[[str], _Loop]:
    return lambda url: _Loop("anthropic/claude-sonnet-5", url, modify)


_NAME, _PACKAGES = "LiteLLM, the loop of its documentation", ("litellm", "openai")
_KEEPS, _HOW = "a list of messages, the user's own", "Ctrl-C (KeyboardInterrupt) in the tool"
_OPTION = "`litellm.modify_params = True`"
AGENTS = [
    Agent(_NAME, _PACKAGES, "openai-chat", _KEEPS, _chat(False), _HOW),
    Agent(_NAME, _PACKAGES, "anthropic", _KEEPS, _claude(False), _HOW),
    Agent(_NAME, _PACKAGES, "openai-chat", _KEEPS, _chat(True), _HOW, _OPTION),
    Agent(_NAME, _PACKAGES, "anthropic", _KEEPS, _claude(True), _HOW, _OPTION),
]
