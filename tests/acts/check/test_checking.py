"""What is asked of `check`: which rules, which target, which format, as what, and who else refuses."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import DoctorError, Report, check
from transcript_doctor.catalog import target_named, target_names

USER = {"role": "user", "content": "Hi"}
ANSWER = {"role": "assistant", "content": "Hello"}
SYSTEM = {"role": "system", "content": "Be brief."}
CALL = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
}
RESULT = {"role": "tool", "tool_call_id": "a", "content": "ok"}
USE = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}


class Made:
    """An object of an SDK."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values

    def model_dump(self, **how: object) -> dict[str, Any]:
        assert how == {"mode": "json", "exclude_unset": True}
        return self.values


def codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


# -- which rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("select", "ignore", "expected"),
    [
        (None, None, ["P002", "C001"]),
        (["P002"], None, ["P002"]),
        ("P", None, ["P002"]),
        (["empty-turn", "R001"], None, ["C001"]),
        (["p", "c"], ["c0"], ["P002"]),
        (None, "orphan-result", ["C001"]),
        ([], None, []),
    ],
)
def test_rules_are_chosen_by_code_name_or_beginning(
    select: Any, ignore: Any, expected: list[str]
) -> None:
    messages = [USER, RESULT, {"role": "assistant"}, USER]
    assert codes(check(messages, target="openai", select=select, ignore=ignore)) == expected


def test_a_sound_list_is_sound_for_chosen_rules_too() -> None:
    report = check([USER, ANSWER], select=["P"])
    assert (report.ok, report.findings, report.target) == (True, (), "openai")


@pytest.mark.parametrize("word", ["Z", "P0012", "no-such-rule"])
def test_an_unknown_rule_raises(word: str) -> None:
    with pytest.raises(DoctorError, match=f"unknown rule '{word}'"):
        check([USER], select=[word])


# -- which format and target ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "format", "target"),
    [
        ({}, "openai-chat", "openai"),
        ({"format": "mistral"}, "openai-chat", "mistral"),
        ({"format": "mistral", "target": "groq"}, "openai-chat", "groq"),
        ({"format": "Anthropic"}, "anthropic", "anthropic"),
        ({"format": "openai_responses"}, "openai-responses", "openai-responses"),
        ({"target": "Claude"}, "anthropic", "anthropic"),
        ({"target": "ALL"}, "openai-chat", "all"),
        ({"target": "deepseek", "format": "anthropic"}, "anthropic", "deepseek-anthropic"),
        ({"target": "deepseek", "format": "openai-chat"}, "openai-chat", "deepseek"),
        (
            {"target": "openai", "format": "openai-responses"},
            "openai-responses",
            "openai-responses",
        ),
        (
            {"context": {"provider": "deepseek", "wire": "anthropic"}},
            "anthropic",
            "deepseek-anthropic",
        ),
        ({"context": {"provider": "some gateway"}}, "openai-chat", "openai-compatible"),
        ({"context": {"provider": "bedrock", "wire": "anthropic"}}, "anthropic", "anthropic"),
        ({"context": {"provider": "groq"}, "target": "xai"}, "openai-chat", "xai"),
        ({"context": {"provider": "vllm", "accepted_by_server": "vllm"}}, "openai-chat", "openai"),
    ],
)
def test_a_provider_with_a_format_picks_the_endpoint(
    given: dict[str, Any], format: str, target: str
) -> None:
    report = check([USER], **given)
    assert (report.format, report.target) == (format, target)


@pytest.mark.parametrize("given", [{"format": "foo"}, {"target": "foo"}])
def test_names_that_do_not_exist_raise(given: dict[str, Any]) -> None:
    with pytest.raises(DoctorError, match=r"unknown (format|target) 'foo'"):
        check([USER], **given)


@pytest.mark.parametrize(
    "transcript",
    [
        [USER, USE],
        [USER, Made(USE)],
        [USER, {"role": "assistant", "content": [Made(USE["content"][0])]}],
        {"model": "m", "messages": [USER, Made(USE)]},
        (USER, USE),
        USE,
        Made(USE),
    ],
    ids=["plain", "message", "part", "body", "tuple", "one message", "one made message"],
)
def test_the_format_is_recognised_from_what_stands_anywhere(transcript: Any) -> None:
    report = check(transcript, as_="record")
    assert report.format == "anthropic"
    assert "`tool_use`" in report.recognised.why
    assert [(f.code, f.severity) for f in report.findings] == [("P001", "warning")]


