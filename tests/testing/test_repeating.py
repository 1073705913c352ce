"""Models that follow a rule: one reads on as it is told, one is stuck, one forgets; and `drive`."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from transcript_doctor import agent
from transcript_doctor.testing import (
    Play,
    ScriptedModel,
    Workspace,
    big_log,
    call,
    drive,
    forgetful,
    pager,
    reply,
    request_of,
    shape,
    stuck,
    tool_result,
    user,
)


def run(step: Any, workspace: Workspace, prompt: str) -> tuple[str, list[Any]]:
    messages: list[Any] = []
    tools = [agent.make_read_tool(workspace, max_lines=10)]
    model = ScriptedModel([step], max_calls=20)
    final = agent.run_agent(model, agent.SYSTEM, messages, tools, prompt)
    offsets = [
        part["arguments"].get("offset")
        for message in messages
        if message["role"] == "assistant"
        for part in agent.tool_calls(message)
    ]
    return agent.text_of(final), offsets


def lines(number: int, needle_at: int) -> str:
    return "".join("needle\n" if n == needle_at else f"line {n}\n" for n in range(1, number + 1))


@pytest.mark.parametrize(
    ("text", "says", "offsets"),
    [
        (lines(25, 3), "`needle` is on line 3 of a.log.", [None]),
        (lines(25, 12), "`needle` is on line 12 of a.log.", [None, 11]),
        (lines(25, 25), "`needle` is on line 25 of a.log.", [None, 11, 21]),
        (lines(25, 99), "`needle` does not exist in a.log.", [None, 11, 21]),
        ("", "`needle` does not exist in a.log.", [None]),
    ],
)
def test_a_pager_reads_on_as_long_as_it_is_told(text: str, says: str, offsets: list[Any]) -> None:
    found = run(pager("needle"), Workspace({"a.log": text}), "Is there a needle in a.log?")
    assert found == (says, offsets)


def test_a_pager_may_be_told_the_path_or_asks_for_it() -> None:
    workspace = Workspace({"src/a.log": "needle\n"})
    assert run(pager("needle", "src/a.log"), workspace, "Find it.")[0].endswith("of src/a.log.")
    assert run(pager("needle"), workspace, "Is it in ./src/a.log?")[0].endswith("./src/a.log.")
    assert run(pager("needle"), workspace, "Find it.") == ("Which file do you mean?", [])


def test_a_pager_tells_of_a_file_that_cannot_be_read() -> None:
    said, _ = run(pager("needle"), Workspace(), "Is it in a.log?")
    assert said.startswith("I could not read a.log: File not found: a.log")


def test_a_pager_starts_anew_with_each_question() -> None:
    workspace, messages = Workspace({"a.log": "one\n", "b.log": "needle\n"}), list[Any]()
    model = ScriptedModel([pager("needle")])
    for name in ("a.log", "b.log"):
        tools = [agent.make_read_tool(workspace)]
        final = agent.run_agent(model, "", messages, tools, f"Is it in {name}?")
    assert agent.text_of(final) == "`needle` is on line 1 of b.log."


def test_a_pager_under_another_name_and_results_in_parts() -> None:
    model = ScriptedModel([pager("needle", tool="open_file")])
    prompt = user("In a.log?")
    asked = model.complete("", [prompt], [])
    [part] = asked["content"]
    assert (part["name"], part["arguments"]) == ("open_file", {"path": "a.log"})
    part["arguments"]["offset"] = 5
    shown = tool_result(part, "")
    shown["content"] = [{"type": "text", "text": "x\n"}, {"type": "text", "text": "needle\n"}]
    assert (
        agent.text_of(model.complete("", [prompt, asked, shown], []))
        == "`needle` is on line 6 of a.log."
    )


def test_a_pager_believes_a_result_whose_call_is_not_there() -> None:
    shown = tool_result(call("read", id="c1"), "x\nneedle\n")
    messages = [{"role": "system", "content": ""}, shown]  # another target may take them
    request = request_of("", messages, [])
    said = Play([pager("needle", "a.log")]).next(request)
    assert agent.text_of(said) == "`needle` is on line 2 of a.log."


def test_a_stuck_model_asks_the_same_with_new_ids() -> None:
    model, messages = ScriptedModel([stuck(call("read", {"path": "gone.py"}))]), list[Any]()
    tools = [agent.make_read_tool(Workspace())]
    agent.run_agent(model, "", messages, tools, "Find it.", max_turns=2)
    assert shape(messages) == "U A[c1] R(c1) A[c2] R(c2) A(error)"


@pytest.mark.parametrize(
    ("prompts", "says"),
    [
        (["My name is Ada.", "What is my name?"], "Your name is Ada."),
        (["my name is Ada", "No, my name is Bo.", "what's my name"], "Your name is Bo."),
        (["What is my name?"], "I don't know your name."),
    ],
)
def test_a_forgetful_model_knows_what_is_in_the_request(prompts: list[str], says: str) -> None:
    model, messages = ScriptedModel([forgetful()]), list[Any]()
    for prompt in prompts:
        final = agent.run_agent(model, "", messages, [], prompt)
    assert agent.text_of(final) == says
    alone = ScriptedModel([forgetful()]).complete("", [user(prompts[-1])], [])
    assert agent.text_of(alone) == "I don't know your name."


def test_drive_takes_values_and_awaitables() -> None:
    async def later() -> int:
        return 2

    async def both() -> list[Any]:
        return [await drive(1), await drive(later()), await drive(None)]

    assert asyncio.run(both()) == [1, 2, None]


def test_the_big_log_is_cut_where_the_checkpoint_says() -> None:
    found = big_log().splitlines()
    assert len(found) == 5000
    assert found[1784] == "line 01785: INFO request ok"
    assert [n for n, line in enumerate(found, start=1) if "def target" in line] == [2400]
    tool = agent.make_read_tool(Workspace({"big.log": big_log()}))
    shown = [tool["execute"]({"path": "big.log", "offset": n}).splitlines()[-1] for n in (1, 1786)]
    assert shown == [
        "[Showing lines 1-1785 of 5000. Use offset=1786 to continue.]",
        "[Showing lines 1786-3571 of 5000. Use offset=3572 to continue.]",
    ]


def test_a_workspace_holds_files_in_folders() -> None:
    workspace = Workspace({"a.py": "A = 1\n", "src/deep/b.py": "B = 2\n"})
    workspace.write_text("./src/c.py", "C = 3\n")
    assert workspace.listdir() == workspace.listdir(".") == ["a.py", "src"]
    assert workspace.listdir("src/") == ["c.py", "deep"]
    assert workspace.read_text("src/c.py") == "C = 3\n"
    workspace.write_text("a.py", "A = 2\n")
    assert workspace.read_text("./a.py") == "A = 2\n"
    assert workspace.reads == ["src/c.py", "./a.py"]
    for path, there in {"a.py": True, "src": True, "src/deep/b.py": True, ".": True, "b.py": False, "": True, "../a.py": False, "/a.py": False}.items():  # fmt: skip
        assert workspace.exists(path) == there, path


@pytest.mark.parametrize(
    ("act", "args", "error"),
    [
        ("read_text", ("gone.py",), FileNotFoundError),
        ("read_text", ("src",), IsADirectoryError),
        ("read_text", ("../a.py",), FileNotFoundError),
        (
            "write_text",
            (
                "../a.py",
                "",
            ),
            PermissionError,
        ),
        (
            "write_text",
            (
                "/a.py",
                "",
            ),
            PermissionError,
        ),
        (
            "write_text",
            (
                "src",
                "",
            ),
            IsADirectoryError,
        ),
        (
            "write_text",
            (
                ".",
                "",
            ),
            IsADirectoryError,
        ),
        (
            "write_text",
            (
                "src/b.py/c",
                "",
            ),
            NotADirectoryError,
        ),
        ("listdir", ("gone",), FileNotFoundError),
        ("listdir", ("..",), PermissionError),
    ],
)
def test_what_a_workspace_refuses(act: str, args: tuple[str, ...], error: type[Exception]) -> None:
    workspace = Workspace({"src/b.py": "B = 2\n"})
    with pytest.raises(error):
        getattr(workspace, act)(*args)
    assert workspace.listdir("src") == ["b.py"]


def test_a_reply_of_nothing_is_refused_next_time() -> None:
    model, messages = ScriptedModel([reply(), reply()]), list[Any]()
    for prompt in ("Hello?", "Hello?"):
        agent.run_agent(model, "", messages, [], prompt)
    assert messages[-1]["error_message"] == (
        "400 invalid_request: messages[1]: assistant message has empty content"
    )
