"""What the Gemini target makes of histories: verdicts by model, sentences, and silence."""

from __future__ import annotations

import re
from typing import Any

import pytest

from transcript_doctor.acts.check import check
from transcript_doctor.catalog import target_named

SEAL = "YSBzaWduYXR1cmUgb2YgR29vZ2xl"
OLD, NEW, NEWEST = "gemini-2.5-pro", "gemini-3-flash-preview", "gemini-3.6-flash"


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "parts": [{"text": p} if isinstance(p, str) else p for p in parts]}


def model(*parts: Any) -> dict[str, Any]:
    return {"role": "model", "parts": [{"text": p} if isinstance(p, str) else p for p in parts]}


def call(name: str = "f", id: str | None = None, seal: str | None = None) -> dict[str, Any]:
    made: dict[str, Any] = {"functionCall": {"name": name, "args": {}}}
    if id is not None:
        made["functionCall"]["id"] = id
    return made if seal is None else {**made, "thoughtSignature": seal}


def answer(name: str = "f", id: str | None = None, response: Any = None) -> dict[str, Any]:
    made = {"name": name, "response": {"output": "ok"} if response is None else response}
    return {"functionResponse": made if id is None else {**made, "id": id}}


def found(
    contents: list[Any], model_name: str | None = OLD, **context: Any
) -> list[tuple[str, str, int | None, str]]:
    if model_name is not None:
        context["model"] = model_name
    report = check(contents, format="gemini", target="gemini", context=context, as_="request")
    return [(f.code, f.case, f.index, f.severity) for f in report.findings]


HEALTHY: dict[str, list[Any]] = {
    "talk": [user("a"), model("b"), user("c")],
    "two users": [user("a"), user("b")],
    "two models": [user("a"), model("b"), model("c"), user("d")],
    "no role": [{"parts": [{"text": "a"}]}],
    "exchange": [user("a"), model(call(seal=SEAL)), user(answer()), model("b"), user("c")],
    "text beside a call": [user("a"), model("let me", call(seal=SEAL)), user(answer())],
    "parallel": [user("a"), model(call(seal=SEAL), call("g")), user(answer(), answer("g"))],
    "parallel of one name": [user("a"), model(call(seal=SEAL), call()), user(answer(), answer())],
    "with ids": [user("a"), model(call(id="1", seal=SEAL)), user(answer(id="1"))],
    "ids that come back": [
        user("a"),
        model(call(id="1", seal=SEAL)),
        user(answer(id="1")),
        model(call(id="1", seal=SEAL)),
        user(answer(id="1")),
    ],
    "calls in two contents of the model": [
        user("a"),
        model(call(id="1", seal=SEAL)),
        model(call(id="2")),
        user(answer(id="1"), answer(id="2")),
    ],
    "a user turn behind the responses": [
        user("a"),
        model(call()),
        user(answer()),
        user("see", {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}),
    ],
    "an empty text beside another": [user("a"), model("", "b"), user("c")],
    "code that Google ran": [
        user("a"),
        model({"executableCode": {"code": "1"}}, {"codeExecutionResult": {"output": "1"}}, "b"),
        user("c"),
    ],
    "thoughts": [user("a"), model({"text": "hm", "thought": True}), user("c")],
    "a picture of the model's": [
        user("a"),
        model({"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}),
        user("c"),
    ],
    "the placeholder": [
        user("a"),
        model(call(seal="skip_thought_signature_validator")),
        user(answer()),
    ],
}


@pytest.mark.parametrize("name", HEALTHY)
@pytest.mark.parametrize("model_name", [OLD, NEW, NEWEST])
def test_sound_requests_are_silent(name: str, model_name: str) -> None:
    assert found(HEALTHY[name], model_name) == []


@pytest.mark.parametrize("name", HEALTHY)
def test_sound_lists_without_a_model_are_silent(name: str) -> None:
    assert found(HEALTHY[name], None) == []


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ([], [("R001", "empty", None, "error")]),
        ([user("a"), model(call()), user("b")], [("P001", "unanswered", 1, "error")]),
        ([user("a"), model(call())], [("P001", "unanswered", 1, "error")]),
        (
            [user("a"), model(call(), call("g")), user(answer())],
            [("P001", "unanswered", 1, "error")],
        ),
        ([user("a"), model("b"), user(answer())], [("P002", "orphan", 2, "error")]),
        ([user("a"), model(call()), user("b"), user(answer())], [("P003", "apart", 1, "error")]),
        (
            [user("a"), model(call()), model("hm"), user(answer())],
            [("P003", "apart", 1, "error")],
        ),
        (
            [user("a"), model(call()), user(answer(), answer())],
            [("P004", "duplicate", 2, "error")],
        ),
        (
            [user("a"), model(call(), call("g")), user(answer()), user(answer("g"))],
            [("P005", "split", 1, "error")],
        ),
        (
            [user("a"), model(call()), model(call("g")), user(answer()), user(answer("g"))],
            [("P005", "split", 1, "error")],
        ),
        ([model(call()), user(answer()), user("a")], [("P007", "opens", 0, "error")]),
        (
            [user("a"), model("b"), model(call()), user(answer())],
            [("P007", "after-model", 2, "warning")],
        ),
        ([user("a"), model(call()), user(answer(""))], [("P008", "empty", 2, "error")]),
        ([user("a"), model(call()), user(answer("g"))], [("P008", "mismatch", 2, "error")]),
        (
            [user("a"), model(call("f"), call("g")), user(answer("g"), answer("f"))],
            [("P011", "order", 2, "warning")],
        ),
        (
            [user("a"), model(call(id="1"), call(id="1")), user(answer(id="1"), answer(id="1"))],
            [("I003", "both-answered", 1, "error")],
        ),
        ([user("a"), model(), user("b")], [("C001", "assistant", 1, "error")]),
        ([user("a"), model("b"), user(), user("c")], [("C001", "user", 2, "error")]),
        ([user("a"), model(""), user("b")], [("C002", "all-blank", 1, "warning")]),
        ([user("a"), model({}), user("b")], [("C006", "no-data", 1, "error")]),
        (
            [user("a"), model(call()), user(answer(response="ok"))],
            [("C005", "type", 2, "error")],
        ),
        ([model("a"), user("b")], [("R003", "assistant", 0, "warning")]),
        (
            [user("a"), model(call()), user(answer(), "b")],
            [("P006", "mixed", 2, "warning")],
        ),
        ([user("a"), {"role": "bot", "parts": [{"text": "b"}]}], [("R002", "unknown", 1, "error")]),
        (
            [user({"text": "a", "cache_control": {"type": "ephemeral"}})],
            [("Y003", "unknown", 0, "error")],
        ),
        (
            [user("a"), model(call(seal="no base64!")), user(answer())],
            [("T002", "bad-seal", 1, "error")],
        ),
    ],
)
def test_verdicts_on_an_older_model(contents: list[Any], expected: list[Any]) -> None:
    assert found(contents) == expected