# -- as what --------------------------------------------------------------------------------------


def test_bodies_are_requests_and_bare_lists_are_records() -> None:
    assert check({"model": "m", "messages": [USER]}).as_ == "request"
    assert check([USER]).as_ == "record"
    assert check([USER], as_="request").as_ == "request"
    assert check({"model": "m", "messages": [USER]}, as_="record").as_ == "record"


def test_a_record_may_end_on_the_assistant_and_in_a_call() -> None:
    ends: list[Any] = [{"role": "assistant", "content": "Hello "}]
    asked = {"target": "anthropic", "context": {"model": "claude-opus-4-6"}}
    assert codes(check([USER, *ends], as_="request", **asked)) == ["R005"]
    assert codes(check([USER, *ends], as_="record", **asked)) == []
    open_call = check([USER, CALL], target="openai", as_="record")
    assert [(f.case, f.severity) for f in open_call.findings] == [("paused", "warning")]
    assert open_call.ok
    assert not check([USER, CALL, USER], target="openai", as_="record").ok
    assert not check([USER, CALL], target="openai", as_="request").ok


def test_turns_that_failed_and_are_empty_may_stay_on_a_record() -> None:
    failed = {"role": "assistant", "content": [], "stop_reason": "error"}
    silent = {"role": "assistant", "content": [], "stop_reason": "stop"}
    for message, as_, expected in (
        (failed, "record", []),
        (failed, "request", ["C001"]),
        (silent, "record", ["C001"]),
    ):
        assert codes(check([USER, message, USER], target="lab", as_=as_)) == expected


# -- everybody ------------------------------------------------------------------------------------


def test_a_fault_that_targets_call_by_other_names_appears_once_at_its_worst() -> None:
    messages = [USER, ANSWER, SYSTEM, USER]
    report = check(messages, target="all", as_="request")
    (finding,) = report.findings
    assert (finding.code, str(finding.place), finding.severity) == (
        "R007",
        "messages[2].role",
        "error",
    )
    assert "mistral" in finding.refused_by
    assert finding.target in finding.refused_by
    assert not report.ok
    alone = check(messages, target="minimax", as_="request")
    assert [(f.severity, f.case) for f in alone.findings] == [("warning", "not-first")]
    assert alone.findings[0].refused_by == finding.refused_by
    assert alone.ok


def test_two_faults_of_one_rule_in_one_place_stay_two() -> None:
    picture = {"type": "image_url", "image_url": {"url": "https://a.b/c.png", "size": 1, "tint": 2}}
    messages = [{"role": "user", "content": [{**picture, "x": 1, "y": 2}]}]
    alone = check(messages, target="mistral", as_="request")
    everybody = check(messages, target="all", as_="request")
    assert {(f.code, f.place) for f in alone.findings} <= {
        (f.code, f.place) for f in everybody.findings
    }
    places = [(f.code, f.place, f.case) for f in everybody.findings]
    assert len(set(places)) == len(places)


def test_everybody_is_content_with_what_nobody_refuses() -> None:
    body = {"messages": [USER, ANSWER, USER]}
    assert check(body, target="all").findings == ()


def test_who_else_refuses_changes_neither_weight_nor_health() -> None:
    report = check([{"role": "user", "content": ""}], target="openai", as_="request")
    assert (report.ok, report.findings) == (True, ())
    sick = check([USER, RESULT, ANSWER, USER], target="openai", as_="request")
    (finding,) = sick.findings
    assert {"anthropic", "openai", "mistral"} <= set(finding.refused_by)
    assert list(finding.refused_by) == sorted(finding.refused_by)
    assert finding.severity == "error"


# -- the context ----------------------------------------------------------------------------------


def unknown_keys(context: dict[Any, Any]) -> list[str]:
    report = check([USER], context=context)
    assert report.findings == ()
    return [unknown.fact for unknown in report.unknowns if not unknown.codes]


