"""The exercise of the lesson on conversations: a history's first problem, in the lesson's words.

Plain on purpose: it knows nothing of formats, rules and targets, so that it can be held against
them.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.core.errors import BadHistory
from transcript_doctor.core.wording import named


def blocks(content: str | list[Any]) -> list[Any]:
    """Return a message's content as a list of blocks: a text becomes one `text` block."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def check_history(messages: list[dict[str, Any]]) -> str:
    """Return the first problem of a history as `problem at I: ...`, or `OK`.

    `messages` is the list as the API gets it: dicts with a role and a content (a text, or a list of
    blocks). Raises `BadHistory` with the position where the input is something else.
    """
    messages = _taken(messages)
    if not messages:
        return "problem at 0: the first message must be from the user"
    before: Any = None
    calls: list[str] = []
    for i, message in enumerate(messages):
        role = message["role"]
        if role not in ("user", "assistant"):
            return f"problem at {i}: unknown role {named(role)}"
        if i == 0 and role != "user":
            return "problem at 0: the first message must be from the user"
        if role == before:
            return f"problem at {i}: two {role} messages in a row"
        if role == "user":
            problem = _unpaired(calls, _ids(i, message, "tool_result", "tool_use_id"))
            if problem:
                return f"problem at {i}: {problem}"
            calls = []
        else:
            calls = _ids(i, message, "tool_use", "id")
        before = role
    if before != "user":
        return f"problem at {len(messages) - 1}: the last message must be from the user"
    return "OK"


def _unpaired(calls: list[str], results: list[str]) -> str | None:
    """Return what is wrong between the calls of one message and the results of the next."""
    asked, given = set(calls), set(results)
    for result in results:
        if result not in asked:
            return f"result for unknown tool call {named(result)}"
    for call in calls:
        if call not in given:
            return f"no result for tool call {named(call)}"
    return None


def _ids(i: int, message: dict[str, Any], kind: str, key: str) -> list[str]:
    """Return the ids of a message's blocks of one kind, in order."""
    found = []
    for j, block in enumerate(blocks(message["content"])):
        if block.get("type") == kind:
            if not isinstance(block.get(key), str):
                raise BadHistory(
                    f"messages[{i}].content[{j}]: a {kind} block needs {key!r}, a text"
                )
            found.append(block[key])
    return found


def _taken(given: object) -> list[dict[str, Any]]:
    """Return the list, made plain; raise where it is no list of dicts with a role and a content."""
    messages = plain(given)
    if not isinstance(messages, list):
        raise BadHistory(f"a history is a list of messages, not {type(messages).__name__}")
    for i, message in enumerate(messages):
        if not isinstance(message, dict):
            raise BadHistory(f"messages[{i}]: a message is a dict, not {type(message).__name__}")
        for key in ("role", "content"):
            if key not in message:
                raise BadHistory(f"messages[{i}]: a message needs {key!r}")
        content = message["content"]
        if not isinstance(content, str | list):
            kind = type(content).__name__
            raise BadHistory(f"messages[{i}].content: a text or a list of blocks, not {kind}")
        for j, block in enumerate(content if isinstance(content, list) else ()):
            if not isinstance(block, dict):
                kind = type(block).__name__
                raise BadHistory(f"messages[{i}].content[{j}]: a block is a dict, not {kind}")
    return messages
