"""The judge answers as the provider did, or does not answer where the provider took the request."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.acceptance.accepted_requests import Recorded, load_requests
from tests.acts.lab_messages import history
from transcript_doctor import check, validate
from transcript_doctor.acts.strict import Rejection, judge, weigh
from transcript_doctor.core.errors import BadHistory, BadOption, UnknownTarget

REFUSED_FOR_THEIR_HISTORY = (
    "test_openai_o1_mini_system_role[system].yaml",
    "test_openai_responses_thinking_with_modified_history.yaml",
    "test_deepseek_responses_rejects_interleaved_function_calls.yaml",
)
OPEN_CHAT = [
    {"role": "user", "content": "go"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "D681PevKs", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        ],
    },
    {"role": "user", "content": "on"},
]
OPEN_CLAUDE = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 9,
    "messages": [
        {"role": "user", "content": "go"},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}],
        },
        {"role": "user", "content": "on"},
    ],
}


def of_recorded(request: Recorded) -> Rejection | None:
    context = {"model": request.model} if request.model else {}
    return judge(request.body, target=request.target, context=context)


@pytest.mark.parametrize("cassette", REFUSED_FOR_THEIR_HISTORY)
def test_a_recorded_refusal_is_said_again_word_for_word(cassette: str) -> None:
    found = [r for r in load_requests() if r.status != 200 and r.cassette.endswith(cassette)]
    assert found
    for request in found:
        rejection = of_recorded(request)
        assert rejection is not None
        error = json.loads(request.error)
        recorded = json.loads(error) if isinstance(error, str) else error
        assert (rejection.status, rejection.body) == (request.status, recorded)
        assert rejection.sentence == recorded["error"]["message"]


def test_nothing_that_was_taken_is_refused() -> None:
    taken = [r for r in load_requests() if r.status == 200]
    assert len(taken) > 800
    assert [r.cassette for r in taken if of_recorded(r) is not None] == []


@pytest.mark.parametrize(
    "shape", ["U A[c1] A(error)", "U A[c1,c2] R(c2) R(c1)", "U R(c1) A[c1]", "U A(empty) U"]
)
def test_the_lab_answers_with_the_first_complaint(shape: str) -> None:
    messages = history(shape)
    for request in (messages, {"messages": messages}):
        rejection = judge(request, target="lab")
        assert rejection is not None
        assert rejection.sentence == validate(messages)[0]
        error = {"type": "invalid_request", "message": rejection.sentence}
        assert (rejection.status, rejection.body) == (400, {"error": error})


CALL = {"type": "toolCall", "id": "c1", "name": "f", "arguments": {}}
RESULT = {"role": "toolResult", "tool_call_id": "c1", "tool_name": "f", "content": "1"}
MESSAGES: list[Any] = [
    {"role": "user", "content": "go"},
    {"role": "assistant", "content": [{"type": "text", "text": "so"}]},
    {"role": "assistant", "content": []},
    {"role": "assistant", "content": [CALL]},
    {"role": "assistant", "content": [CALL, {**CALL, "id": "c2"}]},
    {"role": "assistant", "content": [{**CALL, "id": None}]},
    {"role": "assistant", "content": [CALL], "stop_reason": "error"},
    {"role": "assistant", "content": [], "stop_reason": "error", "error_message": "503"},
    RESULT,
    {**RESULT, "tool_call_id": "c2"},
    {**RESULT, "tool_call_id": None},
    {"role": "narrator", "content": "so"},
    {"content": "nobody's"},
    "no message",
]


@given(st.lists(st.sampled_from(MESSAGES), max_size=5))
def test_the_judge_of_the_lab_refuses_what_the_lab_complains_of(messages: list[Any]) -> None:
    try:
        complaint = next(iter(validate(messages)), None)
    except BadHistory as fault:
        complaint = str(fault)
    rejection = judge(messages, target="lab", format="pi")
    assert (rejection and rejection.sentence) == complaint


def test_the_sentence_is_of_the_step_that_the_provider_checks_first() -> None:
    messages: list[Any] = [*OPEN_CHAT, {"role": "user", "content": [{"type": "nonsense"}]}]
    report = check(messages, target="openai", as_="request")
    assert [f.code for f in report.findings] == ["P001", "C006"]
    rejection = judge(messages, target="openai")
    assert rejection is not None
    assert [f.code for f in rejection.findings] == ["C006", "P001"]
    assert rejection.sentence == rejection.findings[0].provider_says


def test_a_warning_or_an_unknown_fact_refuses_nothing() -> None:
    messages = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "well"}]
    report, rejection = weigh(messages, target="anthropic")
    assert [(f.code, f.severity) for f in report.findings] == [("R005", "warning")]
    assert rejection is None


def test_without_a_target_the_models_name_says_who_is_asked() -> None:
    body = {"model": "mistral-large-latest", "messages": OPEN_CHAT}
    rejection = judge(body, target=None, format="openai-chat")
    assert rejection is not None
    assert rejection.target == "mistral"
    assert rejection.sentence == "Not the same number of function calls and responses"


def test_all_is_nobody() -> None:
    with pytest.raises(BadOption, match="one target"):
        judge([], target="all")
    with pytest.raises(UnknownTarget):
        judge([], target="antropic")


GEMINI = {
    "contents": [
        {"role": "user", "parts": [{"text": "go"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]},
        {"role": "user", "parts": [{"text": "on"}]},
    ]
}
BEDROCK = {
    "toolConfig": {
        "tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}]
    },
    "messages": [
        {"role": "user", "content": [{"text": "go"}]},
        {
            "role": "assistant",
            "content": [{"toolUse": {"toolUseId": "t1", "name": "f", "input": {}}}],
        },
        {"role": "user", "content": [{"text": "on"}]},
    ],
}
CHAT_SAYS = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
    "'tool_call_id'. The following tool_call_ids did not have response messages: D681PevKs"
)


@pytest.mark.parametrize(
    ("target", "request_", "body"),
    [
        ("anthropic", OPEN_CLAUDE, {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: "
                "toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
            },
            "request_id": "req_000000000000000000000000",
        }),
        ("openai", OPEN_CHAT, {"error": {
            "message": CHAT_SAYS, "type": "invalid_request_error", "param": "messages.[1].role", "code": None,
        }}),
        ("mistral", OPEN_CHAT, {
            "object": "error", "message": "Not the same number of function calls and responses",
            "type": "invalid_request_message_order", "param": None, "code": "3230", "raw_status_code": 400,
        }),
        ("gemini", GEMINI, {"error": {
            "code": 400, "status": "INVALID_ARGUMENT",
            "message": "Please ensure that the number of function response parts is equal to the number of "
            "function call parts of the function call turn.",
        }}),
        ("bedrock", BEDROCK, {"message": "Expected toolResult blocks at messages.2.content for the following Ids: t1"}),
        ("minimax", OPEN_CHAT, {
            "type": "error", "request_id": "req_000000000000000000000000",
            "error": {
                "type": "bad_request_error", "http_code": "400",
                "message": "invalid params, tool call result does not follow tool call (2013)",
            },
        }),
    ],
)  # fmt: skip
def test_every_envelope_is_its_providers_own(target: str, request_: Any, body: Any) -> None:
    rejection = judge(request_, target=target)
    assert rejection is not None
    assert (rejection.status, rejection.body) == (400, body)
    wanted = {"x-amzn-ErrorType": "ValidationException"} if target == "bedrock" else {}
    assert rejection.headers == wanted


def test_a_fault_of_the_schema_has_mistrals_own_form() -> None:
    rejection = judge([{"role": "robot", "content": "hi"}], target="mistral")
    assert rejection is not None
    assert rejection.status == 422
    (detail,) = rejection.body["detail"]
    assert detail == {
        "type": "value_error",
        "loc": ["body", "messages", 0, "role"],
        "msg": rejection.sentence,
    }


def test_a_client_hears_another_target_in_its_own_envelope() -> None:
    rejection = judge(OPEN_CHAT, target="anthropic", format="openai-chat")
    assert rejection is not None
    assert set(rejection.body) == {"error"}
    assert rejection.body["error"]["message"].startswith("messages.1: `tool_use` ids")


@pytest.mark.parametrize("request_", [None, 5, [[]], [1], {"messages": [None]}])
@pytest.mark.parametrize("target", ["lab", "bedrock", "mistral", "anthropic"])
def test_what_is_no_message_is_taken_by_nobody(request_: Any, target: str) -> None:
    rejection = judge(request_, target=target)
    assert rejection is not None
    assert 400 <= rejection.status < 500
    assert rejection.sentence in json.dumps(rejection.body)
    assert rejection.findings[0].code == "S001"
