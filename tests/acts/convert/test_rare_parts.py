"""Parts that are seldom met: other spellings, old forms, kinds without an equal elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.acts.convert import convert
from transcript_doctor.acts.convert.asking import Sound
from transcript_doctor.core.errors import SickTranscript
from transcript_doctor.core.report import Recognised, Report

USER = {"role": "user", "content": "Go."}
ASKED = {"role": "user", "parts": [{"text": "Go."}]}
PICTURE = {"type": "image_url", "image_url": {"url": "https://x.io/a"}}


def losses(messages: list[Any], to: str, **more: Any) -> list[str]:
    return [loss.what for loss in convert(messages, to=to, **more).losses]


def test_contents_of_gemini_in_every_spelling() -> None:
    contents = [
        "Go.",
        {"role": "model", "parts": {"text": "I look."}},
        {"text": "And?"},
        {"role": "model", "parts": [
            {"thought": True, "text": "Hm.", "thought_signature": "c2ln"},
            {"function_call": {"name": "f", "args": None}, "thought_signature": "c2ln"}]},
        {"role": "user", "parts": [{"function_response": {"name": "f", "response": {"output": ""}}}]},
    ]  # fmt: skip
    there = convert(contents, to="openai", format="gemini")
    said = [message.get("content") for message in there.messages]
    assert said == ["Go.", "I look.", "And?", None, ""]
    assert [loss.what for loss in there.losses] == ["reasoning", "the key `thought_signature`"]
    kept = convert(contents, to="pi", format="gemini")
    assert kept.messages[3]["api"] == "google-generative-ai"
    back = convert(kept.messages, to="gemini", format="pi")
    assert back.messages[3]["parts"][0] == {
        "text": "Hm.",
        "thought": True,
        "thoughtSignature": "c2ln",
    }


def test_what_gemini_alone_has_is_lost() -> None:
    code = {"executableCode": {"language": "PYTHON", "code": "1"}}
    gave = {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}}
    contents = [ASKED, {"role": "model", "parts": [code, gave, {"text": "One."}]}]
    there = convert(contents, to="anthropic")
    assert [loss.raw for loss in there.losses] == [code, gave]
    assert there.messages[1]["content"] == [{"type": "text", "text": "One."}]


def test_pictures_in_responses_of_gemini() -> None:
    inside = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
    made = {"name": "f", "response": {"output": "See."}, "parts": [inside]}
    contents = [
        ASKED,
        {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": made}]},
    ]
    there = convert(contents, to="anthropic")
    assert [part["type"] for part in there.messages[2]["content"][0]["content"]] == [
        "text",
        "image",
    ]
    older = convert(there.messages, to="gemini", to_context={"model": "gemini-2.5-pro"})
    assert [loss.what for loss in older.losses] == ["its place in a result"]
    assert older.messages[3]["parts"] == [{"text": "[From the result of f above]"}, inside]
    newer = convert(there.messages, to="gemini", to_context={"model": "gemini-3-pro"})
    assert newer.messages[2]["parts"][0]["functionResponse"]["parts"] == [inside]


def test_a_picture_without_a_type_is_lost_where_one_is_wanted() -> None:
    messages = [{"role": "user", "content": [{"type": "text", "text": "See."}, PICTURE]}]
    assert losses(messages, "gemini") == ["image"]
    assert losses(messages, "bedrock") == ["image"]
    video = {"role": "user", "parts": [{"text": "See."}, {"fileData": {"fileUri": "https://youtu.be/x", "mimeType": "video/mp4"}}]}  # fmt: skip
    for to in ("anthropic", "openai", "openai-responses", "pi", "oracle"):
        assert losses([video], to, format="gemini") == ["video"]


def test_several_texts_of_a_result() -> None:
    use = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    result = {"type": "tool_result", "tool_use_id": "t1", "content": parts}
    messages = [
        USER,
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [result]},
    ]
    assert convert(messages, to="openai").messages[2]["content"] == parts
    gemini = convert(messages, to="gemini")
    assert gemini.messages[2]["parts"][0]["functionResponse"]["response"] == {"output": "a\nb"}
    assert [loss.what for loss in gemini.losses] == ["the borders between its texts"]
    assert (
        len(convert(messages, to="bedrock").messages[2]["content"][0]["toolResult"]["content"]) == 2
    )


def test_search_results_of_a_tool_keep_their_words() -> None:
    found = {
        "type": "search_result",
        "source": "https://x.io",
        "title": "X",
        "content": [{"type": "text", "text": "a"}],
    }
    use = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [found]}
    messages = [
        USER,
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [result]},
    ]
    there = convert(messages, to="openai")
    assert there.messages[2]["content"] == "a"
    assert [loss.what for loss in there.losses] == ["the key `source`", "the key `title`"]


def test_json_of_converse_is_text_elsewhere() -> None:
    messages = [
        {"role": "user", "content": [{"text": "Go."}]},
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t1", "name": "f", "input": {}}}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"json": {"a": 1}}], "status": "error"}}]},
    ]  # fmt: skip
    there = convert(messages, to="anthropic")
    assert there.messages[2]["content"][0]["content"] == [{"type": "text", "text": '{"a": 1}'}]
    assert there.messages[2]["content"][0]["is_error"] is True


def test_what_converse_alone_has_is_lost() -> None:
    use = {
        "toolUse": {
            "toolUseId": "s1",
            "name": "nova_grounding",
            "input": {},
            "type": "server_tool_use",
        }
    }
    gave = {
        "toolResult": {
            "toolUseId": "s1",
            "content": [{"json": {}}],
            "type": "nova_grounding_result",
        }
    }
    stored = {"image": {"format": "png", "source": {"s3Location": {"uri": "s3://b/k"}}}}
    messages = [
        {"role": "user", "content": [{"text": "Go."}, stored]},
        {"role": "assistant", "content": [use, gave, {"text": "One."}]},
    ]
    there = convert(messages, to="anthropic")
    assert [loss.raw for loss in there.losses] == [stored, use, gave]


def test_calls_of_the_old_form() -> None:
    messages = [
        USER,
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
        {"role": "function", "name": "f", "content": "1"},
        {"role": "assistant", "content": "One."},
    ]
    there = convert(messages, to="anthropic", format="openai-chat", source="openai-compatible")
    use, result = there.messages[1]["content"][0], there.messages[2]["content"][0]
    assert (use["name"], use["id"]) == ("f", result["tool_use_id"])
    assert there.report.ok


def test_thinking_parts_of_a_chat_are_reasoning() -> None:
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}
    said = [thought, {"type": "text", "text": "Yes."}]
    messages = [USER, {"role": "assistant", "content": said}, USER]
    there = convert(messages, to="anthropic", format="openai-chat", source="mistral")
    assert [loss.raw for loss in there.losses] == [thought]


@pytest.mark.parametrize(
    ("item", "gave", "name", "kept"),
    [
        (
            {"type": "custom_tool_call", "name": "sql", "input": "select 1"},
            {"type": "custom_tool_call_output", "output": "1"},
            "sql", {"input": "select 1"},
        ),
        (
            {"type": "local_shell_call", "action": {"type": "exec", "command": ["ls"], "env": {}}, "status": "completed"},
            {"type": "local_shell_call_output", "output": "1"},
            "local_shell", {"type": "exec", "command": ["ls"], "env": {}},
        ),
        (
            {"type": "tool_search_call", "execution": "client", "arguments": {"query": "x"}, "status": "completed"},
            {"type": "tool_search_output", "execution": "client", "tools": [], "status": "completed"},
            "tool_search", {"query": "x"},
        ),
    ],
)  # fmt: skip
def test_other_calls_of_responses_become_calls_and_confess_their_kind(
    item: Any, gave: Any, name: str, kept: Any
) -> None:
    rows = [{**item, "call_id": "c1"}, {**gave, "call_id": "c1"}]
    messages = [{"type": "message", "role": "user", "content": "Go."}, *rows]
    there = convert(messages, to="anthropic", format="openai-responses")
    block = there.messages[1]["content"][0]
    assert (block["name"], block["input"]) == (name, kept)
    assert there.messages[2]["content"][0]["tool_use_id"] == "c1"
    assert any(loss.what.startswith("that it is a ") for loss in there.losses)
    assert all(
        new is old
        for new, old in zip(convert(there, to="openai-responses").messages, messages, strict=True)
    )


def test_files_of_responses() -> None:
    sound = {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}
    parts = [
        {"type": "input_text", "text": "See."},
        {"type": "input_file", "file_url": "https://x.io/a.pdf"},
        sound,
        {"type": "input_file", "file_id": "file-1"},
    ]
    messages = [{"type": "message", "role": "user", "content": parts}]
    there = convert(messages, to="gemini")
    assert there.messages[0]["parts"][1:] == [
        {"fileData": {"mimeType": "application/pdf", "fileUri": "https://x.io/a.pdf"}},
        {"inlineData": {"mimeType": "audio/wav", "data": "UklGRg=="}},
    ]
    assert [loss.raw for loss in there.losses] == [parts[3]]
    back = convert(there.messages, to="openai-responses", format="gemini")
    assert back.messages[0]["content"][1] == parts[1]
    assert convert(messages, to="anthropic").messages[0]["content"][1]["source"]["type"] == "url"


@pytest.mark.parametrize("to", ["anthropic", "gemini", "bedrock", "pi", "oracle"])
def test_a_refusal_is_words_and_a_loss(to: str) -> None:
    messages = [USER, {"role": "assistant", "content": None, "refusal": "No."}]
    there = convert(messages, to=to, format="openai-chat")
    assert "No." in str(there.messages[1])
    assert [loss.what for loss in there.losses] == ["that it is a refusal"]


def test_a_failed_turn_of_pi_confesses_that_it_failed() -> None:
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "Go."}]},
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "I l"}],
            "stopReason": "aborted",
        },
        {"role": "user", "content": [{"type": "text", "text": "Again."}]},
    ]
    there = convert(messages, to="anthropic")
    assert [(str(loss.place), loss.raw) for loss in there.losses] == [
        ("messages[1].stopReason", "aborted")
    ]


def test_blank_texts_are_lost_where_they_are_refused_and_stay_elsewhere() -> None:
    messages = [
        {
            "role": "user",
            "content": [{"type": "text", "text": "  "}, {"type": "text", "text": "Go."}],
        }
    ]
    there = convert(messages, to="anthropic", format="openai-chat")
    assert there.messages[0]["content"] == [{"type": "text", "text": "Go."}]
    assert [loss.what for loss in there.losses] == ["a text that says nothing"]
    assert losses(messages, "openai-responses", format="openai-chat") == []


def test_settings_of_a_wrapped_request_of_gemini_are_found() -> None:
    schema = {"type": "OBJECT", "properties": {"q": {"type": "ARRAY", "items": {"type": "STRING"}}}}
    row = {
        "functionDeclarations": [{"name": "f", "parameters": schema}, {"no": 1}],
        "codeExecution": {},
    }
    body = {"request": {
        "contents": [ASKED], "systemInstruction": "Be brief.", "tools": [row, {"googleSearch": {}}],
        "generationConfig": {"maxOutputTokens": 9, "topK": 3},
        "toolConfig": {"functionCallingConfig": {"mode": "AUTO"}},
    }}  # fmt: skip
    there = convert(body, to="anthropic", format="gemini").transcript
    assert there["system"] == "Be brief."
    assert there["max_tokens"] == 9
    assert there["tool_choice"] == {"type": "auto"}
    lower = {"type": "object", "properties": {"q": {"type": "array", "items": {"type": "string"}}}}
    assert there["tools"] == [{"name": "f", "input_schema": lower}]
    lost = {str(loss.place) for loss in convert(body, to="anthropic", format="gemini").losses}
    assert lost == {
        "tools[0].functionDeclarations[1]", "tools[0].codeExecution", "tools[1]",
        "generationConfig.topK",
    }  # fmt: skip


@pytest.mark.parametrize("to", ["anthropic", "openai", "openai-responses", "gemini", "bedrock"])
@pytest.mark.parametrize("choice", ["auto", "required", "none"])
def test_choices_of_tools(choice: str, to: str) -> None:
    tool = {"type": "function", "function": {"name": "f"}}
    body = {
        "messages": [USER],
        "tools": [tool, {"type": "custom", "custom": {"name": "c"}}],
        "tool_choice": choice,
        "stop": "END",
    }
    there = convert(body, to=to, format="openai-chat")
    if to != "openai":
        assert "tools[1]" in {str(loss.place) for loss in there.losses}
    back = convert(there.transcript, to="openai", format=there.format).transcript
    lost = to == "bedrock" and choice == "none"
    assert back.get("tool_choice") == (None if lost else choice)


def test_a_report_without_an_outline_cannot_be_converted() -> None:
    bare = Report((), (), Recognised("pi", "as stated"), "lab", "record")
    with pytest.raises(SickTranscript, match="sick for lab"):
        _ = Sound([], bare).outline