@pytest.mark.parametrize(
    "context",
    [
        {"trim_to_tokens": 40, "trim_to_messages": 3, "convert_to": "x", "convert_from": "y"},
        {"server": "vllm", "endpoint": "x", "system_instruction": "s", "cache_markers": 2},
        {"provider": "groq", "wire": "openai-chat"},
        {"provider": None, "wire": None},
        {"alternate": None, "max_images": None},
        {"alternate": "no", "accepted_by_server": "vllm", "max_images": 2.0},
    ],
)
def test_known_keys_are_not_listed(context: dict[str, Any]) -> None:
    assert unknown_keys(context) == []


@pytest.mark.parametrize(
    "context",
    [
        {"nonsense": 1},
        {"max_images": "x"},
        {"wire": "foo"},
        {"provider": 5},
        {"max_images": True},
        {"alternate": "perhaps"},
        {"gemini3": []},
    ],
)
def test_keys_and_values_that_mean_nothing_are_listed_and_never_raise(
    context: dict[str, Any],
) -> None:
    assert unknown_keys(context) == list(context)


def test_a_key_that_is_no_text_is_listed_as_text() -> None:
    assert unknown_keys({5: 6}) == ["5"]


@pytest.mark.parametrize("flag", [True, "true", "yes", 1])
def test_a_flag_may_be_written_in_several_ways(flag: object) -> None:
    twice = [USER, USER]
    assert check(twice).ok
    assert codes(check(twice, context={"alternate": flag})) == ["R004"]
    assert check(twice, context={"alternate": not flag}).ok


@pytest.mark.parametrize("setting", ["enabled", True, {"type": "enabled", "budget_tokens": 1024}])
def test_the_setting_of_thinking_may_be_stated_as_a_request_has_it(setting: object) -> None:
    result = {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "a", "content": "x"}],
    }
    report = check([USER, USE, result], target="anthropic", context={"thinking": setting})
    assert codes(report) == ["T001"]
    assert (
        check([USER, USE, result], target="anthropic", context={"thinking": False}).findings == ()
    )


def test_tools_may_be_stated_as_a_request_has_them() -> None:
    messages = [
        {"role": "user", "content": [{"text": "Hi"}]},
        {
            "role": "assistant",
            "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}],
        },
        {
            "role": "user",
            "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "x"}]}}],
        },
    ]
    for tools, expected in (([], ["P010"]), ([{"name": "f"}], [])):
        context = {"tools_declared": tools, "model": "anthropic.claude-sonnet-4-5-20250929-v1:0"}
        report = check(messages, target="bedrock", context=context, select="P010")
        assert codes(report) == expected


@pytest.mark.parametrize(
    ("format", "message"),
    [
        ("anthropic", {**USE, "role": "bot"}),
        ("pi", {"role": "bot", "content": [{"type": "toolCall", "id": "a", "name": "f"}]}),
        ("bedrock", {"role": "bot", "content": [{"toolUse": {"toolUseId": "a", "name": "f"}}]}),
        ("gemini", {"role": "bot", "parts": [{"functionCall": {"name": "f", "args": {}}}]}),
    ],
)
def test_a_part_on_a_role_that_nobody_knows_is_one_fault(format: str, message: Any) -> None:
    found = codes(check([message], format=format, as_="request"))
    assert "R002" in found
    assert "R009" not in found


@pytest.mark.parametrize("end", [[], [RESULT], [USER, RESULT], [SYSTEM, USER]], ids=str)
def test_everybody_refuses_what_anybody_refuses(end: list[Any]) -> None:
    messages = [USER, CALL, *end]
    everybody = check(messages, target="all", as_="request")
    asked = [name for name in target_names() if target_named(name).in_all]
    asked = [name for name in asked if target_named(name).convertible]
    alone = [check(messages, target=name, format="openai-chat", as_="request") for name in asked]
    assert everybody.ok == all(report.ok for report in alone)
    spots = {(f.code, f.place) for report in alone for f in report.findings}
    assert {(f.code, f.place) for f in everybody.findings} == spots
