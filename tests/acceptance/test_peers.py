"""The comparison with other tools: ours wrong in nothing, and the page in step with the data."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.peers import questions, trimmers, trims
from benchmarks.peers.asking import Complaint, Peer, Question
from benchmarks.peers.counting import count, in_place
from benchmarks.peers.main import ADAPTERS, PAGE
from benchmarks.peers.ours import PEERS as OURS
from benchmarks.peers.page import Row, counts, mark, page
from benchmarks.peers.repairers import LOADERS

ROOT = Path(__file__).resolve().parents[2]
ASKED = Question("a fault", "openai-chat", "openai-chat", {}, [], "refused", (1, 2))


def peer(*answer: Complaint, error: Exception | None = None) -> Peer:
    def complain(_: Question) -> list[Complaint]:
        if error is not None:
            raise error
        return list(answer)

    return Peer("somebody", "some-body", ("openai-chat",), complain)


def rows_of_page() -> dict[str, list[str]]:
    lines = PAGE.read_text("utf-8").split("## Repairing")[0].splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line[:1] == "|"]
    return {row[0]: row[1:] for row in cells}


def test_ours_is_wrong_in_nothing() -> None:
    (ours,) = OURS
    cases, shapes = count(ours, questions.cases()), count(ours, questions.shapes())
    assert (cases.faults, cases.sound) == (121, 135)
    assert (shapes.faults, shapes.sound) == (18, 4)
    assert cases.faultless, cases
    assert shapes.faultless, shapes


def test_page_says_what_ours_answers() -> None:
    (ours,) = OURS
    shown = rows_of_page()
    row = counts(Row(ours.name, "", peer=ours), questions.cases(), questions.shapes())
    assert shown[ours.name][1:] == row[2:]
    for shape in questions.shapes():
        assert shown[shape.name][:2] == [shape.truth, mark(ours, shape)]


def test_page_names_every_tool_at_the_version_that_is_pinned() -> None:
    pins = (ROOT / "constraints-peers.txt").read_text("utf-8").lower().replace("_", "-")
    lines = PAGE.read_text("utf-8").splitlines()
    shown = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line[:1] == "|"]
    for package in {*ADAPTERS.values(), *LOADERS} - {"transcript-doctor"}:
        pinned = re.search(rf"^{package}==(.+)$", pins, re.MULTILINE)
        assert pinned
        assert [row for row in shown if row[1] in (pinned[1], "-")], package


def test_shapes_are_twenty_five_and_most_are_sick() -> None:
    truths = [shape.truth for shape in questions.shapes()]
    assert [truths.count(truth) for truth in ("refused", "differs", "accepted")] == [18, 3, 4]


def test_place_is_asked_only_where_there_is_one() -> None:
    assert in_place(ASKED, [Complaint(0), Complaint(2)])
    assert not in_place(ASKED, [Complaint(0), Complaint(None)])
    assert in_place(ASKED._replace(indices=None), [Complaint(None)])
    assert not in_place(ASKED._replace(indices=None), [])


def test_only_formats_that_a_tool_knows_are_counted() -> None:
    sound, unknown = ASKED._replace(truth="accepted"), ASKED._replace(format="gemini")
    differs = ASKED._replace(truth="differs")
    counted = count(peer(Complaint(1)), [ASKED, ASKED, sound, unknown, differs])
    assert counted == (2, 2, 2, 2, 2, 1, 1, 0)


def test_warning_on_a_sound_history_is_no_alarm() -> None:
    assert count(peer(Complaint(1, error=False)), [ASKED._replace(truth="accepted")]).alarms == 0


def test_refusing_is_an_answer_and_falling_over_is_told() -> None:
    assert peer(error=ValueError("no")).ask(ASKED) == [Complaint(None)]
    assert peer(error=KeyError("id")).ask(ASKED) == [Complaint(None, crash=True)]
    assert count(peer(error=KeyError("id")), [ASKED]).fell == 1
    assert [mark(p, ASKED) for p in (peer(), peer(Complaint(1)), peer(Complaint(None)))] == [
        "-",
        "x",
        "c",
    ]


def test_tool_that_is_not_there_is_listed_with_the_reason() -> None:
    made = page([Row("some-body", "-", "no matching version")], [], [], (["session"], [["a"]]))
    assert "| some-body | - | not asked: no matching version |" in made


def test_no_cut_of_ours_is_refused_and_the_page_says_so() -> None:
    asked, shown = trims.cuts(), rows_of_page()
    for trimmer in trimmers.LOADERS["transcript-doctor"]():
        refused, nothing, _ = trims.count(trimmer, asked)
        assert (refused, nothing) == (0, 0)
        assert shown[trimmer.name] == trims.row(trimmer, shown[trimmer.name][0], asked)[1:]
    assert all(len(messages) > budget for messages, budget in asked)


def test_a_trimmer_that_cuts_an_exchange_or_leaves_nothing_is_counted() -> None:
    def last(messages: trimmers.Messages, budget: int) -> tuple[trimmers.Messages, bool]:
        return messages[-budget:], False

    def none(messages: trimmers.Messages, budget: int) -> tuple[trimmers.Messages, bool]:
        return messages[:1], True

    def raises(messages: trimmers.Messages, budget: int) -> tuple[trimmers.Messages, bool]:
        raise TypeError

    asked = trims.cuts()[:100]
    refused, nothing, over = trims.count(trimmers.Trimmer("a", "a", last), asked)
    assert refused > 30
    assert (nothing, over) == (0, 0)
    for cut in (none, raises):
        assert trims.count(trimmers.Trimmer("a", "a", cut), asked) == (0, 100, 0)
