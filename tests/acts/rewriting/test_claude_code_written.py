"""What is written into sessions of Claude Code, and what its own walk finds there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.acts.rewriting.files import MARKER, changed, of_lines
from tests.acts.rewriting.own_rules import chain, claude_code_sends, lines
from tests.sessions.files import answer, call, result, text, user
from transcript_doctor import shape
from transcript_doctor.acts.reading.sessions import session_at
from transcript_doctor.acts.rewriting import repair_session

STAY = {
    "cwd": "/p",
    "sessionId": "s1",
    "version": "2.1.114",
    "gitBranch": "main",
    "isSidechain": False,
}


def at(second: int) -> dict[str, Any]:
    return {"timestamp": f"2026-01-01T00:00:{second:02}.000Z", **STAY}


def parallel(*answered: int) -> list[dict[str, Any]]:
    """Three parallel calls, as Claude Code writes them; some of them are answered, beside the branch."""
    records = [user("u1", None, "Go.", **at(1))]
    for k in range(3):
        above = records[-1]["uuid"]
        records.append(answer(f"a{k}", above, "m1", call(f"toolu_{k}"), **at(2 + k)))
    records += [
        user(f"r{k}", f"a{k}", [result(f"toolu_{k}")], **at(5 + k), sourceToolAssistantUUID=f"a{k}")
        for k in answered
    ]
    records.append(answer("a9", records[-1]["uuid"], "m2", text("Done."), **at(20)))
    return records


def test_a_result_that_claude_code_never_wrote_hangs_behind_its_calls(written: Any) -> None:
    before = of_lines(*parallel(0, 2))
    made, after = written(before)
    (new, last) = map(json.loads, changed(before, after))
    assert made.repaired[0].repair.changes[0].code == "P001"
    assert new["message"]["content"] == [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": MARKER, "is_error": True}
    ]
    assert {key: new[key] for key in STAY} == STAY
    assert (new["type"], new["parentUuid"], last["parentUuid"]) == ("user", "r2", new["uuid"])
    assert new["sourceToolAssistantUUID"] == "a1"
    assert new["timestamp"] == "2026-01-01T00:00:07.001Z"
    assert (last["uuid"], last["message"]) == ("a9", parallel(0, 2)[-1]["message"])


def test_all_results_of_an_old_version_are_on_the_way_that_it_walks(written: Any) -> None:
    records = [{**record, "version": "2.1.60"} for record in parallel(0, 1, 2)]
    made, after = written(of_lines(*records))
    assert [one.line for one in made.mended] == [5, 6]
    assert claude_code_sends(lines(of_lines(*records)))[1] == {"toolu_2"}
    calls, results = claude_code_sends(lines(after))
    assert calls == results == {"toolu_0", "toolu_1", "toolu_2"}
    assert [record["uuid"] for record in lines(after)] == [record["uuid"] for record in records]


def test_a_late_result_moves_with_its_bytes(written: Any) -> None:
    first = [user("u1", None, "Go.", **at(1)), answer("a1", "u1", "m1", call("toolu_0"), **at(2))]
    late = user("r1", "a2", [result("toolu_0")], **at(5), toolUseResult={"stdout": "ok"})
    rest = [
        user("u2", "a1", "Hello?", **at(3)),
        answer("a2", "u2", "m2", text("Here."), **at(4)),
        late,
        answer("a3", "r1", "m3", text("Done."), **at(6)),
    ]
    before = of_lines(*first, *rest)
    _, after = written(before)
    uuids = [record["uuid"] for record in lines(after)]
    assert uuids == ["u1", "a1", "r1", "u2", "a2", "a3"]
    assert [r["uuid"] for r in chain(lines(after), "uuid", "parentUuid", "a3")] == uuids
    assert lines(after)[2] == {**late, "parentUuid": "a1"}
    assert len(changed(before, after)) == 3  # the result and the two that hung around it


def test_an_orphan_becomes_a_quotation_without_what_belonged_to_the_result(written: Any) -> None:
    records = [
        user("u1", None, "Go.", **at(1)),
        answer("a1", "u1", "m1", text("Well."), **at(2)),
        user("r1", "a1", [result("toolu_9", "42")], **at(3), toolUseResult={"stdout": "42"}),
        answer("a2", "r1", "m2", text("Done."), **at(4)),
    ]
    _, after = written(of_lines(*records))
    new = lines(after)[2]
    assert "toolUseResult" not in new
    assert new["message"]["content"][0]["text"].endswith(": 42")
    _, dropped = written(of_lines(*records), policy="lossy", orphan="drop")
    assert [record["uuid"] for record in lines(dropped)] == ["u1", "a1", "a2"]
    assert lines(dropped)[2]["parentUuid"] == "a1"


def test_an_id_that_is_not_taken_is_renamed_in_its_lines_alone(written: Any) -> None:
    records = [
        user("u1", None, "Go.", **at(1)),
        answer("a1", "u1", "m1", call("call:0"), **at(2)),
        user("r1", "a1", [result("call:0")], **at(3)),
        answer("a3", "r1", "m2", text("Done."), **at(4)),
    ]
    before = of_lines(*records)
    made, after = written(before)
    assert {change.code for change in made.repaired[0].repair.changes} == {"I002"}
    assert len(changed(before, after)) == 2
    calls, results = claude_code_sends(lines(after))
    assert calls == results != {"call:0"}
    assert after.replace(calls.pop().encode(), b"call:0") == before


def test_thinking_that_is_bound_to_what_was_changed_leaves_its_line(written: Any) -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "ZXhhbXBsZS1zaWduYXR1cmU="}
    records = [
        user("u1", None, "Go.", **at(1)),
        answer("a1", "u1", "m1", call("toolu_0"), **at(2)),
        user("u2", "a1", "Hello?", **at(3)),
        answer("t1", "u2", "m2", thought, **at(4)),
        answer("a2", "t1", "m2", text("8080."), **at(5)),
        user("u3", "a2", "Thanks.", **at(6)),
    ]
    made, after = written(of_lines(*records), context={"model": "claude-opus-5-5"})
    assert [loss.what for loss in made.repaired[0].repair.losses] == [
        "reasoning that is bound to what was changed"
    ]
    uuids = [record["uuid"] for record in lines(after)]
    assert [uuid for uuid in uuids if len(uuid) == 2] == ["u1", "a1", "u2", "a2", "u3"]
    assert b"Hm." not in after
    assert [r["uuid"] for r in chain(lines(after), "uuid", "parentUuid", "u3")] == uuids


ALONE = user("u", None, [result("c", "1")], sessionId="s")
PRINTED = {
    "type": "user",
    "session_id": "s",
    "parent_tool_use_id": None,
    "message": ALONE["message"],
}


@pytest.mark.parametrize(
    "data",
    [
        json.dumps({"loglines": [ALONE]}).encode(),
        of_lines({"type": "system", "subtype": "init", "session_id": "s", "tools": []}, PRINTED),
    ],
    ids=["web", "printed"],
)
def test_what_is_no_session_of_claude_code_is_not_edited(written: Any, data: bytes) -> None:
    made, after = written(data)
    assert after == data
    assert made.reason is not None
    assert "Claude Code does not open" in made.reason or "`claude -p`" in made.reason


def test_the_list_that_is_read_is_the_list_that_was_shown(tmp_path: Path) -> None:
    path = tmp_path / "s1.jsonl"
    path.write_bytes(of_lines(*parallel(0)))
    shown = repair_session(path)
    assert (shown.written, path.read_bytes()) == (False, of_lines(*parallel(0)))
    done = repair_session(path, write=True)
    assert done.data == shown.data == path.read_bytes()
    (session,) = session_at(path)
    assert (
        shape(session)
        == shape(shown.repaired[0].repair.transcript)
        == "U A[toolu_0,toolu_1,toolu_2] R(toolu_0,toolu_1,toolu_2) A"
    )


def test_every_session_of_a_file_is_mended_in_its_own_branch(written: Any) -> None:
    records: list[dict[str, Any]] = []
    for name in ("s1", "s2", "s3"):
        stay = {**STAY, "sessionId": name}
        records += [
            user(f"{name}-u1", None, "Go.", **stay),
            answer(f"{name}-a1", f"{name}-u1", f"{name}-m1", call(f"toolu_{name}"), **stay),
            user(f"{name}-u2", f"{name}-a1", "So?", **stay),
            answer(f"{name}-a2", f"{name}-u2", f"{name}-m2", text("Done."), **stay),
        ]
    made, after = written(of_lines(*records))
    assert len(made.repaired) == 3
    rows = lines(after)
    new = [row for row in rows if row["uuid"] not in {record["uuid"] for record in records}]
    assert [(row["sessionId"], row["parentUuid"]) for row in new] == [
        (name, f"{name}-a1") for name in ("s1", "s2", "s3")
    ]
    assert len({row["uuid"] for row in rows}) == len(rows) == 15
    assert not any("sourceToolAssistantUUID" in row for row in rows)
    for name, row in zip(("s1", "s2", "s3"), new, strict=True):
        way = [one["uuid"] for one in chain(rows, "uuid", "parentUuid", f"{name}-a2")]
        assert way == [f"{name}-u1", f"{name}-a1", row["uuid"], f"{name}-u2", f"{name}-a2"]


def test_a_line_whose_results_stand_behind_texts_is_edited_where_they_stand(written: Any) -> None:
    said = [text("One."), text("Two."), text("Two."), result("call:0"), result("toolu_1", "1")]
    records = [
        user("u1", None, "Go.", **at(1)),
        answer("a1", "u1", "m1", call("call:0"), call("toolu_1"), **at(2)),
        user("r1", "a1", said, **at(3)),
        answer("a2", "r1", "m2", text("Done."), **at(4)),
    ]
    _, after = written(of_lines(*records))
    _, calls, row, _ = lines(after)
    renamed = calls["message"]["content"][0]["id"]
    assert renamed != "call:0"
    assert row["message"]["content"] == [*said[:3], {**said[3], "tool_use_id": renamed}, said[4]]


def test_a_session_that_cannot_be_written_keeps_no_other_from_it(written: Any) -> None:
    records: list[dict[str, Any]] = []
    for name, first, second in (("s1", "Go.", "So?"), ("s2", "   ", [result("toolu_s2")])):
        stay = {**STAY, "sessionId": name}
        summary = {"isCompactSummary": True} if name == "s2" else {}
        records += [
            user(f"{name}-u1", None, first, **stay, **summary),
            answer(f"{name}-a1", f"{name}-u1", f"{name}-m1", call(f"toolu_{name}"), **stay),
            user(f"{name}-u2", f"{name}-a1", second, **stay),
            answer(f"{name}-a2", f"{name}-u2", f"{name}-m2", text("Done."), **stay),
        ]
    made, after = written(of_lines(*records))
    one, other = made.repaired
    assert (one.left_out, made.reason, made.written, made.ok) == (None, None, True, False)
    assert "made of a record that is no message" in str(other.left_out)
    assert MARKER in after.decode()
    assert lines(after)[-4:] == records[-4:]


def test_a_call_beside_the_branch_is_hung_in_before_it_is_answered(written: Any) -> None:
    records = [
        user("u1", None, "Go.", **at(1)),
        answer("a0", "u1", "m1", call("toolu_0"), **at(2)),
        answer("a1", "u1", "m1", call("toolu_1"), **at(3)),
        user("r0", "a0", [result("toolu_0")], **at(4)),
        answer("a9", "r0", "m2", text("Done."), **at(5)),
    ]
    _, after = written(of_lines(*records))
    rows = lines(after)
    way = [row["uuid"] for row in chain(rows, "uuid", "parentUuid", "a9")]
    assert {"a0", "a1", "r0"} <= set(way)
    assert claude_code_sends(rows)[0] == claude_code_sends(rows)[1] == {"toolu_0", "toolu_1"}