UNSIGNED = [user("a"), model(call()), user(answer())]
HALF_SIGNED = [
    user("a"),
    model(call(seal=SEAL)),
    user(answer()),
    model(call("g")),
    user(answer("g")),
]
IMAGE = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
AMONG = [user("a"), model(call(), call("g")), user(answer(), IMAGE, answer("g"))]
OLD_ROLE = [user("a"), model(call(seal=SEAL)), {"role": "function", "parts": [answer()]}]
INSIDE = {"functionResponse": {"name": "f", "response": {}, "parts": [IMAGE]}}
MEDIA_INSIDE = [user("a"), model(call(seal=SEAL)), user(INSIDE)]


@pytest.mark.parametrize(
    ("contents", "model_name", "expected"),
    [
        (UNSIGNED, NEW, [("T001", "unsigned", 1, "error")]),
        (UNSIGNED, "models/gemini-3.1-pro", [("T001", "unsigned", 1, "error")]),
        (UNSIGNED, "gemini-10-flash", [("T001", "unsigned", 1, "error")]),
        (UNSIGNED, OLD, []),
        (UNSIGNED, "gemini-1.5-pro", []),
        (UNSIGNED, None, []),
        (UNSIGNED, "gemini-flash-latest", [("T001", "unsigned", 1, "warning")]),
        (HALF_SIGNED, NEW, [("T001", "signature", 3, "error")]),
        (HALF_SIGNED, None, [("T001", "signature", 3, "warning")]),
        (HALF_SIGNED, OLD, []),
        (AMONG, OLD, [("P006", "blocked", 2, "error")]),
        (AMONG, None, [("P006", "blocked", 2, "warning")]),
        (OLD_ROLE, NEWEST, [("R002", "tool-role", 2, "error")]),
        (OLD_ROLE, NEW, []),
        (OLD_ROLE, None, [("R002", "tool-role", 2, "warning")]),
        (MEDIA_INSIDE, OLD, [("C005", "media", 2, "error")]),
        (MEDIA_INSIDE, NEW, []),
        ([user("a"), model("b")], "gemini-3.5-flash-lite", [("R005", "assistant", 1, "error")]),
        ([user("a"), model("b")], "gemini-3.5-flash", []),
        ([user("a"), model("b")], OLD, []),
        ([user("a"), model("b")], None, [("R005", "assistant", 1, "warning")]),
        (
            [{"role": "system", "parts": [{"text": "s"}]}, user("a")],
            OLD,
            [("R007", "unsupported", 0, "error")],
        ),
        (
            [{"role": "system", "parts": [{"text": "s"}]}, user("a")],
            NEWEST,
            [("R007", "unsupported", 0, "warning")],
        ),
    ],
)
def test_verdicts_that_hang_on_the_model(
    contents: list[Any], model_name: str | None, expected: list[Any]
) -> None:
    assert found(contents, model_name) == expected


