"""What the walk over Responses items writes down: letters, roles, rows, notes, parts, bodies."""

import importlib
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor import check
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.formats.openai_responses import FORMAT
from transcript_doctor.formats.openai_responses.items import MESSAGE_KEYS, PART_KEYS, SORTS

USER = {"role": "user", "content": "Hi"}
TYPED = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]}
ANSWER = {
    "type": "message",
    "id": "msg_1",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": "Hello", "annotations": []}],
}


def call(ident: str = "call_1", **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "call_id": ident, "name": "f", "arguments": "{}", **more}


def output(ident: str = "call_1", **more: Any) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": ident, "output": "ok", **more}


def thought(ident: str | None = "rs_1", **more: Any) -> dict[str, Any]:
    own = {} if ident is None else {"id": ident}
    return {"type": "reasoning", "summary": [], "encrypted_content": "gAAA", **own, **more}


def outline(*items: Any) -> Outline:
    out = Outline("openai-responses", list(items), {}, Facts({}), ("input",))
    FORMAT.read(out)
    return out


def notes(*items: Any) -> list[tuple[str, str, int, tuple[Any, ...]]]:
    return [(n.code, n.case, n.message, n.part) for n in outline(*items).notes]


# -- letters, roles and rows ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "letter", "role"),
    [
        (USER, "U", "u"),
        (TYPED, "U", "u"),
        (ANSWER, "A", "a"),
        ({"role": "system", "content": "Be kind."}, "S", "s"),
        ({"role": "developer", "content": "Be kind."}, "S", "s"),
        (call(), "C", "a"),
        (output(), "R", "t"),
        (thought(), "T", "a"),
        ({"type": "custom_tool_call", "call_id": "c", "name": "f", "input": "x"}, "C", "a"),
        ({"type": "custom_tool_call_output", "call_id": "c", "output": "x"}, "R", "t"),
        ({"type": "local_shell_call", "id": "l", "call_id": "c", "action": {"a": 1}}, "C", "a"),
        ({"type": "local_shell_call_output", "id": "c", "output": "x"}, "R", "t"),
        ({"type": "shell_call", "call_id": "c", "action": {"commands": ["ls"]}}, "C", "a"),
        ({"type": "shell_call_output", "call_id": "c", "output": []}, "R", "t"),
        ({"type": "apply_patch_call", "call_id": "c", "operation": {"a": 1}}, "C", "a"),
        ({"type": "apply_patch_call_output", "call_id": "c", "status": "completed"}, "R", "t"),
        ({"type": "computer_call", "id": "u", "call_id": "c", "action": {}}, "C", "a"),
        ({"type": "computer_call_output", "call_id": "c", "output": {"a": 1}}, "R", "t"),
        ({"type": "web_search_call", "id": "ws_1", "status": "completed"}, "O", "a"),
        ({"type": "file_search_call", "id": "fs_1", "queries": []}, "O", "a"),
        ({"type": "code_interpreter_call", "id": "ci_1", "code": "1"}, "O", "a"),
        ({"type": "image_generation_call", "id": "ig_1"}, "O", "a"),
        ({"type": "mcp_call", "id": "mcp_1", "name": "f"}, "O", "a"),
        ({"type": "mcp_list_tools", "id": "mcpl_1", "tools": []}, "O", "a"),
        ({"type": "mcp_approval_request", "id": "mcpr_1", "name": "f"}, "O", "a"),
        ({"type": "mcp_approval_response", "approval_request_id": "mcpr_1"}, "O", "t"),
        ({"type": "tool_search_call", "execution": "server", "call_id": None}, "O", "a"),
        ({"type": "tool_search_output", "execution": "server", "tools": []}, "O", "a"),
        ({"type": "tool_search_call", "execution": "client", "call_id": "c"}, "C", "a"),
        ({"type": "tool_search_output", "execution": "client", "call_id": "c"}, "R", "t"),
        ({"type": "additional_tools", "role": "developer", "tools": []}, "O", "s"),
        ({"type": "compaction", "encrypted_content": "gAAA"}, "O", "?"),
        ({"type": "item_reference", "id": "msg_1"}, "O", "?"),
        ({"id": "msg_1"}, "O", "?"),
        ({"role": "tool", "content": "x"}, "?", "?"),
        ({"type": "tool_use"}, "O", "?"),
        ("Hi", "!", "?"),
    ],
)
def test_every_item_has_a_letter_and_a_role(item: Any, letter: str, role: str) -> None:
    out = outline(item)
    assert (out.letters, out.roles) == (letter, role)


