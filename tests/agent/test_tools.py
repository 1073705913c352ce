"""The tools, branch by branch, with the very texts that a model reads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.agent.replies import Files, call
from transcript_doctor.acts.history.values import Failed, Parts
from transcript_doctor.agent import (
    MAX_BYTES,
    MAX_LINES,
    int_arg,
    make_bash_tool,
    make_edit_tool,
    make_read_tool,
    make_write_tool,
    run_tool,
    run_tool_async,
    str_arg,
    tool_specs,
    truncate_head,
    truncate_tail,
)
from transcript_doctor.agent.tools import bool_arg
from transcript_doctor.agent.tools.tool import tool
from transcript_doctor.core.errors import BadOption

TEXTS = st.text(alphabet="aé€😀 \n\r\x0b\x85\u2028", max_size=60)


class Printed:
    """A shell whose every command printed this."""

    def __init__(self, output: str, code: int = 0) -> None:
        self.output, self.code, self.commands = output, code, list[str]()

    def run(self, command: str) -> tuple[str, int]:
        self.commands.append(command)
        return self.output, self.code


@pytest.mark.parametrize("value", [None, 1, True, ["x"], {}])
def test_a_text_that_is_none_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^path must be a string$"):
        str_arg({"path": value}, "path")
    with pytest.raises(ValueError, match=r"^path must be a string$"):
        str_arg({}, "path")
    assert str_arg({"path": ""}, "path") == ""


@pytest.mark.parametrize("value", [True, False, "1", 1.0, [1], {}])
def test_what_is_no_whole_number_is_refused_booleans_too(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^offset must be an integer$"):
        int_arg({"offset": value}, "offset", 1)


def test_a_number_that_is_left_out_is_the_default() -> None:
    assert int_arg({}, "offset", 1) == 1
    assert int_arg({"limit": None}, "limit", None) is None
    assert int_arg({"offset": 0}, "offset", 1) == 0
    assert int_arg({"offset": -(10**30)}, "offset", 1) == -(10**30)


def test_a_flag_is_true_or_false_and_nothing_else() -> None:
    assert [bool_arg(given, "all") for given in ({}, {"all": False}, {"all": True})] == [
        False,
        False,
        True,
    ]
    with pytest.raises(ValueError, match="all must be true or false"):
        bool_arg({"all": 1}, "all")


@pytest.mark.parametrize("arguments", [None, "{", ["path"], 3])
def test_arguments_that_are_no_object_are_named(arguments: Any) -> None:
    for ask in (lambda: str_arg(arguments, "path"), lambda: int_arg(arguments, "n", 1)):
        with pytest.raises(ValueError, match="the arguments must be an object"):
            ask()


def test_a_model_is_told_all_but_the_function() -> None:
    read = make_read_tool(Files())
    assert tool_specs([read]) == [
        {
            "name": "read",
            "description": "Read a text file and return its contents. One call returns at most 2000 lines or 50000 bytes; use offset to read on.",
            "parameters": {
                "type": "object",
                "properties": {
                    "path": {"type": "string", "description": "Path of the file to read."},
                    "offset": {"type": "integer", "description": "First line, from 1."},
                    "limit": {"type": "integer", "description": "How many lines."},
                },
                "required": ["path"],
            },
        }
    ]
    write, bash = tool_specs([make_write_tool(Files()), make_bash_tool(Printed(""), 3, 9)])
    assert write["parameters"]["required"] == ["path", "content"]
    assert bash["description"].endswith("Only the last 3 lines or 9 bytes come back.")


# -- running a call ------------------------------------------------------------------------------------


def one(execute: Callable[[Any], Any]) -> list[dict[str, Any]]:
    return [{"name": "do", "description": "", "parameters": {}, "execute": execute}]


def raising(error: BaseException) -> Callable[[Any], Any]:
    def execute(arguments: Any) -> Any:
        raise error

    return execute


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError


OUTCOMES: list[tuple[Callable[[Any], Any], str, bool]] = [
    (lambda a: "PORT", "PORT", False),
    (lambda a: "", "", False),
    (lambda a: None, "null", False),
    (lambda a: {"port": [1, "é"]}, '{"port": [1, "é"]}', False),
    (lambda a: object(), "The tool returned a object, which is neither text nor JSON", True),
    (raising(ValueError("no such port")), "no such port", True),
    (raising(ValueError()), "", True),
    (raising(Mute()), "Mute", True),
    (raising(KeyError("x")), "'x'", True),
]


@pytest.mark.parametrize(("execute", "content", "is_error"), OUTCOMES)
def test_one_call_in_one_result_out(
    execute: Callable[[Any], Any], content: str, is_error: bool
) -> None:
    assert run_tool(one(execute), call("do", {}, "c7")) == {
        "role": "toolResult",
        "tool_call_id": "c7",
        "tool_name": "do",
        "content": content,
        "is_error": is_error,
    }


@pytest.mark.parametrize("name", ["raed", "", None, ["do"], {}])
def test_a_tool_that_nobody_has_is_answered(name: Any) -> None:
    result = run_tool(one(lambda a: "x"), call(name, {}))
    assert (result["content"], result["is_error"]) == (f"Tool {name} not found", True)
    assert result["tool_call_id"] == "c1"


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_ends_a_program_passes(error: type[BaseException]) -> None:
    with pytest.raises(error):
        run_tool(one(raising(error())), call("do", {}))


def test_arguments_that_are_missing_are_the_tool_s_to_complain_of() -> None:
    result = run_tool([make_read_tool(Files())], {"type": "toolCall", "id": "c1", "name": "read"})
    assert (result["content"], result["is_error"]) == ("the arguments must be an object", True)


# -- budgets -------------------------------------------------------------------------------------------


def test_the_budgets() -> None:
    assert (MAX_LINES, MAX_BYTES) == (2000, 50_000)


@pytest.mark.parametrize(
    ("text", "lines", "size", "head", "tail"),
    [
        ("", 5, 5, ("", 0), ("", 0)),
        ("a\nb\nc\n", 2, 99, ("a\nb\n", 2), ("b\nc\n", 2)),
        ("a\nb\nc", 9, 4, ("a\nb\n", 2), ("b\nc", 2)),
        ("aaaa\nb\n", 9, 4, ("", 0), ("b\n", 1)),
        ("b\naaaa\n", 9, 4, ("b\n", 1), ("", 0)),
        ("é\né\n", 9, 5, ("é\n", 1), ("é\n", 1)),  # characters would fit: six bytes do not
        ("é\né\n", 9, 6, ("é\né\n", 2), ("é\né\n", 2)),
        ("😀😀", 9, 7, ("", 0), ("", 0)),
        ("a\r\nb\x0bc\u2028d", 3, 99, ("a\r\nb\x0bc\u2028", 3), ("b\x0bc\u2028d", 3)),
        ("\ud800\n", 9, 4, ("\ud800\n", 1), ("\ud800\n", 1)),  # half a character has no UTF-8
        ("\ud800\n", 9, 3, ("", 0), ("", 0)),  # and counts three bytes
        ("a\n", 0, 99, ("", 0), ("", 0)),
    ],
)
def test_whole_lines_within_bytes(
    text: str, lines: int, size: int, head: tuple[str, int], tail: tuple[str, int]
) -> None:
    assert truncate_head(text, lines, size) == head
    assert truncate_tail(text, lines, size) == tail


@given(TEXTS, st.integers(0, 8), st.integers(0, 40))
def test_what_is_kept_is_the_most_whole_lines_that_fit(text: str, lines: int, size: int) -> None:
    every = text.splitlines(keepends=True)
    for kept, shown, all_of in (
        (*truncate_head(text, lines, size), lambda n: "".join(every[:n])),
        (*truncate_tail(text, lines, size), lambda n: "".join(every[len(every) - n :])),
    ):
        assert kept == all_of(shown)
        assert shown <= lines
        assert len(kept.encode()) <= size
        assert shown == min(lines, len(every)) or len(all_of(shown + 1).encode()) > size


# -- read ----------------------------------------------------------------------------------------------

FIVE = "1\n2\n3\n4\n5\n"
READS: list[tuple[str, dict[str, Any], str]] = [
    ("", {}, ""),
    ("one", {}, "one"),
    (FIVE[:6], {"limit": 3}, FIVE[:6]),
    (FIVE, {"limit": 99, "offset": 5}, "5\n"),
    (FIVE, {"offset": None, "limit": None}, "1\n2\n3\n[Showing lines 1-3 of 5. Use offset=4 to continue.]"),
    (FIVE, {"limit": 2}, "1\n2\n[Showing lines 1-2 of 5. Use offset=3 to continue.]"),
    (FIVE, {"offset": 4}, "4\n5\n"),
    (FIVE, {"offset": 2, "limit": 1}, "2\n[Showing lines 2-2 of 5. Use offset=3 to continue.]"),
    ("ééééé\n1\n", {}, "[Line 1 of a.py is 11 bytes, over the 10-byte budget of one read, so none of it is shown. Use offset=2 to skip it.]"),
    ("1\néééééé", {"offset": 2}, "[Line 2 of a.py is 12 bytes, over the 10-byte budget of one read, so none of it is shown.]"),
    ("1\néééééé", {}, "1\n[Showing lines 1-1 of 2. Use offset=2 to continue.]"),
    ("1\x0b2\x853\u20284", {"offset": 3, "limit": 1}, "3\u2028[Showing lines 3-3 of 4. Use offset=4 to continue.]"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "arguments", "content"), READS)
def test_reading_says_what_it_left_out(text: str, arguments: dict[str, Any], content: str) -> None:
    read = make_read_tool(Files(a_py=text), max_lines=3, max_bytes=10)
    assert read["execute"]({"path": "a.py", **arguments}) == content


@pytest.mark.parametrize(
    ("text", "arguments", "error", "words"),
    [
        (FIVE, {"offset": 6}, ValueError, "offset 6 is past the end of a.py: 5 lines"),
        ("", {"offset": 2}, ValueError, "offset 2 is past the end of a.py: 0 lines"),
        (FIVE, {"offset": 0}, ValueError, "offset and limit must be 1 or more"),
        (FIVE, {"limit": 0}, ValueError, "offset and limit must be 1 or more"),
        (FIVE, {"offset": -1}, ValueError, "offset and limit must be 1 or more"),
        (FIVE, {"offset": True}, ValueError, "offset must be an integer"),
        (FIVE, {"path": 1}, ValueError, "path must be a string"),
        (FIVE, {"path": "b.py"}, FileNotFoundError, "File not found: b.py. Files here: a.py"),
    ],
)
def test_what_cannot_be_read_is_said(
    text: str, arguments: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        make_read_tool(Files(a_py=text))["execute"]({"path": "a.py", **arguments})
    assert str(caught.value) == words


@given(TEXTS, st.integers(1, 4), st.integers(6, 30))
def test_following_the_notices_reads_the_whole_file(text: str, lines: int, size: int) -> None:
    read = make_read_tool(Files(a_py=text), lines, size)
    offset, found = 1, ""
    while True:
        page = read["execute"]({"path": "a.py", "offset": offset})
        body, notice, more = page.rpartition("[Showing lines ")
        if not notice:
            if page.startswith("[Line "):
                body, more = "", page
                found += text.splitlines(keepends=True)[offset - 1]
            else:
                body, more = page, ""
        found += body
        if "Use offset=" not in more:
            break
        after = int(more.partition("Use offset=")[2].split()[0])
        assert after > offset
        offset = after
    assert found == text


# -- write, edit, bash ---------------------------------------------------------------------------------


def test_writing_replaces_the_file() -> None:
    ws = Files(a_py="old")
    assert (
        make_write_tool(ws)["execute"]({"path": "a.py", "content": ""})
        == "Successfully wrote to a.py."
    )
    assert ws.files == {"a.py": ""}


EDITS: list[tuple[str, dict[str, Any], str, str]] = [
    ("PORT = 1\n", {"old": "1", "new": "2"}, "PORT = 2\n", "Edited a.py: 1 place."),
    ("x x x", {"old": "x", "new": "", "all": True}, "  ", "Edited a.py: 3 places."),
    ("a\r\nb\r\n", {"old": "a\nb", "new": "c\nd"}, "c\r\nd\r\n", "Edited a.py: 1 place."),
    ("é", {"old": "é", "new": "\\1"}, "\\1", "Edited a.py: 1 place."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "arguments", "after", "content"), EDITS)
def test_editing_one_place(text: str, arguments: dict[str, Any], after: str, content: str) -> None:
    ws = Files(a_py=text)
    assert make_edit_tool(ws)["execute"]({"path": "a.py", **arguments}) == content
    assert ws.files["a.py"] == after


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"old": "x", "new": "y"}, "old is 2 times in a.py; say more of what stands around it, or all=true"),
        ({"old": "z", "new": "y"}, "old is not in a.py; it must be there exactly, spaces included"),
        ({"old": "", "new": "y"}, "old must not be empty; use write to create a file"),
        ({"old": "x", "new": "x"}, "old and new are the same: there is nothing to change"),
        ({"old": "x", "new": None}, "new must be a string"),
        ({"old": "x", "new": "y", "path": "b.py"}, "File not found: b.py. Files here: a.py"),
    ],
)  # fmt: skip
def test_an_edit_that_is_not_clear_changes_nothing(arguments: dict[str, Any], words: str) -> None:
    ws = Files(a_py="x x")
    result = run_tool([make_edit_tool(ws)], call("edit", {"path": "a.py", **arguments}))
    assert (result["content"], result["is_error"]) == (words, True)
    assert ws.files == {"a.py": "x x"}


@pytest.mark.parametrize(
    ("output", "code", "content"),
    [
        ("", 0, ""),
        ("ok\n", 0, "ok\n"),
        ("", 1, "\nCommand exited with code 1"),
        ("no\n", 2, "no\n\nCommand exited with code 2"),
        ("1\n2\n3\n", 0, "2\n3\n\n[Showing the last 2 of 3 lines. Narrow the command for more.]"),
        ("1\n2\n3", -9, "2\n3\n[Showing the last 2 of 3 lines. Narrow the command for more.]\nCommand exited with code -9"),
        ("12345678901", 0, "\n[Showing the last 0 of 1 lines. Narrow the command for more.]"),
    ],
)  # fmt: skip
def test_a_command_that_fails_has_been_run(output: str, code: int, content: str) -> None:
    shell = Printed(output, code)
    result = run_tool([make_bash_tool(shell, 2, 10)], call("bash", {"command": "make"}))
    assert (result["content"], result["is_error"]) == (content, False)
    assert shell.commands == ["make"]


def returning(value: Any) -> dict[str, Any]:
    return tool("t", "", {}, lambda arguments: value)


def complaining(words: str) -> dict[str, Any]:
    def execute(arguments: Any) -> str:
        raise FileNotFoundError(words)

    return tool("t", "", {}, execute)


@pytest.mark.parametrize(
    ("made", "content"),
    [
        (returning("a\ud800b"), "a\ufffdb"),
        (complaining("bad\udcff"), "bad\ufffd"),
        (returning(Failed("bad\udcff")), "bad\ufffd"),
        (returning({"name": "bad\udcff"}), '{"name": "bad\ufffd"}'),
        (
            returning(Parts([{"type": "text", "text": "\ud800"}])),
            [{"type": "text", "text": "\ufffd"}],
        ),
    ],
)
def test_half_a_character_that_a_tool_brings_becomes_a_whole_one(
    made: dict[str, Any], content: Any
) -> None:
    assert run_tool([made], call("t", {}))["content"] == content
    assert asyncio.run(run_tool_async([made], call("t", {})))["content"] == content
    assert run_tool([made], call("\ud800", {}))["content"] == "Tool \ufffd not found"


def test_parts_that_are_none_are_a_failure() -> None:
    result = run_tool([returning(Parts([]))], call("t", {}))
    assert (result["is_error"], "Parts takes a list" in result["content"]) == (True, True)


@pytest.mark.parametrize("unit", ["x", "é", "€"])
def test_a_failure_is_told_within_the_budget(unit: str) -> None:
    words = unit * (MAX_BYTES // len(unit.encode()))
    assert run_tool([complaining(words)], call("t", {}))["content"] == words
    content = run_tool([complaining(words + unit * 9)], call("t", {}))["content"]
    head, _, notice = content.partition("... ")
    assert words.startswith(head)
    assert MAX_BYTES - 4 < len(head.encode()) <= MAX_BYTES
    assert notice == f"[{len((words + unit * 9).encode())} bytes in all, cut here]"


@pytest.mark.parametrize(
    ("odd", "why"),
    [
        ({"name": "t", "parameters": {}}, "'t' lacks description"),
        ("t", "str"),
        ({}, "'name' lacks name"),
    ],
)
def test_what_is_no_tool_is_named(odd: Any, why: str) -> None:
    with pytest.raises(BadOption, match=f"execute: {why}"):
        tool_specs([odd])