def test_a_stated_generation_stands_for_the_model() -> None:
    assert found(UNSIGNED, None, gemini3=True) == [("T001", "unsigned", 1, "error")]
    assert found(UNSIGNED, None, gemini2=True) == []
    assert found(AMONG, None, gemini2=True) == [("P006", "blocked", 2, "error")]


def test_undeclared_tools_are_contested_and_asked_for() -> None:
    assert found(UNSIGNED, tools_declared=False) == [("P010", "undeclared", 1, "warning")]
    assert found(UNSIGNED, tools_declared=True) == []
    report = check(UNSIGNED, format="gemini", context={"model": OLD})
    assert [(u.fact, u.codes) for u in report.unknowns] == [("tools_declared", ("P010",))]


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        ([], "* GenerateContentRequest.contents: contents is not specified\n"),
        (
            [user("a"), model({})],
            (
                "* GenerateContentRequest.contents[1].parts[0].data: required oneof field 'data'"
                " must have one initialized field"
            ),
        ),
        (
            [user("a"), model(call()), user(answer(""))],
            (
                "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot"
                " be empty."
            ),
        ),
        (
            [user("a"), model({"text": "b", "functionCall": {"name": "f"}}), user(answer())],
            (
                "Invalid value at 'contents[1].parts[0]' (oneof), oneof field 'data' is already"
                " set. Cannot set 'functionCall'"
            ),
        ),
        (
            [user("a"), model(call()), user(answer(response="ok"))],
            (
                "Invalid value at 'contents[2].parts[0].function_response.response'"
                ' (type.googleapis.com/google.protobuf.Struct), "ok"'
            ),
        ),
        (
            [user({"text": "a", "cache_control": {}})],
            (
                'Invalid JSON payload received. Unknown name "cache_control" at '
                "'contents[0].parts[0]': Cannot find field."
            ),
        ),
        (
            [{**user("a"), "id": 7}],
            (
                'Invalid JSON payload received. Unknown name "id" at '
                "'contents[0]': Cannot find field."
            ),
        ),
    ],
)
def test_sentences(contents: list[Any], says: str) -> None:
    report = check(contents, format="gemini", context={"model": OLD}, as_="request")
    assert report.findings[0].provider_says == says


def test_the_sentence_on_a_missing_signature() -> None:
    report = check(UNSIGNED, format="gemini", context={"model": NEW})
    assert report.findings[0].provider_says == (
        "Function call is missing a thought_signature in functionCall parts. This is required for"
        " tools to work correctly, and missing thought_signature may lead to degraded model"
        " performance. Additional data, function call `default_api:f` , position 2. Please refer to"
        " https://ai.google.dev/gemini-api/docs/thought-signatures for more details."
    )


@pytest.mark.parametrize(
    ("name", "families"),
    [
        ("gemini-1.5-flash", {"gemini-2", "before_3_6"}),
        ("gemini-2.5-pro", {"gemini-2", "before_3_6"}),
        ("publishers/google/models/gemini-2.0-flash-001", {"gemini-2", "before_3_6"}),
        ("gemini-3", {"gemini-3", "before_3_6"}),
        ("gemini-3-pro-preview", {"gemini-3", "before_3_6"}),
        ("gemini-3.1-flash-lite", {"gemini-3", "before_3_6"}),
        ("gemini-3.5-flash", {"gemini-3", "before_3_6"}),
        ("gemini-3.5-flash-lite", {"gemini-3", "before_3_6", "no_model_end"}),
        ("gemini-3.6-flash", {"gemini-3", "gemini-3-6", "no_model_end"}),
        ("gemini-3.10-pro", {"gemini-3", "gemini-3-6", "no_model_end"}),
        ("gemini-4-pro", {"gemini-3", "gemini-3-6", "no_model_end"}),
        ("gemini-12-pro", {"gemini-3", "gemini-3-6", "no_model_end"}),
        ("gemini-pro-latest", {"newest"}),
        ("gemma-3-27b-it", set()),
    ],
)
def test_families(name: str, families: set[str]) -> None:
    patterns = target_named("gemini").families
    assert {f for f, pattern in patterns.items() if re.search(pattern, name)} == families
