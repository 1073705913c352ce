"""The explicit list of readers of session files."""

from __future__ import annotations

from collections.abc import Mapping

from transcript_doctor.catalog.shelf import Shelf
from transcript_doctor.core.reader import Reader

READERS: Mapping[str, Reader] = Shelf(
    "READER",
    {
        "history": "sessions.history",
        "claude-code": "sessions.claude_code",
        "codex": "sessions.codex",
        "pi": "sessions.pi",
        "qwen-code": "sessions.qwen_code",
        "gemini-cli": "sessions.gemini_cli",
        "opencode": "sessions.opencode",
        "cline": "sessions.cline",
        "copilot": "sessions.copilot",
        "droid": "sessions.droid",
        "kimi": "sessions.kimi",
        "cursor": "sessions.cursor",
        "goose": "sessions.goose",
        "continue": "sessions.continue_dev",
        "grok": "sessions.grok",
        "hermes": "sessions.hermes",
        "amp": "sessions.amp",
        "vibe": "sessions.vibe",
        "kiro": "sessions.kiro",
        "antigravity": "sessions.antigravity",
        "inspect": "sessions.inspect",
        "swe-agent": "sessions.swe_agent",
        "mini-swe-agent": "sessions.mini_swe_agent",
        "openhands": "sessions.openhands",
        "atif": "sessions.atif",
        "tau-bench": "sessions.tau_bench",
        "pydantic-ai": "sessions.pydantic_ai",
        "langchain": "sessions.langchain",
        "llama-index": "sessions.llama_index",
        "openai-agents": "sessions.openai_agents",
        "vercel": "sessions.vercel",
        "otel": "sessions.otel",
        "openinference": "sessions.otel.openinference",
        "langsmith": "sessions.langchain.langsmith",
        "har": "sessions.recorded.har",
        "vcr": "sessions.recorded.vcr",
        "chatgpt": "sessions.chats.chatgpt",
        "claude-ai": "sessions.chats.claude_ai",
        "open-webui": "sessions.chats.open_webui",
        "librechat": "sessions.chats.librechat",
        "aider": "sessions.chats.aider",
        "sharegpt": "sessions.datasets.sharegpt",
        "batch": "sessions.recorded.batch",
        "rows": "sessions.datasets.rows",
        "parquet": "sessions.datasets.parquet",
    },
)
"""Every reader of session files by name, in the order in which an unknown file is shown to them."""
