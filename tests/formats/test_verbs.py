"""How each format writes what is added: ids and names where they stand, results of every kind, parts in them."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.core.verbs import Verbs

HISTORIES: dict[str, list[Any]] = {
    "anthropic": [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "f", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "1"}]},
    ],
    "bedrock": [
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c1", "name": "f", "input": {}}}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "1"}]}}]},
    ],
    "gemini": [
        {"role": "model", "parts": [{"functionCall": {"id": "c1", "name": "f", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": {"id": "c1", "name": "f", "response": {"output": "1"}}}]},
    ],
    "openai-chat": [
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c1", "name": "f", "content": "1"},
    ],
    "openai-responses": [
        {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "1"},
    ],
    "pi": [
        {"role": "assistant", "content": [{"type": "toolCall", "id": "c1", "name": "f", "arguments": {}}]},
        {"role": "toolResult", "tool_call_id": "c1", "tool_name": "f", "content": [{"type": "text", "text": "1"}], "is_error": False},
    ],
}  # fmt: skip
DUMPED: dict[str, list[Any]] = {
    "gemini": [
        {"role": "model", "parts": [{"function_call": {"id": "c1", "name": "f", "args": {}}}]},
        {"role": "user", "parts": [{"function_response": {"id": "c1", "name": "f", "response": {"output": "1"}}}]},
    ],
    "pi": [
        HISTORIES["pi"][0],
        {"role": "toolResult", "toolCallId": "c1", "toolName": "f", "content": [{"type": "text", "text": "1"}], "isError": False},
    ],
    "openai-chat": [
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "c1", "type": "custom", "custom": {"name": "f", "input": "x"}}]},
        {"role": "tool", "tool_call_id": "c1", "name": "f", "content": "1"},
    ],
}  # fmt: skip
"""The same in other spellings, or of another kind."""


def read(format: str, messages: list[Any]) -> tuple[Outline, Verbs]:
    outline, verbs = check(messages, format=format).outline, FORMATS[format].verbs
    assert outline is not None
    assert verbs is not None
    return outline, verbs


@pytest.mark.parametrize(
    ("format", "messages"), [*HISTORIES.items(), *DUMPED.items()]
)  # fmt: skip
def test_ids_and_names_stand_where_the_verbs_say(format: str, messages: list[Any]) -> None:
    outline, verbs = read(format, messages)
    for row in (*outline.calls, *outline.results):
        assert node_at(outline.messages[row.message], verbs.id_at(row)) == "c1"
        if row.name is not None:
            assert node_at(outline.messages[row.message], verbs.name_at(row)) == "f"
    assert [row.id for row in outline.results] == ["c1"]


@pytest.mark.parametrize("format", HISTORIES)
@pytest.mark.parametrize("failed", [False, True])
def test_what_is_added_is_read_as_what_it_was_meant_for(format: str, failed: bool) -> None:
    outline, verbs = read(format, HISTORIES[format])
    made = verbs.answer(outline.calls[0], "8080", failed)
    assert verbs.said(made) == "8080"
    whole = [HISTORIES[format][0], verbs.holder([made]) if verbs.holder else made]
    again, _ = read(format, whole)
    (result,) = again.results
    assert (result.id, result.raw) == ("c1", made)
    marked = format not in ("openai-chat", "openai-responses")
    assert result.error is (failed and marked)
    for speaker, letter in (("user", "u"), ("assistant", "a")):
        assert read(format, [verbs.say(speaker, "Yes.")])[0].roles == letter
    if verbs.speak is not None:
        assert read(format, [verbs.speak([verbs.text("Yes.")])])[0].letters == "U"


@pytest.mark.parametrize("format", HISTORIES)
def test_a_text_part_fits_the_message_that_it_is_made_for(format: str) -> None:
    _, verbs = read(format, HISTORIES[format])
    key = verbs.parts_key or "content"
    for speaker in ("user", "assistant"):
        message = verbs.say(speaker, "One.")
        added = {**message, key: [verbs.part(message, "One."), verbs.part(message, "Two.")]}
        outline, _ = read(format, [added])
        assert not [
            note
            for note in outline.notes
            if note.code == "R009" or note.case in ("unknown-type", "foreign-type")
        ]


OUTPUTS: list[tuple[str, str, dict[str, Any]]] = [
    ("local_shell_call", "local_shell_call_output", {"output": "no"}),
    ("custom_tool_call", "custom_tool_call_output", {"output": "no"}),
    ("apply_patch_call", "apply_patch_call_output", {"status": "failed"}),
    (
        "shell_call", "shell_call_output",
        {"output": [{"stdout": "", "stderr": "no", "outcome": {"type": "exit", "exit_code": 1}}]},
    ),
    ("function_call", "function_call_output", {"output": "no"}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "answer", "says"), OUTPUTS)
def test_calls_of_every_kind_are_answered_in_kind(
    kind: str, answer: str, says: dict[str, Any]
) -> None:
    verbs = FORMATS["openai-responses"].verbs
    assert verbs is not None
    call = Call("c1", None, 0, (), {"type": kind, "call_id": "c1"}, kind=kind)
    made = verbs.answer(call, "no", True)
    assert made == {"type": answer, "call_id": "c1", **says}
    takes = kind in ("function_call", "custom_tool_call")
    parts = [verbs.text("no")]
    assert verbs.filled(made, parts) == ({**made, "output": parts} if takes else None)


def test_an_old_call_and_its_result_are_written_in_the_new_form() -> None:
    verbs = FORMATS["openai-chat"].verbs
    assert verbs is not None
    assert verbs.modern is not None
    function = {"name": "f", "arguments": "{}"}
    call = {"role": "assistant", "name": "ann", "content": None, "function_call": function}
    result = {"role": "function", "name": "f", "content": "1"}
    assert verbs.modern(call, "c1") == {
        "role": "assistant", "name": "ann", "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": function}],
    }  # fmt: skip
    assert verbs.modern(result, "c1") == {"role": "tool", "tool_call_id": "c1", "content": "1"}
    outline, _ = read("openai-chat", [call, result])
    assert [verbs.name_at(row) for row in outline.calls] == [("function_call", "name")]
    assert verbs.filled(verbs.answer(outline.calls[0], "1", False), [verbs.text("1")]) is None


@pytest.mark.parametrize("format", HISTORIES)
def test_media_in_a_result_are_told_from_its_words(format: str) -> None:
    pictures: dict[str, Any] = {
        "anthropic": {"type": "image", "source": {"type": "url", "url": "https://x.io/a.png"}},
        "bedrock": {"image": {"format": "png", "source": {"bytes": "iVBORw0KGgo="}}},
        "gemini": {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}},
        "openai-chat": {"type": "image_url", "image_url": {"url": "https://x.io/a.png"}},
        "openai-responses": {"type": "input_image", "image_url": "https://x.io/a.png"},
        "pi": {"type": "image", "mime_type": "image/png", "data": "iVBORw0KGgo="},
    }
    outline, verbs = read(format, HISTORIES[format])
    text, picture = verbs.text("Seen."), pictures[format]
    made = verbs.filled(verbs.answer(outline.calls[0], "", False), [text, picture])
    assert verbs.said(made) == "Seen."
    assert verbs.attached(made) == [picture]
    assert verbs.attached(verbs.answer(outline.calls[0], "Seen.", False)) == []


def test_on_a_chain_everything_added_is_a_text() -> None:
    """An oracle knows no tools: nothing is called there, and nothing answers."""
    verbs = FORMATS["oracle"].verbs
    assert verbs is not None
    said = verbs.say("user", "One.")
    added = {**said, "content": [verbs.part(said, "One."), verbs.text("Two.")]}
    for message in (said, added, verbs.answer(Call("c1", "f", 0, (), None), "One.", False)):
        assert check([message], format="oracle", target="oracle").ok
    row = Call("c1", "f", 0, (), None)
    assert verbs.id_at(row) == verbs.name_at(row) == ()
    assert (verbs.said(said), verbs.attached(said)) == ("", [])
    assert verbs.filled(said, [verbs.text("Two.")])["content"] == [verbs.text("Two.")]
