"""A glance looks at what is nested, and gives up where that has no end."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.glance import Trait, clears, encode_below
from transcript_doctor.core.target import Laws


def test_what_is_nested_is_encoded() -> None:
    encode_below([{"a": [{"ü": "ö"}]}, ["x"], 3])
    for sick in ({"a": ["\ud800"]}, {"\udfff": 1}):
        with pytest.raises(UnicodeEncodeError):
            encode_below([sick])


def test_what_holds_itself_calls_for_a_closer_look() -> None:
    loop: dict[str, Any] = {}
    loop["loop"] = loop
    with pytest.raises(ValueError, match="too much"):
        encode_below([loop])
    use = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": loop}
    messages = [{"role": "user", "content": "x"}, {"role": "assistant", "content": [use]}]
    assert [finding.code for finding in check(messages, target="anthropic").findings] == ["P001"]


def chat(*results: str) -> list[Any]:
    calls = [
        {"id": ident, "type": "function", "function": {"name": "f", "arguments": "{}"}}
        for ident in ("call_a", "call_b")
    ]
    return [
        {"role": "user", "content": "x"},
        {"role": "assistant", "content": None, "tool_calls": calls},
        *({"role": "tool", "tool_call_id": ident, "content": "ok"} for ident in results),
        {"role": "user", "content": "x"},
    ]


def blocks(*results: str) -> list[Any]:
    uses = [
        {"type": "tool_use", "id": ident, "name": "f", "input": {}}
        for ident in ("call_a", "call_b")
    ]
    given = [{"type": "tool_result", "tool_use_id": ident, "content": "ok"} for ident in results]
    return [
        {"role": "user", "content": "x"},
        {"role": "assistant", "content": uses},
        {"role": "user", "content": given},
    ]


MAKERS = [("openai-chat", chat), ("anthropic", blocks)]


@pytest.mark.parametrize(("format", "make"), MAKERS)
def test_results_in_another_order_are_seen_at_a_glance(format: str, make: Any) -> None:
    glance = FORMATS[format].glance
    assert glance is not None
    straight, turned = glance(make("call_a", "call_b")), glance(make("call_b", "call_a"))
    assert straight is not None
    assert turned == straight._replace(traits=straight.traits | Trait.OTHER_ORDER)
    for sick in (("call_a",), ("call_a", "call_a"), ("call_a", "call_c"), ("call_a", "call_b") * 2):
        assert glance(make(*sick)) is None


@pytest.mark.parametrize(("target", "cleared"), [("openai", True), ("mistral-common-v1", False)])
def test_where_order_counts_another_one_calls_for_a_closer_look(target: str, cleared: bool) -> None:
    laws = Laws(target_named(target), Facts({"tools_declared": True}), as_record=True)
    glance = FORMATS["openai-chat"].glance
    assert glance is not None
    for results, sound in ((("call_a", "call_b"), True), (("call_b", "call_a"), cleared)):
        seen = glance(chat(*results))
        assert seen is not None
        assert (clears(seen, laws) is not None) is sound
