"""The history object: what the seeds of this project ask of it, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acts import sdk_objects
from tests.acts.history.makers import TARGETS, calling, failing, ident, messages_of, saying
from transcript_doctor import Report, check, shape
from transcript_doctor.acts.history import Failed, History, desk, mending
from transcript_doctor.core.answers import NO_REPLY, NO_RESULT
from transcript_doctor.core.errors import (
    BadAnswers,
    BadMessage,
    BadOption,
    IllegalRequest,
    OpenCalls,
    UnknownTarget,
    UnprovenRepair,
)

IDS = [ident("mistral", n) for n in (1, 2)]


def asked(target: str = "mistral", calls: int = 2) -> History:
    """A history in which calls wait."""
    history = History(target)
    history.user("Read a.py and b.py.")
    history.assistant(calling(target, list(range(1, calls + 1))))
    return history


def test_a_mistral_tool_loop_goes_through() -> None:
    history = asked()
    assert history.results({IDS[1]: "B = 2"}) == (IDS[0],)
    assert history.results({IDS[0]: {"A": 1}}) == ()
    request = history.request()
    assert shape(request) == "U A[c1,c2] R(c1) R(c2)"
    assert check(request, target="mistral", as_="request").findings == ()


def test_the_assistants_message_is_echoed_and_not_rebuilt() -> None:
    history, message = History("openai"), calling("openai", [1])
    message["reasoning_content"] = "kept"
    history.user("Go.")
    history.assistant(message)
    assert history.record[1] is message
    history.interrupt()
    assert history.request()[1] is message


def test_while_calls_are_open_nobody_else_speaks() -> None:
    history = asked()
    for act in (
        lambda: history.user("Well?"),
        lambda: history.assistant(saying("mistral", "Well.")),
        history.request,
    ):
        with pytest.raises(OpenCalls, match="P001 unanswered-call") as refusal:
            act()
        assert (refusal.value.code, refusal.value.ids) == ("P001", tuple(IDS))
    assert shape(history.record) == "U A[c1,c2]"
    history.results({IDS[0]: "a"})
    with pytest.raises(OpenCalls) as refusal:
        history.user("Well?")
    assert refusal.value.ids == (IDS[1],)


def test_an_interrupt_closes_calls_with_markers_and_keeps_real_results() -> None:
    history = asked()
    history.results({IDS[1]: "B = 2"})
    assert history.interrupt() == (IDS[0],)
    assert [message["content"] for message in history.record[2:]] == [NO_RESULT, "B = 2"]
    assert history.interrupt() == ()
    with pytest.raises(BadAnswers, match="P004 duplicate-result: too late") as refusal:
        history.results({IDS[0]: "too late"})
    assert (refusal.value.closed, refusal.value.unknown) == ((IDS[0],), ())
    with pytest.raises(BadAnswers, match=f"there is a result already for {IDS[1]}"):
        history.results({IDS[1]: "again"})


def test_a_second_result_is_refused_and_nothing_of_it_is_kept() -> None:
    history = asked()
    history.results({IDS[0]: "a"})
    with pytest.raises(BadAnswers, match="P004 duplicate-result") as refusal:
        history.results({IDS[1]: "b", IDS[0]: "again"})
    assert (refusal.value.code, refusal.value.again) == ("P004", (IDS[0],))
    assert history.results({}) == (IDS[1],)


def test_arguments_that_cannot_be_read_are_answered_and_not_skipped() -> None:
    history = History("openai")
    history.user("Go.")
    good, bad = calling("openai", [1]), calling("openai", [2], arguments='{"path": ')
    good["tool_calls"] += bad["tool_calls"]
    calls = history.assistant(good)
    for call in calls:
        history.results({call.id: call.fault or f"read {call.arguments['path']}"})
    assert [call.arguments for call in calls] == [{"path": "a.py"}, None]
    assert "could not be read as a JSON object" in history.record[-1]["content"]
    assert check(history.request(), target="openai", as_="request").ok


def test_broken_arguments_are_quoted_for_a_target_that_parses_them() -> None:
    history = History("xai")
    history.user("Go.")
    message = calling("xai", [1], arguments='{"path": ')
    (call,) = history.assistant(message)
    history.results({call.id: call.fault})
    request = history.request()
    function = request[1]["tool_calls"][0]["function"]
    assert function["arguments"] == '{"unreadable_arguments": "{\\"path\\": "}'
    assert [(change.code, change.safety) for change in history.changes] == [("Y001", "marked")]
    assert message["tool_calls"][0]["function"]["arguments"] == '{"path": '
    assert history.record[1] is message


def test_keys_that_hold_nothing_are_left_out_where_they_are_not_known() -> None:
    history = History("groq")
    history.user("Go.")
    history.assistant({**saying("openai", "Hello."), "annotations": [], "refusal": None})
    history.user("More.")
    assert "annotations" not in history.request()[1]
    assert "annotations" in history.record[1]


def test_a_bridge_stands_where_the_target_wants_one_and_stays_the_same() -> None:
    history = asked()
    history.interrupt()
    history.user("Never mind.")
    first = history.request()
    assert first[-2] == {"role": "assistant", "content": NO_REPLY}
    assert NO_REPLY not in repr(history.record)
    assert [change.code for change in history.changes] == ["R008"]
    history.assistant(saying("mistral", "Fine."))
    history.user("Go on.")
    assert history.request()[: len(first)] == first


def test_a_failed_turn_stays_on_the_record_and_out_of_the_request() -> None:
    history = History("lab")
    history.user("Find the port.")
    history.assistant(failing())
    assert (shape(history.record), shape(history.request())) == ("U A(error)", "U")
    history.user("try again")
    history.assistant(saying("lab", "The port is 9090."))
    assert shape(history.record) == "U A(error) U A"
    assert shape(history.request()) == "U U A"


@pytest.mark.parametrize("target", [*TARGETS, "oracle"])
def test_the_system_prompt_is_in_the_list_where_the_format_has_it_there(target: str) -> None:
    history = History(target)
    history.user("Go.")
    request = history.request(system="You are careful.")
    in_list = target == "oracle" or TARGETS[target] == "openai-chat"
    assert len(request) == (2 if in_list else 1)
    assert ("You are careful." in repr(request)) is in_list
    assert "You are careful." not in repr([history.request(), history.record])


def test_a_system_prompt_of_parts_is_no_more_left_out_than_a_text() -> None:
    history = History("openai")
    history.user("Go.")
    parts = [{"type": "text", "text": "You are careful."}]
    assert history.request(system=parts)[0] == {"role": "system", "content": parts}
    assert len(history.request(system=None)) == len(history.request(system="")) == 1


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"system": 5}, "system is a text or a list of parts, not int"),
        ({"system": b"x"}, "system is a text or a list of parts, not bytes"),
        ({"tools": "x"}, "tools are a list, not str"),
        ({"tools": True}, "tools are a list, not bool"),
    ],
)
def test_what_no_request_holds_beside_its_messages_is_refused(
    target: str, asked: dict[str, Any], said: str
) -> None:
    history = History(target)
    history.user("Go.")
    with pytest.raises(BadOption, match=said):
        history.request(**asked)
    assert len(history.request()) == 1


@pytest.mark.parametrize(
    ("target", "given"),
    [
        ("anthropic", sdk_objects.anthropic_message),
        ("openai", sdk_objects.chat_completion),
        ("openai", lambda: sdk_objects.chat_completion().choices[0].message),
        ("openai-responses", sdk_objects.response),
        ("openai-responses", lambda: sdk_objects.response().output),
        ("gemini", sdk_objects.gemini_response),
        ("gemini", sdk_objects.gemini_content),
    ],
)
def test_responses_of_the_sdks_go_into_the_next_request(target: str, given: Any) -> None:
    history = History(target)
    history.user("Which port?")
    calls = history.assistant(given())
    assert [(call.name, call.arguments) for call in calls] == [("read", {"path": "config.py"})]
    history.results({calls[0].id: {"port": 8080}})
    report = check(history.request(), format=TARGETS[target], target=target, as_="request")
    assert report.findings == ()
    assert history.changes == ()


def test_a_response_of_another_provider_is_refused_in_words() -> None:
    history = History("anthropic")
    with pytest.raises(BadMessage, match=r"ChatCompletion.*Anthropic Messages"):
        history.assistant(sdk_objects.chat_completion())
    assert len(history) == 0


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "message", [None, 7, b"a", {}, {"role": "user", "content": "a"}, [{"role": "system"}], [7]]
)
def test_what_is_no_assistants_message_is_refused(target: str, message: Any) -> None:
    history = History(target)
    with pytest.raises(BadMessage):
        history.assistant(message)
    assert history.record == []


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("content", [None, 7, {}, {"role": "tool"}, [7], {"role": "assistant"}])
def test_what_no_user_says_is_refused(target: str, content: Any) -> None:
    history = History(target)
    with pytest.raises(BadMessage):
        history.user(content)
    assert history.record == []


def test_a_message_that_the_target_refuses_never_gets_on_the_record() -> None:
    history = History("anthropic")
    with pytest.raises(BadMessage, match="Y003") as refusal:
        history.user([{"type": "text", "text": "Look.", "bold": True}])
    assert refusal.value.report.ok is False
    for nothing in ("", " \n", [], [{"type": "text", "text": ""}], {"role": "user"}):
        with pytest.raises(BadMessage, match="says nothing"):
            history.user(nothing)
    with pytest.raises(BadMessage, match="results"):
        history.user([{"type": "tool_result", "tool_use_id": "t", "content": "a"}])
    history.user([{"type": "text", "text": "Look."}])
    history.user({"role": "user", "content": "Look again."})
    assert [m["role"] for m in history.request()] == ["user", "user"]


@pytest.mark.parametrize("target", TARGETS)
def test_an_empty_request_is_none(target: str) -> None:
    with pytest.raises(IllegalRequest, match="R001 empty-history"):
        History(target).request()
    if target == "lab":
        history = History(target)
        history.assistant(failing())
        with pytest.raises(IllegalRequest, match="R001 empty-history"):
            history.request()


def test_a_record_with_nothing_to_ask_yields_no_request() -> None:
    history = History("mistral")
    with pytest.raises(IllegalRequest, match="R001"):
        history.request()
    history.user("Hello.")
    history.assistant(saying("mistral", "Hello."))
    with pytest.raises(IllegalRequest, match="R005") as refusal:
        history.request()
    assert refusal.value.report.ok is False
    history.user("Again.")
    assert len(history.request()) == 3


def test_white_space_behind_a_prefill_is_mended_and_a_refused_prefill_is_named() -> None:
    history = History("anthropic")
    history.user("Go.")
    history.assistant("I think ")
    assert history.request()[-1]["content"] == "I think"
    assert history.record[-1]["content"] == "I think "
    assert [(change.code, change.safety) for change in history.changes] == [("R006", "safe")]
    refused = History("anthropic", context={"prefill": False})
    refused.user("Go.")
    refused.assistant("I think ")
    with pytest.raises(IllegalRequest, match="R005 ends-on-assistant"):
        refused.request()


def test_names_that_mean_nothing_are_refused() -> None:
    with pytest.raises(UnknownTarget):
        History("mistrall")
    with pytest.raises(BadOption, match="for one target, not for all"):
        History("all")
    with pytest.raises(BadOption, match="target takes a name, not int"):
        History(5)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="context takes a mapping"):
        History("openai", context=5)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="model takes a name, not int"):
        History("openai", model=5)  # type: ignore[arg-type]
    with pytest.raises(UnknownTarget, match=r"'gpt-4o'; did you mean openai\?"):
        History("gpt-4o")
    with pytest.raises(UnknownTarget, match="did you mean claude or anthropic"):
        History("claude-opus-4")


def test_a_call_without_arguments_has_none_of_them_and_no_fault() -> None:
    history = History("openai")
    history.user("Go.")
    for number, arguments in enumerate(("", " ", "{}")):
        (call,) = history.assistant(calling("openai", [number], arguments=arguments))
        assert (call.arguments, call.fault) == ({}, None)
        history.interrupt()


def test_a_history_for_a_chain_holds_texts() -> None:
    history = History("oracle")
    history.user("Is it raining?")
    assert history.assistant({"role": "assistant", "content": "Yes."}) == ()
    history.user("Since when?")
    assert [message["role"] for message in history.request()] == ["user", "assistant", "user"]
    assert check(history.request(), format="oracle", target="oracle", as_="request").ok


def test_a_format_is_its_home() -> None:
    names = [History(format).target for format in ("openai-chat", "pi", "bedrock")]
    assert names == ["openai", "lab", "bedrock"]


def test_the_method_answers_as_the_function_does_and_appends_nothing() -> None:
    history = asked()
    made = history.answer_calls(history.record[1], dict.fromkeys(IDS, Failed("boom")))
    assert [message["tool_call_id"] for message in made] == IDS
    assert len(history) == 2
    with pytest.raises(BadAnswers):
        history.answer_calls(history.record[1], {})


def test_a_step_does_not_copy_the_list() -> None:
    history = History("openai")
    history.user("Go.")
    messages = history._book.messages
    for _ in range(100):
        history.assistant(saying("openai", "Yes."))
        history.user("Go.")
    assert history._book.messages is messages
    assert len(messages) == 201


def test_what_was_proved_is_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from transcript_doctor.acts.history import desk

    seen: list[int] = []

    def counted(messages: list[Any], **options: Any) -> Any:
        seen.append(len(messages))
        return check(messages, **options)

    history = History("openai")
    history.user("Go.")
    history.request()
    monkeypatch.setattr(desk, "check", counted)
    for number in range(200):
        history.assistant(calling("openai", [number]))
        history.interrupt()
        history.request()
        history.assistant(saying("openai", "Yes."))
        history.user("Go.")
        history.request()
    assert len(history) == 801
    assert max(seen) <= 6
    assert len(seen) >= 399


def test_objects_in_a_turn_stay_the_same_in_every_request() -> None:
    history = History("openai")
    history.user("Go.")
    for number in range(3):
        turn = calling("openai", [number])
        history.assistant(turn)
        history.interrupt()
        before, after = history.request(), history.request()
        assert before is not after
        assert all(a is b for a, b in zip(before, after, strict=True))
        assert all(message in before for message in messages_of(turn))


@pytest.mark.parametrize("target", TARGETS)
def test_a_text_is_an_assistants_message_too(target: str) -> None:
    history = History(target)
    history.user("Go.")
    assert history.assistant("Yes, ü.") == ()
    history.user("Go on.")
    assert shape(history.request(), format=TARGETS[target]) == "U A U"
    assert repr(history) == f"<history for {target}: 3 messages, 0 open calls>"


def test_a_repair_that_cannot_be_proved_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def unproved(messages: list[Any], **options: Any) -> Any:
        raise UnprovenRepair(["a text is gone"], messages)

    monkeypatch.setattr("transcript_doctor.acts.history.mending.repair", unproved)
    history = asked()
    history.interrupt()
    history.user("Never mind.")
    with pytest.raises(IllegalRequest, match="R008"):
        history.request()
    monkeypatch.undo()
    assert history.request()


@pytest.mark.parametrize("target", ["anthropic", "openai", "mistral"])
def test_an_id_that_comes_back_is_seen_however_far_behind(target: str) -> None:
    unique = {"unique_ids": True}
    history = History(target, context=unique)
    history.user("Go.")
    for number in (1, 2, 1):
        history.assistant(calling(target, [number]))
        history.results({ident(target, number): "ok"})
        assert check(history.request(), target=target, as_="request", context=unique).ok
    assert [change.code for change in history.changes] == ["I005"]


def test_what_counts_over_the_whole_list_is_counted_over_the_whole_list() -> None:
    history = History("anthropic", context={"max_images": 2})
    source = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
    look = [{"type": "image", "source": source}, {"type": "text", "text": "Look."}]
    for said in (look, "And?", look, "And?", "And?"):
        history.user(said)
        history.request()
        history.assistant("I see.")
    history.user(look)
    with pytest.raises(IllegalRequest, match="L002 over-limit"):
        history.request()


def test_a_list_that_grows_past_the_most_items_is_refused() -> None:
    history = History("anthropic")
    history.user("Go.")
    history.assistant("Yes.")
    for _ in range(99_990):
        history.user("And?")
    history.assistant("Yes.")
    history.user("And?")
    assert len(history.request()) == 99_994
    history.assistant("Yes.")
    for _ in range(6):
        history.user("And?")
    with pytest.raises(IllegalRequest, match="L002 over-limit"):
        history.request()


def test_a_system_prompt_that_is_refused_is_not_sent() -> None:
    history = History("openai")
    history.user("Go.")
    with pytest.raises(IllegalRequest, match="C006 malformed-part"):
        history.request(system=[{"text": "You are careful."}])


def test_what_is_said_of_the_tools_is_known_to_the_check() -> None:
    history = History("bedrock")
    history.user("Go.")
    history.assistant(calling("bedrock", [1]))
    history.results({ident("bedrock", 1): "ok"})
    with pytest.raises(IllegalRequest, match="P010 undeclared-tools"):
        history.request(tools=[])
    assert len(history.request(tools=[{"toolSpec": {"name": "read"}}])) == 3


@pytest.mark.parametrize("target", TARGETS)
def test_a_request_looks_at_few_messages_however_long_the_history_is(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def counting(messages: list[Any], **asked: Any) -> Report:
        looked.append(len(messages))
        return check(messages, **asked)

    for module in (desk, mending):
        monkeypatch.setattr(module, "check", counting)
    history = History(target)
    history.user("Go.")
    for number in range(0, 60, 2):
        history.assistant(calling(target, [number, number + 1]))
        history.results({ident(target, n): "ok" for n in (number, number + 1)})
        history.request()
    assert len(looked) == 30
    assert max(looked) < 10
