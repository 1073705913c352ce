"""The targets that speak OpenAI chat: what each makes of a short list, and what it says."""

import json
from pathlib import Path
from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.catalog import target_named, target_names

CASES = json.loads(Path(__file__).with_name("openai_chat.json").read_text("utf-8"))["cases"]
USER = {"role": "user", "content": "Hi"}
ANSWER = {"role": "assistant", "content": "Hello"}
OPEN_CALL = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['target']}: {case['name']}")
def test_each_list_finds_its_fault_and_the_sentence(case: dict[str, Any]) -> None:
    report = check(
        case["messages"],
        format="openai-chat",
        target=case["target"],
        context=case.get("context"),
        as_="request",
    )
    sick = case["find"] is not None
    found = [[f.code, f.case, f.index, f.severity] for f in report.findings]
    assert found == ([case["find"]] if sick else [])
    assert [f.provider_says for f in report.findings] == ([case["says"]] if sick else [])


def test_every_target_of_this_format_has_lists_of_its_own() -> None:
    own = {n for n in target_names() if target_named(n).format == "openai-chat"}
    assert {n for n in own if not n.startswith("mistral")} == {case["target"] for case in CASES}


@pytest.mark.parametrize(
    ("word", "target"),
    [
        ("moonshot", "kimi"),
        ("dashscope", "qwen"),
        ("llama.cpp", "llama-cpp"),
        ("grok", "xai"),
        ("Azure", "openai"),
        ("openrouter", "openai-compatible"),
    ],
)
def test_other_names_of_a_target(word: str, target: str) -> None:
    assert check([USER], target=word).target == target


def test_an_endpoint_that_nobody_knows_is_judged_as_any_server() -> None:
    report = check([USER], context={"provider": "somebody's gateway", "wire": "openai-chat"})
    assert report.target == "openai-compatible"


def test_training_data_are_whole_where_a_list_is_a_record_elsewhere() -> None:
    assert check([USER, OPEN_CALL], target="openai-finetuning").as_ == "request"
    assert check([USER, OPEN_CALL], target="openai-finetuning").ok
    assert check([USER, OPEN_CALL], target="openai").as_ == "record"


@pytest.mark.parametrize("messages", [[USER, ANSWER, USER], [USER, ANSWER]])
def test_what_no_request_can_satisfy_stays_out_of_all(messages: list[Any]) -> None:
    report = check(messages, target="all", as_="request")
    codes = {finding.code for finding in report.findings if finding.target == "openai-finetuning"}
    assert codes == set()
    everybody = {name for finding in report.findings for name in finding.refused_by}
    assert not [name for name in everybody if name.startswith("template-")]


def test_an_unknown_model_is_asked_for_only_where_models_disagree_today() -> None:
    system = [{"role": "system", "content": "Be kind."}, USER]
    assert check(system, target="openai", as_="request").unknowns == ()
    [finding] = check(system, target="template-gemma", as_="request").findings
    assert finding.message.endswith("(refused by some models: gemma-1-2; name the model)")
