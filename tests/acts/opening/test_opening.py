"""How transcripts are taken: the SDKs' objects, whole responses, what is no list; and by what formats are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.acts.sdk_objects import (
    ANSWERED,
    GEMINI_USER,
    SPOKEN,
    USER,
    anthropic_blocks,
    anthropic_message,
    gemini_response,
    response,
)
from transcript_doctor import check, diff, shape, show

GUESS = "several formats share plain roles and texts, so this is a guess (--wire FORMAT says it)"
PLAIN = [{"role": "user", "content": "Hi"}]


def dumped(value: Any) -> Any:
    """Return what an SDK's object is as plain values."""
    if isinstance(value, dict):
        return {key: dumped(child) for key, child in value.items()}
    if isinstance(value, list):
        return [dumped(child) for child in value]
    return dumped(value.model_dump(exclude_unset=True)) if hasattr(value, "model_dump") else value


# -- objects --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SPOKEN)
def test_objects_are_read_like_what_they_are_on_the_wire(name: str) -> None:
    format, _, make = SPOKEN[name]
    given, plain = make(), dumped(make())
    report = check(given)
    assert (report.format, report.ok) == (format, True)
    assert report == check(plain)
    assert (shape(given), show(given), diff(given, plain)) == (shape(plain), show(plain), "")


@pytest.mark.parametrize("name", SPOKEN)
def test_objects_are_read_inside_a_body(name: str) -> None:
    format, key, make = SPOKEN[name]
    body = {"model": "any", key: make()}
    report = check(body, as_="record", ignore=["P010"])
    assert (report.format, report.findings) == (format, ())
    assert show(body) == show(make(), format=format)


@pytest.mark.parametrize("name", SPOKEN)
def test_a_fault_among_objects_has_its_code_and_place(name: str) -> None:
    format, key, make = SPOKEN[name]
    report = check([*make()[:2], *make()[:1]])
    assert report.format == format
    assert [(f.code, f.index) for f in report.findings if f.severity == "error"] == [("P001", 1)]
    assert str(report.findings[0].place).startswith(f"{key}[1]")


def test_objects_may_come_late_and_lists_stay_as_they_were() -> None:
    call = {"role": "assistant", "content": anthropic_blocks()}
    given = [*PLAIN, {"role": "assistant", "content": "Hello."}] * 20 + [USER, call]
    copy = list(given)
    assert check(given).format == "anthropic"
    assert all(a is b for a, b in zip(given, copy, strict=True))


# -- whole responses ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ANSWERED)
@pytest.mark.parametrize("how", [lambda value: value, dumped], ids=["object", "dict"])
def test_a_whole_response_in_the_list_is_one_finding(name: str, how: Callable[[Any], Any]) -> None:
    format, make, result, code, advice = ANSWERED[name]
    first = GEMINI_USER if format == "gemini" else USER
    report = check([first, how(make()), result])
    assert report.format == format
    finding, *others = report.findings
    assert others == []
    assert (finding.code, finding.case, finding.index) == (code, "whole-response", 1)
    assert finding.severity == "error"
    assert f"whole response ({name})" in finding.message
    assert finding.message.endswith(f"append {advice}")


@pytest.mark.parametrize("name", ANSWERED)
def test_a_whole_response_alone_is_one_too(name: str) -> None:
    format, make, _, code, _ = ANSWERED[name]
    report = check(make())
    assert report.format == format
    assert code in {f.code for f in report.findings if f.case == "whole-response"}


def test_a_response_of_another_format_says_what_to_append_all_the_same() -> None:
    report = check([USER, gemini_response()], format="openai-chat", target="openai")
    assert [(f.code, f.case) for f in report.findings] == [("S001", "whole-response")]


def test_a_response_of_converse_is_one_too() -> None:
    said = [{"role": role, "content": [{"text": "Hi"}]} for role in ("user", "assistant", "user")]
    whole = {"output": {"message": said[1]}, "stopReason": "end_turn", "usage": {}}
    report = check([said[0], whole, said[2]])
    assert (report.format, shape(report)) == ("bedrock", "U A U")
    (finding,) = report.findings
    assert (finding.case, finding.severity) == ("whole-response", "warning")
    assert finding.message.endswith("append its output.message")


