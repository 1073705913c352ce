"""What is answered without a script: which tool is next, and when all is done."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.provider.script.default import default_step

TOOLS = [{"name": name, "input_schema": {"type": "object"}} for name in ("read", "write")]
ASKED = {"role": "user", "content": "Go."}


def exchange(name: str) -> list[dict[str, Any]]:
    use = {"type": "tool_use", "id": f"toolu_{name}", "name": name, "input": {}}
    result = {"type": "tool_result", "tool_use_id": use["id"], "content": "done"}
    return [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]


@pytest.mark.parametrize(
    ("called", "choice", "next_one"),
    [
        ([], None, "read"),
        (["read"], None, "write"),
        (["write"], None, "read"),
        (["read", "write"], None, None),
        ([], {"type": "none"}, None),
        (["read"], {"type": "any"}, "write"),
        (["read", "write"], {"type": "any"}, "read"),
        ([], {"type": "tool", "name": "write"}, "write"),
        (["write"], {"type": "tool", "name": "write"}, "write"),
        ([], {"type": "tool", "name": "another"}, None),
    ],
)
def test_which_tool_is_next(called: list[str], choice: Any, next_one: str | None) -> None:
    messages = [ASKED, *(message for name in called for message in exchange(name))]
    body: dict[str, Any] = {"model": "m", "max_tokens": 9, "messages": messages, "tools": TOOLS}
    if choice is not None:
        body["tool_choice"] = choice
    made = default_step(check(body, format="anthropic", as_="request"), body)
    names = [part["name"] for part in made["content"] if part["type"] == "toolCall"]
    assert names == ([] if next_one is None else [next_one])


def test_a_new_prompt_begins_again_with_the_first_tool() -> None:
    messages = [ASKED, *exchange("read"), {"role": "assistant", "content": "So."}, ASKED]
    body = {"model": "m", "max_tokens": 9, "messages": messages, "tools": TOOLS}
    made = default_step(check(body, format="anthropic", as_="request"), body)
    assert made["content"][0]["name"] == "read"
