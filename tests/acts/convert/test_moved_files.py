"""Pictures and files in results, at targets that take none there: a user's message shows them."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check, shape
from transcript_doctor.acts.convert import convert
from transcript_doctor.core.errors import Lossy

USER = {"role": "user", "content": "Go."}
DONE = {"role": "assistant", "content": "Done."}
IMAGE = {
    "type": "image",
    "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="},
}
SHOWN = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
TEXT = {"type": "text", "text": "Here."}
MOVED = "[What this tool gave stands in the user's message below]"


def history(*contents: Any, failed: bool = False, then: Any = DONE) -> list[Any]:
    """Return a sound history of Anthropic with one call for each content of a result."""
    mark = {"is_error": True} if failed else {}
    calls = [
        {"type": "tool_use", "id": f"t{k}", "name": f"f{k}", "input": {}}
        for k, _ in enumerate(contents)
    ]
    rows = [
        {"type": "tool_result", "tool_use_id": f"t{k}", "content": content, **mark}
        for k, content in enumerate(contents)
    ]
    return [USER, {"role": "assistant", "content": calls}, {"role": "user", "content": rows}, then]


def label(name: str) -> dict[str, str]:
    return {"type": "text", "text": f"[From the result of {name} above]"}


def test_a_picture_goes_behind_all_results_under_the_name_of_its_tool() -> None:
    messages = history([TEXT, IMAGE], "2", [IMAGE, IMAGE])
    there = convert(messages, to="openai")
    assert shape(there.messages) == "U A[t0,t1,t2] R(t0) R(t1) R(t2) U A"
    assert [m["content"] for m in there.messages[2:5]] == ["Here.", "2", MOVED]
    assert there.messages[5]["content"] == [label("f0"), SHOWN, label("f2"), SHOWN, SHOWN]
    assert [(str(loss.place), loss.what, loss.raw) for loss in there.losses] == [
        (f"messages[2].content[{j}].content[{k}]", "its place in a result", IMAGE)
        for j, k in ((0, 1), (2, 0), (2, 1))
    ]
    assert there.report.ok
    back = convert(there, to="anthropic")
    assert all(new is old for new, old in zip(back.messages, messages, strict=True))
    with pytest.raises(Lossy):
        convert(messages, to="openai", strict=True)


def test_it_goes_to_the_front_of_what_the_user_says_next() -> None:
    asked = {"role": "user", "content": [{"type": "text", "text": "And?"}]}
    there = convert(history([TEXT, IMAGE], then=asked), to="openai")
    assert shape(there.messages) == "U A[t0] R(t0) U"
    assert there.messages[3]["content"] == [label("f0"), SHOWN, {"type": "text", "text": "And?"}]
    mistral = convert(history([TEXT, IMAGE], then=asked), to="mistral")
    assert shape(mistral.messages) == "U A[c1] R(c1) A U"
    assert mistral.messages[-1]["content"][:2] == [label("f0"), SHOWN]
    assert [change.code for change in mistral.changes] == ["R008"]


def test_it_is_lost_where_no_user_may_speak_behind_a_result() -> None:
    there = convert(history([TEXT, IMAGE]), to="mistral")
    assert [loss.what for loss in there.losses] == ["image"]
    assert there.messages[2]["content"] == "Here."
    assert there.report.ok


@pytest.mark.parametrize(
    ("to", "model"),
    [("gemini", "gemini-2.5-pro"), ("bedrock", "anthropic.claude-3-sonnet"), ("openai", None)],
)
def test_what_comes_of_it_is_taken(to: str, model: str | None) -> None:
    context = {"model": model} if model else {}
    there = convert(history([TEXT, IMAGE], [IMAGE]), to=to, to_context=context)
    assert there.report.ok
    assert check(there.transcript, target=to, context=context).ok
    assert "iVBORw0KGgo=" in str(there.messages[-2])


@pytest.mark.parametrize("to", ["anthropic", "bedrock"])
def test_a_failure_stays_one_and_its_picture_goes(to: str) -> None:
    items = [
        {"type": "message", "role": "user", "content": "Go."},
        {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": [{"type": "input_text", "text": "No."}]},
    ]  # fmt: skip
    pi = convert(items, to="pi").messages
    picture = {"type": "image", "mime_type": "image/png", "data": "iVBORw0KGgo="}
    pi[2] = {**pi[2], "is_error": True, "content": [*pi[2]["content"], picture]}
    model = {"model": "anthropic.claude-sonnet-4"} if to == "bedrock" else {}
    there = convert(pi, to=to, to_context=model)
    assert [loss.what for loss in there.losses] == ["its place in a result"]
    assert there.report.ok
    (failed,) = there.messages[2]["content"][:1]
    if to == "anthropic":
        assert failed == {"type": "tool_result", "tool_use_id": "c1", "is_error": True,
                          "content": [{"type": "text", "text": "No."}]}  # fmt: skip
        assert there.messages[3]["content"] == [label("f"), IMAGE]
    else:
        assert failed["toolResult"]["status"] == "error"
        assert failed["toolResult"]["content"] == [{"text": "No."}]
        assert [[*block] for block in there.messages[-1]["content"]][-2:] == [["text"], ["image"]]


def test_files_that_the_format_cannot_say_are_lost_as_before() -> None:
    odd = {"type": "document", "source": {"type": "url", "url": "https://x.io/a.pdf"}}
    there = convert(history([TEXT, odd]), to="openai")
    assert [loss.what for loss in there.losses] == ["document"]
    assert shape(there.messages) == "U A[t0] R(t0) A"


def test_in_the_same_format_too() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    messages = [
        USER,
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": [TEXT, SHOWN]},
    ]
    there = convert(
        messages, to="openai", format="openai-chat", source="mistral-common-v15",
        to_context={"model": "gpt-4o"},
    )  # fmt: skip
    assert there.messages[1] is messages[1]
    assert there.messages[2]["content"] == "Here."
    assert there.messages[3] == {"role": "user", "content": [label("f"), SHOWN]}
    back = convert(there, to="mistral-common-v15")
    assert all(new is old for new, old in zip(back.messages, messages, strict=True))