def test_every_known_type_is_read_without_a_note_on_its_type() -> None:
    for kind in SORTS:
        assert ("C006", "unknown-type", 0, ("type",)) not in notes({"type": kind})


def test_rows_hold_ids_names_and_the_raw_item() -> None:
    first, answer, why = call(id="fc_1"), output(), thought()
    out = outline(USER, why, first, answer)
    row = out.calls[0]
    assert (row.id, row.name, row.item, row.kind, row.message, row.part) == (
        "call_1",
        "f",
        "fc_1",
        "function",
        2,
        (),
    )
    assert row.raw is first
    assert row.arguments == "{}"
    assert (out.results[0].id, out.results[0].message, out.results[0].raw is answer) == (
        "call_1",
        3,
        True,
    )
    assert (out.reasoning[0].kind, out.reasoning[0].seal, out.reasoning[0].item) == (
        "item",
        "gAAA",
        "rs_1",
    )
    assert [(i.message, i.kind, i.id) for i in out.items] == [
        (0, "message", None),
        (1, "reasoning", "rs_1"),
        (2, "function_call", "fc_1"),
        (3, "function_call_output", None),
    ]
    assert out.notes == []


def test_reasoning_is_read_from_summary_and_content() -> None:
    said = [{"type": "summary_text", "text": "Plan."}, {"type": "summary_text", "text": "Go."}]
    out = outline(thought(summary=said))
    assert out.reasoning[0].text == "Plan.\nGo."
    out = outline(thought(content=[{"type": "reasoning_text", "text": "Hm."}]))
    assert out.reasoning[0].text == "Hm."
    out = outline(thought(summary=["Plan.", {"type": "summary_text"}]))
    assert out.reasoning[0].text is None


