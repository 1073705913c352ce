"""One message made of two: nothing is lost, and what cannot be one stays two."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.surgery.content import merged

CALL = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": "{}"}}
OTHER = {**CALL, "id": "c2"}


def turn(**fields: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None, **fields}


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (
            [turn(content="One."), turn(content="Two.")],
            turn(content="One.\n\nTwo."),
        ),
        ([turn(tool_calls=[CALL]), turn(tool_calls=[OTHER])], turn(tool_calls=[CALL, OTHER])),
        ([turn(tool_calls={"0": CALL}), turn(tool_calls=[OTHER])], None),
        ([turn(tool_calls="c1"), turn()], turn(tool_calls="c1")),
        ([turn(reasoning="A."), turn(reasoning="B.")], turn(reasoning="A.\n\nB.")),
        ([turn(reasoning="A."), turn(reasoning=["B."])], None),
        ([turn(content="One."), {"role": "user", "content": "Two."}], None),
        ([turn(content=5), turn(content="Two.")], None),
    ],
)
def test_two_messages_become_one_or_stay(messages: list[Any], expected: Any) -> None:
    verbs = FORMATS["openai-chat"].verbs
    assert verbs is not None
    assert merged(messages, verbs) == expected


@pytest.mark.parametrize(
    ("response", "said"),
    [({"result": "9"}, "9"), ({"result": 9}, '{"result": 9}'), ({"a": "1", "b": "2"}, None)],
)
def test_what_a_response_of_gemini_says(response: dict[str, Any], said: str | None) -> None:
    verbs = FORMATS["gemini"].verbs
    assert verbs is not None
    found = verbs.said({"functionResponse": {"name": "f", "response": response}})
    assert found == said or (said is None and "1" in found and "2" in found)