def test_a_response_tells_the_format_of_a_list_that_is_else_plain() -> None:
    report = check([USER, response()])
    assert report.recognised.why == "input[1] is a whole response of this format"


def test_messages_with_keys_of_their_own_are_no_responses() -> None:
    said = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Hi"}]}
    report = check([USER, said, USER], format="anthropic")
    assert [(f.code, f.case) for f in report.findings] == [("Y003", "unknown")]
    stopped = dumped(anthropic_message())["content"]
    assert check([USER, {"role": "assistant", "content": stopped}], format="anthropic").ok


# -- what is no list ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "case", "says"),
    [
        ('[{"role": "user", "content": "Hi"}]', "text", "json.loads it first"),
        (b"[]", "text", "json.loads it first"),
        (iter(PLAIN), "iterator", "list(...) it first"),
        ((message for message in PLAIN), "iterator", "list(...) it first"),
        (map(dict, PLAIN), "iterator", "list(...) it first"),
        (5, "not-a-list", "no list of messages"),
        (None, "not-a-list", "no list of messages"),
    ],
)
def test_what_is_no_list_says_what_to_do(value: Any, case: str, says: str) -> None:
    report = check(value)
    assert [(f.code, f.case) for f in report.findings] == [("S001", case)]
    assert says in report.findings[0].message
    assert not report.ok


# -- bodies ---------------------------------------------------------------------------------------

TOOL = {"name": "read", "input_schema": {"type": "object"}}
FUNCTION = {"type": "function", "function": {"name": "read", "parameters": {}}}
CACHED = {"role": "user", "content": [{"type": "text", "text": "Hi", "cache_control": {}}]}
SYSTEM = {"role": "system", "content": "Be brief."}


@pytest.mark.parametrize(
    ("body", "format", "why"),
    [
        ({"anthropic_version": "vertex-2023-10-16"}, "anthropic", "the key 'anthropic_version'"),
        ({"system": "Be brief.", "max_tokens": 9}, "anthropic", "the key 'system'"),
        ({"system": [{"type": "text", "text": "x"}]}, "anthropic", "the key 'system'"),
        ({"stop_sequences": ["x"]}, "anthropic", "the key 'stop_sequences'"),
        ({"thinking": {"type": "enabled", "budget_tokens": 2048}}, "anthropic", "this format's 'thinking'"),
        ({"thinking": {"type": "adaptive"}}, "anthropic", "this format's 'thinking'"),
        ({"tools": [TOOL]}, "anthropic", "this format's tools"),
        ({"tools": [{"type": "web_search_20250305"}]}, "anthropic", "this format's tools"),
        ({"tools": [{**TOOL, "cache_control": {}}]}, "anthropic", "this format's tools"),
        ({"cache_control": {"type": "ephemeral"}}, "anthropic", "the key 'cache_control'"),
        ({"messages": [CACHED]}, "anthropic", "the key 'cache_control'"),
        ({"tools": [FUNCTION]}, "openai-chat", "this format's tools"),
        ({"max_completion_tokens": 9}, "openai-chat", "the key 'max_completion_tokens'"),
        ({"tools": [FUNCTION], "messages": [CACHED]}, "openai-chat", "this format's tools"),
        ({"modelId": "m", "system": [{"text": "x"}]}, "bedrock", "the key 'modelId'"),
    ],
)  # fmt: skip
def test_keys_of_a_body_tell_where_messages_are_plain(
    body: dict[str, Any], format: str, why: str
) -> None:
    report = check({"messages": PLAIN, **body})
    assert (report.format, report.recognised.why) == (format, f"the body has {why}")


