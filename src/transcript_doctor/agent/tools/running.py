"""One call in, exactly one result out, on every path: the one place where a failure becomes a result."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

from transcript_doctor.acts.history.values import Parts, parts_in, said, sendable
from transcript_doctor.agent.messages import Call, Message, result_of
from transcript_doctor.agent.tools.budget import within_budget
from transcript_doctor.agent.tools.tool import Tool
from transcript_doctor.core.errors import BadOption


def run_tool(tools: Iterable[Tool], call: Call) -> Message:
    """Run one call and return the message that answers it; no `Exception` gets out of here.

    Tools raise, and the model reads what they raised, within the budget of a result. What is no text comes
    as JSON, `Failed` as a failure, `Parts` as they are; half characters, which no wire carries, become
    U+FFFD. What is no exception of a program (Ctrl-C, an exit) passes.
    """
    tool = _tool_named(tools, call.get("name"))
    if tool is None:
        return _not_found(call)
    try:
        return _answer(call, tool["execute"](call.get("arguments")))
    except Exception as error:
        return _failed(call, _words_of(error))


async def run_tool_async(tools: Iterable[Tool], call: Call) -> Message:
    """Run one call as `run_tool` does; a function that is not async runs in a thread of its own.

    Such a thread cannot be cancelled: the tool's `stop()` is called, where it has one, and nobody waits.
    """
    tool = _tool_named(tools, call.get("name"))
    if tool is None:
        return _not_found(call)
    try:
        return _answer(call, await _outcome(tool, call.get("arguments")))
    except Exception as error:
        return _failed(call, _words_of(error))
    except asyncio.CancelledError:
        if not _is_cancelled():  # what the tool waited for was: that is the tool's failure
            return _failed(call, "The tool was cancelled")
        with suppress(Exception):  # whatever stopping comes to, cancelled is cancelled
            _stop(tool)
        raise


def _tool_named(tools: Iterable[Tool], name: Any) -> Tool | None:
    """Return the tool of a name, the last one where there are several."""
    found = [tool for tool in tools if tool["name"] == name]
    return found[-1] if found else None


def _stop(tool: Tool) -> None:
    """End what a tool is doing, where it can be ended."""
    ending: Callable[[], Any] | None = tool.get("stop")
    if ending is not None:
        ending()


async def _outcome(tool: Tool, arguments: Any) -> Any:
    execute = tool["execute"]
    if inspect.iscoroutinefunction(execute):
        return await execute(arguments)
    value = await asyncio.to_thread(_executed, execute, arguments)
    return await value if isinstance(value, Awaitable) else value


def _executed(execute: Callable[[Any], Any], arguments: Any) -> Any:
    """Run a tool in its thread. A future takes no `StopIteration`: its loop would wait for ever."""
    try:
        return execute(arguments)
    except StopIteration as error:
        raise RuntimeError(_words_of(error)) from error


def _is_cancelled() -> bool:
    """Tell whether it is the running task that was asked to end."""
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0


def _not_found(call: Call) -> Message:
    return _failed(call, f"Tool {call.get('name')} not found")


def _failed(call: Call, words: str) -> Message:
    return result_of(call, within_budget(sendable(words)), is_error=True)


def _answer(call: Call, value: Any) -> Message:
    try:
        if type(value) is Parts:
            return result_of(call, parts_in(value), is_error=value.failed)
        text, is_error = said(value)
    except BadOption as fault:
        if type(value) is Parts:
            return _failed(call, str(fault))
        kind = type(value).__name__
        return _failed(call, f"The tool returned a {kind}, which is neither text nor JSON")
    return _failed(call, text) if is_error else result_of(call, text, is_error=False)


def _words_of(error: Exception) -> str:
    try:
        return str(error)
    except Exception:  # an exception that cannot even say what it is
        return type(error).__name__
