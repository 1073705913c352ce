"""What Anthropic makes of histories: verdicts by model and thinking, exact sentences, and silence."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.anthropic_words import (
    LOOP,
    SEAL,
    found,
    image,
    result,
    says,
    server,
    system,
    text,
    think,
    use,
    user,
    without,
)
from transcript_doctor.acts.check import check
from transcript_doctor.catalog import RULES, target_named

OLD, MIDDLE, NEW, BOUND = (
    "claude-sonnet-4-5-20250929",
    "us.anthropic.claude-opus-4-6-v1:0",
    "claude-opus-4-8@20260528",
    "claude-opus-5-5",
)
TARGET = target_named("anthropic")
NEXT = (
    "`tool_use` ids were found without `tool_result` blocks immediately after: {}. Each `tool_use` block "
    "must have a corresponding `tool_result` block in the next message."
)
Finding = tuple[str, str, int | None, str]


def report(messages: list[Any], *, as_: Any = "request", **context: Any) -> Any:
    return check(messages, format="anthropic", target="anthropic", context=context, as_=as_)


def findings(messages: list[Any], **context: Any) -> list[Finding]:
    return [(f.code, f.case, f.index, f.severity) for f in report(messages, **context).findings]


SENTENCES: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, int | None, str | None]]]] = {
    "nothing": ([], {}, [("R001", None, "messages: at least one message is required")]),
    "a foreign role": (
        [user("a"), {"role": "developer", "content": "b"}],
        {},
        [
            (
                "R002",
                1,
                'messages: Unexpected role "developer". Allowed roles are "user" or "assistant"',
            )
        ],
    ),
    "no role": ([{"content": "b"}], {}, [("R002", 0, "messages.0.role: Field required")]),
    "a prefill for a newer model": (
        [user("a"), says("b")],
        {"model": MIDDLE},
        [
            (
                "R005",
                1,
                "This model does not support assistant message prefill. The conversation must end with a "
                "user message.",
            )
        ],
    ),
    "a space at the end of a prefill": (
        [user("a"), says("b ")],
        {"model": OLD},
        [("R006", 1, "messages: final assistant content cannot end with trailing whitespace")],
    ),
    "a system message for an older model": (
        [user("a"), system("s")],
        {"model": OLD},
        [("R007", 1, "role 'system' is not supported on this model")],
    ),
    "a system message in front": (
        [system("s"), user("a")],
        {"model": NEW},
        [
            (
                "R007",
                0,
                "messages.0: use the top-level 'system' parameter for the initial system prompt; the "
                "directive-only form (content: [] with output_config) is accepted at any position",
            )
        ],
    ),
    "a system message after the assistant": (
        [user("a"), says("b"), system("s")],
        {"model": NEW},
        [
            (
                "R007",
                2,
                "messages.2: role 'system' must follow a 'user' message or an 'assistant' message ending "
                "in a server tool result; the directive-only form (content: [] with output_config) is "
                "accepted at any position",
            )
        ],
    ),
    "a system message in front of the user": (
        [user("a"), system("s"), system("t"), user("b")],
        {"model": NEW},
        [
            (
                "R007",
                2,
                "messages.2: role 'system' must precede an 'assistant' message or end the array; the "
                "directive-only form (content: [] with output_config) is accepted at any position",
            )
        ],
    ),
    "an empty system message": (
        [user("a"), system()],
        {"model": NEW},
        [("C001", 1, "messages.1: system content must contain at least one block")],
    ),
    "a blank system message": (
        [user("a"), system(text(), text(" "))],
        {"model": NEW},
        [("C002", 1, "messages.1: system text blocks must contain non-whitespace text")],
    ),
    "an image in a system message": (
        [user("a"), system(image())],
        {"model": NEW},
        [
            (
                "R009",
                1,
                "messages.1: role 'system' supports text, tool_addition, and tool_removal blocks only",
            )
        ],
    ),
    "an open call": (
        [user("a"), says(use()), user("b")],
        {},
        [("P001", 1, "messages.1: " + NEXT.format("c1"))],
    ),
    "a result elsewhere": (
        [user("a"), says(use()), user("wait"), says("ok"), user(result())],
        {},
        [("P003", 1, "messages.1: " + NEXT.format("c1"))],
    ),
    "a text in front of the result": (
        [user("a"), says(use()), user(text(), result())],
        {},
        [("P006", 2, "messages.1: " + NEXT.format("c1"))],
    ),
    "a result without a call": (
        [user(result()), says("b"), user("c")],
        {},
        [
            (
                "P002",
                0,
                "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: c1. Each "
                "`tool_result` block must have a corresponding `tool_use` block in the previous message.",
            )
        ],
    ),
    "two results": (
        [user("a"), says(use()), user(result(), result())],
        {},
        [
            (
                "P004",
                2,
                "messages.2.content.1: each tool_use must have a single result. Found multiple "
                "`tool_result` blocks with id: c1",
            )
        ],
    ),
    "two calls of one id": (
        [user("a"), says(use(), use(input={"b": 1})), user(result())],
        {},
        [("I003", 1, "messages.1.content.1: `tool_use` ids must be unique")],
    ),
    "an id with a colon": (
        [user("a"), says(text(), use("f:0")), user(result("f:0"))],
        {},
        [
            (
                "I002",
                1,
                "messages.1.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
            )
        ],
    ),
    "a provider-run call with a foreign id": (
        [user("a"), says(server("call_1"), found("call_1"), text()), user("b")],
        {},
        [
            (
                "I002",
                1,
                "messages.1.content.0.server_tool_use.id: String should match pattern "
                "'^srvtoolu_[a-zA-Z0-9_]+$'",
            )
        ],
    ),
    "a result that names no call": (
        [user("a"), says(use()), user(without(result(), "tool_use_id"))],
        {},
        [("I001", 2, "messages.2.content.0.tool_result.tool_use_id: Field required")],
    ),
    "a result of the assistant": (
        [user("a"), says(result()), user("b")],
        {},
        [("R009", 1, "messages.1: `tool_result` blocks can only be in `user` messages")],
    ),
    "a call of the user": (
        [user(use())],
        {},
        [("R009", 0, "messages.0: `tool_use` blocks can only be in `assistant` messages")],
    ),
    "a long name": (
        [user("a"), says(use(name="n" * 201)), user(result())],
        {},
        [
            (
                "Y002",
                1,
                "messages.1.content.0.tool_use.name: String should have at most 200 characters",
            )
        ],
    ),
    "an empty name": (
        [user("a"), says(use(name="")), user(result())],
        {},
        [
            (
                "Y002",
                1,
                "messages.1.content.0.tool_use.name: String should have at least 1 character",
            )
        ],
    ),
    "input that is a text": (
        [user("a"), says(use(input="{}")), user(result())],
        {},
        [("Y001", 1, "messages.1.content.0.tool_use.input: Input should be an object")],
    ),
    "a key of another block": (
        [user("a"), says(use(text="")), user(result())],
        {},
        [("Y003", 1, "messages.1.content.0.tool_use.text: Extra inputs are not permitted")],
    ),
    "a key beside the content": (
        [user("a"), {**says("b"), "reasoning_content": "c"}, user("d")],
        {},
        [("Y003", 1, "messages.1.reasoning_content: Extra inputs are not permitted")],
    ),
    "an image in a failed result": (
        [*LOOP[:2], user(result("c1", [image()], is_error=True))],
        {},
        [
            (
                "C005",
                2,
                "messages.2.content.0.tool_result: all content must be type `text` if `is_error` is true",
            )
        ],
    ),
    "a failed result without words": (
        [*LOOP[:2], user(result("c1", "", is_error=True))],
        {},
        [
            (
                "C005",
                2,
                "messages.2.content.0.tool_result: content cannot be empty if `is_error` is true",
            )
        ],
    ),
    "an empty user turn": (
        [user("a"), says("b"), user(), says("c"), user("d")],
        {},
        [("C001", 2, "messages.2: user messages must have non-empty content")],
    ),
    "no content": (
        [user("a"), {"role": "assistant"}, user("b")],
        {},
        [("C001", 1, "messages.1.content: Field required")],
    ),
    "null content": (
        [user("a"), {"role": "assistant", "content": None}, user("b")],
        {},
        [("C001", 1, "messages.1.content: Input should be a valid array")],
    ),
    "an empty text": (
        [user("a"), says(text(""), use()), user(result())],
        {},
        [("C002", 1, "messages: text content blocks must be non-empty")],
    ),
    "a blank message": (
        [user("a"), says(" "), user("b")],
        {},
        [("C002", 1, "messages: text content blocks must contain non-whitespace text")],
    ),
    "a part without a type": (
        [user({"kind": "sketch"})],
        {},
        [("C006", 0, "messages.0.content.0.type: Field required")],
    ),
    "a source without data": (
        [user({"type": "image", "source": {"type": "base64", "media_type": "image/png"}})],
        {},
        [("C006", 0, "messages.0.content.0.image.source.base64.data: Field required")],
    ),
    "a drawing": (
        [user(image("PHN2Zy8+", "image/svg+xml"))],
        {},
        [
            (
                "C006",
                0,
                "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', "
                "'image/png', 'image/gif' or 'image/webp'",
            )
        ],
    ),
    "an interrupted search": (
        [user("a"), says(server()), user("b")],
        {},
        [
            (
                "P009",
                1,
                "`web_search` tool use with id `srvtoolu_1` was found without a corresponding "
                "`web_search_tool_result` block",
            )
        ],
    ),
    "the result of a lost search": (
        [user("a"), says(found(), text()), user("b")],
        {},
        [
            (
                "P009",
                1,
                "messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: "
                "srvtoolu_1. Each `web_search_tool_result` block must have a corresponding "
                "`server_tool_use` block before it.",
            )
        ],
    ),
    "no thinking in the running loop": (
        [*LOOP],
        {"thinking": "enabled"},
        [
            (
                "T001",
                1,
                "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found "
                "`tool_use`. When `thinking` is enabled, a final `assistant` message must start with a "
                "thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We "
                "recommend you include thinking blocks from previous turns. To avoid this requirement, "
                "disable `thinking`. Please consult our documentation at "
                "https://docs.claude.com/en/docs/build-with-claude/extended-thinking",
            )
        ],
    ),
    "unsigned thinking": (
        [user("a"), says(without(think(), "signature"), text()), user("b")],
        {},
        [("T002", 1, "messages.1.content.0.thinking.signature: Field required")],
    ),
    "an empty signature": (
        [user("a"), says(think(signature=""), text()), user("b")],
        {},
        [("T002", 1, "messages.1.content.0: Invalid `signature` in `thinking` block")],
    ),
    "a thought that leads to nothing": (
        [user("a"), says(think()), user("b")],
        {},
        [("T003", 1, "messages.1: The final block in an assistant message cannot be `thinking`.")],
    ),
    "a text in front of the thinking": (
        [user("a"), says(text(), think(), use()), user(result())],
        {"thinking": "enabled"},
        [
            (
                "T004",
                1,
                "messages.1.content.0: If an assistant message contains any thinking blocks, the first "
                "block must be `thinking` or `redacted_thinking`. Found `text`.",
            )
        ],
    ),
    "bound thinking behind a change": (
        [user("a"), says(think(), text()), user("b")],
        {"model": BOUND, "stale_thinking_at": [1]},
        [
            (
                "T005",
                1,
                "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a "
                "different conversation. Remove the block, or set "
                '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
            )
        ],
    ),
    "thinking that is switched off": (
        [user("a"), says(think(), use()), user(result())],
        {"thinking": "disabled"},
        [
            (
                "T006",
                1,
                "messages.1.content.0: When thinking is disabled, an `assistant` message in the final "
                "position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your "
                "request.",
            )
        ],
    ),
    "five markers": (
        [user(*[text(cache_control={"type": "ephemeral"})] * 5)],
        {},
        [("L001", 0, "A maximum of 4 blocks with cache_control may be provided. Found 5.")],
    ),
    "a search result of the assistant": (
        [
            user("a"),
            says({"type": "search_result", "source": "s", "title": "t", "content": []}),
            user("b"),
        ],
        {},
        [("R009", 1, None)],
    ),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_what_is_refused_is_an_error_with_the_providers_sentence(name: str) -> None:
    messages, context, wanted = SENTENCES[name]
    got = report(messages, **{"thinking": "adaptive", **context})
    errors = [(f.code, f.index, f.provider_says) for f in got.findings if f.severity == "error"]
    assert errors == wanted
    assert not got.ok


HEALTHY: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "talk": ([user("a"), says("b"), user("c")], {}),
    "the assistant speaks first": ([says("b"), user("c")], {}),
    "a call comes first": ([says(use()), user(result())], {}),
    "neighbours of one role": ([user("a"), user("b"), says("c"), says("d"), user("e")], {}),
    "an empty neighbour": ([user("a"), user(), says("b"), user("c")], {}),
    "an empty answer of a newer model": ([user("a"), says(), user("b")], {"model": NEW}),
    "the empty last answer of an older model": ([user("a"), says()], {"model": OLD}),
    "exchange": ([*LOOP, says("b"), user("c")], {}),
    "text behind the results": ([*LOOP[:2], user(result(), text())], {}),
    "results in any order": ([user("a"), says(use(), use("c2")), user(result("c2"), result())], {}),
    "results in two messages": (
        [user("a"), says(use(), use("c2")), user(result()), user(result("c2"))],
        {},
    ),
    "calls in two messages": (
        [user("a"), says(use()), says(use("c2")), user(result(), result("c2"))],
        {},
    ),
    "empty result": ([*LOOP[:2], user(result("c1", ""))], {}),
    "no tools are declared": ([*LOOP], {"tools_declared": False}),
    "a name with dots": ([user("a"), says(use(name="fs.read/file")), user(result())], {}),
    "a blank text beside a text": ([user(text(" "), text())], {}),
    "a prefill for an older model": ([user("a"), says("b")], {"model": OLD}),
    "system messages for a newer model": (
        [user("a"), system("s"), system("t"), says("b"), user("c")],
        {"model": NEW},
    ),
    "a system message at the end": ([user("a"), system("s")], {"model": NEW}),
    "a system message behind a server result": (
        [user("a"), says(server(), found()), system("s")],
        {"model": NEW},
    ),
    "a paused turn": ([user("a"), says(text(), server())], {"model": NEW}),
    "an open search while results are brought": (
        [user("a"), says(server(), use()), user(result())],
        {},
    ),
    "thinking of an older turn with thinking off": (
        [user("a"), says(think(), text()), user("b")],
        {"thinking": "disabled"},
    ),
    "thinking in the loop": (
        [user("a"), says(think(), use()), user(result())],
        {"thinking": "enabled"},
    ),
    "thinking without words": ([user("a"), says(think(""), text()), user("b")], {"model": NEW}),
    "thinking behind a search": (
        [user("a"), says(server(), found(), think(), text()), user("b")],
        {"model": NEW},
    ),
    "bound thinking, nothing changed": (
        [user("a"), says(think(), text()), user("b")],
        {"model": BOUND},
    ),
    "four markers": ([user(*[text(cache_control={"type": "ephemeral"})] * 4)], {}),
    "images": ([user(image(), image("/9j/4AAQ", "image/jpeg"), text())], {}),
    "document in a result": (
        [
            *LOOP[:2],
            user(result("c1", [{"type": "document", "source": {"type": "file", "file_id": "f"}}])),
        ],
        {},
    ),
}


@pytest.mark.parametrize("name", HEALTHY)
def test_what_is_taken_is_silent(name: str) -> None:
    messages, context = HEALTHY[name]
    assert findings(messages, **{"thinking": "adaptive", **context}) == []


CONTESTED: dict[str, tuple[list[Any], dict[str, Any], list[Finding]]] = {
    "an id that comes back in a later turn": (
        [*LOOP, says(use()), user(result())],
        {},
        [("I005", "later", 3, "warning")],
    ),
    "an empty answer of an older model": (
        [user("a"), says(), user("b")],
        {"model": OLD},
        [("C001", "assistant", 1, "warning")],
    ),
    "an empty answer of some model": (
        [user("a"), says(), user("b")],
        {},
        [("C001", "assistant", 1, "warning")],
    ),
    "an empty answer where the caller knows": (
        [user("a"), says(), user("b")],
        {"no_empty_assistant": True},
        [("C001", "assistant", 1, "error")],
    ),
    "an id that comes back where the caller knows": (
        [*LOOP, says(use()), user(result())],
        {"unique_ids": True},
        [("I005", "later", 3, "error")],
    ),
    "a prefill for some model": ([user("a"), says("b")], {}, [("R005", "assistant", 1, "warning")]),
    "a system message for some model": (
        [user("a"), system("s")],
        {},
        [("R007", "unsupported", 1, "warning")],
    ),
    "a misplaced system message for some model": (
        [user("a"), says("b"), system("s"), user("c")],
        {},
        [("R007", "after", 2, "error")],
    ),
    "half a character": (
        [user("a \ud83d")],
        {},
        [("Y004", "surrogate", 0, "warning")],
    ),
    "a wrong label": ([user(image("/9j/4AAQ"))], {}, [("C006", "media-label", 0, "warning")]),
    "an empty list in a result": (
        [*LOOP[:2], user(result("c1", []))],
        {},
        [("C005", "empty-list", 2, "warning")],
    ),
    "an image of the assistant": (
        [user("a"), says(image()), user("b")],
        {},
        [("R009", "media-outside-user", 1, "warning")],
    ),
    "more than a hundred images for an older model": (
        [user(*[image()] * 101)],
        {"model": OLD},
        [("L002", "images-by-model", 0, "error")],
    ),
    "more than a hundred images for some model": (
        [user(*[image()] * 101)],
        {},
        [("L002", "images-by-model", 0, "warning")],
    ),
    "more than a hundred images for a newer model": ([user(*[image()] * 101)], {"model": NEW}, []),
    "more than six hundred images": (
        [user(*[image()] * 601)],
        {"model": NEW},
        [("L002", "images", 0, "error")],
    ),
}


@pytest.mark.parametrize("name", CONTESTED)
def test_what_hangs_on_the_model_or_is_contested(name: str) -> None:
    messages, context, wanted = CONTESTED[name]
    assert findings(messages, **{"thinking": "adaptive", **context}) == wanted


def test_a_fact_that_is_lacking_is_asked_for() -> None:
    got = report([*LOOP])
    assert got.findings == ()
    assert [(u.fact, u.codes) for u in got.unknowns] == [("thinking", ("T001",))]
    assert report([*LOOP], thinking="adaptive").unknowns == ()
    assert (
        report([user("a"), says(think(), use()), user(result())], thinking="enabled").unknowns == ()
    )


def test_a_record_at_rest_is_judged_as_one() -> None:
    for messages in ([user("a"), says("b ")], [user("a"), says(think(""), text())]):
        assert report(messages, as_="record", thinking="disabled").findings == ()
    (paused,) = report([user("a"), says(use())], as_="record").findings
    assert (paused.code, paused.case, paused.severity) == ("P001", "paused", "warning")


def test_a_whole_request_states_its_facts() -> None:
    body = {
        "model": OLD,
        "system": [text(cache_control={"type": "ephemeral"})] * 3,
        "tools": [{"name": "look", "cache_control": {"type": "ephemeral"}}],
        "messages": [
            user("a"),
            says(think(), use()),
            user(result("c1", "x", cache_control={"type": "ephemeral"})),
        ],
    }
    got = check(body, target="anthropic")
    assert [(f.code, f.index) for f in got.findings] == [("T006", 1), ("L001", 2)]
    plain = {
        **body,
        "system": [text(cache_control={"type": "ephemeral"})] * 5,
        "messages": [user("a")],
    }
    (many,) = check(plain, target="anthropic").findings
    assert (many.code, many.index, many.values["count"]) == ("L001", None, 6)


FAMILIES = {
    "claude-3-opus-latest": (False, True, True, False),
    "claude-3-5-sonnet-v2@20241022": (False, True, True, False),
    "claude-3-7-sonnet-20250219": (False, True, True, False),
    "claude-opus-4-20250514": (False, True, True, False),
    "anthropic.claude-sonnet-4-20250514-v1:0": (False, True, True, False),
    "claude-opus-4-1-20250805": (False, True, True, False),
    "claude-haiku-4-5": (False, True, True, False),
    "claude-opus-4-6": (True, False, True, False),
    "eu.anthropic.claude-sonnet-4-6-v1:0": (True, False, True, False),
    "claude-4.6-opus": (True, False, True, False),
    "claude-opus-4-7": (True, False, True, False),
    "claude-opus-4-8[1m]": (True, False, False, False),
    "anthropic/claude-opus-4.8": (True, False, False, False),
    "claude-opus-5": (True, False, False, False),
    "claude-sonnet-5": (True, False, False, False),
    "claude-sonnet-5-20260701": (True, False, False, False),
    "claude-mythos-preview": (True, False, False, False),
    "claude-fable-5": (True, False, False, False),
    "claude-fable-5-1": (True, False, False, True),
    "claude-mythos-5-2": (True, False, False, True),
    "claude-opus-5-5": (True, False, False, True),
    "claude-haiku-5-5-20261101": (True, False, False, True),
    "gpt-5.6-sol": (False, False, False, False),
}


@pytest.mark.parametrize("model", FAMILIES)
def test_families_by_the_models_name(model: str) -> None:
    names = ("no_prefill", "before_4_6", "no_mid_system", "bound_thinking")
    got = tuple(bool(re.search(TARGET.families[n], model, re.IGNORECASE)) for n in names)
    assert got == FAMILIES[model]
    assert set(names) == set(TARGET.families)


def test_every_law_names_a_rule_and_a_case_that_exist() -> None:
    for law in TARGET.laws:
        assert set(law.cases) <= set(RULES[law.rule].cases), law.rule
    assert len(set(TARGET.order)) == len(TARGET.order)
    assert set(TARGET.order) <= set(RULES)


def test_sentences_have_no_hole_left() -> None:
    for messages, context, _ in SENTENCES.values():
        for finding in report(messages, **{"thinking": "adaptive", **context}).findings:
            assert "{" not in (finding.provider_says or "")
            assert "{" not in finding.message


def test_search_payloads_must_come_back_sealed() -> None:
    hit = {"type": "web_search_result", "title": "T", "url": "u", "encrypted_content": SEAL}
    sound = [user("a"), says(server(), found(content=[hit]), text()), user("b")]
    assert findings(sound) == []
    sick = [
        user("a"),
        says(server(), found(content=[without(hit, "encrypted_content")]), text()),
        user("b"),
    ]
    (finding,) = report(sick).findings
    assert finding.provider_says == "Invalid `encrypted_content` in `search_result` block"