def test_a_shell_output_names_its_call_by_call_id_or_item_id() -> None:
    shell = {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_9", "action": {"a": 1}}
    for own in ("call_9", "lsh_1"):
        out = outline(shell, {"type": "local_shell_call_output", "id": own, "output": "x"})
        assert out.results[0].id == "call_9"
        assert out.untidy is False
        assert [item.id for item in out.items] == ["lsh_1", None]


def test_a_shell_in_a_container_needs_no_answer_from_the_caller() -> None:
    place = {"type": "container_reference", "container_id": "cntr_1"}
    shell = {"type": "shell_call", "call_id": "c", "action": {"commands": []}, "environment": place}
    out = outline(shell, {"type": "shell_call_output", "call_id": "c", "output": []})
    assert (out.letters, out.calls, out.results) == ("OO", [], [])


def test_an_output_that_may_answer_a_referred_call_is_no_orphan() -> None:
    out = outline({"type": "item_reference", "id": "fc_1"}, output("call_7"))
    assert (out.letters, out.results) == ("OO", [])
    out = outline(call(), {"type": "item_reference", "id": "msg_1"}, output())
    assert [row.id for row in out.results] == ["call_1"]


def test_an_output_that_names_its_tool_and_no_call_stands_for_itself() -> None:
    out = outline(USER, {"type": "function_call_output", "name": "clock", "output": "noon"})
    assert (out.letters, out.results, out.notes) == ("UO", [], [])


def test_only_provider_run_items_with_an_answer_of_their_own_have_rows() -> None:
    asked = {"type": "mcp_approval_request", "id": "mcpr_1", "name": "f", "arguments": "{}"}
    said = {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": True}
    search = {"type": "web_search_call", "id": "ws_1"}
    out = outline(search, asked, said)
    assert [(row.kind, row.id) for row in out.hosted_calls] == [("approval", "mcpr_1")]
    assert [(row.kind, row.id) for row in out.hosted_results] == [("approval", "mcpr_1")]


# -- tidiness ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("items", "untidy"),
    [
        ([], False),
        ([USER], False),
        ([USER, call(), output(), ANSWER], False),
        ([call("a"), call("b"), output("a"), output("b")], False),
        ([call("a"), output("a"), call("a"), output("a")], False),
        ([thought(), call("a"), output("a"), thought("rs_2"), call("b"), output("b")], False),
        ([call("a"), call("b"), output("b"), output("a")], True),
        ([call("a"), call("b"), output("a")], True),
        ([call("a"), call("b"), output("a"), call("c"), output("b"), output("c")], True),
        ([call("a"), USER, output("a")], True),
        ([call("a"), thought(), call("b"), output("a"), output("b")], True),
        ([call("a"), output("a"), output("a")], True),
        ([output("a")], True),
        ([call("a")], True),
        ([{"type": "function_call", "name": "f", "arguments": "{}"}], True),
    ],
)
def test_tidy_is_what_is_plainly_whole(items: list[Any], untidy: bool) -> None:
    assert outline(*items).untidy is untidy


# -- notes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("items", "noted"),
    [
        ([5], [("S001", "not-object", 0, ())]),
        ([{}], [("R002", "missing", 0, ("role",))]),
        ([{"role": "tool", "content": "x"}], [("R002", "unknown", 0, ("role",))]),
        ([{"role": 5, "content": "x"}], [("R002", "type", 0, ("role",))]),
        ([{"type": "tool_use"}], [("C006", "unknown-type", 0, ("type",))]),
        ([{"type": 7, "role": "user"}], [("C006", "unknown-type", 0, ("type",))]),
        ([{**USER, "name": "ann"}], [("Y003", "unknown", 0, ("name",))]),
        ([{**USER, "phase": "final_answer"}], [("Y003", "unknown", 0, ("phase",))]),
        ([{**ANSWER, "phase": "final_answer"}], []),
        ([{**USER, "id": "msg_x", "status": "completed"}], []),
        ([call(parsed_arguments={})], [("Y003", "unknown", 0, ("parsed_arguments",))]),
        ([{"role": "user"}], [("C001", "missing", 0, ("content",))]),
        ([{"role": "user", "content": None}], [("C001", "null", 0, ("content",))]),
        ([{"role": "user", "content": 5}], [("C001", "type", 0, ("content",))]),
        ([{"role": "user", "content": []}], [("C001", "empty-list", 0, ("content",))]),
        ([{"role": "user", "content": " "}], [("C002", "all-blank", 0, ("content",))]),
        (
            [{"role": "user", "content": ["Hi"]}],
            [("C006", "not-object", 0, ("content", 0))],
        ),
        (
            [{"role": "user", "content": [{"text": "Hi"}]}],
            [("C006", "no-type", 0, ("content", 0))],
        ),
        (
            [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}],
            [("C006", "unknown-type", 0, ("content", 0))],
        ),
        (
            [{"role": "user", "content": [{"type": "output_text", "text": "Hi"}]}],
            [("R009", "text-type", 0, ("content", 0))],
        ),
        (
            [{"role": "assistant", "content": [{"type": "input_text", "text": "Hi"}]}],
            [("R009", "text-type", 0, ("content", 0))],
        ),
        (
            [{"role": "user", "content": [{"type": "input_text"}]}],
            [("C006", "no-payload", 0, ("content", 0))],
        ),
        (
            [{"role": "user", "content": [{"type": "input_image", "image_url": {"url": "x"}}]}],
            [("C006", "payload-type", 0, ("content", 0))],
        ),
        (
            [{"role": "user", "content": [{"type": "input_image"}]}],
            [("C006", "no-payload", 0, ("content", 0))],
        ),
        (
            [{"role": "user", "content": [{"type": "input_audio", "input_audio": "x"}]}],
            [("C006", "payload-type", 0, ("content", 0))],
        ),
        (
            [{"role": "user", "content": [{"type": "input_text", "text": "x", "cache": 1}]}],
            [("Y003", "unknown", 0, ("content", 0, "cache"))],
        ),
        (
            [{"role": "assistant", "content": [{"type": "output_text", "text": ""}]}],
            [("C002", "empty", 0, ("content", 0))],
        ),
        (
            [{"role": "assistant", "content": [{"type": "output_text", "text": " "}]}],
            [("C002", "all-blank", 0, ("content", 0))],
        ),
        ([{"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}], []),
        ([{"role": "user", "content": [{"type": "scoped_content"}]}], []),
        ([call(None)], [("I001", "call-missing", 0, ("call_id",))]),
        ([call("")], [("I001", "call-empty", 0, ("call_id",))]),
        ([call(5)], [("I001", "call-type", 0, ("call_id",))]),
        ([call(name="")], [("Y002", "empty", 0, ("name",))]),
        ([call(name=None)], [("Y002", "missing", 0, ("name",))]),
        ([call(arguments={})], [("Y001", "not-text", 0, ("arguments",))]),
        ([call(arguments=None)], [("Y001", "missing", 0, ("arguments",))]),
        (
            [{"type": "custom_tool_call", "call_id": "c", "name": "f"}],
            [("Y001", "missing", 0, ("input",))],
        ),
        ([{"type": "shell_call", "call_id": "c"}], [("C006", "no-payload", 0, ())]),
        ([output(None)], [("I001", "result-missing", 0, ("call_id",))]),
        ([output("")], [("I001", "result-empty", 0, ("call_id",))]),
        ([output(output=None)], [("C005", "null", 0, ("output",))]),
        ([output(output={"a": 1})], [("C005", "type", 0, ("output",))]),
        ([output(output=[])], [("C005", "empty-list", 0, ("output",))]),
        (
            [output(output=[{"type": "input_text", "text": "x"}])],
            [("C005", "not-text", 0, ("output",))],
        ),
        (
            [output(output=[{"type": "output_text", "text": "x"}])],
            [("C005", "not-text", 0, ("output",)), ("C006", "unknown-type", 0, ("output", 0))],
        ),
        (
            [{"type": "function_call_output", "call_id": "c"}],
            [("C005", "missing", 0, ("output",))],
        ),
        (
            [{"type": "computer_call_output", "call_id": "c", "output": "x"}],
            [("C005", "type", 0, ("output",))],
        ),
        ([{"type": "compaction"}], [("C006", "no-payload", 0, ())]),
        ([{"type": "item_reference", "id": "x"}], [("I004", "reference", 0, ("id",))]),
    ],
)
def test_what_is_odd_is_noted(items: list[Any], noted: list[Any]) -> None:
    assert notes(*items) == noted


@pytest.mark.parametrize(
    ("items", "noted"),
    [
        ([thought(), ANSWER], []),
        ([thought(), call(id="fc_1")], []),
        ([thought(), thought("rs_2"), ANSWER], []),
        ([thought(), {"type": "web_search_call", "id": "ws_1"}, ANSWER], []),
        ([thought(), {"type": "item_reference", "id": "msg_1"}], []),
        ([thought(None), USER], []),
        ([thought(None), call()], []),
        ([thought("thinking_0"), call()], []),
        ([thought()], [("T003", "item", 0)]),
        ([thought(), USER], [("T003", "item", 0)]),
        ([thought(), {"role": "developer", "content": "x"}], [("T003", "item", 0)]),
        ([call(), thought(), output()], [("T003", "item", 1)]),
        ([thought(), thought("rs_2"), USER], [("T003", "item", 0), ("T003", "item", 1)]),
        ([thought(), {"role": "assistant", "content": "x"}], [("T003", "unnamed-message", 0)]),
        ([thought(), call()], [("T003", "unnamed-call", 0)]),
        ([thought(None), call(id="fc_1")], [("T001", "item", 1)]),
        ([thought(None), ANSWER], [("T001", "item", 1)]),
    ],
)
def test_reasoning_wants_the_very_item_it_led_to(items: list[Any], noted: list[Any]) -> None:
    found = [(n.code, n.case, n.message) for n in outline(*items).notes if n.code != "I004"]
    assert found == noted


@pytest.mark.parametrize(
    ("item", "noted"),
    [
        (thought(summary=None), ("T002", "missing-key")),
        (thought(content=[{"type": "reasoning_text", "text": "x"}]), ("T006", "content")),
        (thought(encrypted_content="gAAA [cut]"), ("T002", "bad-seal")),
        (thought(encrypted_content=None), ("I004", "reference")),
    ],
)
def test_a_reasoning_item_is_looked_at_itself(item: Any, noted: tuple[str, str]) -> None:
    assert [(n.code, n.case) for n in outline(item, ANSWER).notes] == [noted]


def test_an_empty_message_is_empty_whatever_it_is_written_as() -> None:
    out = outline({"role": "assistant", "content": ""}, {"role": "user", "content": []}, USER)
    assert out.empty == {0, 1}


def test_media_rows_hold_label_data_and_address() -> None:
    parts = [
        {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo="},
        {"type": "input_image", "image_url": "https://example.org/a.png"},
        {"type": "input_image", "file_id": "file_1"},
        {
            "type": "input_file",
            "file_data": "data:application/pdf;base64,JVBERi0=",
            "filename": "a",
        },
        {"type": "input_file", "file_data": "JVBERi0="},
        {"type": "input_file", "file_url": "https://example.org/a.pdf"},
        {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}},
    ]
    out = outline({"role": "user", "content": parts}, call(), output(output=parts[:1]))
    assert [(m.kind, m.label, m.data, m.url, m.in_result) for m in out.media] == [
        ("image", "image/png", "iVBORw0KGgo=", None, False),
        ("image", None, None, "https://example.org/a.png", False),
        ("image", None, None, "file_1", False),
        ("document", "application/pdf", "JVBERi0=", None, False),
        ("document", None, "JVBERi0=", None, False),
        ("document", None, None, "https://example.org/a.pdf", False),
        ("audio", "wav", "UklGRg==", None, False),
        ("image", "image/png", "iVBORw0KGgo=", None, True),
    ]
    assert out.notes == [n for n in out.notes if n.code == "C005"]


def test_half_characters_are_seen_wherever_text_stands() -> None:
    half = "\ud83d"
    items = [
        {"role": "user", "content": half},
        {"role": "user", "content": [{"type": "input_text", "text": half}]},
        thought(summary=[{"type": "summary_text", "text": half}]),
        call(arguments=half),
        output(output=half),
        output(output=[{"type": "input_text", "text": half}]),
        {"type": "mcp_call", "id": "mcp_1", "output": half},
    ]
    assert [row[0] for row in outline(*items).wide] == [0, 1, 2, 3, 4, 5, 6]


# -- the tables against the SDK ------------------------------------------------------------------


def _sdk(module: str) -> Any:
    return importlib.import_module(f"openai.types.responses.{module}")


def test_items_take_every_key_of_the_official_request_types() -> None:
    union = get_args(_sdk("response_input_item_param").ResponseInputItemParam)
    seen = set()
    for kind in union:
        hints = get_type_hints(kind)
        word = _words(hints["type"])[0]
        seen.add(word)
        keys = set(hints)
        if word == "message":
            assert keys <= MESSAGE_KEYS["a"]
        else:
            assert keys <= (SORTS[word].keys or keys), word
    assert len(union) == 33
    assert seen - {"message"} <= set(SORTS)


def _words(hint: Any) -> list[str]:
    found = []
    for arg in get_args(hint):
        found += [arg] if isinstance(arg, str) else _words(arg)
    return found


@pytest.mark.parametrize(
    ("module", "name", "kind"),
    [
        ("response_input_text_param", "ResponseInputTextParam", "input_text"),
        ("response_input_image_param", "ResponseInputImageParam", "input_image"),
        ("response_input_file_param", "ResponseInputFileParam", "input_file"),
        ("response_input_audio_param", "ResponseInputAudioParam", "input_audio"),
        ("response_output_text_param", "ResponseOutputTextParam", "output_text"),
        ("response_output_refusal_param", "ResponseOutputRefusalParam", "refusal"),
    ],
)
def test_parts_take_exactly_the_keys_of_the_official_types(
    module: str, name: str, kind: str
) -> None:
    assert set(get_type_hints(getattr(_sdk(module), name))) == PART_KEYS[kind]


def test_the_official_objects_are_read_like_their_json() -> None:
    made = _sdk("response_function_tool_call").ResponseFunctionToolCall(
        type="function_call", call_id="call_1", name="f", arguments="{}", id="fc_1"
    )
    report = check([USER, made, output()], format="openai-responses", as_="request")
    assert (report.findings, report.outline and report.outline.letters) == ((), "UCR")


# -- bodies, recognition, parts ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ({"input": [USER, ANSWER]}, 2),
        ({"input": "Hi"}, 1),
        ({"input": ""}, 0),
        ({"previous_response_id": "resp_1"}, 0),
        ({"conversation": "conv_1", "input": None}, 0),
    ],
)
def test_a_body_with_input_is_one_of_this_format(body: dict[str, Any], count: int) -> None:
    listing = FORMAT.listing(body)
    assert listing is not None
    assert (len(listing.messages), listing.root) == (count, ("input",))


