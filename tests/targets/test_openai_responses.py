"""The laws of OpenAI Responses and of DeepSeek's endpoint of that format, case by case."""

import json
from pathlib import Path
from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.catalog import target_named

OPENAI, DEEPSEEK = "openai-responses", "deepseek-responses"
USER = {"role": "user", "content": "Hi"}
TEXT = {"role": "assistant", "content": "Hello"}
ANSWER = {
    "type": "message",
    "id": "msg_1",
    "role": "assistant",
    "content": [{"type": "output_text", "text": "Hello", "annotations": []}],
}
ERROR, WARNING = "error", "warning"
CASES = json.loads(Path(__file__).with_name("openai_responses.json").read_text("utf-8"))["cases"]


def call(ident: str, **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "call_id": ident, "name": "f", "arguments": "{}", **more}


def output(ident: str, **more: Any) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": ident, "output": "ok", **more}


def thought(ident: str = "rs_1", **more: Any) -> dict[str, Any]:
    return {"type": "reasoning", "id": ident, "summary": [], "encrypted_content": "gAAA", **more}


def found(body: Any, target: str = OPENAI, **more: Any) -> list[tuple[str, str, int | None, str]]:
    report = check(body, target=target, **more)
    return [(f.code, f.case, f.index, f.severity) for f in report.findings]


def says(body: Any, target: str = OPENAI) -> list[str | None]:
    return [f.provider_says for f in check(body, target=target).findings]


# -- single lists, as data ------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_each_list_finds_its_fault_and_the_sentence(case: dict[str, Any]) -> None:
    body = {"model": "gpt-5", "input": case["items"]}
    sick = case["finds"] is not None
    assert found(body) == ([tuple(case["finds"])] if sick else [])
    assert says(body) == ([case["says"]] if sick else [])


@pytest.mark.parametrize("items", [[], ""])
def test_an_empty_input_is_refused_unless_something_stored_goes_before(items: Any) -> None:
    keys = "\"input\" or \"previous_response_id\" or 'prompt' or 'conversation'"
    sentence = f"One of {keys} must be provided."
    assert found({"input": items}) == [("R001", "empty", None, ERROR)]
    assert says({"input": items}) == [sentence]
    for key, value in (
        ("previous_response_id", "resp_1"),
        ("conversation", {"id": "conv_1"}),
        ("prompt", {"id": "pmpt_1"}),
    ):
        assert found({"input": items, key: value}) == []


@pytest.mark.parametrize("key", ["previous_response_id", "conversation"])
def test_what_the_server_holds_makes_a_lone_output_legal(key: str) -> None:
    assert found({"input": [output("a")], key: "x_1"}) == []
    assert found([output("a")], as_="request", context={key: "x_1"}) == []
    assert found({"input": [output("a")], key: None}) == [("P002", "orphan", 0, ERROR)]


def test_a_call_in_the_input_wants_its_output_all_the_same() -> None:
    body = {"input": [call("a"), USER], "previous_response_id": "resp_1"}
    assert found(body) == [("P001", "unanswered", 0, ERROR)]


def test_several_dangling_pieces_of_reasoning_are_a_finding_each() -> None:
    body = {"input": [USER, thought(), thought("rs_2"), USER]}
    assert found(body) == [("T003", "item", 1, ERROR), ("T003", "item", 2, ERROR)]


def test_without_storage_the_order_of_reasoning_is_contested_and_ids_lead_nowhere() -> None:
    body = {"input": [USER, thought(), USER], "store": False}
    assert found(body) == [("T003", "item", 1, WARNING)]
    bare = thought(encrypted_content=None)
    assert found({"input": [USER, bare, ANSWER], "store": False}) == [
        ("I004", "reference", 1, ERROR)
    ]
    assert found({"input": [USER, {"type": "item_reference", "id": "msg_1"}], "store": False}) == [
        ("I004", "reference", 1, ERROR)
    ]
    assert found({"input": [USER, bare, ANSWER]}) == []


def test_in_a_bare_list_storage_is_not_known() -> None:
    report = check([USER, thought(encrypted_content=None), ANSWER], format=OPENAI)
    assert report.findings == ()
    assert [(u.fact, u.codes) for u in report.unknowns] == [("store", ("I004",))]


def test_a_record_may_rest_on_open_calls() -> None:
    rest = [USER, call("a"), call("b"), output("a")]
    assert found(rest, as_="record") == [("P001", "paused", 2, WARNING)]
    assert found([USER, call("a"), call("b")], as_="record") == [
        ("P001", "paused", 1, WARNING),
        ("P001", "paused", 2, WARNING),
    ]
    assert found([*rest, USER], as_="record") == [("P001", "unanswered", 2, ERROR)]


