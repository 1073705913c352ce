"""What the walk writes down of Anthropic messages: letters, rows, notes; what a body states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.anthropic_words import (
    LOOP,
    PNG,
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
)
from transcript_doctor import check
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.formats.anthropic import FORMAT
from transcript_doctor.formats.anthropic.keys import BLOCK_KEYS


def outline(messages: list[Any], body: dict[str, Any] | None = None) -> Outline:
    facts = FORMAT.facts(body) if body is not None else {}
    out = Outline("anthropic", messages, body or {}, Facts(facts, whole_request=body is not None))
    FORMAT.read(out)
    return out


def notes(*messages: Any, body: dict[str, Any] | None = None) -> list[tuple[str, str, int, str]]:
    out = outline(list(messages), body)
    return [(n.code, n.case, n.message, ".".join(map(str, n.part))) for n in out.notes]


@pytest.mark.parametrize(
    ("messages", "letters", "roles", "untidy"),
    [
        ([], "", "", False),
        ([user("a"), says("b"), user("c")], "UAU", "uau", False),
        ([user(text()), says(text()), system("s")], "UAS", "uas", False),
        ([*LOOP], "UCR", "uau", False),
        ([*LOOP, says("b"), user("c")], "UCRAU", "uauau", False),
        (
            [user("a"), says(text(), use(), use("c2")), user(result(), result("c2"))],
            "UCR",
            "uau",
            False,
        ),
        ([user("a"), says(use()), user(result(), text())], "UCM", "uau", False),
        ([user("a"), says(use()), user(text(), result())], "UCM", "uau", True),
        ([user("a"), says(use(), use("c2")), user(result("c2"), result())], "UCR", "uau", True),
        (
            [user("a"), says(use(), use("c2")), user(result()), user(result("c2"))],
            "UCRR",
            "uauu",
            True,
        ),
        (
            [user("a"), says(use()), says(use("c2")), user(result(), result("c2"))],
            "UCCR",
            "uaau",
            True,
        ),
        ([user("a"), says(use())], "UC", "ua", True),
        ([user(result())], "R", "u", True),
        ([user("a"), says(think(), use()), user(result())], "UCR", "uau", False),
        ([user("a"), says(server(), found()), user("b")], "UAU", "uau", False),
        ([user("a"), says(use()), {"role": "tool", "content": [result()]}], "UCR", "uat", False),
        ([{"role": "developer", "content": "x"}, None, "text"], "?!!", "???", False),
    ],
)
def test_letters(messages: list[Any], letters: str, roles: str, untidy: bool) -> None:
    out = outline(messages)
    assert (out.letters, out.roles, out.untidy) == (letters, roles, untidy)


def test_rows_point_at_their_raw_nodes() -> None:
    call, answer, thought = use("c1", name="bash", input={"cmd": "ls"}), result(), think("plan")
    shot = image()
    messages = [user("a"), says(thought, text(), call), user(answer, shot)]
    out = outline(messages)
    (row,) = out.calls
    assert (row.id, row.name, row.message, row.part) == (
        "c1",
        "bash",
        1,
        ("content", 2),
    )
    assert row.raw is call
    assert row.arguments is call["input"]
    (back,) = out.results
    assert (back.id, back.message, back.part, back.lead, back.error) == (
        "c1",
        2,
        ("content", 0),
        True,
        False,
    )
    assert back.raw is answer
    (reason,) = out.reasoning
    assert (reason.kind, reason.text, reason.seal, reason.first, reason.last) == (
        "thinking",
        "plan",
        SEAL,
        True,
        False,
    )
    assert reason.raw is thought
    (medium,) = out.media
    assert (medium.message, medium.part, medium.kind) == (2, ("content", 1, "source"), "image")
    assert (medium.label, medium.data, medium.url, medium.in_result) == (
        "image/png",
        PNG,
        None,
        False,
    )
    assert [(note.code, note.message) for note in out.notes] == [("C004", 1)]


def test_rows_of_provider_run_tools() -> None:
    mcp = {"type": "mcp_tool_use", "id": "m1", "name": "look", "server_name": "docs", "input": {}}
    back = {"type": "mcp_tool_result", "tool_use_id": "m1", "content": "x"}
    out = outline([user("a"), says(server(), found(), mcp, back)])
    assert [(c.id, c.name, c.kind) for c in out.hosted_calls] == [
        ("srvtoolu_1", "web_search", "provider"),
        ("m1", "look", "mcp"),
    ]
    assert [(r.id, r.name, r.kind) for r in out.hosted_results] == [
        ("srvtoolu_1", "web_search_tool_result", "provider"),
        ("m1", "mcp_tool_result", "mcp"),
    ]
    assert out.ends_hosted == {1: "result"}
    assert (out.calls, out.results, out.notes) == ([], [], [])


def test_empty_and_wide_texts_are_written_down() -> None:
    messages = [
        user(""),
        says(),
        user("ü", text("é", citations=[{"type": "char_location", "cited_text": "ß"}])),
        says(use(input={"a": {"b": ["ö"]}}), think("ä")),
        user(result("c1", "å"), result("c2", [text("ø"), image(label="ñ")])),
    ]
    out = outline(messages)
    assert out.empty == {0, 1}
    assert [(i, ".".join(map(str, part))) for i, part, _ in out.wide] == [
        (2, "content.0.text"),
        (2, "content.1.citations.0.cited_text"),
        (2, "content.1.text"),
        (3, "content.0.input.a.b.0"),
        (3, "content.1.thinking"),
        (4, "content.0.content"),
        (4, "content.1.content.0.text"),
        (4, "content.1.content.1.source.media_type"),
    ]


MARK = {"cache_control": {"type": "ephemeral"}}
SOURCE = image()["source"]
_CASES = json.loads(Path(__file__).with_name("anthropic_notes.json").read_text("utf-8"))["cases"]
NOTED = {case["name"]: case for case in _CASES}


@pytest.mark.parametrize("name", NOTED)
def test_what_is_odd_is_noted_and_what_is_sound_is_not(name: str) -> None:
    assert [list(note) for note in notes(*NOTED[name]["messages"])] == NOTED[name]["notes"]


def test_marks_are_counted_wherever_they_stand() -> None:
    messages = [
        user({**text(), **MARK}),
        says({**use(), **MARK}),
        user({**result("c1", [{**text(), **MARK}, {**image(), **MARK}]), **MARK}),
    ]
    out = outline(messages)
    assert [".".join(map(str, steps)) for steps in out.markers] == [
        "0.content.0",
        "1.content.0",
        "2.content.0",
        "2.content.0.content.0",
        "2.content.0.content.1",
    ]


@pytest.mark.parametrize(
    ("body", "outside"),
    [
        ({}, 0),
        ({"system": "be brief"}, 0),
        ({"system": [{**text(), **MARK}], "tools": [{"name": "f", **MARK}, {"name": "g"}]}, 2),
        ({**MARK, "system": [{**text(), **MARK}]}, 2),
        ({"system": [{**text(), "cache_control": None}, 7], "tools": {"a": 1}}, 0),
    ],
)
def test_marks_outside_the_messages_are_counted(body: dict[str, Any], outside: int) -> None:
    assert FORMAT.facts(body).get("cache_markers", 0) == outside


@pytest.mark.parametrize(
    ("message", "path"),
    [
        ({**user("a"), "id": 1}, "id"),
        (user(text(id=1)), "content.0.text.id"),
        (user(result("c1", [text(id=1)])), "content.0.tool_result.content.0.text.id"),
        (
            user({"type": "image", "source": {**SOURCE, "id": 1}}),
            "content.0.image.source.base64.id",
        ),
    ],
)
def test_an_unknown_key_is_noted_with_the_path_that_the_api_says(message: Any, path: str) -> None:
    (note,) = outline([message]).notes
    assert note.values["path"] == path


DECLARED = {"tools": [{"name": "f"}, 7], "model": "claude-opus-4-8"}
REFERENCE = {"type": "tool_reference", "tool_name": "g"}


@pytest.mark.parametrize(
    ("body", "noted"),
    [
        (None, False),
        (DECLARED, True),
        ({"model": "claude-opus-4-8"}, True),
        ({**DECLARED, "tools": [{"name": "f"}, {"name": "g"}]}, False),
        ({**DECLARED, "mcp_servers": [{"name": "s"}]}, False),
        ({**DECLARED, "tools": [{"type": "mcp_toolset", "mcp_server_name": "s"}]}, False),
    ],
)
def test_references_are_held_against_the_tools_of_a_whole_request(
    body: dict[str, Any] | None, noted: bool
) -> None:
    change = {"type": "tool_removal", "tool": {"type": "tool_reference", "name": "g"}}
    search = found(name="tool_search", content={"tool_references": [REFERENCE]})
    messages = [
        user("a"),
        says(server(), search, use()),
        user(result("c1", [REFERENCE])),
        system(change),
    ]
    spots = [
        (1, "content.1.content.tool_references.0"),
        (2, "content.0.content.0"),
        (3, "content.0.tool"),
    ]
    wanted = [("P010", "unknown-tool", i, part) for i, part in spots] if noted else []
    assert notes(*messages, body=body) == wanted


def test_a_tool_defined_in_the_conversation_is_declared() -> None:
    tool = {"type": "tool_definition", "definition": {"name": "g"}}
    messages = [
        user("a"),
        system({"type": "tool_addition", "tool": tool}),
        says(use()),
        user(result("c1", [REFERENCE])),
    ]
    assert notes(*messages, body=DECLARED) == []


@pytest.mark.parametrize(
    ("body", "facts"),
    [
        ({}, {"tools_declared": False, "thinking": "absent"}),
        ({"tools": [], "model": 3}, {"tools_declared": False, "thinking": "absent"}),
        (
            {
                "tools": [{}],
                "model": "claude-opus-5",
                "thinking": {"type": "adaptive"},
                "system": "s",
            },
            {
                "tools_declared": True,
                "model": "claude-opus-5",
                "thinking": "adaptive",
                "system": "s",
            },
        ),
        (
            {"thinking": {"type": "enabled", "budget_tokens": 1024}},
            {"tools_declared": False, "thinking": "enabled"},
        ),
    ],
)
def test_facts_of_a_body(body: dict[str, Any], facts: dict[str, Any]) -> None:
    assert FORMAT.facts(body) == facts


@pytest.mark.parametrize(
    ("messages", "why"),
    [
        ([user("a"), says("b")], None),
        ([user(text())], None),
        ([user("a"), says(use())], "messages[1] holds a `tool_use` block"),
        ([user(image())], "messages[0] holds an `image` block"),
        ([user({"type": "image", "image_url": "u"})], None),
        ([user("a"), says(think())], "messages[1] holds a `thinking` block"),
        ([user("a"), says({"type": "thinking", "thinking": "unsigned"})], None),
        ([user("a"), says({"type": ["text"]}), None, 3], None),
    ],
)
def test_recognised_by_blocks_that_no_other_format_has(
    messages: list[Any], why: str | None
) -> None:
    assert FORMAT.why(messages) == why


def test_parts_as_people_see_them() -> None:
    message = says(
        think("plan"),
        text("hi"),
        use(input={"a": 1}),
        server(),
        found(),
        image(),
        {"type": "fallback"},
    )
    assert [(p.kind, p.text, p.id, p.name) for p in FORMAT.parts(message)] == [
        ("reasoning", "plan", None, None),
        ("text", "hi", None, None),
        ("call", {"a": 1}, "c1", "look"),
        ("call", {}, "srvtoolu_1", "web_search"),
        ("result", [], "srvtoolu_1", None),
        ("media", "image", None, None),
        ("other", "fallback", None, None),
    ]
    assert [p.error for p in FORMAT.parts(user(result(is_error=True), result()))] == [True, False]
    assert FORMAT.parts(user("hi"))[0].text == "hi"
    assert FORMAT.parts(None) == FORMAT.parts({"role": "user"}) == []


_KEYS = sorted({key for keys in BLOCK_KEYS.values() for key in keys} - {"type"})
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=3)
    | st.sampled_from(["base64", "url"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*_KEYS, "type"]), inner, max_size=4)
        | st.tuples(inner)
    ),
    max_leaves=8,
)
_BLOCKS = st.builds(
    lambda kind, rest: {**rest, "type": kind},
    st.sampled_from([*BLOCK_KEYS, "sketch", "_tool_result"]),
    st.dictionaries(st.sampled_from(_KEYS), _VALUES, max_size=4),
)
_MESSAGES = _VALUES | st.builds(
    lambda role, content: {"role": role, "content": content},
    st.sampled_from(["user", "assistant", "system", "tool", None]),
    _VALUES | st.lists(_BLOCKS | _VALUES, max_size=4),
)


@given(st.lists(_MESSAGES, max_size=5))
def test_nothing_makes_the_walk_raise(messages: list[Any]) -> None:
    out = outline(messages)
    assert len(out.letters) == len(out.roles) == len(messages)
    for message in messages:
        FORMAT.parts(message)


def test_odd_things_beside_what_is_known_are_passed_over() -> None:
    """A tool defined without a name, a citation of a new kind, a result whose call has gone."""
    caller = {"type": "code_execution_20250825", "tool_id": "srvtoolu_1"}
    use = {"type": "tool_use", "id": "t1", "name": "f", "input": {}, "caller": caller}
    cited = {"type": "text", "text": "Yes.", "citations": [{"type": "of_tomorrow"}, 7]}
    defined = {"type": "tool_addition", "tool": {"type": "tool_definition", "definition": {}}}
    messages = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": [cited, use]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "1"}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t9", "content": "1"}]},
        {"role": "system", "content": [defined, {"type": "tool_removal", "tool": {"type": "odd"}}]},
    ]
    codes = [finding.code for finding in check({"messages": messages, "tools": []}).findings]
    assert "P002" in codes
    assert "P006" not in codes
