"""pi, tau and OpenClaw: the way from the tip to the root, compactions, failed turns, old versions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sessions.files import read_lines, text
from transcript_doctor import check, shape

HEADER = {"type": "session", "version": 3, "id": "s1", "cwd": "project"}


def entry(ident: str | None, parent: str | None, **keys: Any) -> dict[str, Any]:
    tree = {} if ident is None else {"id": ident, "parentId": parent}
    return {"type": "message", **tree, "timestamp": "2026-01-01T00:00:00.000Z", **keys}


def said(ident: str | None, parent: str | None, role: str, *parts: Any, **keys: Any) -> Any:
    return entry(ident, parent, message={"role": role, "content": list(parts), **keys})


def call(ident: str) -> dict[str, Any]:
    return {"type": "toolCall", "id": ident, "name": "bash", "arguments": {}}


def result(ident: str | None, parent: str | None, of: str) -> Any:
    return said(
        ident, parent, "toolResult", text("ok"), toolCallId=of, toolName="bash", isError=False
    )


def test_messages_are_the_very_nodes() -> None:
    session = read_lines(HEADER, said("e1", None, "user", text("Go.")))
    assert session.request == [{"role": "user", "content": [text("Go.")]}]
    assert (session.session, session.version, session.state) == ("s1", "3", "running")


def test_failed_turns_are_not_sent() -> None:
    session = read_lines(
        HEADER,
        said("e1", None, "user", text("Go.")),
        said("e2", "e1", "assistant", call("c1"), stopReason="aborted"),
        said("e3", "e2", "user", text("Again.")),
        said("e4", "e3", "assistant", text("Done."), stopReason="stop"),
    )
    assert shape(session.request, format="pi") == "U U A"
    assert check(session).ok


def test_a_session_that_ends_in_a_failed_turn_is_interrupted() -> None:
    session = read_lines(
        HEADER,
        said("e1", None, "user", text("Go.")),
        said("e2", "e1", "assistant", stopReason="error"),
    )
    assert session.state == "interrupted"


def test_the_first_version_has_no_tree() -> None:
    header = {key: value for key, value in HEADER.items() if key != "version"}
    session = read_lines(
        header,
        said(None, None, "user", text("Go.")),
        said(None, None, "assistant", call("c1"), stopReason="toolUse"),
        result(None, None, "c1"),
    )
    assert shape(session.request, format="pi") == "U A[c1] R(c1)"
    assert session.damage == ()


@pytest.mark.parametrize(
    "keys", [{"firstKeptEntryId": "e3"}, {"replaces_entry_ids": ["e1", "e2"]}, {}]
)
def test_a_compaction_stands_for_what_it_replaced(keys: dict[str, Any]) -> None:
    session = read_lines(
        HEADER,
        said("e1", None, "user", text("One.")),
        said("e2", "e1", "assistant", text("1"), stopReason="stop"),
        said("e3", "e2", "user", text("Two.")),
        {**entry("e4", "e3", summary="What came before.", **keys), "type": "compaction"},
        said("e5", "e4", "assistant", text("2"), stopReason="stop"),
    )
    kept = ["What came before.", "Two.", "2"] if keys else ["What came before.", "2"]
    assert [message["content"][0]["text"] for message in session.request] == kept
    assert session.origins[0].line == 5


def test_what_is_said_by_others_is_sent_as_the_users() -> None:
    session = read_lines(
        HEADER,
        {**entry("e1", None, customType="notice", content="Note."), "type": "custom_message"},
        entry("e2", "e1", message={"role": "bashExecution", "command": "ls", "output": "a.txt"}),
        entry(
            "e3",
            "e2",
            message={"role": "bashExecution", "command": "x", "excludeFromContext": True},
        ),
        said("e4", "e3", "hookMessage", text("Hook.")),
        {**entry("e5", "e4", summary="A branch."), "type": "branch_summary"},
        {**entry("e6", "e5"), "type": "label"},
    )
    assert [m["role"] for m in session.request] == ["user"] * 4
    assert [m["content"][0]["text"] for m in session.request] == [
        "Note.",
        "ls\na.txt",
        "Hook.",
        "A branch.",
    ]


def test_tau_names_its_tip_and_its_first_messages_are_read() -> None:
    def row(ident: str, parent: str | None, **keys: Any) -> dict[str, Any]:
        return {"id": ident, "parent_id": parent, "timestamp": 1.0, "type": "message", **keys}

    made = {"id": "c1", "name": "bash", "arguments": {}}
    session = read_lines(
        row("e1", None, message={"role": "user", "content": "Go."}),
        row("e2", "e1", message={"role": "assistant", "content": "Well.", "tool_calls": [made]}),
        row(
            "e3",
            "e2",
            message={
                "role": "tool",
                "tool_call_id": "c1",
                "name": "bash",
                "content": "ok",
                "ok": True,
            },
        ),
        row("e4", "e3", message={"role": "user", "content": "Left behind."}),
        row("e5", "e4", type="leaf", entry_id="e3"),
    )
    assert (session.agent, session.when) == ("tau", "1.0")
    assert shape(session.request, format="pi") == "U A[c1] R(c1)"
    assert check(session).findings == ()


def test_a_result_on_a_branch_that_was_left_is_a_stray() -> None:
    session = read_lines(
        HEADER,
        said("e1", None, "user", text("Go.")),
        said("e2", "e1", "assistant", call("c1"), stopReason="toolUse"),
        result("e3", "e2", "c1"),
        said("e4", "e2", "user", text("Otherwise.")),
    )
    assert [(stray.id, stray.origin.line) for stray in session.strays] == [("c1", 4)]
    found = [(f.code, f.case, session.line(f.place)) for f in check(session).findings]
    assert found == [("S104", "unsent", 4), ("P001", "unanswered", 3)]
