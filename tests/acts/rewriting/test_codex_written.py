"""What is written into rollouts of Codex, of every generation."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.acts.rewriting.files import MARKER, changed, of_lines
from tests.acts.rewriting.own_rules import codex_takes, lines

CALLED = {"type": "function_call", "call_id": "c1", "name": "shell", "arguments": "{}"}
ORPHAN = {"type": "function_call_output", "call_id": "c9", "output": "42"}


def said(role: str, words: str) -> dict[str, Any]:
    kind = "input_text" if role == "user" else "output_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": words}]}


def rollout(*payloads: dict[str, Any], **ordinal: int) -> list[dict[str, Any]]:
    records = [("session_meta", {"id": "s", "cwd": "/p", "cli_version": "0.146.0"})]
    records += [("response_item", payload) for payload in payloads]
    return [
        {
            "timestamp": f"2026-01-01T00:00:{n:02}.000Z",
            **({"ordinal": n} if ordinal else {}),
            "type": kind,
            "payload": payload,
        }
        for n, (kind, payload) in enumerate(records)
    ]


@pytest.mark.parametrize("ordinal", [{}, {"ordinal": 1}], ids=["legacy", "paginated"])
def test_an_output_that_codex_never_wrote_and_the_ordinals_behind_it(
    written: Any, ordinal: Any
) -> None:
    before = of_lines(
        *rollout(
            said("user", "Go."), CALLED, said("user", "And?"), said("assistant", "Yes."), **ordinal
        )
    )
    made, after = written(before)
    codex_takes(lines(after))
    assert made.repaired[0].repair.changes[0].code == "P001"
    new = lines(after)[3]
    assert new["payload"] == {"type": "function_call_output", "call_id": "c1", "output": MARKER}
    assert (new["timestamp"], new["type"]) == ("2026-01-01T00:00:02.001Z", "response_item")
    assert len(changed(before, after)) == (3 if ordinal else 1)


def test_ordinals_close_the_gap_of_what_was_dropped(written: Any) -> None:
    before = of_lines(*rollout(said("user", "Go."), ORPHAN, said("assistant", "Yes."), ordinal=1))
    _, after = written(before, policy="lossy", orphan="drop")
    codex_takes(lines(after))
    assert [r["payload"].get("role") for r in lines(after)] == [None, "user", "assistant"]


def test_an_item_within_a_compaction_is_edited_there(written: Any) -> None:
    records = rollout(said("user", "Old."), said("user", "New."))
    kept = {"message": "", "replacement_history": [said("user", "Sum."), {**CALLED, "internal": 1}]}
    records[1] = {"timestamp": records[1]["timestamp"], "type": "compacted", "payload": kept}
    before = of_lines(*records)
    _, after = written(before)
    assert len(changed(before, after)) == 1
    held = lines(after)[1]["payload"]["replacement_history"]
    assert held[:2] == kept["replacement_history"]
    assert held[2] == {"type": "function_call_output", "call_id": "c1", "output": MARKER}


def test_the_oldest_generation_is_one_value_and_stays_laid_out(written: Any) -> None:
    value = {
        "session": {"id": "s", "timestamp": "2025", "instructions": ""},
        "items": [said("user", "Go."), CALLED, said("user", "And?")],
    }
    before = json.dumps(value, indent=2).encode()
    _, after = written(before, "rollout.json")
    assert set(before.split(b"\n")) <= set(after.split(b"\n"))
    assert [item.get("call_id") for item in json.loads(after)["items"]] == [None, "c1", "c1", None]
