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
    assert len(new["id"]) == 8 or new["id"] not in ("e1", "e2", "e3")


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