@pytest.mark.parametrize("body", [{"messages": []}, {"input": {"a": 1}}, {"contents": []}, {}])
def test_other_bodies_are_not(body: dict[str, Any]) -> None:
    assert FORMAT.listing(body) is None


def test_a_text_is_one_user_message() -> None:
    listing = FORMAT.listing({"input": "Hi"})
    assert listing is not None
    assert listing.messages == [{"role": "user", "content": "Hi"}]


def test_a_body_states_its_facts_absences_too() -> None:
    assert FORMAT.facts({"model": "gpt-5", "store": False, "reasoning": {"effort": "none"}}) == {
        "model": "gpt-5",
        "store": False,
        "thinking": "disabled",
        "tools_declared": False,
        "previous_response_id": None,
        "conversation": None,
        "prompt": None,
    }
    known = FORMAT.facts({"conversation": "conv_1", "reasoning": {"effort": "low"}})
    assert (known["store"], known["conversation"], known["thinking"]) == (True, "conv_1", "enabled")
    assert FORMAT.facts({"thinking": {"type": "adaptive"}})["thinking"] == "adaptive"


@pytest.mark.parametrize(
    "items",
    [
        [USER, call(), output()],
        [TYPED],
        [ANSWER],
        [{"type": "message", "role": "user", "content": "Hi"}],
        [{"role": "developer", "content": "Be kind."}, USER, call(), output()],
        [{"role": "user", "content": [{"type": "input_image", "image_url": "x"}]}],
    ],
)
def test_lists_of_items_are_recognised(items: list[Any]) -> None:
    assert check(items).format == "openai-responses"


