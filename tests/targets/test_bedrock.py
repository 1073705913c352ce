"""What the Bedrock target makes of histories: verdicts by model, sentences, and silence."""

from __future__ import annotations

import re
from typing import Any

import pytest

from transcript_doctor.acts.check import check
from transcript_doctor.catalog import target_named

CLAUDE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"
CLAUDE_46 = "global.anthropic.claude-opus-4-6-v1"
NOVA = "us.amazon.nova-pro-v1:0"
LLAMA = "us.meta.llama4-maverick-17b-instruct-v1:0"
WRITER = "us.writer.palmyra-x5-v1:0"
PREFIX = "The model returned the following errors: "


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"text": b} if isinstance(b, str) else b for b in blocks]}


def assistant(*blocks: Any) -> dict[str, Any]:
    return {**user(*blocks), "role": "assistant"}


def use(ident: str = "c1", name: str = "look", **more: Any) -> dict[str, Any]:
    return {"toolUse": {"toolUseId": ident, "name": name, "input": {}, **more}}


def result(ident: str = "c1", *content: Any, **more: Any) -> dict[str, Any]:
    items = [{"text": c} if isinstance(c, str) else c for c in content or ("ok",)]
    return {"toolResult": {"toolUseId": ident, "content": items, "status": "success", **more}}


def thinking(**more: Any) -> dict[str, Any]:
    return {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "c2VhbA==", **more}}}


def document(name: str) -> dict[str, Any]:
    return {"document": {"name": name, "format": "pdf", "source": {"bytes": b"%PDF-1.7"}}}


PICTURE = {"image": {"format": "png", "source": {"bytes": b"\x89PNG\r\n\x1a\n"}}}
POINT = {"cachePoint": {"type": "default"}}


def found(
    messages: list[Any], model: str | None = None, **context: Any
) -> list[tuple[str, str, int | None, str]]:
    if model is not None:
        context["model"] = model
    report = check(messages, format="bedrock", target="bedrock", context=context, as_="request")
    return [(f.code, f.case, f.index, f.severity) for f in report.findings]


HEALTHY: dict[str, list[Any]] = {
    "talk": [user("a"), assistant("b"), user("c")],
    "exchange": [user("a"), assistant(use()), user(result()), assistant("b"), user("c")],
    "parallel": [user("a"), assistant(use("1"), use("2")), user(result("1"), result("2"))],
    "parallel, in any order": [
        user("a"),
        assistant(use("1"), use("2")),
        user(result("2"), result("1")),
    ],
    "an id that comes back": [
        user("a"),
        assistant(use()),
        user(result()),
        assistant(use()),
        user(result()),
    ],
    "a JSON result": [user("a"), assistant(use()), user(result("c1", {"json": {"a": [1]}}))],
    "a result that says nothing": [user("a"), assistant(use()), user(result(content=[]))],
    "ids of another provider": [
        user("a"),
        assistant(use("call.1:x_-")),
        user(result("call.1:x_-")),
    ],
    "documents": [user("a", document("d")), assistant("b"), user("c", document("e"))],
    "cache markers": [user("a", POINT), assistant("b"), user("c", POINT)],
}
WITH_CLAUDE: dict[str, list[Any]] = {
    "assistant first": [assistant("a"), user("b")],
    "text beside a call": [user("a"), assistant("let me", use()), user(result())],
    "text beside a result": [user("a"), assistant(use()), user(result(), "b")],
    "document beside a result": [user("a"), assistant(use()), user(result(), "b", document("d"))],
    "one blank text": [user("a", " "), assistant("b"), user("c")],
    "thinking": [user("a"), assistant(thinking(), "b"), user("c")],
    "picture in a result": [user("a"), assistant(use()), user(result("c1", PICTURE))],
    "a prefill": [user("a"), assistant("b")],
}


@pytest.mark.parametrize("name", HEALTHY)
@pytest.mark.parametrize("model", [CLAUDE, CLAUDE_46, NOVA, LLAMA, None])
def test_sound_requests_are_silent(name: str, model: str | None) -> None:
    assert found(HEALTHY[name], model) == []


