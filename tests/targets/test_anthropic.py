"""What Anthropic makes of histories: verdicts by model and thinking, sentences, and silence."""

from __future__ import annotations

import json
import re
from pathlib import Path
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
Finding = tuple[str, str, int | None, str]


def report(messages: list[Any], *, as_: Any = "request", **context: Any) -> Any:
    return check(messages, format="anthropic", target="anthropic", context=context, as_=as_)


def findings(messages: list[Any], **context: Any) -> list[Finding]:
    return [(f.code, f.case, f.index, f.severity) for f in report(messages, **context).findings]


_CASES = json.loads(Path(__file__).with_name("anthropic_sentences.json").read_text("utf-8"))[
    "cases"
]
SENTENCES = {case["name"]: case for case in _CASES}


@pytest.mark.parametrize("name", SENTENCES)
def test_what_is_refused_is_an_error_with_the_providers_sentence(name: str) -> None:
    case = SENTENCES[name]
    got = report(case["messages"], **{"thinking": "adaptive", **case["context"]})
    errors = [[f.code, f.index, f.provider_says] for f in got.findings if f.severity == "error"]
    assert errors == case["errors"]
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
    "settings without text, wherever they stand": (
        [user("a"), says("b"), {**system(), "output_config": {"effort": "low"}}, user("c")],
        {"model": NEW},
        [("C001", "directive", 2, "warning")],
    ),
    "settings without text for an older model": (
        [user("a"), {**system(), "output_config": {"effort": "low"}}, says("b"), user("c")],
        {"model": OLD},
        [("C001", "directive", 1, "warning"), ("R007", "unsupported", 1, "error")],
    ),
    "an image whose data is no text": (
        [user(image(data=[1]))],
        {},
        [("C006", "no-payload", 0, "error")],
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


def test_a_list_of_more_than_a_hundred_thousand_messages_is_too_long() -> None:
    messages = [user("a")] * 100_001
    assert findings(messages) == [("L002", "items", None, "error")]
    assert findings(messages[1:]) == []


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
    for case in SENTENCES.values():
        for finding in report(case["messages"], **case["context"]).findings:
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
