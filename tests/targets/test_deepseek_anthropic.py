"""What DeepSeek's endpoint in Anthropic's format makes of histories."""

from __future__ import annotations

from typing import Any

import pytest

from tests.anthropic_words import LOOP, result, says, system, text, think, use, user, without
from transcript_doctor.acts.check import check
from transcript_doctor.acts.opening.targeting import resolve

Finding = tuple[str, str, int | None, str]
BOTH = (user("a"), says(use(), use("c2")))


def findings(messages: list[Any], **context: Any) -> list[Finding]:
    context = {"wire": "anthropic", "provider": "deepseek", "thinking": "disabled", **context}
    report = check(messages, context=context, as_="request")
    assert report.target == "deepseek-anthropic"
    return [(f.code, f.case, f.index, f.severity) for f in report.findings]


def test_the_provider_and_the_format_name_the_endpoint() -> None:
    assert resolve("deepseek", "anthropic") == "deepseek-anthropic"


HEALTHY: dict[str, list[Any]] = {
    "talk": [user("a"), says("b"), user("c")],
    "exchange": [*LOOP, says("b")],
    "parallel": [*BOTH, user(result(), result("c2"))],
    "parallel in another order": [*BOTH, user(result("c2"), result())],
    "text behind the results": [*LOOP[:2], user(result(), text())],
    "unsigned thinking": [user("a"), says(without(think(), "signature"), text()), user("b")],
    "cache markers": [user(*[text(cache_control={"type": "ephemeral"})] * 6)],
    "null in a result": [*LOOP[:2], user(result("c1", None))],
    "ids with dots": [user("a"), says(use("functions.f:0")), user(result("functions.f:0"))],
}


@pytest.mark.parametrize("name", HEALTHY)
def test_what_is_taken_is_silent(name: str) -> None:
    assert findings(HEALTHY[name]) == []


SICK: dict[str, tuple[list[Any], dict[str, Any], list[Finding]]] = {
    "results in two messages": (
        [*BOTH, user(result()), user(result("c2"))],
        {},
        [("P005", "split", 1, "warning")],
    ),
    "results in two messages, as the caller knows": (
        [*BOTH, user(result()), user(result("c2"))],
        {"no_merge": True},
        [("P005", "split", 1, "error")],
    ),
    "an open call": ([*BOTH, user(result())], {}, [("P001", "unanswered", 1, "error")]),
    "a text in front": (
        [*LOOP[:2], user(text(), result())],
        {},
        [("P006", "blocked", 2, "error")],
    ),
    "a system message": (
        [user("a"), system("s"), says("b"), user("c")],
        {},
        [("R007", "unsupported", 1, "error")],
    ),
    "two calls of one id": (
        [user("a"), says(use(), use(input={"b": 1})), user(result())],
        {},
        [("I003", "in-turn", 1, "error")],
    ),
    "an id that comes back": (
        [*LOOP, says(use()), user(result())],
        {},
        [("I005", "later", 3, "warning")],
    ),
    "a step without thinking": (
        [user("a"), says(think(), use()), user(result()), says(use("c2")), user(result("c2"))],
        {"thinking": "enabled"},
        [("T001", "every-call-turn", 3, "warning")],
    ),
    "a step without thinking, as the caller knows": (
        [user("a"), says(use()), user(result())],
        {"thinking_every_call_turn": True},
        [("T001", "every-call-turn", 1, "error")],
    ),
}


@pytest.mark.parametrize("name", SICK)
def test_what_is_refused(name: str) -> None:
    messages, context, wanted = SICK[name]
    assert findings(messages, **context) == wanted


def sentence(messages: list[Any]) -> str | None:
    context = {"thinking": "disabled"}
    (finding,) = check(messages, target="deepseek-anthropic", context=context).findings
    return finding.provider_says


def test_sentences_are_this_endpoints_own() -> None:
    assert sentence([user("a"), system("s"), says("b"), user("c")]) == (
        "messages[1].role: unknown variant `system`, expected `user` or `assistant`"
    )
    assert sentence([*BOTH, user(result()), says("b")]) == (
        "messages.1:`tool_use` ids were found without `tool_result` blocks immediately after: c2. "
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
    )