@pytest.mark.parametrize("name", WITH_CLAUDE)
def test_what_claude_takes(name: str) -> None:
    assert found(WITH_CLAUDE[name], CLAUDE) == []


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([user("a"), assistant(use()), user("b")], [("P001", "unanswered", 1, "error")]),
        ([user("a"), assistant(use())], [("P001", "unanswered", 1, "error")]),
        ([user("a"), assistant("b"), user(result())], [("P002", "orphan", 2, "error")]),
        (
            [user("a"), assistant(use()), user(result(), result())],
            [("P004", "duplicate", 2, "error")],
        ),
        ([user("a"), assistant(use(), use()), user(result())], [("I003", "in-turn", 1, "error")]),
        (
            [user("a"), assistant(use("a|b")), user(result("a|b"))],
            [("I002", "pattern", 1, "error")],
        ),
        (
            [user("a"), assistant(use("a" * 65)), user(result("a" * 65))],
            [("I002", "length", 1, "error")],
        ),
        (
            [user("a"), assistant(use(name="a.b")), user(result())],
            [("Y002", "pattern", 1, "error")],
        ),
        (
            [user("a"), assistant(use(name="a" * 65)), user(result())],
            [("Y002", "length", 1, "error")],
        ),
        (
            [user("a"), assistant(use(input="{}")), user(result())],
            [("Y001", "not-object", 1, "error")],
        ),
        ([user("a"), assistant(), user("b")], [("C001", "assistant", 1, "error")]),
        ([user(""), assistant("b"), user("c")], [("C002", "empty", 0, "error")]),
        ([user("  "), assistant("b"), user("c")], [("C002", "all-blank", 0, "error")]),
        ([user("", PICTURE)], [("C002", "empty", 0, "error")]),
        (
            [user("a"), assistant(use()), user(result(content=[], status="error"))],
            [("C005", "error-empty", 2, "error")],
        ),
        (
            [user("a"), assistant(use()), user(result("c1", {"json": [1]}))],
            [("C005", "json-type", 2, "error")],
        ),
        ([user("a", {})], [("C006", "no-data", 0, "error")]),
        ([user({"text": "a", **PICTURE})], [("C006", "two-payloads", 0, "error")]),
        ([user("a", {"type": "image_url"})], [("C006", "unknown-type", 0, "error")]),
        ([{"role": "user", "content": "a"}], [("C006", "not-list", 0, "error")]),
        ([user(document("d"))], [("C006", "needs-text", 0, "error")]),
        ([user("a", document("d"), document("d"))], [("L002", "document-name", 0, "error")]),
        ([user("a", *[PICTURE] * 21)], [("L002", "message-images", 0, "error")]),
        (
            [user("a", *[document(f"d{n}") for n in range(6)])],
            [("L002", "documents", 0, "error")],
        ),
        ([user("a"), assistant(PICTURE), user("b")], [("R009", "media-outside-user", 1, "error")]),
        ([{**user("a"), "role": "tool"}], [("R002", "unknown", 0, "error")]),
        ([user("a"), user("b")], [("R004", "user", 1, "warning")]),
        (
            [{**user("a"), "role": "system"}, user("b")],
            [("R007", "unsupported", 0, "warning")],
        ),
        (
            [user("a"), assistant(use()), user(result("c1", ""))],
            [("C002", "in-result", 2, "warning")],
        ),
        ([assistant("a"), user("b")], [("R003", "assistant", 0, "warning")]),
        ([user("a"), assistant("b")], [("R005", "assistant", 1, "warning")]),
    ],
)
def test_verdicts_without_a_model(messages: list[Any], expected: list[Any]) -> None:
    assert found(messages) == expected


LEADING = [assistant("a"), user("b")]
BESIDE = [user("a"), assistant(use()), user(result(), "b")]
IN_FRONT = [user("a"), assistant(use()), user("b", result())]
MIXED_CALL = [user("a"), assistant("let me", use()), user(result())]
PREFILL = [user("a"), assistant("b")]
SEALED = [user("a"), assistant(thinking(), "b"), user("c")]
UNSEALED = [user("a"), assistant(thinking(signature=None), "b"), user("c")]
IN_RESULT = [user("a"), assistant(use()), user(result("c1", PICTURE))]
SPACE = [user("a", " "), assistant("b"), user("c")]
POINTS = [user("a", POINT, "b", POINT, "c", POINT, "d", POINT, "e", POINT)]
STORED = {"image": {"format": "png", "source": {"s3Location": {"uri": "s3://b/c.png"}}}}


