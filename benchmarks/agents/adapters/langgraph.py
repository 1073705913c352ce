"""LangGraph: LangChain's `create_agent` and the older `create_react_agent`, with a checkpointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import ToolErrorMiddleware
from langchain_anthropic import ChatAnthropic
from langchain_core.tools import StructuredTool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import ToolNode, create_react_agent

from benchmarks.agents import tools
from benchmarks.agents.asking import Agent

_CONFIG: Any = {"configurable": {"thread_id": "1"}}


def _tools() -> list[StructuredTool]:
    return [
        StructuredTool.from_function(coroutine=tools.aread, name="read", description=tools.READ),
        StructuredTool.from_function(coroutine=tools.asize, name="size", description=tools.SIZE),
    ]


def _model(format: str, url: str) -> Any:
    if format == "anthropic":
        return ChatAnthropic(model="claude-sonnet-5", base_url=url, api_key="any", max_retries=1)
    return ChatOpenAI(model="gpt-5.4-mini", base_url=f"{url}/v1", api_key="any", max_retries=1)


class _Thread:
    """One thread of a graph; what is kept is the checkpointer's."""

    def __init__(self, graph: Any) -> None:
        self._graph = graph

    async def ask(self, prompt: str, *, stream: bool) -> str:
        """Ask on the thread."""
        given = {"messages": [{"role": "user", "content": prompt}]}
        if stream:
            async for _ in self._graph.astream(given, _CONFIG, stream_mode="messages"):
                pass
            state = await self._graph.aget_state(_CONFIG)
            return str(state.values["messages"][-1].text)
        made = await self._graph.ainvoke(given, _CONFIG)
        return str(made["messages"][-1].text)


def _made(format: str, **options: Any) -> Callable[[str], _Thread]:
    return lambda url: _Thread(
        create_agent(_model(format, url), _tools(), checkpointer=InMemorySaver(), **options)
    )


def _react(format: str, handle: bool) -> Callable[[str], _Thread]:
    def opened(url: str) -> _Thread:
        nodes: Any = ToolNode(_tools(), handle_tool_errors=True) if handle else _tools()
        return _Thread(create_react_agent(_model(format, url), nodes, checkpointer=InMemorySaver()))

    return opened


_KEEPS = "a checkpointer, one thread"
_NEW = ("langchain", "langgraph")
_OLD = ("langgraph", "langgraph-prebuilt")
_GUESS = {
    "malformed, streamed": "the cut-off path is completed by guess, and the tool runs with it"
}
AGENTS = [
    Agent(
        "LangChain `create_agent`", (*_NEW, "langchain-openai"), "openai-chat", _KEEPS,
        _made("openai-chat"), notes=_GUESS,
    ),
    Agent(
        "LangChain `create_agent`", (*_NEW, "langchain-anthropic"), "anthropic", _KEEPS,
        _made("anthropic"), notes=_GUESS,
    ),
    Agent(
        "LangChain `create_agent`", (*_NEW, "langchain-anthropic"), "anthropic", _KEEPS,
        _made("anthropic", middleware=[ToolErrorMiddleware(lambda error, request: f"failed: {error}")]),
        option="`ToolErrorMiddleware(on_error)`", notes=_GUESS,
    ),
    Agent(
        "LangGraph `create_react_agent`", (*_OLD, "langchain-openai"), "openai-chat", _KEEPS,
        _react("openai-chat", False), notes=_GUESS,
    ),
    Agent(
        "LangGraph `create_react_agent`", (*_OLD, "langchain-openai"), "openai-chat", _KEEPS,
        _react("openai-chat", True),
        option="`ToolNode(tools, handle_tool_errors=True)`", notes=_GUESS,
    ),
]  # fmt: skip
