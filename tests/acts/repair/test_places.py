"""Places of a repair are those of the list as it was given, in later rounds and after moves too."""

from __future__ import annotations

from typing import Any

from transcript_doctor import convert
from transcript_doctor.acts.repair import Repair, repair

GO = {"role": "user", "content": "Go."}


def use(ident: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": ident, "name": "read", "input": {}}


def gave(ident: str, text: str = "ok") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": ident, "content": text}


def said(*parts: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(parts)}


def asked(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(parts)}


def places(done: Repair) -> list[tuple[str, str]]:
    return [(change.code, str(change.place)) for change in done.changes]


def test_a_double_that_was_merged_first_is_named_where_it_stood() -> None:
    tool = {"toolUseId": "t1", "name": "ls", "input": {}}
    answers = [
        {"toolUseId": "t1", "content": [{"text": text}]} for text in ("a.py", "a.py and b.py")
    ]
    done = repair(
        [
            {"role": "user", "content": [{"text": "List."}]},
            {"role": "assistant", "content": [{"toolUse": tool}]},
            *({"role": "user", "content": [{"toolResult": answer}]} for answer in answers),
            {"role": "assistant", "content": [{"text": "Two."}]},
            {"role": "user", "content": [{"text": "Good."}]},
        ],
        target="bedrock",
    )
    assert places(done) == [("R004", "messages[3].role"), ("P004", "messages[3].content[0]")] or [
        str(change.place) for change in done.changes
    ] == ["[3].role", "[3].content[0]"]


def test_what_is_left_is_named_where_it_stood() -> None:
    """A result moves in front, so everything behind it has another index in the outcome."""
    done = repair(
        [GO, said(use("c1")), GO, asked(gave("c1")), said(use("c2")), GO],
        as_="request",
        policy="safe",
    )
    (left,) = [one for one in done.refused if one.finding.severity == "error"]
    assert (left.finding.code, left.index, left.place[-3:]) == ("P001", 4, (4, "content", 0))
    assert left.finding.index != 4
    assert left.to_json()["index"] == 4


def test_a_loss_of_a_later_round_is_named_where_it_stood() -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "ZXhhbXBsZS1zaWduYXR1cmU="}
    blank = {"role": "user", "content": ""}
    done = repair([GO, blank, said({"type": "text", "text": "So."}, use("c1"), thought), GO],
                  target="anthropic", as_="request", policy="lossy")  # fmt: skip
    assert {loss.index for loss in done.losses} == {2}
    assert all(loss.place[-3:] == (2, "content", 2) for loss in done.losses)


def test_what_the_repair_added_is_named_by_where_it_went_in() -> None:
    """Hosted Mistral wants a reply between a result and the next question."""
    call = {"id": "abcdefgh1", "type": "function", "function": {"name": "read", "arguments": "{}"}}
    result = {"role": "tool", "tool_call_id": "abcdefgh1", "content": "ok"}
    done = repair([GO, {"role": "assistant", "content": "", "tool_calls": [call]}, GO, GO, result, GO],
                  target="mistral", as_="request")  # fmt: skip
    assert done.report.ok
    assert all(change.index is None or change.index < 6 for change in done.changes)
    for change in done.changes:
        assert change.added == (change.to_json()["added"] is True)


def test_changes_of_a_conversion_are_named_where_they_stood_before_it() -> None:
    body = {
        "messages": [
            {"role": "system", "content": "Be brief."},
            GO,
            {"role": "assistant", "content": None, "tool_calls": [
                {"id": "call_1", "type": "function", "function": {"name": "read", "arguments": "{}"}}
            ]},
            {"role": "tool", "tool_call_id": "call_1", "content": "ok"},
            {"role": "user", "content": "And?"},
        ]
    }  # fmt: skip
    made = convert(body, to="mistral")
    assert [change.code for change in made.changes] == ["R008"]
    assert all(change.place[:2] in {("messages", 3), ("messages", 4)} for change in made.changes)


def test_losses_behind_a_repair_are_named_where_they_stood_before_it() -> None:
    shown = {"type": "text", "text": "So.", "cache_control": {"type": "ephemeral"}}
    given = [GO, said(use("c1")), GO, asked(gave("c1")), said(shown), GO]
    made = convert(given, source="anthropic", to="openai", repair=True)
    (loss,) = [loss for loss in made.losses if "cache_control" in str(loss.place)]
    assert (loss.index, loss.place[-4:]) == (4, (4, "content", 0, "cache_control"))
