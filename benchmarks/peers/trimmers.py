"""Trimmers of other libraries, and ours, behind one question: this history, so much of it.

A budget is a number of messages where the library lets its user say what a message costs; litellm
counts tokens with its own tokenizer and AutoGen puts results together; they get the same share.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from typing import Any, NamedTuple

Messages = list[dict[str, Any]]


class Trimmer(NamedTuple):
    """One way to trim: `cut` returns the list and whether it is over the budget; it may raise."""

    name: str
    package: str
    cut: Callable[[Messages, int], tuple[Messages, bool]]


def _one(message: Any) -> int:
    return 1


def _ours() -> list[Trimmer]:
    from transcript_doctor import trim

    def with_options(**options: Any) -> Callable[[Messages, int], tuple[Messages, bool]]:
        def cut(messages: Messages, budget: int) -> tuple[Messages, bool]:
            found = trim(messages, max_tokens=budget, count=_one, target="openai", **options)
            return found.messages, not found.met

        return cut

    bare = with_options(task=False, question=False, exchange=False)
    return [
        Trimmer("transcript-doctor `trim`", "transcript-doctor", with_options()),
        Trimmer(
            "transcript-doctor `trim`, `task=False, question=False, exchange=False`",
            "transcript-doctor",
            bare,
        ),
    ]


def _langchain() -> list[Trimmer]:
    from langchain_core.messages import (
        convert_to_messages,
        convert_to_openai_messages,
        trim_messages,
    )

    def with_options(**options: Any) -> Callable[[Messages, int], tuple[Messages, bool]]:
        def cut(messages: Messages, budget: int) -> tuple[Messages, bool]:
            rows = convert_to_messages(messages)
            left = trim_messages(rows, max_tokens=budget, token_counter=len, **options)
            return list(convert_to_openai_messages(left)), len(left) > budget

        return cut

    whole_turns = with_options(strategy="last", include_system=True, start_on="human")
    return [
        Trimmer("LangChain `trim_messages`", "langchain-core", with_options()),
        Trimmer(
            'LangChain `trim_messages`, `include_system`, `start_on="human"`',
            "langchain-core",
            whole_turns,
        ),
    ]


def _turnsafe() -> list[Trimmer]:
    import turnsafe

    def with_task(keep: bool) -> Callable[[Messages, int], tuple[Messages, bool]]:
        def cut(messages: Messages, budget: int) -> tuple[Messages, bool]:
            left = turnsafe.fit(messages, budget, "openai", counter=_one, keep_first_turn=keep)
            return left, len(left) > budget

        return cut

    return [
        Trimmer("turnsafe `fit`", "turnsafe", with_task(False)),
        Trimmer("turnsafe `fit`, `keep_first_turn`", "turnsafe", with_task(True)),
    ]


def _autogen() -> list[Trimmer]:
    from autogen_core import model_context
    from autogen_core.models import AssistantMessage, SystemMessage, UserMessage
    from autogen_core.models import FunctionExecutionResult as One
    from autogen_core.models import FunctionExecutionResultMessage as Results

    class Counter:
        """A model client of which only the counting of tokens is asked: a message is one."""

        def count_tokens(self, messages: Any, *, tools: Any = ()) -> int:
            return len(messages)

    def rows(messages: Messages) -> list[tuple[Any, Messages]]:
        """Return their messages, each with ours: all results of a turn are one."""
        made: list[tuple[Any, Messages]] = []
        for message in messages:
            if message["role"] == "tool":
                one = One(content=message["content"], name="f", call_id=message["tool_call_id"])
                if isinstance(made[-1][0], Results):
                    made[-1][0].content.append(one)
                    made[-1][1].append(message)
                else:
                    made.append((Results(content=[one]), [message]))
            elif message["role"] == "assistant":
                text = message["content"] or json.dumps(message["tool_calls"])
                made.append((AssistantMessage(content=text, source="a"), [message]))
            else:
                kind = SystemMessage if message["role"] == "system" else UserMessage
                made.append((kind(content=message["content"], source="u"), [message]))
        return made

    def through(context: Callable[[list[Any], int], Any]) -> Callable[..., tuple[Messages, bool]]:
        def cut(messages: Messages, budget: int) -> tuple[Messages, bool]:
            pairs = rows(messages)
            share = max(1, len(pairs) * budget // len(messages))
            left = asyncio.run(context([row for row, _ in pairs], share).get_messages())
            kept = {id(row) for row in left}
            back = [m for row, own in pairs if id(row) in kept for m in own]
            return back, len(left) > share

        return cut

    limited = through(
        lambda rows, budget: model_context.TokenLimitedChatCompletionContext(
            Counter(),  # type: ignore[arg-type]
            token_limit=budget,
            initial_messages=rows,
        )
    )
    buffered = through(
        lambda rows, budget: model_context.BufferedChatCompletionContext(budget, rows)
    )
    return [
        Trimmer("AutoGen `TokenLimitedChatCompletionContext`", "autogen-core", limited),
        Trimmer("AutoGen `BufferedChatCompletionContext`", "autogen-core", buffered),
    ]


def _litellm() -> list[Trimmer]:
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # else it asks the network at its import
    import litellm

    def cut(messages: Messages, budget: int) -> tuple[Messages, bool]:
        rows = [{**m, "content": m.get("content") or ""} for m in messages]
        whole = litellm.token_counter(model="gpt-4o", messages=rows)
        share = max(1, whole * budget // len(rows))
        left = litellm.utils.trim_messages(rows, model="gpt-4o", max_tokens=share, trim_ratio=1.0)
        return list(left), litellm.token_counter(model="gpt-4o", messages=left) > share

    return [Trimmer("litellm `trim_messages`", "litellm", cut)]


LOADERS = {
    "transcript-doctor": _ours,
    "langchain-core": _langchain,
    "turnsafe": _turnsafe,
    "autogen-core": _autogen,
    "litellm": _litellm,
}
"""The packages, each with what makes its trimmers; it raises ImportError where it is not there."""
