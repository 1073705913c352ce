"""Where things stand at the target: results, turns, system prompts, and what stands around the list."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.acceptance.case_files import load_cases
from tests.acts.sdk_objects import anthropic_blocks
from transcript_doctor import check, shape
from transcript_doctor.acts.convert import convert
from transcript_doctor.core.errors import (
    BadOption,
    Lossy,
    NoTwoLists,
    SickTranscript,
    UnknownTarget,
    UnprovenRepair,
)

USER = {"role": "user", "content": "Go."}


def call(*idents: str) -> dict[str, Any]:
    rows = [
        {"id": i, "type": "function", "function": {"name": f"f{i}", "arguments": "{}"}}
        for i in idents
    ]
    return {"role": "assistant", "content": None, "tool_calls": rows}


def result(ident: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": f"of {ident}"}


def test_results_go_in_call_order_where_the_target_asks_for_that() -> None:
    messages = [USER, call("a", "b"), result("b"), result("a")]
    gemini = convert(messages, to="gemini").messages
    names = [part["functionResponse"]["name"] for part in gemini[2]["parts"]]
    assert names == ["fa", "fb"]
    free = convert(messages, to="anthropic").messages
    assert [block["tool_use_id"] for block in free[2]["content"]] == ["b", "a"]


def test_calls_in_several_messages_of_one_turn_become_one_message() -> None:
    def use(ident: str) -> dict[str, Any]:
        block = {"type": "tool_use", "id": ident, "name": "f", "input": {}}
        return {"role": "assistant", "content": [block]}

    rows = [{"type": "tool_result", "tool_use_id": i, "content": i} for i in ("a", "b")]
    messages = [USER, use("a"), use("b"), {"role": "user", "content": rows}]
    assert shape(convert(messages, to="openai").messages) == "U A[a,b] R(a) R(b)"


def test_items_of_one_turn_become_one_message() -> None:
    items = [
        {"type": "message", "role": "user", "content": "Go."},
        {"type": "message", "role": "assistant", "content": "I look."},
        {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"},
        {"type": "function_call", "call_id": "b", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "b", "output": "2"},
        {"type": "function_call_output", "call_id": "a", "output": "1"},
    ]
    there = convert(items, to="anthropic")
    assert shape(there.messages) == "U A[a,b] R(b,a)"
    assert [block["type"] for block in there.messages[1]["content"]] == [
        "text",
        "tool_use",
        "tool_use",
    ]


def test_results_that_stand_anywhere_are_moved_beside_their_call() -> None:
    items = [
        {"type": "message", "role": "user", "content": "Go."},
        {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"},
        {"type": "message", "role": "user", "content": "Still there?"},
        {"type": "function_call_output", "call_id": "a", "output": "1"},
    ]
    there = convert(items, to="openai")
    assert shape(there.messages) == "U A[a] R(a) U"
    assert [change.code for change in there.changes] == ["P003"]
    assert convert(there, to="openai-responses").messages == items


def test_ids_are_minted_where_there_are_none_and_the_same_every_time() -> None:
    contents = [
        {"role": "user", "parts": [{"text": "Go."}]},
        {"role": "model", "parts": [{"functionCall": {"name": n, "args": {}}} for n in ("f", "g", "f")]},
        {"role": "user", "parts": [{"functionResponse": {"name": n, "response": {"output": n}}} for n in ("f", "g", "f")]},
    ]  # fmt: skip
    there = convert(contents, to="mistral")
    ids = [row["id"] for row in there.messages[1]["tool_calls"]]
    assert len(set(ids)) == 3
    assert [message["tool_call_id"] for message in there.messages[2:]] == ids
    assert convert(contents, to="mistral").messages == there.messages
    assert convert(there, to="gemini").messages == contents


def test_only_ids_that_do_not_fit_are_rewritten() -> None:
    messages = [USER, call("abcdefghi"), result("abcdefghi"), call("call_2"), result("call_2")]
    there = convert(messages, to="mistral", format="openai-chat")
    assert list(there.ids) == ["call_2"]
    assert there.messages[:3] == messages[:3]
    assert all(new is old for new, old in zip(there.messages[:3], messages[:3], strict=True))
    back = convert(there, to="openai")
    assert all(new is old for new, old in zip(back.messages, messages, strict=True))


def test_reasoning_beside_the_content_goes_where_its_key_is_refused() -> None:
    said = {"role": "assistant", "content": "Yes.", "reasoning_content": "Hm.", "name": "ann"}
    there = convert([USER, said], to="mistral", format="openai-chat", source="deepseek")
    assert "reasoning_content" not in there.messages[1]
    assert there.messages[1]["content"] == "Yes."
    assert ("reasoning", "Hm.") in [(loss.what, loss.raw) for loss in there.losses]
    assert there.messages[0] is not None
    assert there.report.ok


def test_a_later_system_message_keeps_its_words_and_confesses_its_place() -> None:
    late = {"role": "system", "content": "Now in French."}
    messages = [{"role": "system", "content": "Be brief."}, USER, late, USER]
    there = convert(messages, to="gemini")
    texts = [part["text"] for part in there.request["systemInstruction"]["parts"]]
    assert texts == ["Be brief.", "Now in French."]
    assert [(loss.what, loss.raw) for loss in there.losses] == [
        ("its place among the messages", late)
    ]


def test_developers_are_systems_where_nobody_knows_them() -> None:
    messages = [{"role": "developer", "content": "Be brief."}, USER]
    assert convert(messages, to="mistral").messages[0]["role"] == "system"
    assert convert(messages, to="openai-responses").messages[0]["role"] == "developer"


TOOL = {
    "name": "f",
    "description": "Find.",
    "input_schema": {"type": "object", "properties": {"q": {"type": "string"}}},
}
BODY = {
    "model": "claude-sonnet-4-5", "max_tokens": 64, "temperature": 0.5, "stop_sequences": ["END"],
    "system": "Be brief.", "tools": [TOOL, {"type": "web_search_20250305", "name": "web_search"}],
    "tool_choice": {"type": "tool", "name": "f"}, "metadata": {"user_id": "7"}, "messages": [USER],
}  # fmt: skip


@pytest.mark.parametrize("to", ["openai", "openai-responses", "gemini", "bedrock", "pi"])
def test_a_whole_request_comes_back_but_for_what_is_confessed(to: str) -> None:
    there = convert(BODY, to=to)
    assert there.report.as_ == "request"
    assert "claude" not in str(there.transcript)
    lost = {str(loss.place) for loss in there.losses}
    assert {"tools[1]", "metadata"} <= lost
    back = convert(there.transcript, to="anthropic", format=there.format).transcript
    assert back["system"] == "Be brief."
    assert back["messages"] == [USER] or back["messages"][0]["content"] == [
        {"type": "text", "text": "Go."}
    ]
    assert back["tools"] == [TOOL]
    if to != "pi":
        assert back["tool_choice"] == BODY["tool_choice"]
        assert (back["max_tokens"], back["temperature"]) == (64, 0.5)
        assert ("stop_sequences" in back) == (to != "openai-responses")
    assert convert(there, to="anthropic").transcript == BODY


def test_a_model_stays_with_its_provider() -> None:
    body = {"model": "gpt-5", "messages": [USER]}
    assert convert(body, to="openai-responses").transcript["model"] == "gpt-5"
    assert "model" not in convert(body, to="mistral").transcript


def test_a_begun_answer_is_marked_where_that_is_asked_for() -> None:
    body = {"max_tokens": 9, "messages": [USER, {"role": "assistant", "content": "The answer is"}]}
    there = convert(body, to="mistral", format="anthropic")
    assert there.messages[-1] == {"role": "assistant", "content": "The answer is", "prefix": True}
    assert there.report.ok
    assert convert(there, to="anthropic").transcript == body


def test_the_target_of_a_history_gets_it_as_it_is() -> None:
    messages = [USER, call("a"), result("a")]
    there = convert(messages, to="openai")
    assert there.transcript is messages
    assert there.ok


def test_sick_histories_are_refused_with_their_findings_or_repaired() -> None:
    messages = [USER, call("a"), USER]
    with pytest.raises(SickTranscript, match="P001 unanswered-call at messages") as caught:
        convert(messages, to="anthropic")
    assert [finding.code for finding in caught.value.report.findings] == ["P001"]
    there = convert(messages, to="anthropic", repair=True)
    assert there.report.ok
    assert [change.code for change in there.changes] == ["P001"]


def test_names_that_do_not_exist_raise() -> None:
    with pytest.raises(UnknownTarget):
        convert([USER], to="nobody")
    wrong: dict[str, Any]
    for wrong, says in (
        ({"to": None}, "name of a target or of a format, not 'None'"),
        ({"to": "openai", "context": [1]}, "context takes a mapping"),
        ({"to": "openai", "to_context": 5}, "context takes a mapping"),
        (
            {"to": "openai", "policy": "all"},
            "policy takes 'safe' or 'marked' or 'lossy', not 'all'",
        ),
        ({"to": "openai", "earlier": [USER]}, "earlier takes a Conversion"),
    ):
        with pytest.raises(BadOption, match=says):
            convert([USER], **wrong)
    assert convert([USER], to="openai-chat").target == "openai"
    assert convert([USER], to="claude").target == "anthropic"


def test_strictness_raises_with_the_losses() -> None:
    with pytest.raises(Lossy, match="oracle cannot say all of it: a call at messages") as caught:
        convert([USER, call("a"), result("a")], to="oracle", strict=True)
    assert [loss.what for loss in caught.value.losses] == ["a call", "a result"]


def test_an_oracle_has_two_lists_of_one_length_or_says_why_not() -> None:
    chat = [{"role": "system", "content": "Be brief."}, USER]
    there = convert(chat, to="oracle")
    roles, contents = there.two_lists
    assert (roles, contents) == (["system", "user"], ["Be brief.", "Go."])
    assert convert({"roles": roles, "contents": contents}, to="openai").messages == chat
    assert there.structured[0]["content"] == [{"contentType": "text", "value": "Be brief."}]
    again = convert({"roles": roles, "contents": contents}, to="oracle", format="oracle")
    assert again.structured == there.structured
    with pytest.raises(SickTranscript, match="S003"):
        convert({"roles": roles, "contents": contents[:1]}, to="openai", format="oracle")
    picture = {"type": "image_url", "image_url": {"url": "https://x.io/a.png"}}
    shown = [{"role": "user", "content": [{"type": "text", "text": "See."}, picture]}]
    with pytest.raises(NoTwoLists, match=r"messages\[0\] holds a picture"):
        _ = convert(shown, to="oracle").two_lists
    with pytest.raises(NoTwoLists, match="convert it to the oracle first"):
        _ = convert(chat, to="openai").two_lists


def test_objects_of_the_sdks_are_taken() -> None:
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "8080"}
    turn = {"role": "assistant", "content": anthropic_blocks()}
    messages = [USER, turn, {"role": "user", "content": [result]}]
    there = convert(messages, to="openai")
    assert shape(there.messages) == "U A[toolu_1] R(toolu_1)"
    assert there.messages[1]["content"] == "I look."


def test_what_is_trimmed_in_between_is_still_known() -> None:
    messages = [USER, call("a"), result("a"), {"role": "assistant", "content": "Done."}, USER]
    there = convert(messages, to="anthropic")
    fewer = there.messages[3:]
    back = convert(fewer, to="openai", format="anthropic", earlier=there)
    assert back.messages[0] is messages[3]
    assert back.messages[1] is messages[4]


def test_parts_of_an_edited_message_are_still_the_very_nodes() -> None:
    messages = [USER, call("a", "b"), result("a"), result("b")]
    there = convert(messages, to="anthropic")
    turn = {
        "role": "assistant",
        "content": [{"type": "text", "text": "I see."}, *there.messages[1]["content"]],
    }
    edited = [there.messages[0], turn, *there.messages[2:]]
    back = convert(edited, to="openai", format="anthropic", earlier=there)
    assert back.messages[1]["content"] == "I see."
    rows = zip(back.messages[1]["tool_calls"], messages[1]["tool_calls"], strict=True)
    assert all(new is old for new, old in rows)
    fewer = {
        "role": "user",
        "content": [*there.messages[2]["content"], {"type": "text", "text": "So?"}],
    }
    back = convert([*there.messages[:2], fewer], to="openai", format="anthropic", earlier=there)
    assert [new is old for new, old in zip(back.messages, messages, strict=False)] == [True] * 4
    assert back.messages[4] == {"role": "user", "content": "So?"}


def test_eight_thousand_parallel_calls_take_their_results_along() -> None:
    ids = [f"call_{k}" for k in range(8000)]
    messages = [USER, call(*ids), *(result(i) for i in reversed(ids))]
    for to in ("mistral", "gemini", "anthropic"):
        there = convert(messages, to=to)
        assert there.report.ok
        assert there.losses == ()


@pytest.mark.parametrize("to", ["anthropic", "openai", "openai-responses", "gemini", "bedrock", "pi", "oracle", "mistral"])  # fmt: skip
def test_sound_cases_are_taken_by_every_target_and_find_their_way_back(to: str) -> None:
    taken = 0
    for case in load_cases():
        messages = case.messages if case.valid else case.repaired
        if not messages or not check(messages, format=case.format).ok:
            continue
        there = convert(messages, to=to, format=case.format)
        errors = {f.code for f in there.report.findings if f.severity == "error"}
        assert errors <= EXPECTED.get((to, case.id), set()), case.id
        back = convert(there, to=case.format)
        assert all(new is old for new, old in zip(back.messages, messages, strict=True)), case.id
        taken += 1
    assert taken > 120


EXPECTED: dict[tuple[str, str], set[str]] = {
    ("bedrock", "cc-too-many-images"): {"L002"},
    ("bedrock", "opencode-too-many-images"): {"L002"},
    ("mistral", "agents-nested-handoff-reasoning"): {"R003"},
    ("oracle", "librechat-blank-with-screenshot"): {"R001"},
}
"""What a target has no room for: a hundred pictures, a history of one answer, one of pictures alone."""


def test_a_request_whose_beginning_changed_goes_back_with_what_it_says_now() -> None:
    there = convert({"system": "Be brief.", "messages": [USER]}, to="openai")
    messages = [{"role": "system", "content": "Be long."}, {"role": "user", "content": "Well?"}]
    back = convert({**there.transcript, "messages": messages}, to="anthropic", earlier=there)
    assert back.transcript["system"] == "Be long."
    kept = convert(there.transcript, to="anthropic", earlier=there)
    assert kept.transcript["system"] == "Be brief."


def test_on_the_way_back_to_another_target_what_that_refuses_is_written_anew() -> None:
    """The first format's own list, which its second target does not take."""
    function = {"name": "files.read", "arguments": "{}"}
    call = {"id": "call:1", "type": "function", "function": function}
    messages = [
        USER,
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call:1", "content": "ok"},
        {"role": "assistant", "content": "Done."},
    ]
    there = convert(messages, to="anthropic", source="openai-compatible")
    back = convert(there, to="mistral")
    (made,) = back.messages[1]["tool_calls"]
    assert back.changes == ()
    assert back.report.ok
    assert back.ids["call:1"] == made["id"] == back.messages[2]["tool_call_id"]
    assert made["function"]["name"] == back.names.get("files.read", "files.read")
    assert [i for i in range(4) if back.messages[i] is messages[i]] == [0, 3]


