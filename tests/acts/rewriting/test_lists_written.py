"""A list in a file stays what it was taken for, also where its repair takes away all that told its format."""

from __future__ import annotations

import json
from typing import Any

import pytest

from transcript_doctor.acts.rewriting import repair_session
from transcript_doctor.core.errors import BadOption

ORPHAN = [
    {"role": "user", "content": "hi"},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "res"}]},
    {"role": "assistant", "content": "ok"},
    {"role": "user", "content": "stop"},
]  # fmt: skip
UNANSWERED = [
    {"role": "user", "content": "hi"},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "read", "input": {}}]},
    {"role": "user", "content": "stop"},
]  # fmt: skip


@pytest.mark.parametrize("around", [None, {"model": "claude-opus-4-1", "max_tokens": 9}])
@pytest.mark.parametrize(
    ("messages", "asked"), [(ORPHAN, {}), (UNANSWERED, {"unanswered": "drop"})]
)
def test_the_last_tool_part_goes_and_the_file_is_written(
    messages: list[Any], asked: dict[str, Any], around: Any, written: Any
) -> None:
    value = messages if around is None else {**around, "messages": messages}
    made, after = written(json.dumps(value, indent=1).encode(), "list.json", **asked)
    assert (made.reason, made.repaired[0].left_out) == (None, None)
    assert made.repaired[0].repair.report.format == "anthropic"
    assert b"tool_use" not in after
    assert b"tool_result" not in after


@pytest.mark.parametrize("name", [None, 5, b"a.json", ""])
def test_what_names_no_file_is_refused_in_words(name: Any) -> None:
    with pytest.raises(BadOption, match="path takes the name of a file, not "):
        repair_session(name)


def call(ident: str) -> dict[str, Any]:
    function = {"name": "read", "arguments": "{}"}
    one = {"id": ident, "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [one]}


GO = {"role": "user", "content": "Go."}


def test_a_list_that_is_put_together_from_two_is_not_written(written: Any) -> None:
    data = json.dumps({"roles": ["user", "assistant", "user"], "contents": ["Go.", "", "Well?"]})
    made, after = written(data.encode(), "oracle.json")
    assert made.reason == "its messages do not stand in one list"
    assert after == data.encode()
    assert made.repaired[0].is_changed


@pytest.mark.parametrize(
    "beside",
    [{"other": 1}, {"messages": [GO]}, [GO], {"request": {"messages": [GO, call("c9"), GO]}}],
)
def test_of_values_on_lines_each_is_written_in_its_place(beside: Any, written: Any) -> None:
    first, second = json.dumps(beside), json.dumps({"messages": [GO, call("c1"), GO]})
    made, after = written(f"{first}\n{second}\n".encode(), "lines.json")
    assert [one.left_out for one in made.repaired if one.is_changed].count(None) >= 1
    one, other = after.decode().splitlines()
    assert (one == first) is ("c9" not in first)
    assert [m["role"] for m in json.loads(other)["messages"]] == [
        "user",
        "assistant",
        "tool",
        "user",
    ]
