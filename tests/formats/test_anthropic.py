"""What the walk writes down of Anthropic messages: letters, rows, notes; what a body states."""

from __future__ import annotations

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
    without,
)
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.formats.anthropic import FORMAT
from transcript_doctor.formats.anthropic_keys import BLOCK_KEYS


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
    assert (row.id, row.name, row.message, row.part, row.before) == (
        "c1",
        "bash",
        1,
        ("content", 2),
        2,
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
    assert out.notes == []


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
    assert out.cache["ends hosted"] == {1: "result"}
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
ODD: dict[str, tuple[list[Any], list[tuple[str, str, int, str]]]] = {
    "no object": ([7], [("S001", "not-object", 0, "")]),
    "no role": ([{"content": "x"}], [("R002", "missing", 0, "role")]),
    "role is no text": ([{"role": 3, "content": "x"}], [("R002", "type", 0, "role")]),
    "foreign role": ([{"role": "developer", "content": "x"}], [("R002", "unknown", 0, "role")]),
    "key beside the content": ([{**user("a"), "name": "bob"}], [("Y003", "unknown", 0, "name")]),
    "no content": ([{"role": "user"}], [("C001", "missing", 0, "content")]),
    "null content": ([{"role": "user", "content": None}], [("C001", "null", 0, "content")]),
    "content is a number": ([{"role": "user", "content": 3}], [("C001", "type", 0, "content")]),
    "blank text": ([user(" \n")], [("C002", "all-blank", 0, "content")]),
    "blank system text": ([user("a"), system(" ")], [("C002", "system", 1, "content")]),
    "empty text beside an image": ([user(image(), text(""))], [("C002", "empty", 0, "content.1")]),
    "blank text beside a text": ([user(text(" "), text())], [("C002", "blank", 0, "content.0")]),
    "blank text beside an image": (
        [user(text(" "), image())],
        [("C002", "all-blank", 0, "content.0")],
    ),
    "blank text in a result": (
        [*LOOP[:2], user(result("c1", [text("")]))],
        [("C002", "in-result", 2, "content.0.content.0")],
    ),
    "call without an id": (
        [user("a"), says(without(use(), "id"))],
        [("I001", "call-missing", 1, "content.0.id")],
    ),
    "call with an empty id": (
        [user("a"), says(use(""))],
        [("I001", "call-empty", 1, "content.0.id")],
    ),
    "call with a number for an id": (
        [user("a"), says(use(id=3))],
        [("I001", "call-type", 1, "content.0.id")],
    ),
    "result without an id": (
        [user(without(result(), "tool_use_id"))],
        [("I001", "result-missing", 0, "content.0.tool_use_id")],
    ),
    "call without a name": (
        [user("a"), says(without(use(), "name"))],
        [("Y002", "missing", 1, "content.0.name")],
    ),
    "call with an empty name": (
        [user("a"), says(use(name=""))],
        [("Y002", "empty", 1, "content.0.name")],
    ),
    "call without input": (
        [user("a"), says(without(use(), "input"))],
        [("Y001", "missing", 1, "content.0.input")],
    ),
    "input is a text": (
        [user("a"), says(use(input="{}"))],
        [("Y001", "not-object", 1, "content.0.input")],
    ),
    "call of the user": ([user(use())], [("R009", "call-outside-assistant", 0, "content.0")]),
    "result of the assistant": (
        [user("a"), says(result())],
        [("R009", "result-outside-user", 1, "content.0")],
    ),
    "thinking of the user": (
        [user(think())],
        [("R009", "reasoning-outside-assistant", 0, "content.0")],
    ),
    "image of the assistant": (
        [user("a"), says(image())],
        [("R009", "media-outside-user", 1, "content.0")],
    ),
    "search result of the assistant": (
        [user("a"), says({"type": "search_result", "source": "s", "title": "t", "content": []})],
        [("R009", "search-outside-user", 1, "content.0")],
    ),
    "image in a system message": (
        [user("a"), system(image())],
        [("R009", "system-block", 1, "content.0")],
    ),
    "unknown part": ([user({"type": "sketch"})], [("C006", "unknown-type", 0, "content.0")]),
    "part of a result in a message": (
        [user({"type": "tool_reference", "tool_name": "f"})],
        [("C006", "unknown-type", 0, "content.0")],
    ),
    "part without a type": ([user({"text": "x"})], [("C006", "no-type", 0, "content.0")]),
    "part is null": ([user("a", None)], [("C006", "not-object", 0, "content.1")]),
    "text without text": ([user({"type": "text"})], [("C006", "no-payload", 0, "content.0")]),
    "image without a source": ([user({"type": "image"})], [("C006", "no-payload", 0, "content.0")]),
    "source without a type": (
        [user({"type": "image", "source": without(SOURCE, "type")})],
        [("C006", "no-type", 0, "content.0.source")],
    ),
    "source without data": (
        [user({"type": "image", "source": without(SOURCE, "data")})],
        [("C006", "no-payload", 0, "content.0.source")],
    ),
    "source of another kind": (
        [user({"type": "image", "source": {**SOURCE, "type": "text"}})],
        [("C006", "unknown-type", 0, "content.0.source")],
    ),
    "key in a source": (
        [user({"type": "image", "source": {**SOURCE, "detail": "high"}})],
        [("Y003", "unknown", 0, "content.0.source.detail")],
    ),
    "key in a citation": (
        [user("a"), says(text(citations=[{"type": "char_location", "file_id": None}]))],
        [("Y003", "unknown", 1, "content.0.citations.0.file_id")],
    ),
    "key in a call": ([user("a"), says(use(text=""))], [("Y003", "unknown", 1, "content.0.text")]),
    "key in a result": ([user(result(name="f"))], [("Y003", "unknown", 0, "content.0.name")]),
    "key in place of another": (
        [user({"type": "tool_result", "tool_use_id": "c1", "output": "x"})],
        [("Y003", "unknown", 0, "content.0.output")],
    ),
    "key in thinking": (
        [user("a"), says(think(index=0), text())],
        [("Y003", "unknown", 1, "content.0.index")],
    ),
    "key in a provider-run result": (
        [user("a"), says(server(), found(citations=None), text())],
        [("Y003", "unknown", 1, "content.1.citations")],
    ),
    "thinking that is cached": (
        [user("a"), says({**think(), **MARK}, text())],
        [("Y003", "unknown", 1, "content.0.cache_control")],
    ),
    "unsigned thinking": (
        [user("a"), says(without(think(), "signature"), text())],
        [("T002", "missing-key", 1, "content.0")],
    ),
    "thinking with an empty signature": (
        [user("a"), says(think(signature=""), text())],
        [("T002", "empty-seal", 1, "content.0")],
    ),
    "thinking with a null signature": (
        [user("a"), says(think(signature=None), text())],
        [("T002", "bad-seal", 1, "content.0")],
    ),
    "hidden thinking without data": (
        [user("a"), says({"type": "redacted_thinking"}, text())],
        [("T002", "missing-key", 1, "content.0")],
    ),
    "empty list in a result": (
        [user(result("c1", []))],
        [("C005", "empty-list", 0, "content.0.content")],
    ),
    "null in a result": ([user(result("c1", None))], [("C005", "null", 0, "content.0.content")]),
    "object in a result": (
        [user(result("c1", {"a": 1}))],
        [("C005", "type", 0, "content.0.content")],
    ),
    "image in a failed result": (
        [user(result("c1", [image()], is_error=True))],
        [("C005", "error-media", 0, "content.0.content.0")],
    ),
    "failed result without content": (
        [user(without(result(is_error=True), "content"))],
        [("C005", "error-empty", 0, "content.0")],
    ),
    "failed result with an empty list": (
        [user(result("c1", [], is_error=True))],
        [("C005", "error-empty", 0, "content.0")],
    ),
    "call in a result": (
        [user(result("c1", [use()]))],
        [("C005", "media", 0, "content.0.content.0")],
    ),
    "unknown part in a result": (
        [user(result("c1", [{"type": "sketch"}]))],
        [("C006", "unknown-type", 0, "content.0.content.0")],
    ),
    "search result beside text in a result": (
        [
            user(
                result(
                    "c1",
                    [text(), {"type": "search_result", "source": "s", "title": "t", "content": []}],
                )
            )
        ],
        [("C005", "search-mixed", 0, "content.0.content")],
    ),
    "provider-run tool of another name": (
        [user("a"), says(server(name="browse"))],
        [("C006", "server-name", 1, "content.0.name")],
    ),
    "provider-run call of the user": (
        [user(server())],
        [("R009", "call-outside-assistant", 0, "content.0")],
    ),
    "provider-run input is a text": (
        [user("a"), says(server(input="{}"))],
        [("Y001", "not-object", 1, "content.0.input")],
    ),
    "search hit without its seal": (
        [user("a"), says(server(), found(content=[{"type": "web_search_result", "url": "u"}]))],
        [("T002", "payload", 1, "content.1.content.0")],
    ),
    "empty compaction": (
        [user("a"), says({"type": "compaction", "content": ""})],
        [("C001", "compaction", 1, "content.0")],
    ),
    "settings without text": (
        [user("a"), {"role": "system", "content": [], "output_config": {"effort": "low"}}],
        [("C001", "directive", 1, "")],
    ),
    "space at the end of a prefill": (
        [user("a"), says("So ")],
        [("R006", "trailing-space", 1, "content")],
    ),
    "line feed at the end of a prefill": (
        [user("a"), says(text(), text("So\n"))],
        [("R006", "trailing-space", 1, "content.1")],
    ),
    "toolset not named again": (
        [user("a"), says(use(toolset_name="computer")), user(result())],
        [("P008", "toolset", 2, "content.0")],
    ),
    "text beside results for running code": (
        [user("a"), says(use(caller={"type": "code_execution_20250825"})), user(result(), text())],
        [("P006", "programmatic", 2, "")],
    ),
    "marker on nothing": (
        [user(text(), {**text(""), **MARK})],
        [("L001", "on-empty-text", 0, "content.1"), ("C002", "empty", 0, "content.1")],
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_odd_is_noted_once(name: str) -> None:
    messages, wanted = ODD[name]
    assert notes(*messages) == wanted


SOUND: dict[str, list[Any]] = {
    "plain": [user("a"), says("b"), user("c")],
    "empty text of a message": [user("a"), says(""), user("c")],
    "exchange": [*LOOP, says("b")],
    "text ends in a letter": [user("a"), says("So")],
    "a call ends the turn": [user("a"), says(text("So "), use())],
    "an earlier message ends in a space": [user("a"), says("So "), user("b")],
    "a blank prefill is another fault": [user("a"), says()],
    "result without content": [*LOOP[:2], user(without(result(), "content"))],
    "empty result": [*LOOP[:2], user(result("c1", ""))],
    "result that did not fail": [*LOOP[:2], user(result(is_error=False))],
    "failed result": [*LOOP[:2], user(result("c1", "no such file", is_error=True))],
    "image and document in a result": [
        *LOOP[:2],
        user(
            result(
                "c1", [text(), image(), {"type": "document", "source": {"type": "url", "url": "u"}}]
            )
        ),
    ],
    "browser state in a result": [
        *LOOP[:2],
        user(result("c1", [{"type": "browser_state", "tabs": []}])),
    ],
    "only search results in a result": [
        *LOOP[:2],
        user(
            result(
                "c1", [{"type": "search_result", "source": "s", "title": "t", "content": []}] * 2
            )
        ),
    ],
    "call of a caller": [user("a"), says(use(caller={"type": "direct"})), user(result(), text())],
    "toolset named again": [
        user("a"),
        says(use(toolset_name="computer")),
        user(result(toolset_name="computer")),
    ],
    "results alone for running code": [
        user("a"),
        says(use(caller={"type": "code_execution_20250825"})),
        user(result()),
    ],
    "hidden thinking": [user("a"), says({"type": "redacted_thinking", "data": SEAL}, text())],
    "thinking without text": [user("a"), says(think(""), text())],
    "system message with tool changes": [
        user("a"),
        system(text(), {"type": "tool_addition", "tool": {"type": "tool_reference", "name": "f"}}),
    ],
    "system message that is cleared": [user("a"), {**system("s"), "clear_at": "next_user_message"}],
    "cited text": [
        user("a"),
        says(
            text(
                citations=[
                    {
                        "type": "web_search_result_location",
                        "url": "u",
                        "title": "t",
                        "cited_text": "c",
                        "encrypted_index": "e",
                    }
                ]
            )
        ),
    ],
    "null citations": [user("a"), says(text(citations=None))],
    "null cache marker": [user(text(cache_control=None))],
    "failed compaction": [user("a"), says({"type": "compaction", "content": None}, text())],
    "fallback": [user("a"), says({"type": "fallback", "from": {}, "to": {}}, text())],
    "tools of an MCP server": [
        user("a"),
        says({"type": "mcp_tool_listing", "mcp_server_name": "d", "tools": []}, text()),
    ],
    "document of texts": [
        user({"type": "document", "source": {"type": "content", "content": "x"}, "title": "t"})
    ],
    "a newer provider-run tool": [
        user("a"),
        says(server(), {"type": "weather_tool_result", "tool_use_id": "srvtoolu_1"}),
    ],
}


@pytest.mark.parametrize("name", SOUND)
def test_what_is_sound_is_not_noted(name: str) -> None:
    assert notes(*SOUND[name]) == []


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
    assert outline([user("a")], body).cache.get("markers outside", 0) == outside


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
        ([user(image())], "messages[0] holds a `image` block"),
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