def test_what_a_target_may_refuse_in_what_was_written_is_settled_there() -> None:
    call = {"id": "call_a", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    asked = [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_a", "content": "ok"},
    ]
    there = convert([USER, *asked, USER, *asked, USER], to="anthropic")
    assert [(change.code, change.safety) for change in there.changes] == [("I005", "safe")]
    assert there.report.findings == ()


def test_a_message_without_content_is_confessed() -> None:
    messages = [USER, {"role": "assistant", "content": []}, USER]
    there = convert(messages, to="gemini", source="openai", as_="record")
    assert [(str(loss.place), loss.what, loss.raw) for loss in there.losses] == [
        ("messages[1]", "a message without content", messages[1])
    ]


def test_a_result_that_order_ties_to_its_call_bears_the_id_of_that_call() -> None:
    for borne in ({}, {"id": "b"}):
        response = {"functionResponse": {**borne, "name": "f", "response": {"output": "x"}}}
        contents = [
            {"role": "user", "parts": [{"text": "Go."}]},
            {"role": "model", "parts": [{"functionCall": {"id": "a", "name": "f", "args": {}}}]},
            {"role": "user", "parts": [response]},
        ]
        there = convert(contents, to="openai", as_="record")
        assert there.messages[1]["tool_calls"][0]["id"] == "a"
        assert there.messages[2]["tool_call_id"] == "a"


def test_results_stand_in_call_order_where_only_their_number_is_looked_at() -> None:
    use = [{"type": "tool_use", "id": i, "name": "f", "input": {}} for i in ("toolu_1", "toolu_2")]
    gave = [{"type": "tool_result", "tool_use_id": i, "content": i} for i in ("toolu_2", "toolu_1")]
    messages = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": use},
        {"role": "user", "content": gave},
    ]
    there = convert(messages, to="mistral-common-v3")
    assert [message["content"] for message in there.messages[2:]] == ["toolu_1", "toolu_2"]