@pytest.mark.parametrize(
    "body",
    [
        {"model": "m"},
        {"thinking": {"type": "enabled"}, "model": "deepseek-v4"},
        {"messages": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]},
        {"messages": [CACHED], "model": "anthropic/claude-sonnet-4.6"},
        {"messages": [SYSTEM, CACHED]},
        {"stop_sequences": ["x"], "model": "command-r-plus"},
        {"system": None},
        {"tools": []},
    ],
)
def test_what_tells_nothing_is_called_a_guess(body: dict[str, Any]) -> None:
    report = check({"messages": PLAIN, **body})
    assert report.format == "openai-chat"
    guessed = "model" in body and report.target == "cohere"
    assert report.recognised.why.startswith(GUESS) or guessed


def test_a_list_of_plain_texts_is_a_guess_too_and_an_empty_one_has_its_words() -> None:
    assert check(PLAIN).recognised.why == GUESS
    assert check([]).recognised.why.startswith("an empty list tells nothing")
    assert (
        check([], target="anthropic").recognised.why == "an empty list, read in the target's format"
    )


def test_messages_that_tell_win_over_the_body() -> None:
    called = {"role": "tool", "tool_call_id": "c1", "content": "x"}
    report = check({"system": "Be brief.", "messages": [*PLAIN, called]})
    assert (report.format, report.recognised.why) == (
        "openai-chat",
        "messages[1] has the role 'tool'",
    )


def test_a_body_that_tells_wins_over_the_target_that_has_two_formats() -> None:
    body = {"messages": PLAIN, "system": "Be brief.", "max_tokens": 9}
    assert check(body, target="deepseek").target == "deepseek-anthropic"
    assert check({"messages": PLAIN}, target="deepseek").target == "deepseek"


# -- models ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "target"),
    [
        ("claude-sonnet-4-5", "anthropic"),
        ("gpt-5.2", "openai"),
        ("o3-mini", "openai"),
        ("ft:gpt-4o:org::x", "openai"),
        ("mistral-large-latest", "mistral"),
        ("magistral-medium-2509", "mistral"),
        ("codestral-latest", "mistral"),
        ("deepseek-chat", "deepseek"),
        ("grok-4", "xai"),
        ("command-a-03-2025", "cohere"),
        ("kimi-k2.5", "kimi"),
        ("moonshot-v1-32k", "kimi"),
        ("qwen3-max", "qwen"),
        ("MiniMax-M2", "minimax"),
        ("llama-3.3-70b-versatile", "groq"),
        ("accounts/fireworks/models/x", "fireworks"),
        ("mistral:7b", "ollama"),
        ("qwen3:latest", "ollama"),
        ("gemini-2.5-pro", "openai-compatible"),
        ("mistralai/mistral-large", "openai-compatible"),
        ("anthropic/claude-sonnet-4.6", "openai-compatible"),
        ("my-deployment", "openai"),
        ("", "openai"),
        ("x" * 100_000, "openai"),
    ],
)
def test_the_model_names_the_target_where_nobody_else_does(model: str, target: str) -> None:
    body = {"model": model, "messages": PLAIN}
    report = check(body)
    assert report.target == target
    said = f"aimed at {target}, for the model's name is one of its"
    assert (said in report.recognised.why) == (target not in ("openai", "anthropic"))
    assert check(body, target="vllm").target == "vllm"
    assert check(body, context={"provider": "groq"}).target == "groq"


def test_the_models_target_is_its_endpoint_for_the_format() -> None:
    body = {"model": "deepseek-chat", "system": "Be brief.", "messages": PLAIN}
    assert check(body).target == "deepseek-anthropic"
    assert check({"model": "deepseek-chat", "input": "Hi"}).target == "deepseek-responses"
    assert check({"model": "mistral-large-latest", "input": "Hi"}).target == "openai-responses"
    assert check({"model": "claude-sonnet-4-5", "contents": [GEMINI_USER]}).target == "gemini"
    assert check(PLAIN, context={"model": "mistral-large-latest"}).target == "mistral"
    assert check({"model": 5, "messages": PLAIN}).target == "openai"
