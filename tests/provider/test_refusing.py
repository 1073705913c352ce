"""Ten faults, sent to each API: the status and the sentence are the judge's, in the API's own envelope."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.provider.asking import CHAT_CALL, CLAUDE_CALL, CLAUDE_RESULT, USER, ask, chat, claude
from transcript_doctor.acts.strict import judge
from transcript_doctor.core.errors import BadOption, UnknownTarget
from transcript_doctor.provider import Running, running

RESULT = {"role": "tool", "tool_call_id": "D681PevKs", "content": "A = 1"}
TWO = {
    **CHAT_CALL,
    "tool_calls": [*CHAT_CALL["tool_calls"], {**CHAT_CALL["tool_calls"][0], "id": "D681PevKt"}],
}
CLAUDE_TWO = {
    **CLAUDE_CALL,
    "content": [*CLAUDE_CALL["content"], {**CLAUDE_CALL["content"][0], "id": "toolu_2"}],
}
SOUND_CHAT = [USER, CHAT_CALL, RESULT]
SOUND_CLAUDE = [USER, CLAUDE_CALL, CLAUDE_RESULT]
TEXT_FIRST = {
    "role": "user",
    "content": [{"type": "text", "text": "Here:"}, *CLAUDE_RESULT["content"]],
}
FAULTS_CHAT = {
    "missing": [USER, CHAT_CALL, USER],
    "partial": [USER, TWO, RESULT, USER],
    "orphan": [USER, RESULT],
    "not adjacent": [USER, CHAT_CALL, USER, RESULT],
    "duplicate": [USER, CHAT_CALL, RESULT, RESULT],
    "empty turn": [USER, {"role": "assistant", "content": None}, USER],
    "no id": [
        USER,
        {**CHAT_CALL, "tool_calls": [{**CHAT_CALL["tool_calls"][0], "id": None}]},
        RESULT,
    ],
    "bad role": [{"role": "robot", "content": "hi"}],
    "empty call list": [USER, {"role": "assistant", "content": "x", "tool_calls": []}, USER],
    "empty list": [],
}
FAULTS_CLAUDE = {
    "missing": [USER, CLAUDE_CALL, USER],
    "partial": [USER, CLAUDE_TWO, CLAUDE_RESULT],
    "orphan": [USER, {"role": "assistant", "content": "x"}, CLAUDE_RESULT],
    "not adjacent": [USER, CLAUDE_CALL, USER, {"role": "assistant", "content": "x"}, CLAUDE_RESULT],
    "not leading": [USER, CLAUDE_CALL, TEXT_FIRST],
    "duplicate": [USER, CLAUDE_CALL, {"role": "user", "content": [*CLAUDE_RESULT["content"]] * 2}],
    "empty turn": [USER, {"role": "assistant", "content": "x"}, {"role": "user", "content": []}],
    "bad id": [
        USER,
        {**CLAUDE_CALL, "content": [{**CLAUDE_CALL["content"][0], "id": "no dots."}]},
        USER,
    ],
    "bad role": [{"role": "tool", "content": "x"}],
    "empty list": [],
}


@pytest.fixture(scope="module")
def served() -> Iterator[Running]:
    with running() as provider:
        yield provider


@pytest.mark.parametrize("fault", FAULTS_CHAT)
@pytest.mark.parametrize("target", ["openai", "mistral", "deepseek", "groq", "openai-compatible"])
def test_chat_faults_are_refused_as_the_judge_says(
    served: Running, target: str, fault: str
) -> None:
    body = chat(*FAULTS_CHAT[fault])
    heard = ask(served.url, f"/{target}/v1/chat/completions", body)
    rejection = judge(body, target=target, format="openai-chat")
    record = served.requests[-1]
    if rejection is None:  # some of them take it: the law says so, and then it is answered
        assert (heard.status, record.fate) == (200, "answered")
        return
    assert (heard.status, heard.json) == (rejection.status, rejection.body)
    first = rejection.findings[0]
    assert heard.headers["x-transcript-doctor"] == f"{first.code} {first.place}"
    assert (record.fate, record.target, record.sentence) == ("refused", target, rejection.sentence)


@pytest.mark.parametrize("fault", FAULTS_CLAUDE)
def test_anthropic_refuses_all_ten(served: Running, fault: str) -> None:
    body = claude(*FAULTS_CLAUDE[fault])
    heard = ask(served.url, "/v1/messages", body)
    rejection = judge(body, target="anthropic", format="anthropic")
    assert rejection is not None
    assert heard.status == rejection.status == 400
    assert heard.json["error"] == rejection.body["error"]
    assert heard.json["request_id"] == heard.headers["request-id"]


@pytest.mark.parametrize(
    "fault",
    [
        "missing",
        "partial",
        "orphan",
        "not adjacent",
        "duplicate",
        "no id",
        "bad role",
        "empty call list",
        "empty list",
        "empty turn",
    ],
)
def test_openai_refuses_all_ten(served: Running, fault: str) -> None:
    heard = ask(served.url, "/v1/chat/completions", chat(*FAULTS_CHAT[fault]))
    assert (heard.status, heard.json["error"]["type"]) == (400, "invalid_request_error")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/chat/completions", chat(*SOUND_CHAT)),
        ("/mistral/v1/chat/completions", chat(*SOUND_CHAT)),
        ("/deepseek/chat/completions", chat(*SOUND_CHAT)),
        ("/v1/messages", claude(*SOUND_CLAUDE)),
        ("/deepseek/anthropic/v1/messages", claude(*SOUND_CLAUDE)),
    ],
)
def test_a_sound_history_is_answered(served: Running, path: str, body: Any) -> None:
    heard = ask(served.url, path, body)
    assert heard.status == 200, heard.json


@pytest.mark.parametrize(
    ("path", "body", "error", "header"),
    [
        (
            "/v1/v1/messages",
            claude(*SOUND_CLAUDE),
            {"type": "not_found_error", "message": "Not Found"},
            "no-such-path: the base URL of Anthropic's clients is without /v1",
        ),
        (
            "/chat/completions",
            chat(*SOUND_CHAT),
            {
                "message": "Invalid URL (POST /chat/completions)",
                "type": "invalid_request_error",
                "param": None,
                "code": None,
            },
            "no-such-path: the base URL of OpenAI's clients ends in /v1",
        ),
    ],
)
def test_a_wrong_base_url_gets_the_providers_404(
    served: Running, path: str, body: Any, error: Any, header: str
) -> None:
    # Sources of the words: danielmiessler/Fabric#1140, Chanzhaoyu/chatgpt-web#737.
    heard = ask(served.url, path, body)
    assert (heard.status, heard.json["error"]) == (404, error)
    assert heard.headers["x-transcript-doctor"] == header
    record = served.requests[-1]
    assert record.fate == "no-such-path"
    assert record.sentence == f"{error['message']}: {header.removeprefix('no-such-path: ')}"


@pytest.mark.parametrize(
    ("path", "model", "target"),
    [
        ("/v1/chat/completions", "gpt-5", "openai"),
        ("/v1/chat/completions", "mistral-large-latest", "mistral"),
        ("/v1/chat/completions", "deepseek-chat", "deepseek"),
        ("/v1/chat/completions", "openai/gpt-oss-120b", "openai-compatible"),
        ("/xai/v1/chat/completions", "whatever", "xai"),
        ("/grok/v1/chat/completions", "whatever", "xai"),
        ("/azure/openai/deployments/mine/chat/completions", "whatever", "openai"),
        ("/v1/messages", "deepseek-chat", "deepseek-anthropic"),
        ("/deepseek/anthropic/v1/messages", "whatever", "deepseek-anthropic"),
        ("/v1/messages", "claude-sonnet-5", "anthropic"),
    ],
)
def test_path_and_model_say_who_judges(served: Running, path: str, model: str, target: str) -> None:
    body = {"model": model, "max_tokens": 9, "messages": [USER]}
    assert ask(served.url, path, body).status == 200
    assert served.requests[-1].target == target


def test_the_servers_own_target_judges_where_the_path_names_none() -> None:
    body = chat(USER, CHAT_CALL, USER)
    with running(target="anthropic") as served:
        heard = ask(served.url, "/v1/chat/completions", body)
        assert heard.json["error"]["message"].startswith("messages.1: `tool_use` ids were found")
        assert ask(served.url, "/mistral/v1/chat/completions", body).json["code"] == "3230"


@pytest.mark.parametrize(
    ("path", "body", "status", "says"),
    [
        (
            "/v1/messages",
            {"model": "claude-sonnet-5", "messages": [USER]},
            400,
            "max_tokens: Field required",
        ),
        ("/v1/messages", {"max_tokens": 5, "messages": [USER]}, 400, "model: Field required"),
        (
            "/v1/messages",
            claude(USER) | {"max_tokens": "5"},
            400,
            "max_tokens: Input should be a valid integer",
        ),
        (
            "/v1/messages",
            claude(USER) | {"max_tokens": -1},
            400,
            "max_tokens: Input should be greater than or equal to 0",
        ),
        ("/v1/chat/completions", {"messages": [USER]}, 400, "you must provide a model parameter"),
        (
            "/v1/chat/completions",
            chat(USER) | {"model": 5},
            400,
            "Invalid type for 'model': expected a string, but got an integer instead.",
        ),
        (
            "/v1/chat/completions",
            {"model": "gpt-5", "messages": "hi"},
            400,
            "Invalid type for 'messages': expected an array of objects, but got a string instead.",
        ),
        (
            "/v1/chat/completions",
            chat(USER, stream="true"),
            400,
            "Invalid type for 'stream': expected a boolean, but got a string instead.",
        ),
        (
            "/v1/responses",
            {"model": "gpt-5", "input": "x", "stream": 1},
            400,
            "Invalid type for 'stream': expected a boolean, but got an integer instead.",
        ),
        ("/mistral/v1/chat/completions", {"messages": [USER]}, 422, "Field required"),
        (
            "/v1/responses",
            {"model": "gpt-5", "previous_response_id": "resp_1"},
            400,
            "Previous response with id 'resp_1' not found.",
        ),
    ],
)
def test_what_a_request_needs_besides(
    served: Running, path: str, body: Any, status: int, says: str
) -> None:
    heard = ask(served.url, path, body)
    assert (heard.status, served.requests[-1].sentence) == (status, says)
    assert says in heard.raw.decode()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/messages", claude(USER) | {"max_tokens": 0}),  # fills the cache
        ("/v1/responses/input_tokens", {"input": "hi"}),
        ("/v1/messages/count_tokens", {"model": "claude-sonnet-5", "messages": [USER]}),
        ("/groq/openai/v1/chat/completions", chat(USER, stream="true")),
    ],
)
def test_what_a_request_need_not_have(served: Running, path: str, body: Any) -> None:
    assert ask(served.url, path, body).status == 200


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ("", "anthropic-version: header is required"),
        ("1999-01-01", 'anthropic-version: "1999-01-01" is not a valid version'),
        ("2023-10-01", 'anthropic-version: "2023-10-01" is not a valid version'),
        (
            "2023-06-01, 2023-06-01",
            'anthropic-version: "2023-06-01, 2023-06-01" is not a valid version',
        ),
        ("latest", 'anthropic-version: "latest" is not a valid version'),
        ("2023-01-01", None),
        ("2023-06-01", None),
        ("2026-10-21", None),
    ],
)
@pytest.mark.parametrize(
    "path", ["/v1/messages", "/v1/messages/count_tokens", "/anthropic/v1/messages"]
)
def test_anthropic_wants_the_version_of_its_api(
    served: Running, path: str, version: str, says: str | None
) -> None:
    sick = claude(*FAULTS_CLAUDE["missing"])  # what is wrong with the head comes first
    for body in (claude(USER), sick):
        heard = ask(served.url, path, body, headers={"anthropic-version": version})
        if says is not None:
            assert heard.json["error"] == {"type": "invalid_request_error", "message": says}
            assert heard.headers["x-transcript-doctor"] == "anthropic-version"
        assert heard.status == (200 if says is None and body is not sick else 400)


@pytest.mark.parametrize(
    ("path", "model"),
    [
        ("/deepseek/anthropic/v1/messages", "whatever"),
        ("/v1/messages", "deepseek-chat"),
        ("/v1/projects/p/locations/l/publishers/anthropic/models/claude-x:rawPredict", "claude-x"),
    ],
)
def test_others_of_anthropics_format_want_no_version(
    served: Running, path: str, model: str
) -> None:
    body = claude(USER, model=model)
    assert ask(served.url, path, body, headers={"anthropic-version": ""}).status == 200


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("/depseek/v1/chat/completions", " (did you mean /deepseek/...?)"),
        ("/mistrall/v1/chat/completions", " (did you mean /mistral/...?)"),
        ("/nobody/v1/chat/completions", ""),
        ("/depseek/v1/embeddings", ""),
        ("/" + "x" * 3_000, ""),
    ],
)
def test_a_target_that_is_mistyped_is_guessed(served: Running, path: str, hint: str) -> None:
    heard = ask(served.url, path, {})
    assert heard.status == 404
    assert f"{path[:100]}" in heard.json["error"]["message"]
    assert f" is not served{hint}; what is: /v1/messages," in heard.json["error"]["message"]


@pytest.mark.parametrize("path", ["/v1/models", "/v1/models/gpt-5", "/v1beta/models"])
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT"])
def test_models_are_listed_and_nothing_else(served: Running, path: str, method: str) -> None:
    heard = ask(served.url, path, {}, method=method)
    assert (heard.status, heard.headers["allow"]) == (405, "GET")
    assert ask(served.url, path, method="GET").status == 200


def test_a_stored_prompt_names_the_model(served: Running) -> None:
    assert ask(served.url, "/v1/responses", {"prompt": {"id": "pmpt_1"}}).status == 200
    assert ask(served.url, "/v1/responses", {"prompt": "pmpt_1", "input": "x"}).status == 400


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_what_a_stored_response_takes(served: Running, method: str) -> None:
    heard = ask(served.url, "/v1/responses/resp_1", {}, method=method)
    assert (heard.status, heard.headers["allow"]) == (405, "GET, DELETE")
    assert ask(served.url, "/v1/responses/compact", {}).status == 404


def test_names_that_do_not_exist_are_told_at_once() -> None:
    with pytest.raises(UnknownTarget, match="antropic"):
        running(target="antropic")
    with pytest.raises(BadOption, match="one target"):
        running(target="all")
