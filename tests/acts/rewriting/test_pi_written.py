"""What is written into sessions of pi and tau, and what these ask of their files."""

from __future__ import annotations

import json
from typing import Any

from tests.acts.rewriting.files import MARKER, changed, of_lines
from tests.acts.rewriting.own_rules import lines, tau_takes
from tests.sessions.files import text
from transcript_doctor import shape


def entry(ident: str, parent: str | None, role: str, content: Any, **keys: Any) -> dict[str, Any]:
    message = {"role": role, "content": content, **keys}
    return {
        "type": "message",
        "id": ident,
        "parentId": parent,
        "timestamp": "2026-01-01T00:00:00.000Z",
        "message": message,
    }


HEADER = {
    "type": "session",
    "version": 3,
    "id": "s",
    "timestamp": "2026-01-01T00:00:00.000Z",
    "cwd": "/p",
}
TOOL = {"type": "toolCall", "id": "c1", "name": "read", "arguments": {}}


def test_a_result_for_pi_is_spelled_and_timed_as_pi_does(written: Any) -> None:
    before = of_lines(
        HEADER,
        entry("e1", None, "user", [text("Go.")], timestamp=1000),
        entry("e2", "e1", "assistant", [TOOL], stopReason="toolUse", timestamp=2000, model="m"),
        entry("e3", "e2", "user", [text("Hello?")], timestamp=3000),
    )
    _, after = written(before)
    new, last = (json.loads(line) for line in changed(before, after))
    assert new["message"] == {
        "role": "toolResult",
        "toolCallId": "c1",
        "toolName": "read",
        "content": [text(MARKER)],
        "isError": True,
        "timestamp": 2001,
    }
    assert (new["parentId"], last["id"], last["parentId"]) == ("e2", "e3", new["id"])
    assert new["id"] not in ("e1", "e2", "e3")
    assert len(new["id"]) == len("e1")


def tau(kind: str, ident: str, parent: str | None, **keys: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "id": ident * 32,
        "parent_id": parent and parent * 32,
        "timestamp": 1.5,
        **keys,
    }


def test_the_leaf_of_tau_names_the_new_tip(written: Any) -> None:
    before = of_lines(
        tau("session_info", "a", None, created_at=1.0, cwd="/p", title=None),
        tau("message", "b", "a", message={"role": "user", "content": [text("Go.")]}),
        tau(
            "message",
            "c",
            "b",
            message={"role": "assistant", "content": [TOOL], "stopReason": "toolUse"},
        ),
        tau("leaf", "d", "c", entry_id="c" * 32),
    )
    made, after = written(before, as_="request")
    tau_takes(lines(after))
    assert shape(made.repaired[0].repair.transcript) == "U A[c1] R(c1)"
    new = next(
        r for r in lines(after) if r["type"] == "message" and r["message"]["role"] == "toolResult"
    )
    assert set(new) == {"type", "id", "parent_id", "timestamp", "message"}
    assert (lines(after)[-1]["entry_id"], len(new["id"])) == (new["id"], 32)


def test_a_compaction_keeps_from_the_entry_behind_one_that_is_dropped(written: Any) -> None:
    before = of_lines(
        HEADER,
        entry("e1", None, "user", [text("Old.")]),
        entry("e2", "e1", "toolResult", [text("42")], toolCallId="c9", toolName="read", isError=False),
        entry("e3", "e2", "assistant", [text("Yes.")], stopReason="stop"),
        {"type": "compaction", "id": "k", "parentId": "e3", "timestamp": "2026-01-01T00:00:00.000Z",
         "summary": "So far.", "firstKeptEntryId": "e2", "tokensBefore": 9},
        entry("e4", "k", "user", [text("On.")]),
    )  # fmt: skip
    _, after = written(before, policy="lossy", orphan="drop")
    assert [r["id"] for r in lines(after)] == ["s", "e1", "e3", "k", "e4"]
    assert lines(after)[3]["firstKeptEntryId"] == "e3"


def test_a_compaction_that_names_what_is_no_earlier_entry_stops_nothing(written: Any) -> None:
    for kept in ("e2", ["e2"], None):
        before = of_lines(
            HEADER,
            entry("e1", None, "user", [text("Old.")]),
            {"type": "compaction", "id": "k", "parentId": "e1", "timestamp": "2026-01-01T00:00:00.000Z",
             "summary": "So far.", "firstKeptEntryId": kept, "tokensBefore": 9},
            entry("e2", "k", "toolResult", [text("42")], toolCallId="c9", toolName="read", isError=False),
        )  # fmt: skip
        made, after = written(before, policy="lossy", orphan="drop")
        assert made.reason is None
        assert [r["id"] for r in lines(after)] == ["s", "e1", "k"]


def test_what_comes_next_stands_behind_all_that_it_follows(written: Any) -> None:
    first = entry("e1", None, "user", [text("Go.")])
    called = entry("e2", "e1", "assistant", [TOOL], stopReason="toolUse")
    last = entry("e3", "e2", "user", [text("So?")])
    _, after = written(of_lines(HEADER, called, first, last))
    ids = [row["id"] for row in lines(after)]
    assert (ids[:3], ids[-1], len(ids)) == (["s", "e2", "e1"], "e3", 5)


def test_a_result_on_another_branch_is_hung_in_where_it_stands_in_order(written: Any) -> None:
    called = [
        HEADER,
        entry("e1", None, "user", [text("Go.")]),
        entry("e2", "e1", "assistant", [TOOL], stopReason="toolUse"),
    ]
    gave = entry("r1", "e2", "toolResult", [text("42")], toolCallId="c1", toolName="read", isError=False)  # fmt: skip
    rest = [
        entry("e3", "e2", "user", [text("So?")]),
        entry("e4", "e3", "assistant", [text("Done.")], stopReason="stop"),
    ]
    before = of_lines(*called, gave, *rest)
    _, after = written(before)
    (changed_one,) = changed(before, after)
    assert json.loads(changed_one) == {**rest[0], "parentId": "r1"}
    before = of_lines(*called, *rest, gave, entry("e5", "e4", "user", [text("Thanks.")]))
    _, after = written(before)
    rows = lines(after)
    new = next(i for i, row in enumerate(rows) if row.get("parentId") == "e2" and row["id"] != "r1")
    assert rows[new]["message"]["content"] == [text("42")]
    assert rows[new + 1]["id"] == "e3"
    assert rows[new + 1]["parentId"] == rows[new]["id"]


def test_what_becomes_of_a_result_keeps_its_time(written: Any) -> None:
    result = {"toolCallId": "c1", "toolName": "read", "isError": False, "timestamp": 7}
    sick = [
        HEADER,
        entry("u1", None, "user", [text("Go.")], timestamp=5),
        entry("r1", "u1", "toolResult", [text("print(1)")], **result),
        entry("u2", "r1", "user", [text("Well?")], timestamp=9),
    ]
    _, after = written(of_lines(*sick))
    messages = [line["message"] for line in lines(after) if line["type"] == "message"]
    assert [(m["role"], m["timestamp"]) for m in messages] == [
        ("user", 5),
        ("user", 7),
        ("user", 9),
    ]