def test_what_nobody_can_vouch_for_is_not_settled_but_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def unproved(messages: Any, **options: Any) -> Any:
        raise UnprovenRepair(["a text is gone"], messages)

    monkeypatch.setattr("transcript_doctor.acts.convert.way.repaired", unproved)
    call = {"id": "call_a", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    asked = [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_a", "content": "ok"},
    ]
    there = convert([USER, *asked, USER, *asked, USER], to="anthropic")
    assert there.changes == ()
    assert {finding.code for finding in there.report.findings} == {"I005"}


def test_it_prints_what_the_command_says_and_shows_itself_in_short() -> None:
    there = convert(BODY, to="openai-responses")
    lines = str(there).splitlines()
    assert "tools[1]: openai-responses cannot say: the tool `web_search`" in lines
    assert lines[-2:] == [
        "model 'claude-sonnet-4-5' is left out: name one of openai-responses",
        "1 message for openai-responses, 3 losses",
    ]
    assert repr(there) == f"<conversion to openai-responses: 1 message, 3 losses; {there.report!r}>"
    hostile = convert([{**USER, "\x1b[2J": 1}], to="anthropic", format="openai-chat", source="groq")
    assert "\x1b" not in str(hostile)
    sick = [USER, call("a"), USER]
    with pytest.raises(
        SickTranscript, match="repair it first \\(repair=True does that\\); if it was not"
    ):
        convert(sick, to="anthropic")


def test_what_is_lost_around_the_messages_is_given_back_as_it_stood() -> None:
    body = {
        "messages": [{"role": "user", "content": [{"text": "Go."}]}],
        "inferenceConfig": {"stopSequences": ["END"], "maxTokens": 5},
        "toolConfig": {
            "tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {}}}}],
            "toolChoice": {"any": {}},
        },
    }
    lost = {str(x.place): (x.what, x.raw) for x in convert(body, to="oracle").losses}
    assert lost == {
        "inferenceConfig.stopSequences": ("the setting `inferenceConfig.stopSequences`", ["END"]),
        "inferenceConfig.maxTokens": ("the setting `inferenceConfig.maxTokens`", 5),
        "toolConfig.tools[0]": ("the tool `f`", body["toolConfig"]["tools"][0]),
        "toolConfig.toolChoice": ("how the model may use tools", {"any": {}}),
    }
    marked = {"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}
    asked = {"max_tokens": 9, "system": [marked], "messages": [USER]}
    for to in ("gemini", "openai-responses", "pi"):
        there = convert(asked, to=to, format="anthropic")
        assert "system[0].cache_control" in {str(loss.place) for loss in there.losses}


def test_a_fault_of_one_wire_is_asked_again_at_the_target() -> None:
    """Where it still means something there, the refusal is that of the target it came from."""
    messages = [USER, call("abcdefghi"), result("abcdefghi"), USER]
    assert [f.code for f in check(messages, target="mistral").findings] == ["R008"]
    assert convert(messages, source="mistral", to="anthropic").report.ok
    late = [
        USER,
        {"role": "assistant", "content": "Yes."},
        {"role": "system", "content": "Stop."},
        USER,
    ]
    assert not check(late, target="mistral").ok
    assert convert(late, source="mistral", to="openai").messages == late
    with pytest.raises(SickTranscript, match="P001"):
        convert([USER, call("abcdefghi"), USER], source="mistral", to="openai")


def test_items_keep_their_ids_on_the_way_through_pi() -> None:
    part = {"type": "output_text", "text": "Yes.", "annotations": []}
    said = {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [part],
    }
    items = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Go."}]},
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "ZXg="},
        {"type": "function_call", "id": "fc_1", "call_id": "a", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "a", "output": "1"},
        {"type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": "ZXg="},
        {**said, "content": [part, {**part, "text": "No."}]},
    ]
    there = convert(items, to="lab", format="openai-responses")
    assert there.ids == {"a": "a|fc_1"}
    assert there.losses == ()
    back = convert(json.loads(json.dumps(there.messages)), source="lab", to="openai-responses")
    assert (back.messages, back.report.ok, back.losses) == (items, True, ())
    chat = convert(json.loads(json.dumps(there.messages)), source="lab", to="openai")
    assert chat.messages[1]["tool_calls"][0]["id"] == chat.messages[2]["tool_call_id"] == "a"


