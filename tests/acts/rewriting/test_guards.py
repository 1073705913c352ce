"""What stands between an edit and the file: an edit that loses, harms or does not last is not taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.acts.rewriting.files import of_lines
from tests.acts.rewriting.test_claude_code_written import at
from tests.acts.rewriting.test_pi_written import HEADER, TOOL, entry
from tests.sessions.files import answer, call, result, text, user
from transcript_doctor.acts.repair import repair
from transcript_doctor.acts.rewriting import holders, repair_session
from transcript_doctor.acts.rewriting.files import Given
from transcript_doctor.acts.rewriting.proving import prove
from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.reader import Source
from transcript_doctor.core.rewriting.draft import Draft
from transcript_doctor.core.rewriting.rewriter import Mended, Wanted
from transcript_doctor.sessions.pi import rewriting as pi

OPEN = [
    HEADER,
    entry("e1", None, "user", [text("Go.")]),
    entry("e2", "e1", "assistant", [TOOL], stopReason="toolUse"),
    entry("e3", "e2", "user", [text("So?")]),
    entry("e4", "e3", "assistant", [text("Done.")], stopReason="stop"),
]
"""A session of pi with an open call."""


def test_a_mending_that_loses_a_message_is_not_taken(
    written: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loses(draft: Draft, source: Source, transcripts: Sequence[Any]) -> Iterator[Mended]:
        draft.records[1].dropped = True
        yield Mended(2, "dropped")

    monkeypatch.setattr(pi, "REWRITER", pi.REWRITER._replace(mend=loses))
    sound = [record for record in OPEN if record.get("id") != "e2"]
    sound[2] = {**sound[2], "parentId": "e1"}
    made, after = written(of_lines(*sound, sound[-1]))
    assert (made.mended, made.data) == ((), None)
    assert after == of_lines(*sound, sound[-1])


def test_a_mending_that_makes_a_list_sicker_is_not_taken(
    written: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def turns(draft: Draft, source: Source, transcripts: Sequence[Any]) -> Iterator[Mended]:
        for record, parent in zip(draft.records[1:4], ("e3", "e1", "e2"), strict=True):
            record.put(("parentId",), parent if record.value["id"] != "e2" else None)
        yield Mended(2, "turned round")

    monkeypatch.setattr(pi, "REWRITER", pi.REWRITER._replace(mend=turns))
    said = {"toolCallId": "c1", "toolName": "read", "isError": False}
    sound = [
        *OPEN[:3],
        entry("e3", "e2", "toolResult", [text("42")], **said),
        entry("e4", "e3", "user", [text("So?")]),
    ]
    made, after = written(of_lines(*sound, sound[-1]))
    assert (made.mended, made.data) == ((), None)
    assert after == of_lines(*sound, sound[-1])


def test_an_edit_that_harms_the_file_is_not_taken(
    written: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def harms(draft: Draft, source: Source, wanted: Sequence[Wanted]) -> None:
        pi.rewrite(draft, source, wanted)
        draft.add(draft.records[1].value, draft.records[1])

    monkeypatch.setattr(pi, "REWRITER", pi.REWRITER._replace(rewrite=harms))
    made, after = written(of_lines(*OPEN))
    assert made.reason == "the file itself would be damaged by it"
    assert after == of_lines(*OPEN)


def test_an_edit_that_a_second_repair_would_change_is_not_taken() -> None:
    sick = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": [call("toolu_0")]},
        {"role": "user", "content": "So?"},
    ]
    asked = {"format": "anthropic", "target": None, "context": None, "as_": "request"}
    done = repair(sick, **asked, policy="safe")
    assert done.refused
    given, now = Given(sick, 1), Given([*sick], 1)
    prove(now, given, done, {**asked, "policy": "safe"}, is_wanted=True)
    with pytest.raises(Unwritable, match="a second one would change it again"):
        prove(now, given, done, {**asked, "policy": "marked"}, is_wanted=True)


def test_a_file_that_cannot_be_edited_and_needs_nothing_is_left_in_peace(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text('{"messages": [{"role": "user", "content": "Go."}]}', encoding="utf-16")
    made = repair_session(path)
    assert (made.reason, made.ok, made.data) == (None, True, None)


def test_what_a_repair_makes_possible_is_mended_behind_it(written: Any) -> None:
    """The double line holds the only way to a result that nothing called, until that is quoted."""
    think = {"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmVk"}
    double = answer("b1", "r2", "m2", think, **at(9))
    records = [
        answer("a1", "x0", "m1", think, **at(1)),
        double,
        answer("a2", "a1", "m1", call("t1"), **at(2)),
        user("r1", "a2", [result("t1")], **at(3)),
        user("r2", "gone", [result("t2")], **at(4)),
        double,
        user("r3", "gone2", [result("t3")], **at(12)),
    ]
    made, _ = written(of_lines(*records), policy="lossy")
    assert [(one.line, one.what) for one in made.mended] == [
        (6, "dropped: line 2 says the very same")
    ]


def test_what_is_mended_is_told_by_the_lines_as_they_were(written: Any) -> None:
    lines = [
        user("u1", None, "Go.", **at(1)),
        answer("a1", "u1", "m1", call("toolu_0"), **at(2)),
        user("r1", "a1", [result("toolu_0")], **at(3)),
        answer("a2", "r1", "m2", text("Done."), **at(4)),
    ]
    one, two, three, four = of_lines(*lines).splitlines()
    made, after = written(b"\n".join([one + two, three, three, four, b""]))
    assert [mended.line for mended in made.mended] == [1, 3]
    assert after == of_lines(*lines)


def test_a_process_that_may_not_be_looked_at_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, closed, gone = tmp_path / "a", tmp_path / "17", tmp_path / "18"
    file.write_bytes(b"")
    closed.mkdir()  # without a list of its descriptors, as those of other users look
    monkeypatch.setattr(holders, "_processes", lambda: iter([gone]))
    assert holders._by_proc(file) == holders.Holders(())
    monkeypatch.setattr(holders, "_processes", lambda: iter([gone, closed]))
    told = holders._by_proc(file).unknown
    assert told == "processes of other users could not be looked at"