def test_one_fault_of_an_id_is_one_finding() -> None:
    items = [USER, call("a"), {"type": "function_call_output", "output": "ok"}]
    assert found({"input": items}) == [("I001", "result-missing", 2, WARNING)]


def test_what_the_model_made_in_a_row_is_one_turn_for_every_target() -> None:
    items = [USER, thought(), ANSWER, call("a", id="fc_1"), call("b", id="fc_2")]
    items += [output("b"), output("a"), {**ANSWER, "id": "msg_2"}, USER]
    report = check({"model": "m", "input": items}, target="all")
    blamed = {f.code for f in report.findings if f.severity == ERROR}
    assert blamed.isdisjoint({"P001", "P002", "P003", "P005", "P007", "R004"})


def test_two_calls_of_one_turn_with_one_id_are_seen() -> None:
    items = [USER, call("a"), TEXT, call("a"), output("a"), output("a")]
    assert [f[:3] for f in found({"input": items})] == [("I003", "both-answered", 3)]
    once = [USER, call("a"), call("a"), output("a")]
    assert [f[:3] for f in found({"input": once})] == [("I003", "in-turn", 2)]
    apart = [USER, call("a"), output("a"), call("a"), output("a")]
    assert found({"input": apart}) == []


# -- DeepSeek ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "items",
    [
        [TEXT, TEXT, call("a"), call("b"), output("a"), output("b"), USER],
        [USER, call("a"), output("a"), thought("fa6f3a83"), call("b"), output("b")],
        [
            USER,
            {
                "type": "reasoning",
                "id": "fa6f3a83-5d25",
                "summary": [],
                "content": [{"type": "reasoning_text", "text": "Plan."}],
                "encrypted_content": None,
            },
            call("a"),
            output("a"),
        ],
    ],
)
def test_deepseek_takes_calls_that_are_answered_without_anything_between(items: list[Any]) -> None:
    assert found({"model": "deepseek-v4-flash", "input": items}, DEEPSEEK) == []


@pytest.mark.parametrize("between", [TEXT, USER, thought("x")])
def test_deepseek_refuses_another_item_between_call_and_output(between: Any) -> None:
    items = [USER, call("a"), between, call("b"), output("a"), output("b"), USER]
    report = check({"model": "deepseek-v4-flash", "input": items}, target=DEEPSEEK)
    first = report.findings[0]
    assert (first.code, first.index, first.severity) == ("P003", 1, ERROR)
    assert first.provider_says == "No tool output found for tool call a."
    assert [f.code for f in report.findings if f.index == 3] == []


def test_deepseek_wants_reasoning_back_where_thinking_is_on() -> None:
    items = [USER, call("a"), call("b"), output("a"), output("b")]
    on = {"input": items, "reasoning": {"effort": "high"}}
    assert found(on, DEEPSEEK) == [("T001", "field", 1, WARNING)]
    assert found({"input": items, "reasoning": {"effort": "none"}}, DEEPSEEK) == []
    with_it = [USER, thought("x"), *items[1:]]
    assert found({"input": with_it, "reasoning": {"effort": "high"}}, DEEPSEEK) == []
    report = check({"input": items}, target=DEEPSEEK)
    assert [(u.fact, u.codes) for u in report.unknowns] == [("thinking", ("T001",))]


# -- the files -----------------------------------------------------------------------------------


def test_the_files_carry_every_researched_record_of_these_endpoints() -> None:
    carried = {name for law in target_named(OPENAI).laws for name in law.records}
    assert carried == {
        "input-required",
        "role-known",
        "item-type-known",
        "part-type-for-role",
        "no-unknown-member",
        "content-required",
        "call-answered",
        "output-has-call",
        "call-id-length",
        "item-id-format",
        "item-id-unique",
        "item-id-resolvable",
        "previous-response-known",
        "reasoning-followed",
        "item-needs-reasoning",
        "reasoning-encrypted-valid",
        "reasoning-content-empty",
        "summary-required",
        "input-max-items",
        "outputs-need-not-be-adjacent",
        "call-id-not-empty",
    }
    carried = {name for law in target_named(DEEPSEEK).laws for name in law.records}
    assert carried == {"responses-call-answered", "responses-reasoning-returned"}


def test_a_very_long_input_is_contested() -> None:
    assert found({"input": [USER] * 2049}) == [("L002", "items", None, WARNING)]
    assert found({"input": [USER] * 2048}) == []
