"""The same fault in every format is healed in the same way: told as stories, written by the tests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.acceptance.story import Call, Image, Part, Result, Text, Turn
from tests.acceptance.story_writers import write
from transcript_doctor import check, shape
from transcript_doctor.acts.repair import Repair, repair

KEYS = {
    "anthropic": "messages",
    "openai-chat": "messages",
    "openai-responses": "input",
    "gemini": "contents",
    "bedrock": "messages",
}
FORMATS = [*KEYS, "pi"]
A, B = Call("call_a1", "read", {"n": 1}), Call("call_b2", "run", {"n": 2})
GAVE_A, GAVE_B = (
    Result("call_a1", "read", "first light", False),
    Result("call_b2", "run", "two", False),
)
NONE_A = Result("call_a1", "read", "No result was recorded for this call.", True)
NONE_B = Result("call_b2", "run", "No result was recorded for this call.", True)


def user(*parts: Part | str) -> Turn:
    return Turn("user", tuple(Text(part) if isinstance(part, str) else part for part in parts))


def model(*parts: Part | str) -> Turn:
    return Turn("assistant", tuple(Text(part) if isinstance(part, str) else part for part in parts))


def tool(*parts: Part) -> Turn:
    return Turn("tool", parts)


GO, DONE, MORE = user("Go."), model("Done."), user("More.")
HEALTHY = [GO, model(A, B), tool(GAVE_A, GAVE_B), DONE, MORE]


def listed(format: str, story: list[Turn]) -> list[Any]:
    written = write(format, story)
    messages: list[Any] = written if isinstance(written, list) else written[KEYS[format]]
    return messages


def mended(format: str, story: list[Turn], **asked: Any) -> Repair:
    return repair(listed(format, story), format=format, as_="request", **asked)


MOVED = {
    "results behind the next question": (
        [GO, model(A, B), MORE, tool(GAVE_A, GAVE_B)],
        [GO, model(A, B), tool(GAVE_A, GAVE_B), MORE],
    ),
    "results in front of their calls": (
        [GO, tool(GAVE_A, GAVE_B), model(A, B), MORE],
        [GO, model(A, B), tool(GAVE_A, GAVE_B), MORE],
    ),
    "a turn stored twice in a row": (
        [GO, model(A, B), model(A, B), tool(GAVE_A, GAVE_B), DONE, MORE],
        HEALTHY,
    ),
    "the same result again, later": ([*HEALTHY, tool(GAVE_A)], HEALTHY),
}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", MOVED)
def test_what_only_stands_wrong_costs_nothing(name: str, format: str) -> None:
    sick, healed = MOVED[name]
    done = mended(format, sick, policy="safe")
    if (name, format) in TAKEN:
        assert done.report.ok
        assert done.messages == listed(format, sick)
        return
    if (name, format) in DOUBTFUL:
        assert done.messages == listed(format, sick)
        assert {refused.safety for refused in done.refused} == {"marked"}
        return
    assert done.report.ok, done.refused
    assert json.dumps(done.messages, sort_keys=True) == json.dumps(
        listed(format, healed), sort_keys=True
    )
    assert {change.safety for change in done.changes} == {"safe"}


TAKEN = {
    ("results behind the next question", "openai-responses"),
    ("the same result again, later", "openai-responses"),
}
"""There a result may stand anywhere behind its call, and again."""
DOUBTFUL = {("a turn stored twice in a row", "gemini")}
"""Without ids nobody can tell the same call again from the same thing called twice."""
MARKED = {
    "no result": ([GO, model(A, B), MORE], [GO, model(A, B), tool(NONE_A, NONE_B), MORE]),
    "the first result only": (
        [GO, model(A, B), tool(GAVE_A), DONE, MORE],
        [GO, model(A, B), tool(GAVE_A, NONE_B), DONE, MORE],
    ),
}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", MARKED)
def test_what_is_missing_is_marked(name: str, format: str) -> None:
    sick, healed = MARKED[name]
    assert mended(format, sick, policy="safe").transcript == listed(format, sick)
    done = mended(format, sick)
    assert done.report.ok, done.refused
    assert shape(done.messages, format=format) == shape(listed(format, healed), format=format)
    said = json.dumps(done.messages).count("No result was recorded for this call.")
    assert said == sum(part in (NONE_A, NONE_B) for turn in healed for part in turn.parts)
    assert not done.losses


@pytest.mark.parametrize("format", FORMATS)
def test_an_orphan_is_quoted_or_dropped_as_the_caller_likes(format: str) -> None:
    sick = [GO, DONE, tool(GAVE_A), DONE, MORE]
    quoted = mended(format, sick)
    assert quoted.report.ok, quoted.refused
    named = {"gemini": "read", "pi": "call_a1 of read"}.get(format, "call_a1")
    label = f"A tool result whose call is not in this history ({named}): first light"
    assert json.dumps(label) in json.dumps(quoted.messages)
    assert not quoted.losses
    dropped = mended(format, sick, orphan="drop")
    assert dropped.report.ok
    assert "first light" not in json.dumps(dropped.messages)
    assert [loss.what for loss in dropped.losses] == ["a result without a call"]
    assert [c.safety for c in dropped.changes if c.code == "P002"] == ["lossy"]


@pytest.mark.parametrize("format", FORMATS)
def test_a_call_without_a_result_is_dropped_where_the_caller_likes(format: str) -> None:
    done = mended(format, [GO, model("Let me look.", A), MORE], unanswered="drop")
    assert done.report.ok, done.refused
    assert shape(done.messages, format=format) == "U A U"
    assert [loss.what for loss in done.losses] == ["a call without a result"]


PICTURE = Image("image/png", "iVBORw0KGgo=")
HELD: dict[str, Any] = {
    "anthropic": {
        "role": "user",
        "content": [
            {
                "type": "tool_result",
                "tool_use_id": "t1",
                "content": [
                    {"type": "text", "text": "one"},
                    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}},
                ],
            }
        ],
    },
    "openai-responses": {
        "type": "function_call_output",
        "call_id": "t1",
        "output": [
            {"type": "input_text", "text": "one"},
            {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo="},
        ],
    },
    "bedrock": {
        "role": "user",
        "content": [
            {
                "toolResult": {
                    "toolUseId": "t1",
                    "content": [
                        {"text": "one"},
                        {"image": {"format": "png", "source": {"bytes": "iVBORw0KGgo="}}},
                    ],
                    "status": "success",
                }
            }
        ],
    },
    "pi": {
        "role": "toolResult",
        "tool_call_id": "t1",
        "tool_name": "look",
        "content": [
            {"type": "text", "text": "one"},
            {"type": "image", "data": "iVBORw0KGgo=", "mime_type": "image/png"},
        ],
        "is_error": False,
    },
}  # fmt: skip


@pytest.mark.parametrize("format", HELD)
def test_the_picture_in_an_orphan_stands_beside_its_quotation(format: str) -> None:
    messages = [*listed(format, [GO, DONE]), HELD[format], *listed(format, [DONE, MORE])]
    done = repair(messages, format=format, as_="request")
    assert done.report.ok, done.refused
    assert not done.losses
    said = json.dumps(done.messages)
    named = "t1 of look" if format == "pi" else "t1"
    assert f"A tool result whose call is not in this history ({named}): one" in said
    assert said.count("iVBORw0KGgo=") == 1
    assert check(done.messages, format=format, as_="request").ok
