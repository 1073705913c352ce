"""Odd and rare things in conversions: each is said, goes back as it was, or is confessed."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.acts.convert import convert
from transcript_doctor.acts.convert.naming import names_of
from transcript_doctor.catalog import COMPOSERS, FORMATS, target_named
from transcript_doctor.core.composer import Around, Desk
from transcript_doctor.core.errors import SickTranscript
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.speech import File, Piece, Speech
from transcript_doctor.core.target import Law, Laws

USER = {"role": "user", "content": "Go."}
TEXT = {"type": "text", "text": "See."}
PNG = "iVBORw0KGgo="
CUSTOM = {"id": "c1", "type": "custom", "custom": {"name": "patch", "input": "*** Begin"}}
CALL = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}


def desk_at(format: str, *laws: Law) -> Desk:
    target = target_named(FORMATS[format].home)
    target = target._replace(laws=(*laws, *target.laws))
    return Desk(format, Laws(target, Facts({}), as_record=True), {}, {})


def law(rule: str, *cases: str, verdict: Any = "refused") -> Law:
    return Law(rule, verdict, "source", "a test", "2026-11-30", cases)


def piece(kind: Any, text: str = "", **more: Any) -> Piece:
    made = Piece(kind, more.pop("format", "other"), (0, "content", 0), more.pop("raw", None), text)
    for name, value in more.items():
        setattr(made, name, value)
    return made


def written(format: str, desk: Desk, *pieces: Piece, speaker: Any = "assistant") -> list[Any]:
    return COMPOSERS[format].write(Speech(speaker, [*pieces], 0, None), desk)


def lost(messages: list[Any], to: str, **how: Any) -> list[str]:
    return [loss.what for loss in convert(messages, to=to, **how).losses]


# -- OpenAI chat ------------------------------------------------------------------------------------


def test_texts_are_joined_where_a_target_takes_one_text_only() -> None:
    desk = desk_at("openai-chat", law("C006", "not-string"), law("C005", "not-text"))
    pieces = [piece("text", "One."), piece("text", "Two.")]
    (message,) = written("openai-chat", desk, *pieces)
    assert message == {"role": "assistant", "content": "One.\nTwo."}
    result = piece("result", id="c1", inner=pieces)
    (message,) = written("openai-chat", desk, result, speaker="tool")
    assert message == {"role": "tool", "tool_call_id": "c1", "content": "One.\nTwo."}
    assert desk.losses == []


def test_parts_of_reasoning_stay_where_the_target_takes_them() -> None:
    thinking = {"type": "thinking", "thinking": [TEXT]}
    said = {"role": "assistant", "content": [thinking, TEXT, {"type": "refusal", "refusal": "No."}]}
    messages = [USER, {**said, "tool_calls": [{**CALL, "id": "call_1"}]},
                {"role": "tool", "tool_call_id": "call_1", "content": "1"}]  # fmt: skip
    there = convert(messages, to="mistral", format="openai-chat", source="openai-compatible")
    assert there.messages[1]["content"][0] is thinking
    home = convert(messages, to="openai", format="openai-chat", source="openai-compatible")
    assert [loss.raw for loss in home.losses] == [thinking]
    refusal = {"type": "refusal", "refusal": "No."}
    few = law("C006", "not-taken")._replace(params={"types": ["image_url"]})
    for laws, content, lost in (((), [refusal], []), ((few,), "No.", ["that it is a refusal"])):
        desk = desk_at("openai-chat", *laws)
        (message,) = written("openai-chat", desk, piece("refusal", "No."))
        assert message["content"] == content
        assert [what for _, what, _ in desk.losses] == lost


def test_reasoning_under_a_key_of_its_own_stays_where_the_target_takes_the_key() -> None:
    thought = piece("reasoning", "Hm.", format="openai-chat", custom="reasoning", raw="Hm.")
    for verdict, kept in (("accepted", {"reasoning": "Hm."}), ("refused", {})):
        desk = desk_at("openai-chat", law("T006", "reasoning", verdict=verdict))
        (message,) = written("openai-chat", desk, thought, piece("text", "Yes."))
        assert message == {"role": "assistant", "content": "Yes.", **kept}
        assert [what for _, what, _ in desk.losses] == ([] if kept else ["reasoning"])


def test_sound_and_custom_calls_come_back_to_a_chat() -> None:
    sound = {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}
    messages = [
        {"role": "user", "content": [TEXT, sound]},
        {"role": "assistant", "content": None, "tool_calls": [CUSTOM]},
        {"role": "tool", "tool_call_id": "c1", "content": "done"},
    ]
    there = convert(messages, to="openai-responses", format="openai-chat")
    assert [item["type"] for item in there.messages] == [
        "message", "custom_tool_call", "custom_tool_call_output",
    ]  # fmt: skip
    back = convert(there.messages, to="openai", format="openai-responses")
    assert back.messages[1:] == messages[1:]
    assert back.losses == ()
    assert [(loss.what, loss.raw) for loss in there.losses] == [("audio", sound)]
    heard = {
        "type": "message",
        "role": "user",
        "content": [{"type": "input_text", "text": "Hear."}, sound],
    }
    chat = convert([heard], to="openai", format="openai-responses")
    assert chat.messages[0]["content"][1] == sound


def test_a_file_by_its_id_and_a_bare_address_of_a_picture() -> None:
    bare = {"type": "image_url", "image_url": "https://x.io/a.png"}
    there = convert(
        [{"role": "user", "content": [TEXT, bare]}],
        to="anthropic",
        format="openai-chat",
        source="mistral",
    )
    assert there.messages[0]["content"][1]["source"] == {"type": "url", "url": "https://x.io/a.png"}
    known = {"type": "file", "file": {"file_id": "file-1"}}
    assert lost([{"role": "user", "content": [TEXT, known]}], "anthropic") == [
        "a part of type file"
    ]


# -- OpenAI Responses -------------------------------------------------------------------------------


def test_blank_texts_are_lost_where_items_may_not_be_blank() -> None:
    desk = desk_at("openai-responses", law("C002"))
    assert written("openai-responses", desk, piece("text", " ")) == []
    result = piece("result", id="c1", inner=[piece("text", "")])
    (item,) = written("openai-responses", desk, result, speaker="tool")
    assert item["output"] == ""
    assert [what for _, what, _ in desk.losses] == ["a text that says nothing"] * 2


def test_items_go_back_as_the_very_nodes() -> None:
    ident = "c" * 70
    search = {"type": "web_search_call", "id": "ws_1", "status": "completed"}
    items = [
        {"type": "message", "role": "user", "content": "Go."},
        {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"},
        {"type": "function_call", "call_id": ident, "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "1"},
        {"type": "function_call_output", "call_id": ident, "output": "1"},
        search,
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "1"}]},
    ]
    desk = desk_at("openai-responses")
    for index, item in enumerate(items[1:6], 1):
        (speech,) = COMPOSERS["openai-responses"].read(item, index)
        (made,) = COMPOSERS["openai-responses"].write(speech, desk)
        assert made is item


def test_a_tool_of_the_provider_and_a_file_without_a_place_are_lost() -> None:
    body = {"input": "Go.", "tools": [{"type": "web_search"}, {"type": "function", "name": "f"}]}
    there = convert(body, to="anthropic", format="openai-responses")
    assert [str(loss.place) for loss in there.losses] == ["tools[0]"]
    assert [tool["name"] for tool in there.transcript["tools"]] == ["f"]
    image = {"type": "image", "source": {"type": "file", "file_id": "file_1"}}
    messages = [{"role": "user", "content": [TEXT, image]}]
    assert lost(messages, "openai-responses", format="anthropic") == ["a part of type image"]
    for format in ("openai-responses", "anthropic"):
        desk = desk_at(format)
        for file in (File("image", None, None), None):
            assert written(format, desk, piece("file", file=file), speaker="user") == []
        assert len(desk.losses) == 2


# -- Gemini -----------------------------------------------------------------------------------------


def test_bare_texts_and_strange_data_of_gemini() -> None:
    contents = [{"role": "user", "parts": ["Go.", {"inlineData": {"mimeType": "image/png"}}]}]
    (speech,) = COMPOSERS["gemini"].read(contents[0], 0)
    assert [(p.kind, p.text) for p in speech.pieces] == [("text", "Go."), ("other", "inlineData")]


def test_a_result_without_an_id_has_none_at_gemini() -> None:
    (content,) = written("gemini", desk_at("gemini"), piece("result", name="f"), speaker="tool")
    assert content["parts"] == [{"functionResponse": {"name": "f", "response": {"output": ""}}}]


def test_schemas_of_gemini_are_lowered_in_lists_too_and_not_without_end() -> None:
    deep: dict[str, Any] = {"type": "STRING"}
    for _ in range(60):
        deep = {"type": "OBJECT", "properties": {"a": deep}}
    either = {"anyOf": [{"type": "STRING"}, {"type": "NUMBER"}]}
    rows = [{"name": "f", "parameters": either}, {"name": "g", "parameters": deep}]
    body = {"contents": [{"role": "user", "parts": [{"text": "Go."}]}],
            "tools": [{"functionDeclarations": rows}, "odd"]}  # fmt: skip
    there = convert(body, to="anthropic", format="gemini", source="gemini")
    one, two = (tool["input_schema"] for tool in there.transcript["tools"])
    assert one == {"anyOf": [{"type": "string"}, {"type": "number"}]}
    assert str(two).count("object") > 20
    assert "tools[1]" in {str(loss.place) for loss in there.losses}


def test_several_functions_that_alone_may_be_called_are_a_loss() -> None:
    calling = {"mode": "ANY", "allowedFunctionNames": ["f", "g"]}
    config = {"functionCallingConfig": calling}
    body = {"contents": [{"role": "user", "parts": [{"text": "Go."}]}], "toolConfig": config}
    there = convert(body, to="openai")
    assert [(str(x.place), x.raw) for x in there.losses] == [("toolConfig", config)]
    assert convert(there, to="gemini").transcript == body
    empty = convert({**body, "toolConfig": {}}, to="openai")
    assert empty.losses == ()


# -- Anthropic, Bedrock, pi, the oracle ---------------------------------------------------------------


def test_what_only_anthropic_says_of_tools_is_a_loss() -> None:
    tool = {"name": "f", "input_schema": {"type": "object"}, "cache_control": {"type": "ephemeral"}}
    choice = {"type": "auto", "disable_parallel_tool_use": True}
    body = {"max_tokens": 9, "messages": [USER], "tools": [tool], "tool_choice": choice}
    there = convert(body, to="openai", format="anthropic")
    assert {str(loss.place) for loss in there.losses} == {
        "tools[0].cache_control", "tool_choice.disable_parallel_tool_use",
    }  # fmt: skip
    assert there.transcript["tool_choice"] == "auto"
    assert convert(there, to="anthropic").transcript == body
    word = convert({**body, "tool_choice": "auto"}, to="openai", format="anthropic")
    assert word.transcript["tool_choice"] == "auto"


@pytest.mark.parametrize(
    ("format", "tool", "lost_at"),
    [
        ("openai-chat", {"type": "function", "function": {"name": "f", "strict": True}}, "tools[0].function.strict"),
        ("openai-responses", {"type": "function", "name": "f", "strict": True}, "tools[0].strict"),
        ("bedrock", {"toolSpec": {"name": "f", "inputSchema": {"json": {}}, "strict": True}}, "toolConfig.tools[0].toolSpec.strict"),
        ("gemini", {"name": "f", "response": {"type": "STRING"}}, "tools[0].functionDeclarations[0].response"),
        ("pi", {"name": "f", "label": "F"}, "tools[0].label"),
    ],
)  # fmt: skip
def test_keys_of_a_tool_that_nobody_else_has_are_losses(
    format: str, tool: dict[str, Any], lost_at: str
) -> None:
    bodies: dict[str, Any] = {
        "openai-chat": {"messages": [USER], "tools": [tool]},
        "openai-responses": {"input": "Go.", "tools": [tool]},
        "bedrock": {"messages": [{"role": "user", "content": [{"text": "Go."}]}], "toolConfig": {"tools": [tool]}},
        "gemini": {"contents": [{"role": "user", "parts": [{"text": "Go."}]}], "tools": [{"functionDeclarations": [tool]}]},
        "pi": {"messages": [USER], "tools": [tool]},
    }  # fmt: skip
    there = convert(bodies[format], to="anthropic", format=format)
    assert [str(loss.place) for loss in there.losses] == [lost_at]
    assert [row["name"] for row in there.transcript["tools"]] == ["f"]


def test_texts_that_are_no_documents_are_lost() -> None:
    broken = {
        "type": "file",
        "file": {"filename": "a.txt", "file_data": "data:text/plain;base64,%%"},
    }
    other = {
        "type": "file",
        "file": {"filename": "a.csv", "file_data": "data:text/csv;base64,YQ=="},
    }
    messages = [{"role": "user", "content": [TEXT, broken, other]}]
    assert lost(messages, "anthropic", format="openai-chat") == ["document", "document"]
    nothing = {"type": "text"}
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png"}}
    (speech,) = COMPOSERS["anthropic"].read({"role": "user", "content": [nothing, image]}, 0)
    assert [p.kind for p in speech.pieces] == ["other", "file"]
    desk = desk_at("openai-chat")
    assert written("openai-chat", desk, *speech.pieces, speaker="user") == []
    assert [what for _, what, _ in desk.losses] == ["a part of type text", "image"]


def test_documents_that_are_left_out_at_bedrock_take_no_picture_along() -> None:
    document = {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0x"}}  # fmt: skip
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
    there = convert([{"role": "user", "content": [image, document]}], to="bedrock")
    assert [[*block] for block in there.messages[0]["content"]] == [["image"]]
    assert [loss.what for loss in there.losses] == ["a document without words"]


def test_a_failure_without_words_at_bedrock_and_a_wrapped_request() -> None:
    desk = desk_at("bedrock")
    (message,) = written("bedrock", desk, piece("result", id="c1", failed=True), speaker="tool")
    assert message["content"] == [{"toolResult": {"toolUseId": "c1", "content": []}}]
    assert [what for _, what, _ in desk.losses] == ["that it failed"]
    cited = {"document": {"format": "txt", "name": "a", "source": {"text": "words"}}}
    spec = {"tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {}}}}, {"toolSpec": {}}]}
    inner = {
        "messages": [{"role": "user", "content": [{"text": "Go."}, cited]}],
        "toolConfig": spec,
    }
    there = convert({"input": {"converse": inner}}, to="openai", format="bedrock")
    assert [str(loss.place) for loss in there.losses][-1] == "toolConfig.tools[1]"
    assert there.losses[0].what == "a part of type document"
    assert [tool["function"]["name"] for tool in there.transcript["tools"]] == ["f"]


def test_results_of_pi_go_back_as_the_very_nodes() -> None:
    call = {"type": "toolCall", "id": "c1", "name": "f", "arguments": {}}
    result = {"role": "toolResult", "tool_call_id": "c1", "tool_name": "f",
              "content": [{"type": "text", "text": "1"}], "is_error": False}  # fmt: skip
    (speech,) = COMPOSERS["pi"].read(result, 1)
    assert COMPOSERS["pi"].write(speech, desk_at("pi")) == [result]
    assert COMPOSERS["pi"].write(speech, desk_at("pi"))[0] is result
    odd = {
        "role": "user",
        "content": [{"type": "text", "text": "Go."}, {"type": "image", "data": 7}],
    }
    body = {"messages": [odd, {"role": "assistant", "content": [call], "stop_reason": "toolUse"}, result],
            "tools": [{"description": "no name"}]}  # fmt: skip
    (speech,) = COMPOSERS["pi"].read(odd, 0)
    assert [p.kind for p in speech.pieces] == ["text", "other"]
    (empty,) = COMPOSERS["pi"].read({"role": "user", "content": None}, 0)
    assert empty.pieces == []
    there = convert({**body, "messages": [USER, *body["messages"][1:]]}, to="openai", format="pi")
    assert [str(loss.place) for loss in there.losses] == ["tools[0]"]


def test_odd_contents_and_blank_texts_of_an_oracle() -> None:
    odd = {"role": "user", "content": [{"contentType": "audio", "value": "x"}]}
    (speech,) = COMPOSERS["oracle"].read(odd, 0)
    assert [(p.kind, p.text) for p in speech.pieces] == [("other", "audio")]
    desk = desk_at("oracle", law("C002"))
    assert written("oracle", desk, piece("text", "")) == []
    assert [what for _, what, _ in desk.losses] == ["a text that says nothing"]
    plain = [{"role": "user", "content": "Go."}]
    assert convert(plain, to="oracle", format="oracle").two_lists == (["user"], ["Go."])


def test_items_that_nobody_knows_are_lost_with_their_kind() -> None:
    item = {"type": "compaction", "encrypted_content": "Z0FB"}
    items = [{"type": "message", "role": "user", "content": "Go."}, item]
    there = convert(items, to="anthropic", format="openai-responses")
    assert [(loss.what, loss.raw) for loss in there.losses] == [("a part of type compaction", item)]
    assert check(there.messages, target="anthropic").ok


# -- refusals and ways back ---------------------------------------------------------------------------


def test_what_no_repair_makes_whole_is_refused_with_what_is_left() -> None:
    messages = [{"role": "user", "content": "Go."}, {"role": "robot", "content": "Beep."}]
    with pytest.raises(SickTranscript, match="R002"):
        convert(messages, to="anthropic", format="openai-chat", repair=True)


def test_what_came_from_there_and_is_not_taken_there_is_written_anew() -> None:
    said = {"role": "assistant", "content": "Yes.", "reasoning_content": "Hm."}
    chat = [USER, said, USER]
    there = convert(chat, to="anthropic", format="openai-chat", source="deepseek")
    assert convert(there, to="deepseek").messages[1] is said
    back = convert(there, to="mistral")
    assert back.report.ok
    assert back.messages[1] == {"role": "assistant", "content": "Yes."}


def test_a_length_that_is_only_said_of_names_renames_nothing() -> None:
    messages = [
        USER,
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "t1", "name": "f" * 70, "input": {}}],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "1"}]},
    ]
    report = check(messages, target="anthropic")
    assert report.outline is not None
    taken = law("Y002", "length", verdict="accepted")._replace(params={"max": 64})
    laws = desk_at("anthropic", taken).laws
    assert names_of(report.outline, Around(), laws, {}) == {}
    laws = desk_at("anthropic", taken._replace(verdict="refused")).laws
    assert [*names_of(report.outline, Around(), laws, {})] == ["f" * 70]
