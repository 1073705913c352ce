"""What the walk writes down of Gemini contents, and how such lists are recognised and opened."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor import check
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.formats.gemini import FORMAT
from transcript_doctor.formats.gemini.keys import DATA

SEAL = base64.b64encode(b"a signature of Google").decode()
CALL = {"functionCall": {"name": "look", "args": {"q": "a"}}}
RESPONSE = {"functionResponse": {"name": "look", "response": {"output": "b"}}}


def outline(contents: list[Any]) -> Outline:
    out = Outline("gemini", contents, {}, Facts({}), ("contents",))
    FORMAT.read(out)
    return out


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "parts": [{"text": p} if isinstance(p, str) else p for p in parts]}


def model(*parts: Any) -> dict[str, Any]:
    return {"role": "model", "parts": [{"text": p} if isinstance(p, str) else p for p in parts]}


def notes(contents: list[Any]) -> list[tuple[str, str, int, tuple[str | int, ...]]]:
    return [(n.code, n.case, n.message, n.part) for n in outline(contents).notes]


@pytest.mark.parametrize(
    ("contents", "letters", "roles", "untidy"),
    [
        ([user("Hi"), model("Hello"), user("Bye")], "UAU", "uau", False),
        ([user("Hi"), model(CALL), user(RESPONSE), model("b")], "UCRA", "uaua", False),
        ([user("Hi"), model("Let me", CALL), user(RESPONSE)], "UCR", "uau", False),
        ([user("Hi"), model(CALL), {"role": "function", "parts": [RESPONSE]}], "UCR", "uat", False),
        ([user("Hi"), model(CALL), {"role": "tool", "parts": [RESPONSE]}], "UCR", "uat", False),
        ([{"parts": [{"text": "no role"}]}, model("Hello")], "UA", "ua", False),
        ([{"role": None, "parts": [{"text": "null role"}]}], "U", "u", False),
        ([user("Hi"), model(CALL), user(RESPONSE, "and now?")], "UCM", "uau", False),
        ([user("Hi"), model(CALL), user("note", RESPONSE)], "UCM", "uau", True),
        ([user("Hi"), model(CALL, CALL), user(RESPONSE), user(RESPONSE)], "UCRR", "uauu", True),
        ([user("Hi"), model(CALL), model(CALL), user(RESPONSE, RESPONSE)], "UCCR", "uaau", True),
        ([user("Hi"), model(CALL)], "UC", "ua", True),
        ([user("Hi"), model("b"), user(RESPONSE)], "UAR", "uau", True),
        ([{"role": "system", "parts": [{"text": "s"}]}, user("Hi")], "SU", "su", False),
        ([{"role": "developer", "parts": [{"text": "s"}]}, None], "?!", "??", False),
        (["a text", user("b")], "UU", "uu", False),
        (
            [{"text": "a bare part"}, {"role": "user", "parts": {"text": "one part"}}],
            "UU",
            "uu",
            False,
        ),
    ],
)
def test_letters_roles_and_tidiness(
    contents: list[Any], letters: str, roles: str, untidy: bool
) -> None:
    out = outline(contents)
    assert (out.letters, out.roles, out.untidy) == (letters, roles, untidy)


def test_names_and_ids_must_agree_for_a_tidy_exchange() -> None:
    def exchange(call_id: str | None, name: str, id: str | None) -> bool:
        call = {"functionCall": {"name": "look", "args": {}, "id": call_id}}
        answer = {"functionResponse": {"name": name, "response": {}, "id": id}}
        return outline([user("Hi"), model(call), user(answer)]).untidy

    assert [exchange("1", "look", "1"), exchange(None, "look", None)] == [False, False]
    assert [
        exchange("1", "look", "2"),
        exchange("1", "look", None),
        exchange(None, "see", None),
    ] == ([True] * 3)


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (
            {"functionCall": {"name": "f", "args": {"a": 1}, "id": "1"}, "thoughtSignature": SEAL},
            {"functionResponse": {"name": "f", "response": {"output": 2}, "id": "1"}},
        ),
        (
            {
                "function_call": {"name": "f", "args": {"a": 1}, "id": "1"},
                "thought_signature": SEAL,
            },
            {"function_response": {"name": "f", "response": {"output": 2}, "id": "1"}},
        ),
        (
            {
                "text": None,
                "function_call": {"name": "f", "args": {"a": 1}, "id": "1", "will_continue": None},
                "thought_signature": b"bytes, as the SDK keeps them",
                "inline_data": None,
            },
            {
                "function_response": {"name": "f", "response": {"output": 2}, "id": "1"},
                "text": None,
            },
        ),
    ],
)
def test_both_spellings_and_sdk_dumps_make_the_same_rows(
    call: dict[str, Any], answer: dict[str, Any]
) -> None:
    out = outline([user("Hi"), model(call), user(answer)])
    (made,), (got,), (seal,) = out.calls, out.results, out.reasoning
    assert (made.id, made.name, made.arguments, made.place) == ("1", "f", {"a": 1}, (1, "parts", 0))
    assert (got.id, got.name, got.error, got.lead, got.place) == (
        "1",
        "f",
        False,
        True,
        (2, "parts", 0),
    )
    assert (seal.kind, seal.text, out.untidy, out.notes) == ("signature", None, False, [])


def test_rows_of_the_rarer_parts() -> None:
    picture = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
    film = {"file_data": {"mime_type": "video/mp4", "file_uri": "gs://b/c.mp4"}}
    paper = {"fileData": {"mimeType": "application/pdf", "fileUri": "gs://b/c.pdf"}}
    code = {"executableCode": {"language": "PYTHON", "code": "1"}}
    outcome = {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}}
    search = {"toolCall": {"id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "args": {}}}
    found = {"toolResponse": {"id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "response": {}}}
    thought = {"text": "hm", "thought": True, "thoughtSignature": SEAL}
    out = outline([user(picture, film, paper), model(thought, code, outcome, search, found, "1")])
    assert [(m.kind, m.label, m.data, m.url, m.in_result) for m in out.media] == [
        ("image", "image/png", "iVBORw0KGgo=", None, False),
        ("video", "video/mp4", None, "gs://b/c.mp4", False),
        ("document", "application/pdf", None, "gs://b/c.pdf", False),
    ]
    assert [(c.id, c.name, c.part) for c in out.hosted_calls] == [
        (None, "code_execution", ("parts", 1)),
        ("t1", "GOOGLE_SEARCH_WEB", ("parts", 3)),
    ]
    assert [(r.id, r.name) for r in out.hosted_results] == [
        (None, "code_execution"),
        ("t1", "GOOGLE_SEARCH_WEB"),
    ]
    assert [(r.kind, r.text, r.seal) for r in out.reasoning] == [("thinking", "hm", SEAL)]
    assert (out.letters, out.notes, out.untidy) == ("UA", [], False)


def test_media_inside_a_response() -> None:
    inner = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
    answer = {"functionResponse": {"name": "look", "response": {"error": "no"}, "parts": [inner]}}
    out = outline([user("Hi"), model(CALL), user(answer)])
    assert [(m.kind, m.in_result, m.part) for m in out.media] == [
        ("image", True, ("parts", 0, "functionResponse", "parts", 0, "inlineData"))
    ]
    assert out.results[0].error is True
    assert ("C005", "media") in [(n.code, n.case) for n in out.notes]


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ([model({})], [("C006", "no-data", 0, ("parts", 0))]),
        ([model({"thoughtSignature": SEAL})], [("C006", "no-data", 0, ("parts", 0))]),
        ([model({"thought": True})], [("C006", "no-data", 0, ("parts", 0))]),
        ([model({"thought": True, "thoughtSignature": SEAL})], []),  # recorded: taken
        (
            [model({"text": "a", "functionCall": {"name": "f", "args": {}}}), user(RESPONSE)],
            [
                ("C006", "two-payloads", 0, ("parts", 0)),
                ("T001", "unsigned", 0, ("parts", 0)),
            ],
        ),
        ([user("a"), user(7)], [("C006", "not-object", 1, ("parts", 0))]),
        ([{"role": "user", "parts": ["a text"]}], [("C006", "not-object", 0, ("parts", 0))]),
        ([{"role": "user", "parts": 7}], [("C001", "type", 0, ("parts",))]),
        ([model("")], [("C002", "all-blank", 0, ("parts", 0))]),
        (
            [model("", "a", " ")],
            [("C002", "empty", 0, ("parts", 0)), ("C002", "blank", 0, ("parts", 2))],
        ),
        ([model({"text": "", "thoughtSignature": SEAL})], []),
        ([{"role": 3, "parts": [{"text": "a"}]}], [("R002", "type", 0, ("role",))]),
        ([{"role": "assistant", "parts": [{"text": "a"}]}], [("R002", "unknown", 0, ("role",))]),
        ([{"role": "function", "parts": [{"text": "a"}]}], [("R002", "tool-role", 0, ("role",))]),
        ([{"role": "user", "parts": [{"text": "a"}], "id": 1}], [("Y003", "unknown", 0, ("id",))]),
        (
            [model({"text": "a", "cache_control": {}})],
            [("Y003", "unknown", 0, ("parts", 0, "cache_control"))],
        ),
        (
            [model({"functionCall": {"name": "f", "args": "{}"}})],
            [
                ("Y001", "not-object", 0, ("parts", 0, "functionCall", "args")),
                ("T001", "unsigned", 0, ("parts", 0)),
            ],
        ),
        (
            [model({"functionCall": {"name": "", "id": 5}, "thoughtSignature": SEAL})],
            [
                ("Y002", "empty", 0, ("parts", 0, "functionCall", "name")),
                ("I001", "call-type", 0, ("parts", 0, "functionCall", "id")),
            ],
        ),
        ([model({"functionCall": None, "text": "a"})], []),
        ([model({"text": 7})], [("C006", "no-payload", 0, ("parts", 0))]),
        ([" "], [("C002", "all-blank", 0, ())]),
        (
            [model({"functionCall": {"name": "f", "more": 1}, "thoughtSignature": SEAL})],
            [("Y003", "unknown", 0, ("parts", 0, "functionCall", "more"))],
        ),
        (
            [
                user(
                    {
                        "functionResponse": {
                            "name": "f",
                            "response": {},
                            "parts": [7, {"text": "a"}, {"inlineData": 7}],
                        }
                    }
                )
            ],
            [("C005", "media", 0, ("parts", 0, "functionResponse", "parts", 2))],
        ),
        (
            [user({"functionResponse": {"name": "f", "response": "a"}})],
            [("C005", "type", 0, ("parts", 0, "functionResponse", "response"))],
        ),
        (
            [user({"functionResponse": {"name": "f"}})],
            [("C005", "missing", 0, ("parts", 0, "functionResponse", "response"))],
        ),
        ([user(CALL)], [("R009", "call-outside-assistant", 0, ("parts", 0))]),
        ([model(RESPONSE)], [("R009", "result-outside-user", 0, ("parts", 0))]),
        (
            [user({"inlineData": {"mimeType": "image/png"}})],
            [("C006", "no-payload", 0, ("parts", 0))],
        ),
        ([user({"fileData": {"fileUri": "gs://a/b"}})], []),
    ],
)
def test_notes(contents: list[Any], expected: list[Any]) -> None:
    assert notes(contents) == expected


def signed(name: str, seal: Any = SEAL) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": {}}, "thoughtSignature": seal}


def call(name: str) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": {}}}


def answer(name: str) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": {}}}


@pytest.mark.parametrize(
    ("contents", "missing"),
    [
        # the first call of each step of the current turn, and no other
        ([user("a"), model(call("f")), user(answer("f"))], [(1, "unsigned")]),
        ([user("a"), model(signed("f"), call("g")), user(answer("f"), answer("g"))], []),
        (
            [user("a"), model(call("f"), signed("g")), user(answer("f"), answer("g"))],
            [(1, "signature")],
        ),
        (
            [user("a"), model(signed("f")), user(answer("f")), model(call("g")), user(answer("g"))],
            [(3, "signature")],
        ),
        (
            [
                user("a"),
                model(call("f")),
                user(answer("f")),
                model(call("g")),
                user(answer("g")),
            ],
            [(1, "unsigned"), (3, "unsigned")],
        ),
        # two contents of the model in a row are one step
        ([user("a"), model(signed("f")), model(call("g")), user(answer("f"), answer("g"))], []),
        # earlier turns are not asked for, whatever opens the current one
        ([user("a"), model(call("f")), user(answer("f")), model("b"), user("c")], []),
        ([user("a"), model(call("f")), user(answer("f")), user("c")], []),
        ([user("a"), model(call("f")), user(answer("f"), "and c?")], []),
        (
            [user("a"), model(call("f")), user(answer("f")), user({"fileData": {"fileUri": "x"}})],
            [],
        ),
        ([user("a"), model(call("f")), user(answer("f")), "c"], []),
        # the documented placeholders, plain and as base64, and bytes
        (
            [user("a"), model(signed("f", "skip_thought_signature_validator")), user(answer("f"))],
            [],
        ),
        (
            [
                user("a"),
                model(signed("f", "context_engineering_is_the_way_to_go")),
                user(answer("f")),
            ],
            [],
        ),
        (
            [
                user("a"),
                model(signed("f", base64.b64encode(b"skip_thought_signature_validator").decode())),
                user(answer("f")),
            ],
            [],
        ),
        ([user("a"), model(signed("f", b"\x01\x02")), user(answer("f"))], []),
        # an empty signature is none
        ([user("a"), model(signed("f", "")), user(answer("f"))], [(1, "unsigned")]),
        # nobody asked: the whole list is the current turn
        ([model(call("f")), user(answer("f"))], [(0, "unsigned")]),
    ],
)
def test_missing_signatures(contents: list[Any], missing: list[tuple[int, str]]) -> None:
    found = [n for n in outline(contents).notes if n.code == "T001"]
    assert [(n.message, n.case) for n in found] == missing


@pytest.mark.parametrize(
    ("seal", "bad"),
    [
        (SEAL, False),
        ("QUI", False),
        ("ab-_cd", False),
        ("QUJD", False),
        ("QUI=", False),
        ("QQ==", False),
        ("SIG-OPAQUE-ABC==", False),
        ("QUJDR", True),
        ("QUI=QUJD", True),
        ("QUJD…", True),
        ("not base64!", True),
        ("Q" * 187 + "=" * 3, True),
        (7, True),
        ({"a": 1}, True),
    ],
)
def test_signatures_that_cannot_be_googles(seal: Any, bad: bool) -> None:
    contents = [user("a"), model(signed("f", seal)), user(answer("f"))]
    assert [n.case for n in outline(contents).notes] == (["bad-seal"] if bad else [])


def test_wide_texts_are_kept_with_their_places() -> None:
    contents = [
        "é",
        user("é"),
        model({"functionCall": {"name": "f", "args": {"a": ["é"]}}, "thoughtSignature": SEAL}),
        user({"functionResponse": {"name": "f", "response": {"b": "é"}}}),
    ]
    assert [(i, part) for i, part, _ in outline(contents).wide] == [
        (0, ()),
        (1, ("parts", 0, "text")),
        (2, ("parts", 0, "functionCall", "args", "a", 0)),
        (3, ("parts", 0, "functionResponse", "response", "b")),
    ]


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("a", [("text", "a", None, None, False)]),
        (user("a"), [("text", "a", None, None, False)]),
        ({"role": "user", "parts": "a"}, [("text", "a", None, None, False)]),
        ({"text": "a"}, [("text", "a", None, None, False)]),
        (
            model({"text": "hm", "thought": True}, signed("f")),
            [("reasoning", "hm", None, None, False), ("call", {}, None, "f", False)],
        ),
        (
            user({"function_response": {"id": "1", "name": "f", "response": {"error": "x"}}}),
            [("result", {"error": "x"}, "1", "f", True)],
        ),
        (
            model({"executableCode": {"code": "1"}}, {"codeExecutionResult": {"output": "2"}}),
            [
                ("call", "1", None, "code_execution", False),
                ("result", "2", None, "code_execution", False),
            ],
        ),
        (
            user({"inlineData": {"mimeType": "image/png"}}, {"file_data": {}}, {}, 7),
            [
                ("media", "image/png", None, None, False),
                ("media", "fileData", None, None, False),
                ("other", None, None, None, False),
                ("other", None, None, None, False),
            ],
        ),
        ({"role": "user"}, []),
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
        ([user("a")], "contents[0] holds parts of this format"),
        (["x", model("a")], "contents[1] has the role `model` and parts"),
        ([{"role": "user", "parts": {"text": "a"}}], "contents[0] holds parts of this format"),
        (
            [{"role": "user", "parts": [{"function_call": {}}]}],
            "contents[0] holds parts of this format",
        ),
        ([{"role": "user", "content": "a"}], None),
        ([{"role": "user", "content": [{"text": "a"}]}], None),
        ([{"role": "user", "content": [{"type": "text", "text": "a"}]}], None),
        ([{"role": "user", "parts": [{"type": "text", "text": "a"}]}], None),
        ([], None),
        ([None, 7], None),
    ],
)
def test_recognition(messages: list[Any], reason: str | None) -> None:
    assert FORMAT.why(messages) == reason


@pytest.mark.parametrize(
    ("body", "root", "count"),
    [
        ({"contents": [user("a"), model("b")]}, ("contents",), 2),
        ({"contents": "a"}, ("contents",), 1),
        ({"contents": user("a")}, ("contents",), 1),
        ({"request": {"contents": [user("a")]}}, ("request", "contents"), 1),
        (
            {"generateContentRequest": {"contents": [user("a")]}},
            ("generateContentRequest", "contents"),
            1,
        ),
    ],
)
def test_bodies(body: dict[str, Any], root: tuple[str, ...], count: int) -> None:
    found = FORMAT.listing(body)
    assert found is not None
    assert (found.root, len(found.messages)) == (root, count)


@pytest.mark.parametrize(
    "body", [{}, {"messages": []}, {"contents": 7}, {"roles": [], "contents": []}, {"request": 7}]
)
def test_bodies_of_others(body: dict[str, Any]) -> None:
    assert FORMAT.listing(body) is None


@pytest.mark.parametrize(
    ("body", "known"),
    [
        ({"contents": []}, {"tools_declared": False}),
        ({"contents": [], "tools": [{}], "model": "m"}, {"tools_declared": True, "model": "m"}),
        ({"contents": [], "config": {"tools": [{}]}}, {"tools_declared": True}),
        ({"contents": [], "cachedContent": "c/1"}, {}),
        ({"model": "m", "request": {"contents": []}}, {"tools_declared": False, "model": "m"}),
        (
            {"contents": [], "systemInstruction": {"parts": []}},
            {"tools_declared": False, "system_instruction": {"parts": []}},
        ),
        (
            {"contents": [], "config": {"system_instruction": "s"}},
            {"tools_declared": False, "system_instruction": "s"},
        ),
    ],
)
def test_facts(body: dict[str, Any], known: dict[str, object]) -> None:
    assert FORMAT.facts(body) == known


KEYS = st.sampled_from(
    [*DATA, "role", "parts", "thought", "thoughtSignature", "name", "args", "id"]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(["user", "model", "function", "system", "", " ", "é", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(VALUES, max_size=5))
def test_nothing_raises_and_every_message_has_its_letters(contents: list[Any]) -> None:
    out = outline(contents)
    assert len(out.letters) == len(out.roles) == len(contents)
    for message in contents:
        FORMAT.parts(message)
    FORMAT.why(contents)


def test_settings_of_a_video_may_stand_in_a_part_of_their_own() -> None:
    settings = {"videoMetadata": {"fps": 1}}
    contents = [{"role": "user", "parts": [{"text": "See."}, settings]}]
    assert "C006" not in {finding.code for finding in check(contents, format="gemini").findings}
    contents = [{"role": "user", "parts": [{"text": "See."}, {}]}]
    assert "C006" in {finding.code for finding in check(contents, format="gemini").findings}