def test_ids_that_would_become_one_stay_two() -> None:
    use = [{"type": "toolCall", "id": f"a|fc_{n}", "name": "f", "arguments": {}} for n in (1, 2)]
    rows = [
        {
            "role": "toolResult",
            "tool_call_id": f"a|fc_{n}",
            "tool_name": "f",
            "content": [],
            "is_error": False,
        }
        for n in (1, 2)
    ]
    asked = {"role": "user", "content": [{"type": "text", "text": "Go."}]}
    turn = {"role": "assistant", "content": use, "stop_reason": "toolUse"}
    there = convert([asked, turn, *rows], to="openai")
    ids = [row["id"] for row in there.messages[1]["tool_calls"]]
    assert len(set(ids)) == 2
    assert [message["tool_call_id"] for message in there.messages[2:]] == ids


def test_a_prompt_that_became_no_message_is_given_back_once() -> None:
    items = [{"type": "message", "role": "developer", "content": "Be brief."}]
    there = convert(items, to="anthropic", format="openai-responses")
    back = convert(there, to="openai-responses")
    assert (back.messages, back.request) == (items, {})


def test_a_system_message_in_the_middle_goes_where_another_of_the_format_takes_it() -> None:
    messages = [
        USER,
        {"role": "system", "content": "Now in French."},
        {"role": "assistant", "content": "Oui."},
        USER,
    ]
    context = {"model": "claude-opus-5-5"}
    there = convert(messages, to="deepseek-anthropic", format="anthropic", context=context)
    assert there.report.ok
    assert there.request == {"system": "Now in French."}
    assert [loss.what for loss in there.losses] == ["its place among the messages"]


def test_items_without_a_type_are_items_where_their_source_says_so() -> None:
    items = [{"role": "developer", "content": "Be brief."}, {"role": "user", "content": "Go."}]
    for to in ("anthropic", "gemini", "openai", "mistral", "oracle", "pi"):
        there = convert(items, source="openai-responses", to=to)
        back = convert(there, to="openai-responses")
        assert all(new is old for new, old in zip(back.messages, items, strict=True))
        assert back.request == {}
    chat = convert([*items, call("a"), result("a")], source="openai-responses", to="anthropic")
    assert shape(chat.messages) == "U A[a] R(a)"
