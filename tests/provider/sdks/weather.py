"""The tool that the conversations of these tests call, and how they must have gone."""

from __future__ import annotations

from typing import Any

from transcript_doctor.provider import Running
from transcript_doctor.testing import call

ASKED = "Which is warmer, Paris or Zürich?"
ANSWER = "Paris is warmer. 🌞"
DESCRIPTION = "Tell the temperature in a city, in degrees Celsius."
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
CALLS = [call("get_weather", {"city": city}) for city in ("Paris", "Zürich")]
"""What the model asks for: both at once."""


def get_weather(city: str) -> str:
    """Tell the temperature in a city."""
    return {"Paris": "21", "Zürich": "14"}[city]


def assert_two_tool_conversation(
    provider: Running, *, streamed: bool, warned: tuple[str, ...] = ()
) -> None:
    """Both requests were judged sound, and the second carried the turn as it was received."""
    first, second = provider.requests
    assert [row.fate for row in (first, second)] == ["answered", "answered"], second.sentence
    assert [row.streamed for row in (first, second)] == [streamed, streamed]
    for row in (first, second):
        assert row.report is not None
        assert row.report.ok
        assert [f.code for f in row.report.findings if f.code not in warned] == []
    outline = second.report.outline if second.report is not None else None
    assert outline is not None
    assert len(outline.calls) == len(outline.results) == 2
    assert first.answer is not None
    given = [part for part in first.answer["content"] if part["type"] == "toolCall"]
    assert [row.name for row in outline.calls] == [part["name"] for part in given]
    echoed = [row.id for row in outline.calls]
    assert echoed in ([part["id"] for part in given], [None, None])