@pytest.mark.parametrize(
    ("messages", "model", "expected"),
    [
        (LEADING, NOVA, [("R003", "assistant", 0, "error")]),
        (LEADING, LLAMA, [("R003", "assistant", 0, "error")]),
        (LEADING, "moonshot.kimi-k2-thinking", []),
        (LEADING, "us.deepseek.r1-v1:0", [("R003", "assistant", 0, "warning")]),
        (BESIDE, LLAMA, [("P006", "mixed", 2, "error")]),
        (BESIDE, NOVA, []),
        (BESIDE, None, []),
        (IN_FRONT, CLAUDE, [("P006", "blocked", 2, "error")]),
        (IN_FRONT, NOVA, []),
        (IN_FRONT, LLAMA, [("P006", "blocked", 2, "error")]),
        (MIXED_CALL, LLAMA, [("C004", "text-beside-calls", 1, "error")]),
        (MIXED_CALL, CLAUDE, []),
        (MIXED_CALL, None, []),
        (PREFILL, CLAUDE_46, [("R005", "assistant", 1, "error")]),
        (PREFILL, CLAUDE, []),
        (PREFILL, NOVA, [("R005", "assistant", 1, "warning")]),
        (SEALED, NOVA, [("T006", "signature", 1, "warning")]),
        (SEALED, None, []),
        (UNSEALED, CLAUDE, [("T002", "missing-key", 1, "error")]),
        (UNSEALED, "us.deepseek.r1-v1:0", []),
        (IN_RESULT, LLAMA, [("C005", "media", 2, "error")]),
        (IN_RESULT, CLAUDE, []),
        (IN_RESULT, None, []),
        (SPACE, NOVA, [("C002", "blank", 0, "error")]),
        (SPACE, None, [("C002", "blank", 0, "warning")]),
        (POINTS, CLAUDE, [("L001", "too-many", 0, "error")]),
        (POINTS, NOVA, []),
        ([user("a", STORED)], CLAUDE, [("C006", "media-url", 0, "error")]),
        ([user("a", STORED)], NOVA, []),
        (
            [user("a"), assistant(use()), user(result())],
            WRITER,
            [("Y003", "by-model", 2, "error")],
        ),
    ],
)
def test_verdicts_that_hang_on_the_model(
    messages: list[Any], model: str | None, expected: list[Any]
) -> None:
    assert found(messages, model) == expected


@pytest.mark.parametrize(
    ("messages", "context", "expected"),
    [
        (MIXED_CALL, {"no_mixed": True}, [("C004", "text-beside-calls", 1, "error")]),
        (BESIDE, {"no_mixed": True}, [("P006", "mixed", 2, "error")]),
        ([user("a"), user("b")], {"alternate": True}, [("R004", "user", 1, "error")]),
        (BESIDE, {"model": CLAUDE, "tools_declared": False}, [("P010", "undeclared", 1, "error")]),
        (BESIDE, {"model": CLAUDE, "tools_declared": True}, []),
        (
            [user("a"), assistant("b", use()), user(result())],
            {"model": CLAUDE, "thinking": "enabled"},
            [("T001", "turn-start", 1, "error")],
        ),
        (
            [user("a"), assistant(thinking(), use()), user(result())],
            {"model": CLAUDE, "thinking": "disabled"},
            [("T006", "disabled", 1, "error")],
        ),
        (
            [user("a"), assistant("b", thinking()), user("c")],
            {"model": CLAUDE, "thinking": "adaptive"},
            [("T003", "last", 1, "error")],
        ),
        (
            SEALED,
            {"model": "us.anthropic.claude-opus-5-5-v1", "prefix_changed": "system"},
            [("T005", "stale", 1, "error")],
        ),
        (SEALED, {"model": CLAUDE, "prefix_changed": "system"}, []),
    ],
)
def test_stated_facts(messages: list[Any], context: dict[str, Any], expected: list[Any]) -> None:
    assert found(messages, **context) == expected


def test_what_few_models_refuse_asks_for_the_model_instead_of_warning() -> None:
    stated = {"tools_declared": True, "thinking": "disabled"}
    report = check(MIXED_CALL, format="bedrock", context=stated)
    assert report.findings == ()
    assert [(u.fact, u.codes) for u in report.unknowns] == [("model", ("C004", "Y003"))]


def test_results_over_two_messages_are_contested() -> None:
    split = [user("a"), assistant(use("1"), use("2")), user(result("1")), user(result("2"))]
    assert ("P005", "split", 1, "warning") in found(split, CLAUDE)
    assert all(severity == "warning" for *_, severity in found(split, CLAUDE))


