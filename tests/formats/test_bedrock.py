"""What the walk writes down of Converse messages, and how such lists are recognised and opened."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.formats.bedrock import FORMAT
from transcript_doctor.formats.bedrock.keys import BLOCKS

PNG = b"\x89PNG\r\n\x1a\n"


def outline(messages: list[Any], request: dict[str, Any] | None = None) -> Outline:
    out = Outline("bedrock", messages, request or {}, Facts({}))
    FORMAT.read(out)
    return out


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"text": b} if isinstance(b, str) else b for b in blocks]}


def assistant(*blocks: Any) -> dict[str, Any]:
    return {**user(*blocks), "role": "assistant"}


def use(ident: Any = "c1", **more: Any) -> dict[str, Any]:
    return {"toolUse": {"toolUseId": ident, "name": "look", "input": {"q": "a"}, **more}}


def result(ident: Any = "c1", *content: Any, **more: Any) -> dict[str, Any]:
    items = [{"text": c} if isinstance(c, str) else c for c in content or ("ok",)]
    return {"toolResult": {"toolUseId": ident, "content": items, **more}}


def image(data: Any = PNG, form: str = "png") -> dict[str, Any]:
    return {"image": {"format": form, "source": {"bytes": data}}}


def document(name: str = "d") -> dict[str, Any]:
    return {"document": {"name": name, "format": "pdf", "source": {"bytes": b"%PDF-1.7"}}}


def thinking(text: Any = "hm", seal: Any = "c2VhbA==") -> dict[str, Any]:
    return {"reasoningContent": {"reasoningText": {"text": text, "signature": seal}}}


POINT = {"cachePoint": {"type": "default"}}


@pytest.mark.parametrize(
    ("messages", "letters", "roles", "untidy"),
    [
        ([user("Hi"), assistant("Hello"), user("Bye")], "UAU", "uau", False),
        ([user("Hi"), assistant("Let me", use()), user(result())], "UCR", "uau", False),
        ([user("Hi"), assistant(use()), user(result(), "and b?")], "UCM", "uau", False),
        ([user("Hi"), assistant(use()), user(POINT, result(), POINT)], "UCR", "uau", False),
        ([user("Hi"), assistant(use()), user("note", result())], "UCM", "uau", True),
        (
            [user("Hi"), assistant(use("1"), use("2")), user(result("1")), user(result("2"))],
            "UCRR",
            "uauu",
            True,
        ),
        (
            [user("Hi"), assistant(use("1"), use("2")), user(result("2"), result("1"))],
            "UCR",
            "uau",
            True,
        ),
        ([user("Hi"), assistant(use())], "UC", "ua", True),
        ([user("Hi"), user(result())], "UR", "uu", True),
        ([{"role": "system", "content": [{"text": "s"}]}, user("Hi")], "SU", "su", False),
        ([{"role": "tool", "content": []}, None, user()], "?!U", "??u", False),
        ([user("Hi"), assistant(thinking(), "Hello")], "UA", "ua", False),
        ([user("Hi"), assistant(use("s", type="server_tool_use"), "b")], "UA", "ua", False),
    ],
)
def test_letters_roles_and_tidiness(
    messages: list[Any], letters: str, roles: str, untidy: bool
) -> None:
    out = outline(messages)
    assert (out.letters, out.roles, out.untidy) == (letters, roles, untidy)


def test_rows_of_an_exchange() -> None:
    out = outline(
        [
            user("Hi", image(), document()),
            assistant(thinking(), use()),
            user(result("c1", {"json": {"a": 1}}, image("iVBORw0KGgo="), status="error"), POINT),
        ]
    )
    (call,), (got,), (thought,) = out.calls, out.results, out.reasoning
    assert (call.id, call.name, call.arguments) == ("c1", "look", {"q": "a"})
    assert call.place == (1, "content", 1)
    assert (got.id, got.error, got.lead, got.place) == ("c1", True, True, (2, "content", 0))
    assert (thought.kind, thought.text, thought.seal) == ("thinking", "hm", "c2VhbA==")
    assert (thought.first, thought.last) == (True, False)
    assert [(m.kind, m.label, m.data, m.in_result, m.part) for m in out.media] == [
        ("image", "image/png", PNG, False, ("content", 1, "image", "source")),
        ("document", "application/pdf", b"%PDF-1.7", False, ("content", 2, "document", "source")),
        (
            "image",
            "image/png",
            "iVBORw0KGgo=",
            True,
            ("content", 0, "toolResult", "content", 1, "image", "source"),
        ),
    ]
    assert out.markers == [(2, "content", 1)]


def test_media_in_a_store_have_an_address() -> None:
    film = {"video": {"format": "mp4", "source": {"s3Location": {"uri": "s3://b/c.mp4"}}}}
    (row,) = outline([user("Look.", film)]).media
    assert (row.kind, row.label, row.data, row.url) == ("video", "video/mp4", None, "s3://b/c.mp4")


@pytest.mark.parametrize(
    ("answer", "hosted"),
    [
        (result("s", type="nova_grounding_result"), True),
        (result("s"), True),
        (result("other"), False),
    ],
)
def test_tools_of_the_provider_answer_in_the_same_turn(answer: Any, hosted: bool) -> None:
    out = outline([user("Hi"), assistant(use("s", type="server_tool_use"), answer, "b")])
    assert [c.id for c in out.hosted_calls] == ["s"]
    assert bool(out.hosted_results) is hosted
    assert [n.case for n in out.notes] == ([] if hosted else ["result-outside-user"])


@pytest.mark.parametrize(
    ("block", "kind", "text", "seal"),
    [
        (thinking(), "thinking", "hm", "c2VhbA=="),
        ({"reasoningContent": {"redactedContent": b"x"}}, "redacted", None, b"x"),
        ({"reasoningContent": {"reasoningText": {"text": "hm"}}}, "thinking", "hm", None),
    ],
)
def test_reasoning(block: Any, kind: str, text: str | None, seal: Any) -> None:
    (row,) = outline([user("Hi"), assistant(block, "b")]).reasoning
    assert (row.kind, row.text, row.seal) == (kind, text, seal)


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([user("")], [("C002", "empty", 0, ("content", 0))]),
        ([user(" ")], [("C002", "all-blank", 0, ("content", 0))]),
        ([user(" ", "a")], [("C002", "blank", 0, ("content", 0))]),
        ([user("", image())], [("C002", "empty", 0, ("content", 0))]),
        ([{"role": "user", "content": "a"}], [("C006", "not-list", 0, ("content",))]),
        ([{"role": "user", "content": "é"}], [("C006", "not-list", 0, ("content",))]),
        ([{"role": "user", "content": None}], [("C001", "null", 0, ("content",))]),
        ([{"role": "user"}], [("C001", "missing", 0, ("content",))]),
        ([{"role": "user", "content": 7}], [("C001", "type", 0, ("content",))]),
        ([{"content": [{"text": "a"}]}], [("R002", "missing", 0, ("role",))]),
        ([{**user("a"), "role": "tool"}], [("R002", "unknown", 0, ("role",))]),
        ([{**user("a"), "role": 1}], [("R002", "type", 0, ("role",))]),
        ([{**user("a"), "id": 1}], [("Y003", "unknown", 0, ("id",))]),
        ([user({})], [("C006", "no-data", 0, ("content", 0))]),
        ([user({"text": None})], [("C006", "no-data", 0, ("content", 0))]),
        ([user({"text": 1})], [("C006", "no-payload", 0, ("content", 0))]),
        ([user(7)], [("C006", "not-object", 0, ("content", 0))]),
        ([user({"text": "a", "image": {}})], [("C006", "two-payloads", 0, ("content", 0))]),
        ([user({"type": "text", "text": "a"})], [("Y003", "unknown", 0, ("content", 0, "type"))]),
        ([user({"type": "image_url"})], [("C006", "unknown-type", 0, ("content", 0))]),
        ([user({"image": {"format": "png"}})], [("C006", "no-payload", 0, ("content", 0))]),
        ([user({"image": 3})], [("C006", "no-payload", 0, ("content", 0))]),
        ([user(document())], [("C006", "needs-text", 0, ("content", 0))]),
        (
            [user("a", document(), document())],
            [("L002", "document-name", 0, ("content", 2, "document", "name"))],
        ),
        ([user("a", document("d"), document("e"))], []),
        ([assistant("a", image())], [("R009", "media-outside-user", 0, ("content", 1))]),
        ([user(use())], [("R009", "call-outside-assistant", 0, ("content", 0))]),
        ([assistant(result())], [("R009", "result-outside-user", 0, ("content", 0))]),
        ([user(thinking())], [("R009", "reasoning-outside-assistant", 0, ("content", 0))]),
        ([assistant("a", use())], [("C004", "text-beside-calls", 0, ("content", 0))]),
        ([assistant(use(""))], [("I001", "call-empty", 0, ("content", 0, "toolUse", "toolUseId"))]),
        ([assistant(use(name=""))], [("Y002", "empty", 0, ("content", 0, "toolUse", "name"))]),
        (
            [assistant(use(input="{}"))],
            [("Y001", "not-object", 0, ("content", 0, "toolUse", "input"))],
        ),
        (
            [assistant({"toolUse": {"toolUseId": "1", "name": "f"}})],
            [("Y001", "missing", 0, ("content", 0, "toolUse", "input"))],
        ),
        ([assistant(use(more=1))], [("Y003", "unknown", 0, ("content", 0, "toolUse", "more"))]),
        (
            [user(result("1", ""))],
            [("C002", "in-result", 0, ("content", 0, "toolResult", "content", 0))],
        ),
        *(
            (
                [user(result("1", {**item} if isinstance(item, dict) else item))],
                [("C006", case, 0, ("content", 0, "toolResult", "content", 0))],
            )
            for item, case in (
                (7, "not-object"),
                ({"text": 7}, "no-payload"),
                ({"document": 7}, "no-payload"),
                ({"document": {"format": "pdf"}}, "no-payload"),
                ({}, "no-data"),
                ({"text": "a", "json": {}}, "two-payloads"),
            )
        ),
        ([user("a", {"document": {"source": {"text": "x"}}})], []),
        (
            [assistant(thinking(text=None), "a")],
            [("T002", "missing-key", 0, ("content", 0, "reasoningContent"))],
        ),
        (
            [user(result("1", {"json": [1]}))],
            [("C005", "json-type", 0, ("content", 0, "toolResult", "content", 0, "json"))],
        ),
        (
            [user(result("1", image()))],
            [("C005", "media", 0, ("content", 0, "toolResult", "content", 0))],
        ),
        (
            [user({"toolResult": {"toolUseId": "1", "content": "a"}})],
            [("C005", "type", 0, ("content", 0, "toolResult", "content"))],
        ),
        (
            [user({"toolResult": {"toolUseId": "1"}})],
            [("C005", "missing", 0, ("content", 0, "toolResult", "content"))],
        ),
        (
            [user({"toolResult": {"toolUseId": "1", "content": []}})],
            [("C005", "empty-list", 0, ("content", 0, "toolResult", "content"))],
        ),
        (
            [user(result("1", {"searchResult": {}}, "a"))],
            [("C005", "search-mixed", 0, ("content", 0, "toolResult", "content"))],
        ),
        (
            [assistant(thinking(seal=""), "a")],
            [("T002", "empty-seal", 0, ("content", 0, "reasoningContent"))],
        ),
        (
            [assistant(thinking(seal=None), "a")],
            [("T002", "missing-key", 0, ("content", 0, "reasoningContent"))],
        ),
        ([assistant({"citationsContent": {"content": [{"text": "a"}]}})], []),
        ([user({"guardContent": {"text": {"text": "a"}}}, document())], []),
    ],
)
def test_notes(messages: list[Any], expected: list[Any]) -> None:
    assert [(n.code, n.case, n.message, n.part) for n in outline(messages).notes] == expected


def test_wide_texts_are_kept_with_their_places() -> None:
    messages = [
        {"role": "user", "content": "é"},
        user("é"),
        assistant(use(input={"a": ["é"]})),
        user(result("c1", "é", {"json": {"b": "é"}})),
    ]
    answer = ("content", 0, "toolResult", "content")
    assert [(i, part) for i, part, _ in outline(messages).wide] == [
        (0, ("content",)),
        (1, ("content", 0, "text")),
        (2, ("content", 0, "toolUse", "input", "a", 0)),
        (3, (*answer, 0, "text")),
        (3, (*answer, 1, "json", "b")),
    ]


def test_a_failed_result_that_says_nothing_or_holds_media() -> None:
    failed = {"toolUseId": "1", "status": "error"}
    empty = outline([user({"toolResult": {**failed, "content": []}})])
    media = outline([user({"toolResult": {**failed, "content": [document()]}})])
    assert [n.case for n in empty.notes if n.code == "C005"] == ["error-empty"]
    assert [n.case for n in media.notes if n.code == "C005"] == ["error-media"]


def test_what_every_message_may_have_is_noted_once() -> None:
    messages = [
        user("a"),
        assistant(thinking(), use("1")),
        user(result("1", status="success")),
        assistant(thinking(), use("2")),
        user(result("2", status="success")),
    ]
    assert [(n.code, n.message) for n in outline(messages).notes] == [("T006", 1), ("Y003", 2)]


def test_cache_markers_of_system_and_tools_count() -> None:
    request = {"system": [{"text": "s"}, POINT], "toolConfig": {"tools": [{"toolSpec": {}}, POINT]}}
    assert FORMAT.facts(request)["cache_markers"] == 2
    assert FORMAT.facts({"input": {"converse": request}})["cache_markers"] == 2
    assert "cache_markers" not in FORMAT.facts({"system": "s", "toolConfig": 7})


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        (user("a"), [("text", "a", None, None, False)]),
        ({"role": "user", "content": "a"}, [("text", "a", None, None, False)]),
        (
            assistant(thinking(), use()),
            [("reasoning", "hm", None, None, False), ("call", {"q": "a"}, "c1", "look", False)],
        ),
        (user(result("c1", "x", status="error")), [("result", [{"text": "x"}], "c1", None, True)]),
        (
            user(image(), POINT, {}, 7),
            [
                ("media", "image", None, None, False),
                ("other", "cachePoint", None, None, False),
                ("other", None, None, None, False),
                ("other", None, None, None, False),
            ],
        ),
        (
            assistant({"citationsContent": {"content": [{"text": "a"}]}}),
            [("text", [{"text": "a"}], None, None, False)],
        ),
        (assistant({"toolUse": 7}), [("other", "toolUse", None, None, False)]),
        (None, []),
    ],
)
def test_parts_as_people_see_them(message: Any, shown: list[Any]) -> None:
    assert [
        (part.kind, part.text, part.id, part.name, part.error) for part in FORMAT.parts(message)
    ] == shown


@pytest.mark.parametrize(
    ("messages", "reason"),
    [
        ([user("a")], "messages[0] holds a `text` block without a type"),
        (["x", assistant(use())], "messages[1] holds a `toolUse` block without a type"),
        ([user({"type": "text", "text": "a"})], None),
        ([{"role": "user", "content": "a"}], None),
        ([{"role": "user", "parts": [{"text": "a"}]}], None),
        ([{"role": "user", "content": [{"contentType": "text", "value": "a"}]}], None),
        ([], None),
        ([None, 7], None),
    ],
)
def test_recognition(messages: list[Any], reason: str | None) -> None:
    assert FORMAT.why(messages) == reason


@pytest.mark.parametrize(
    ("body", "root"),
    [
        ({"messages": [user("a")]}, ("messages",)),
        ({"modelId": "m", "messages": []}, ("messages",)),
        ({"input": {"converse": {"messages": [user("a")]}}}, ("input", "converse", "messages")),
        ({"messages": [], "anthropic_version": "bedrock-2023-05-31"}, None),
        ({"input": {"invokeModel": {"body": "e30="}}}, None),
        ({"input": [1]}, None),
        ({"messages": 7}, None),
        ({}, None),
    ],
)
def test_bodies(body: dict[str, Any], root: tuple[str, ...] | None) -> None:
    found = FORMAT.listing(body)
    assert (found and found.root) == root


@pytest.mark.parametrize(
    ("body", "known"),
    [
        ({"messages": []}, {"tools_declared": False, "thinking": "disabled"}),
        (
            {"messages": [], "toolConfig": {"tools": [{}]}, "modelId": "m", "system": []},
            {"tools_declared": True, "thinking": "disabled", "model": "m", "system": []},
        ),
        (
            {"modelId": "arn:aws:bedrock:us-east-1:1:application-inference-profile/x"},
            {"tools_declared": False, "thinking": "disabled"},
        ),
        (
            {"messages": [], "additionalModelRequestFields": {"thinking": {"type": "enabled"}}},
            {"tools_declared": False, "thinking": "enabled"},
        ),
        (
            {"input": {"converse": {"messages": [], "toolConfig": {"tools": [{}]}}}},
            {"tools_declared": True, "thinking": "disabled"},
        ),
    ],
)
def test_facts(body: dict[str, Any], known: dict[str, object]) -> None:
    assert FORMAT.facts(body) == known


KEYS = st.sampled_from(
    [*BLOCKS, "role", "content", "toolUseId", "name", "input", "source", "status", "reasoningText"]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.binary(max_size=3)
    | st.sampled_from(["user", "assistant", "system", "", " ", "é", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(VALUES, max_size=5))
def test_nothing_raises_and_every_message_has_its_letters(messages: list[Any]) -> None:
    out = outline(messages)
    assert len(out.letters) == len(out.roles) == len(messages)
    for message in messages:
        FORMAT.parts(message)
    FORMAT.why(messages)