@pytest.mark.parametrize(
    "messages",
    [
        [USER],
        [USER, {"role": "tool", "tool_call_id": "c", "content": "x"}],
        [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}],
        [{"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Hi"}]}],
        ["Hi", None],
    ],
)
def test_other_lists_are_left_to_other_formats(messages: list[Any]) -> None:
    assert FORMAT.why(messages) is None
    assert check(messages).format != "openai-responses"


@pytest.mark.parametrize(
    ("item", "parts"),
    [
        (USER, [("text", "Hi", None, None, False)]),
        (ANSWER, [("text", "Hello", None, None, False)]),
        ({"role": "user", "content": ""}, []),
        (call(), [("call", "{}", "call_1", "f", False)]),
        (output(), [("result", "ok", "call_1", None, False)]),
        (
            {"type": "custom_tool_call", "call_id": "c", "name": "f", "input": "x"},
            [("call", "x", "c", "f", False)],
        ),
        (
            {"type": "shell_call", "call_id": "c", "action": {"commands": ["ls"]}},
            [("call", {"commands": ["ls"]}, "c", "shell", False)],
        ),
        (
            {"type": "apply_patch_call_output", "call_id": "c", "status": "failed", "output": "no"},
            [("result", "no", "c", None, True)],
        ),
        (
            thought(summary=[{"type": "summary_text", "text": "Plan."}]),
            [("reasoning", "Plan.", "rs_1", None, False)],
        ),
        (thought(), [("reasoning", None, "rs_1", None, False)]),
        (
            {"type": "web_search_call", "id": "ws_1"},
            [("other", "web_search_call", "ws_1", None, False)],
        ),
        (
            {"type": "tool_search_call", "execution": "client", "call_id": "c", "arguments": {}},
            [("call", {}, "c", "tool_search", False)],
        ),
        ({"id": "msg_1"}, [("other", None, "msg_1", None, False)]),
        ({"type": 5}, [("other", 5, None, None, False)]),
        ("Hi", [("other", None, None, None, False)]),
        (
            {
                "role": "user",
                "content": [{"type": "input_image", "image_url": "x"}, {"type": "new"}, 5],
            },
            [
                ("media", "image", None, None, False),
                ("other", "new", None, None, False),
                ("other", None, None, None, False),
            ],
        ),
        (
            {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]},
            [("text", "No.", None, None, False)],
        ),
        ({"role": "user", "content": 5}, []),
    ],
)
def test_an_item_is_one_mark_and_a_message_its_parts(item: Any, parts: list[Any]) -> None:
    assert [
        (part.kind, part.text, part.id, part.name, part.error) for part in FORMAT.parts(item)
    ] == parts


# -- whatever comes ------------------------------------------------------------------------------

_WORDS = st.sampled_from(
    [*SORTS, "message", "user", "assistant", "input_text", "output_text", "call_1", "rs_1", "", "é"]
)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | _WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=3),
    max_leaves=6,
)
_KEYS = st.sampled_from(
    [
        "type",
        "role",
        "content",
        "id",
        "call_id",
        "output",
        "arguments",
        "name",
        "summary",
        "input",
        "encrypted_content",
        "execution",
        "environment",
        "action",
        "status",
    ]
)


@given(st.lists(st.dictionaries(_KEYS, _VALUES, max_size=6) | _VALUES, max_size=6))
def test_no_list_makes_the_walk_fail(items: list[Any]) -> None:
    out = outline(*items)
    assert len(out.letters) == len(out.roles) == len(items)
    assert len(out.calls) == out.letters.count("C")
    assert len(out.results) == out.letters.count("R")
    assert len(out.reasoning) == out.letters.count("T")
    for item in items:
        FORMAT.parts(item)
    check({"input": items}, target="openai-responses")
    check({"input": items}, target="deepseek-responses")