def says(messages: list[Any], model: str | None = None, **context: Any) -> str | None:
    if model is not None:
        context["model"] = model
    report = check(messages, format="bedrock", context=context, as_="request")
    return report.findings[0].provider_says


def test_sentences() -> None:
    assert says([user("a"), assistant(use()), user("b")]) == (
        "Expected toolResult blocks at messages.2.content for the following Ids: c1"
    )
    assert says([user("a"), assistant("b"), user(result())]) == (
        "The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks"
        " of previous turn."
    )
    assert says([user("a"), assistant(), user("b")]) == (
        "The content field in the Message object at messages.1 is empty. Add a ContentBlock object"
        " to the content field and try again."
    )
    assert says([user("", "a")]) == (
        "The text field in the ContentBlock object at messages.0.content.0 is blank. Add text to"
        " the text field, and try again."
    )
    assert says([user("a"), assistant(use("a|b")), user(result("a|b"))]) == (
        "1 validation error detected: Value at"
        " 'messages.1.member.content.0.member.toolUse.toolUseId' failed to satisfy constraint:"
        " Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+"
    )
    assert says(IN_FRONT, CLAUDE) == (
        f"{PREFIX}messages.1: `tool_use` ids were found without `tool_result` blocks immediately"
        " after: c1. Each `tool_use` block must have a corresponding `tool_result` block in the"
        " next message."
    )
    assert says([user("")], CLAUDE) == f"{PREFIX}messages: text content blocks must be non-empty"
    assert says(POINTS, CLAUDE) == (
        f"{PREFIX}A maximum of 4 blocks with cache_control may be provided. Found 5."
    )


@pytest.mark.parametrize(
    ("name", "families"),
    [
        (CLAUDE, {"claude"}),
        ("anthropic.claude-v2", {"claude"}),
        ("us.anthropic.claude-3-7-sonnet-20250219-v1:0", {"claude"}),
        ("anthropic.claude-sonnet-4-20250514-v1:0", {"claude"}),
        ("us.anthropic.claude-haiku-4-5-20251001-v1:0", {"claude"}),
        (CLAUDE_46, {"claude", "claude_prefill_refused"}),
        ("us.anthropic.claude-opus-4-8", {"claude", "claude_prefill_refused"}),
        ("anthropic.claude-sonnet-5", {"claude", "claude_prefill_refused"}),
        (
            "anthropic.claude-haiku-5-5-20261001-v1:0",
            {"claude", "claude_prefill_refused", "claude_bound"},
        ),
        ("anthropic.claude-fable-5-1", {"claude", "claude_prefill_refused", "claude_bound"}),
        (
            "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-sonnet-4-6",
            {"claude", "claude_prefill_refused"},
        ),
        (NOVA, {"nova", "other_makers"}),
        (LLAMA, {"llama", "other_makers", "no_images_in_results"}),
        ("mistral.mistral-large-2402-v1:0", {"mistral", "other_makers", "no_images_in_results"}),
        ("cohere.command-r-plus-v1:0", {"cohere", "other_makers", "no_images_in_results"}),
        ("qwen.qwen3-32b-v1:0", {"qwen", "other_makers", "no_images_in_results"}),
        ("zai.glm-4.7", {"glm", "other_makers", "no_images_in_results"}),
        ("openai.gpt-oss-120b-1:0", {"gpt-oss", "other_makers", "no_images_in_results"}),
        ("arn:aws:bedrock:us-east-1:1:application-inference-profile/abc", set()),
    ],
)
def test_families(name: str, families: set[str]) -> None:
    patterns = target_named("bedrock").families
    assert {f for f, p in patterns.items() if re.search(p, name, re.IGNORECASE)} == families


def test_bodies_that_are_not_converse_end_in_a_sane_report() -> None:
    own = {
        "anthropic_version": "bedrock-2023-05-31",
        "messages": [{"role": "user", "content": [{"type": "text", "text": "a"}]}],
    }
    assert check(own, target="bedrock").recognised.format == "anthropic"
    assert check(own, target="bedrock").ok
    count = {"input": {"converse": {"messages": [user("a")], "system": []}}}
    assert check(count, target="bedrock").recognised.format == "bedrock"
    assert check(count, target="bedrock").findings == ()
    hidden = {"input": {"invokeModel": {"body": "e30="}}}
    assert [f.code for f in check(hidden, target="bedrock").findings] == ["R001"]
