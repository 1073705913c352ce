"""Healthy requests of every format, and the damage that bugs do to their lists."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from tests.acceptance.story import Call, Result, Text, Turn
from tests.acceptance.story_writers import write

LIST_KEYS = {
    "anthropic": "messages",
    "openai-chat": "messages",
    "openai-responses": "input",
    "gemini": "contents",
    "bedrock": "messages",
    "pi": "messages",
    "oracle": "messages",
}
"""The formats whose requests are written here, with the key of their list."""
NAMED = frozenset({"pi", "oracle"})
"""Formats whose damaged lists no body and no key may tell: they are named."""
_NAMES = ("read", "write", "run")


def _story(rng: random.Random) -> list[Turn]:
    """A history in which every word and id is told apart from every other."""
    turns: list[Turn] = []
    number = 0

    def word(what: str) -> Text:
        nonlocal number
        number += 1
        return Text(f"{what} {number}")

    for _ in range(rng.randint(1, 4)):
        turns.append(Turn("user", (word("asked"),)))
        for _ in range(rng.randint(0, 3)):
            calls = []
            for _ in range(rng.randint(1, 3)):
                number += 1
                calls.append(Call(f"call_{number:04}", rng.choice(_NAMES), {"n": number}))
            said = (word("said"),) if rng.random() < 0.5 else ()
            results = tuple(Result(c.id, c.name, f"gave {c.id}", False) for c in calls)
            turns += [Turn("assistant", (*said, *calls)), Turn("tool", results)]
        turns.append(Turn("assistant", (word("answered"),)))
    turns.append(Turn("user", (word("asked"),)))
    return turns


def healthy(format: str, rng: random.Random) -> dict[str, Any]:
    """A sound request of a format; on every wire that has ids, calls and results bear them."""
    story = _story(rng)
    if format == "oracle":
        story = _spoken(story)
    written = write(format, story)
    body: dict[str, Any] = {"messages": written} if format in NAMED else written
    if format == "gemini":
        parts = [part for content in body["contents"] for part in content["parts"]]
        rows = [part for turn in story for part in turn.parts if isinstance(part, Call | Result)]
        held = [p.get("functionCall") or p.get("functionResponse") for p in parts]
        for node, row in zip(filter(None, held), rows, strict=True):
            node["id"] = row.id
    return body


def _spoken(story: list[Turn]) -> list[Turn]:
    """Return what was said without calls and results, which an oracle's history cannot hold."""
    texts = [Turn(role, tuple(p for p in parts if isinstance(p, Text))) for role, parts in story]
    return [turn for turn in texts if turn.parts]


Damage = Callable[[list[Any], random.Random], None]


def _drop(messages: list[Any], rng: random.Random) -> None:
    del messages[rng.randrange(len(messages))]


def _double(messages: list[Any], rng: random.Random) -> None:
    i = rng.randrange(len(messages))
    messages.insert(rng.randint(i, len(messages)), copy.deepcopy(messages[i]))


def _move(messages: list[Any], rng: random.Random) -> None:
    message = messages.pop(rng.randrange(len(messages)))
    messages.insert(rng.randint(0, len(messages)), message)


def _cut(messages: list[Any], rng: random.Random) -> None:
    k = rng.randint(0, max(len(messages) - 1, 0))
    if rng.random() < 0.5:
        del messages[:k]
    else:
        del messages[max(k, 1) :]


_IDS = ("id", "tool_use_id", "tool_call_id", "call_id", "toolUseId")


def spots(messages: list[Any], wanted: Callable[[Any, Any], bool]) -> list[tuple[Any, Any]]:
    """Every container and key below the list of which a question is answered with yes."""
    found, stack = [], [messages]
    while stack:
        node = stack.pop()
        rows = list(node.items()) if isinstance(node, dict) else list(enumerate(node))
        for key, value in rows:
            if wanted(key, value):
                found.append((node, key))
            if isinstance(value, dict | list):
                stack.append(value)
    return found


def _rename(messages: list[Any], rng: random.Random) -> None:
    found = spots(messages, lambda key, value: key in _IDS and isinstance(value, str))
    if found:
        node, key = rng.choice(found)
        node[key] = rng.choice(["other", "", node[key].upper(), "x" * 70])


_SAID = ("text", "content", "output", "arguments", "value")


def _blank(messages: list[Any], rng: random.Random) -> None:
    found = spots(messages, lambda key, _: key in _SAID)
    if found:
        node, key = rng.choice(found)
        node[key] = rng.choice(["", " ", None, []])


def _take_key(messages: list[Any], rng: random.Random) -> None:
    found = spots(messages, lambda key, _: isinstance(key, str))
    if found:
        node, key = rng.choice(found)
        del node[key]


def _take_part(messages: list[Any], rng: random.Random) -> None:
    found = spots(messages, lambda key, _: isinstance(key, int))
    if found:
        node, key = rng.choice(found)
        del node[key]


def _split(messages: list[Any], rng: random.Random) -> None:
    rows = [(i, key) for i, m in enumerate(messages) for key in ("content", "parts")
            if isinstance(m, dict) and isinstance(m.get(key), list) and len(m[key]) > 1]  # fmt: skip
    if rows:
        i, key = rng.choice(rows)
        k = rng.randint(1, len(messages[i][key]) - 1)
        first, second = messages[i], dict(messages[i])
        second[key], first[key] = first[key][k:], first[key][:k]
        second.pop("tool_calls", None)
        messages.insert(i + 1, second)


def _double_result(messages: list[Any], rng: random.Random) -> None:
    """A result twice: the whole message where it holds nothing else."""
    rows = [i for i, m in enumerate(messages) if _only_results(m)]
    if rows:
        i = rng.choice(rows)
        messages.insert(rng.randint(i + 1, len(messages)), copy.deepcopy(messages[i]))


def _only_results(message: Any) -> bool:
    if not isinstance(message, dict):
        return False
    if (
        message.get("role") in ("tool", "toolResult")
        or message.get("type") == "function_call_output"
    ):
        return True
    parts = message.get("content", message.get("parts"))
    return (
        isinstance(parts, list)
        and bool(parts)
        and all(
            isinstance(p, dict)
            and ("tool_use_id" in p or "toolResult" in p or "functionResponse" in p)
            for p in parts
        )
    )


ANY: list[Damage] = [_drop, _double, _move, _cut, _rename, _blank, _take_key, _take_part, _split]
ORDER: list[Damage] = [_move, _split, _double_result]
"""Damage that takes nothing away."""


def damaged(format: str, kinds: list[Damage], rng: random.Random) -> dict[str, Any]:
    """A sound request with one to five kinds of damage done to its list."""
    body = healthy(format, rng)
    messages = body[LIST_KEYS[format]]
    for _ in range(rng.randint(1, 5)):
        if messages:
            rng.choice(kinds)(messages, rng)
    return body


RANDOM = st.randoms(use_true_random=False)
