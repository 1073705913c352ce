"""Each fix fits its case: what to do and what it costs, to the letter."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.core.finding import Finding

GO = {"role": "user", "content": "Go."}
CALL = {"type": "tool_use", "id": "c1", "name": "f", "input": {}}
JPEG = {"type": "base64", "media_type": "image/jpg", "data": "/9j/4AAQSkZJRg=="}


def result(**keys: Any) -> list[Any]:
    answer = {"type": "tool_result", "tool_use_id": "c1", **keys}
    return [GO, {"role": "assistant", "content": [CALL]}, {"role": "user", "content": [answer]}]


def chat(*calls: Any) -> list[Any]:
    return [GO, {"role": "assistant", "content": None, "tool_calls": list(calls)}, GO]


def one(messages: list[Any], target: str, code: str) -> Finding:
    found = check(messages, target=target, as_="request", context={"thinking": "enabled"}).findings
    return next(finding for finding in found if finding.code == code)


@pytest.mark.parametrize(
    ("messages", "code", "case", "safety", "title"),
    [
        ([{"role": "user", "content": [{"type": "image", "source": JPEG}]}],
         "C006", "media-alias", "safe", "write image/jpeg"),
        ([{"role": "user", "content": [{"type": "image", "source": JPEG | {"media_type": "image/png"}}]}],
         "C006", "media-label", "safe", "write image/jpeg as the label"),
        ([{"role": "user", "content": [{"type": "text", "text": ""}]}],
         "C002", "empty", "safe", "drop the blank part, and the message if it held nothing else"),
        (result(is_error=True), "C005", "error-empty", "marked",
         "say that the tool failed and nothing else is recorded"),
        (result(content=7), "C005", "type", "safe", "write the value as JSON text"),
        ([{"role": "user"}], "C001", "missing", "safe", "drop the empty message"),
        ([{"content": "a"}], "R002", "missing", "manual", "write who spoke as the role"),
    ],
)  # fmt: skip
def test_fixes(messages: list[Any], code: str, case: str, safety: str, title: str) -> None:
    finding = one(messages, "anthropic", code)
    assert finding.fix is not None
    assert (finding.case, finding.fix.safety, finding.fix.title) == (case, safety, title)


def test_fixes_of_results_elsewhere() -> None:
    json_value = {"toolResult": {"toolUseId": "c1", "content": [{"json": [1]}]}}
    messages = [
        {"role": "user", "content": [{"text": "Go."}]},
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c1", "name": "f", "input": {}}}]},
        {"role": "user", "content": [json_value]},
    ]  # fmt: skip
    finding = one(messages, "bedrock", "C005")
    assert finding.message == "a JSON value in the result is a list, not an object"
    assert finding.fix is not None
    assert tuple(finding.fix)[:2] == ("safe", "write the value as JSON text")


def test_a_call_of_the_wrong_form_names_its_key() -> None:
    finding = one(chat({"id": "c1", "type": "function"}), "openai", "C006")
    assert finding.fix is not None
    assert finding.fix.title == "bring back what 'function' held, or drop the part"


THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "ZXhhbXBsZS1zaWduYXR1cmU="}


def test_a_late_thought_is_placed_at_the_part_that_opens() -> None:
    said = [{"type": "text", "text": "A."}, THOUGHT, CALL]
    answer = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1"}]}
    finding = one([GO, {"role": "assistant", "content": said}, answer], "anthropic", "T004")
    assert str(finding.place) == "messages[1].content[0]"
    assert [str(place) for place in finding.related] == ["messages[1].content[1]"]
    assert finding.message == "the turn has reasoning and begins with `text`"
    assert (finding.provider_says or "").startswith("messages.1.content.0: ")
    assert (finding.provider_says or "").endswith("Found `text`.")
