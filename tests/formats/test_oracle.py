"""The format `oracle`: two lists or one structured list, and the laws of the public oracle."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check, repair
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.formats.oracle import FORMAT

CONTENTS = [
    "You are a helpful assistant", "Hello!", "Hi! How can I help?", "How big is the Sun?",
]  # fmt: skip
ROLES = ["system", "user", "assistant", "user"]
TEXT = {"contentType": "text", "value": "What is in this image?"}
IMAGE = {"contentType": "image_url", "value": "https://example.org/a.png"}
STRUCTURED = [
    {"role": "system", "content": [{"contentType": "text", "value": "Be brief."}]},
    {"role": "user", "content": [TEXT, IMAGE]},
]


def walked(messages: list[Any], request: dict[str, Any] | None = None) -> Outline:
    outline = Outline("oracle", messages, request or {}, Facts({}))
    FORMAT.read(outline)
    return outline


def findings(transcript: Any, **more: Any) -> list[tuple[str, str, int | None, str]]:
    report = check(transcript, target="oracle", **more)
    assert report.target == "oracle"
    return [(f.code, f.case, f.index, f.severity) for f in report.findings]


def test_the_documented_example_is_sound() -> None:
    report = check({"roles": ROLES, "contents": CONTENTS})
    assert (report.format, report.target, report.as_) == ("oracle", "oracle", "request")
    assert report.findings == ()
    assert report.recognised.why == "several keys of the body make the list"
    assert report.outline is not None
    assert (report.outline.letters, report.outline.roles) == ("SUAU", "suau")


def test_the_structured_list_is_recognised_and_sound() -> None:
    for transcript in (STRUCTURED, {"messages": STRUCTURED}):
        report = check(transcript)
        assert (report.format, report.target, report.findings) == ("oracle", "oracle", ())
        assert report.recognised.why == "messages[0] holds a part with the key 'contentType'"
        assert report.outline is not None
        [image] = report.outline.media
        assert (image.kind, image.url, image.message) == ("image", IMAGE["value"], 1)


def test_plain_messages_are_read_where_the_format_is_named() -> None:
    plain = [{"role": r, "content": c} for r, c in zip(ROLES, CONTENTS, strict=True)]
    assert check(plain, format="oracle").format == "oracle"
    assert check(plain, format="oracle").findings == ()
    assert check(plain).format == "openai-chat"


@pytest.mark.parametrize(
    ("roles", "contents", "index", "message"),
    [
        (ROLES, CONTENTS[:3], 3, "there are 4 roles and 3 contents"),
        (ROLES[:1], CONTENTS, 1, "there are 1 roles and 4 contents"),
        ([], ["Hello!"], 0, "there are 0 roles and 1 contents"),
        (ROLES[:2], [], 0, "there are 2 roles and 0 contents"),
    ],
)
def test_unequal_lists_are_one_fault(
    roles: list[str], contents: list[str], index: int, message: str
) -> None:
    [finding] = check({"roles": roles, "contents": contents}).findings
    assert (finding.code, finding.case, finding.severity) == ("S003", "lengths", "error")
    assert (finding.index, finding.message) == (index, message)


def test_the_surplus_is_judged_for_what_it_has() -> None:
    assert findings({"roles": ["user", "bot"], "contents": ["Hello!"]}) == [
        ("S003", "lengths", 1, "error"),
        ("R002", "unknown", 1, "error"),
    ]
    assert findings({"roles": ["user"], "contents": ["Hello!", None]}) == [
        ("S003", "lengths", 1, "error"),
        ("C001", "null", 1, "error"),
    ]


def test_nothing_given_is_changed() -> None:
    body = {"roles": list(ROLES), "contents": list(CONTENTS)}
    check(body)
    assert body == {"roles": ROLES, "contents": CONTENTS}


U = {"role": "user", "content": "Hello!"}
A = {"role": "assistant", "content": "Hi!"}
LAWS: list[tuple[str, Any, dict[str, Any], list[Any]]] = [
    ("an empty history", [], {}, [("R001", "empty", None, "error")]),
    ("two empty lists", {"roles": [], "contents": []}, {}, [("R001", "empty", None, "error")]),
    ("an unknown role", [U, {"role": "moderator", "content": "x"}, U], {},
     [("R002", "unknown", 1, "error")]),
    ("an empty role", [{"role": "", "content": "x"}], {}, [("R002", "unknown", 0, "error")]),
    ("another format's message", [U, {"role": "tool", "content": "x"}], {"format": "oracle"},
     [("S002", "mixed", 1, "warning"), ("R002", "unknown", 1, "error")]),
    ("a content type that is dropped", [{"role": "user", "content": [
        {"contentType": "audio", "value": "x"}]}], {}, [("C006", "unknown-type", 0, "error")]),
    ("a part without a type", [{"role": "user", "content": [TEXT, {"value": "x"}]}], {},
     [("C006", "no-type", 0, "error")]),
    ("a part without a value", [{"role": "user", "content": [{"contentType": "text"}]}], {},
     [("C006", "no-payload", 0, "error")]),
    ("a number for a content", {"roles": ["user"], "contents": [5]}, {},
     [("C001", "type", 0, "error")]),
    ("no content", [{"role": "user", "content": []}, A, U], {}, [("C001", "user", 0, "warning")]),
    ("an empty answer", [U, {"role": "assistant", "content": ""}, U], {},
     [("C001", "assistant", 1, "warning")]),
    ("the last turn is the assistant's", [U, A], {"as_": "request"},
     [("R005", "assistant", 1, "warning")]),
    ("images alone, on the path that keeps one part", [{"role": "user", "content": [IMAGE]}],
     {"context": {"model": "mixtral-8x7b-32768"}}, [("C006", "image-only", 0, "warning")]),
    ("images alone, elsewhere", [{"role": "user", "content": [IMAGE]}],
     {"context": {"model": "gpt-4-turbo"}}, []),
    ("a later system message, on the path that takes out the first", [U, STRUCTURED[0], U],
     {"context": {"model": "claude-3-opus"}}, [("R007", "not-first", 1, "warning")]),
    ("a later system message, elsewhere", [U, STRUCTURED[0], U],
     {"context": {"model": "gpt-4-turbo"}}, []),
    ("two users in a row", [U, U], {"as_": "request"}, []),
    ("an assistant that opens", [A, U], {"as_": "request"}, []),
    ("a record that ends on the assistant", [U, A], {}, []),
]  # fmt: skip


@pytest.mark.parametrize(("_", "transcript", "more", "found"), LAWS, ids=[row[0] for row in LAWS])
def test_the_laws(_: str, transcript: Any, more: dict[str, Any], found: list[Any]) -> None:
    assert findings(transcript, **more) == found


NOTES: list[tuple[Any, list[tuple[str, str, tuple[Any, ...]]]]] = [
    (5, [("S001", "not-object", ())]),
    ({"content": "x"}, [("R002", "missing", ("role",))]),
    ({"role": 5, "content": "x"}, [("R002", "type", ("role",))]),
    ({"role": "user"}, [("C001", "missing", ("content",))]),
    ({"role": "user", "content": " "}, [("C002", "all-blank", ("content",))]),
    ({"role": "user", "content": ["x"]}, [("C006", "not-object", ("content", 0))]),
    ({"role": "user", "content": [TEXT, {"contentType": "text", "value": " "}]},
     [("C002", "blank", ("content", 1))]),
    ({"role": "user", "content": [{"contentType": "text", "value": ""}]},
     [("C002", "empty", ("content", 0))]),
    ({"role": "assistant", "content": [TEXT, IMAGE]},
     [("R009", "media-outside-user", ("content", 1))]),
    ({"role": "user", "content": [IMAGE, IMAGE]}, [("C006", "image-only", ("content", 0))]),
    ({"role": "user", "content": [IMAGE, TEXT]}, []),
    ({"role": "system", "content": "ü"}, []),
]  # fmt: skip


@pytest.mark.parametrize(("message", "notes"), NOTES)
def test_the_walk_notes_what_is_odd(message: Any, notes: list[Any]) -> None:
    assert [(n.code, n.case, n.part) for n in walked([message]).notes] == notes


def test_texts_outside_ascii_are_written_down() -> None:
    parts = [{"contentType": "text", "value": "ñ"}]
    outline = walked([{"role": "user", "content": "é"}, {"role": "user", "content": parts}])
    assert outline.wide == [(0, ("content",), "é"), (1, ("content", 0, "value"), "ñ")]


def test_a_body_states_its_model() -> None:
    assert FORMAT.facts({"model": "m", "messages": []}) == {"model": "m"}
    assert FORMAT.facts({"messages": []}) == {}
    assert FORMAT.listing({"roles": ["user"]}) is None
    assert FORMAT.why([{"role": "user", "content": "x"}, None]) is None


def test_two_lists_are_put_around_other_messages_and_one_list_is_left_alone() -> None:
    assert FORMAT.relist is not None
    body = {"roles": ["user"], "contents": ["x"], "model": "m"}
    messages = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": [{"contentType": "text", "value": "Yes."}]},
        {"role": "user", "content": [IMAGE]},
        {"role": "user", "content": [TEXT, IMAGE]},
        {"role": "user", "content": [{**TEXT, "more": 1}]},
    ]
    made = FORMAT.relist(body, messages)
    assert made is not None
    assert made["roles"] == ["user", "assistant", "user", "user", "user"]
    assert made["contents"] == ["Go.", "Yes.", *(m["content"] for m in messages[2:])]
    assert made["model"] == "m"
    assert FORMAT.relist({"messages": []}, messages) is None


def test_two_lists_are_repaired_as_two_lists() -> None:
    given = {
        "roles": ["user", "assistant", "user"],
        "contents": ["Hi", "", "Still there?"],
        "id": 7,
    }
    done = repair(given)
    assert done.transcript == {
        "roles": ["user", "user"],
        "contents": ["Hi", "Still there?"],
        "id": 7,
    }
    assert [(change.code, change.safety) for change in done.changes] == [("C001", "safe")]
    assert given["roles"] == ["user", "assistant", "user"]
    assert repair(done.transcript).transcript is done.transcript


def test_lists_of_unequal_length_are_left_to_a_person() -> None:
    given = {"roles": ["user"], "contents": ["Hi", "Hello"]}
    done = repair(given)
    assert done.transcript is given
    assert [refused.finding.code for refused in done.refused] == ["S003"]


def test_a_structured_list_loses_its_empty_turns_and_nothing_else() -> None:
    empty = {"role": "assistant", "content": []}
    done = repair({"messages": [STRUCTURED[1], empty, STRUCTURED[1]]}, format="oracle")
    assert done.messages == [STRUCTURED[1], STRUCTURED[1]]
    assert done.messages[0] is STRUCTURED[1]
    assert not done.losses
