"""simonw's `llm`, its tools and its conversations, through its Python API."""

from __future__ import annotations

import llm
from llm.default_plugins.openai_models import Chat
from llm_anthropic import ClaudeMessages

from benchmarks.agents import tools
from benchmarks.agents.asking import Agent


class _Conversation:
    """A conversation of `llm`; it is synchronous, and Ctrl-C interrupts it."""

    def __init__(self, model: llm.Model) -> None:
        made = [llm.Tool.function(tools.read), llm.Tool.function(tools.size)]
        self._conversation = model.conversation(tools=made)

    def ask(self, prompt: str, *, stream: bool) -> str:
        """Let the chain run to its end."""
        return str(self._conversation.chain(prompt, stream=stream).text())


def _chat(url: str) -> _Conversation:
    model = Chat(
        "scripted", key="any", model_name="gpt-5.4-mini", api_base=f"{url}/v1", supports_tools=True
    )
    return _Conversation(model)


def _claude(url: str) -> _Conversation:
    model = ClaudeMessages("scripted", "claude-sonnet-5", base_url=url, default_max_tokens=8192)
    model.key = "any"
    return _Conversation(model)


_KEEPS, _HOW = "a conversation", "Ctrl-C (KeyboardInterrupt) in the tool"
AGENTS = [
    Agent("llm", ("llm", "openai"), "openai-chat", _KEEPS, _chat, _HOW),
    Agent("llm", ("llm", "llm-anthropic"), "anthropic", _KEEPS, _claude, _HOW),
]
