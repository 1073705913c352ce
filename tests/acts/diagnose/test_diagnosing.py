"""What a diagnosis says: the rule, the place, the cure, and what no list can show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from transcript_doctor import check, diagnose
from transcript_doctor.acts.diagnose.meant import speakers
from transcript_doctor.acts.diagnose.onward import Mending
from transcript_doctor.acts.diagnose.telling import text_of
from transcript_doctor.catalog import target_named
from transcript_doctor.core.errors import BadOption, UnknownTarget
from transcript_doctor.core.transcript import Transcript

OPEN = [
    {"role": "user", "content": "Go."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_01", "name": "f", "input": {}}]},
    {"role": "user", "content": "Stop. Something else."},
]  # fmt: skip
SAID = (
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)
SOUND = [{"role": "user", "content": "Go."}]


REFUSALS = Path(__file__).resolve().parents[2] / "data" / "refusals.jsonl"
"""Refusals from public reports, none of them a case's, wrapped as people met them."""
MET = [json.loads(line) for line in REFUSALS.read_text("utf-8").split("\n") if line]


@pytest.mark.parametrize("number", range(len(MET)))
def test_a_refusal_as_people_met_it_is_read(number: int) -> None:
    assert diagnose(MET[number]["text"]).code in MET[number]["codes"]


def test_rule_place_mistake_and_cure_are_told() -> None:
    found = diagnose(SAID, OPEN, target="anthropic")
    assert found.code == "P001"
    assert str(found.place) == "messages[1].content[0]"
    assert found.mistake is not None
    assert found.mistake.trigger == "interrupt"
    told = str(found)
    for words in (
        "P001 unanswered-call",
        "messages[1].content[0]",
        "looks like",
        "instead of",
        "write",
    ):
        assert words in told
    assert "may come from" not in told


def test_where_the_evidence_does_not_decide_candidates_are_named() -> None:
    found = diagnose(SAID, [*OPEN[:2], {"role": "user", "content": "So?"}], target="anthropic")
    assert found.mistake is None
    assert found.triggers[:2] == ("interrupt", "crash")
    told = str(found)
    assert "may come from" in told
    assert "decides" in told
    assert "looks like" not in told


def test_a_text_alone_names_the_rule_and_what_may_break_it() -> None:
    found = diagnose(SAID)
    assert (found.code, found.finding, found.mistake) == ("P001", None, None)
    assert len(found.suspects) > 5
    assert {suspect.weight for suspect in found.suspects} == {0}
    assert "diagnose(error, messages)" in " ".join(str(found).split())
    assert "--transcript" in text_of(found, mending=Mending())


def test_a_sound_list_is_not_blamed_and_what_it_cannot_show_is_named() -> None:
    found = diagnose(SAID, SOUND, target="anthropic")
    assert (found.finding, found.suspects) == (None, ())
    assert [each.name for each in found.unseen] == ["copied-the-list", "broken-while-it-was-built"]
    sealed = diagnose(
        "messages.1.content.0: Invalid `signature` in `thinking` block", SOUND, target="anthropic"
    )
    assert "seal-of-another-or-text-edited" in [each.name for each in sealed.unseen]
    lone = diagnose("No tool call found for function call output with call_id call_1.", SOUND)
    assert "sent-only-what-is-new" in [each.name for each in lone.unseen]


def test_what_is_not_about_the_history_is_said_and_nobody_is_blamed() -> None:
    found = diagnose("Error code: 429 - rate limit", OPEN, target="anthropic")
    assert found.beside is not None
    assert found.beside.name == "rate"
    assert (found.suspects, found.unseen) == ((), ())


def test_a_text_without_a_reason_leaves_it_to_the_list() -> None:
    found = diagnose("Request failed with status code 400", OPEN, target="anthropic")
    assert found.code == "P001"
    assert found.mistake is not None


def test_a_list_alone_and_a_report_are_taken() -> None:
    report = check(OPEN, target="anthropic", as_="request")
    assert diagnose(None, report) == diagnose("", report)
    assert diagnose(None, OPEN, target="anthropic").code == "P001"
    assert diagnose(None).said == "neither a text nor a transcript was given"


def test_of_several_errors_the_one_that_the_target_would_name_is_meant() -> None:
    later = [*OPEN, {"role": "assistant", "content": "Yes."}, {"role": "user", "content": " "}]
    report = check(later, target="anthropic", as_="request")
    assert [(f.code, f.index) for f in report.findings] == [("P001", 1), ("C002", 4)]
    assert diagnose(None, report).code == "C002"


def test_a_session_stays_a_record_also_with_a_refusal() -> None:
    listed = [OPEN[0], {"role": "assistant", "content": "Done."}]
    resting = Transcript(listed, "anthropic", "an agent", "it says so")
    sent = diagnose("This model does not support assistant message prefill.", resting)
    assert sent.report is not None
    assert sent.report.as_ == "record"


def test_what_the_list_shows_is_not_called_unseen() -> None:
    lone = [*SOUND, {"role": "tool", "tool_call_id": "call_1", "content": "ok"}]
    text = "No tool call found for function call output with call_id call_1."
    assert diagnose(text, lone, target="openai").unseen == ()


def test_nobody_is_sent_to_an_agent_that_keeps_no_sessions() -> None:
    for name, agent, told in (("langchain", "LangChain", False), ("pi", "pi", True)):
        session = Transcript(OPEN, "anthropic", agent, f"it is {name}'s")
        found = diagnose(SAID, session, target="anthropic")
        said = text_of(found, mending=Mending("FILE", ""))
        assert (f"the code above is that of {agent}" in " ".join(said.split())) is told


def test_no_more_of_a_text_is_read_than_a_page_or_two() -> None:
    assert diagnose("x " * 9_000 + SAID).code == "P001"
    assert diagnose("x " * 11_000 + SAID).code is None


def test_with_a_refusal_a_list_is_judged_as_what_was_sent() -> None:
    resting = [OPEN[0], OPEN[1]]
    assert diagnose(None, resting, target="anthropic").finding.severity == "warning"
    assert diagnose(SAID, resting, target="anthropic").finding.severity == "error"


def test_misuse_raises() -> None:
    with pytest.raises(BadOption, match="takes a text"):
        diagnose(7)  # type: ignore[arg-type]
    with pytest.raises(UnknownTarget):
        diagnose(SAID, SOUND, target="nobody")


def test_what_is_shown_is_escaped() -> None:
    hostile = [OPEN[0], {"role": "assistant", "content": [{"type": "tool_use", "id": "\x1b[2J", "name": "f", "input": {}}]}, OPEN[2]]  # fmt: skip
    assert "\x1b" not in str(diagnose(SAID + "\x1b]0;x\x07", hostile, target="anthropic"))


BEDROCK = [
    {"role": "user", "content": [{"text": "Go."}]},
    {"role": "assistant", "content": [{"toolUse": {"toolUseId": i, "name": "f", "input": {}}} for i in ("tooluse_a", "tooluse_b")]},
    {"role": "user", "content": [{"text": "So?"}]},
]  # fmt: skip
CHAT_CALL = {"id": "call_1abc", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CHAT = [
    {"role": "user", "content": "Go."},
    {"role": "assistant", "content": None, "tool_calls": [CHAT_CALL]},
    {"role": "user", "content": "So?"},
]
BEHIND = (
    "Expected toolResult blocks at messages.{}.content for the following Ids: tooluse_a, tooluse_b"
)
PARAM = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
    "'tool_call_id'. The following tool_call_ids did not have response messages: call_1abc', "
    "'param': 'messages.[{}].role'"
)


@pytest.mark.parametrize("target", ["bedrock", "all"])
def test_a_sentence_that_counts_as_the_target_does_is_this_list_s(target: str) -> None:
    report = check(BEDROCK, target=target, as_="request")
    said = report.findings[0].provider_says
    assert target == "all" or said == BEHIND.format(2)
    assert "may have been another" not in diagnose(BEHIND.format(2), report).said
    assert "names message 5" in diagnose(BEHIND.format(5), report).said


def test_a_parameter_names_the_call_or_the_message_behind_it() -> None:
    for index, fits in ((0, False), (1, True), (2, True), (3, False)):
        said = diagnose(PARAM.format(index), CHAT, target="openai").said
        assert ("may have been another" not in said) == fits


def test_a_target_that_names_the_call_s_message_counts_only_so() -> None:
    for index, fits in ((1, True), (2, False)):
        said = diagnose(
            SAID.replace("messages.1", f"messages.{index}"), OPEN, target="anthropic"
        ).said
        assert ("may have been another" not in said) == fits


def test_a_text_alone_begins_with_what_it_means_and_speaks_of_endpoints() -> None:
    found = diagnose(PARAM.format(2))
    lines = str(found).split("\n")
    assert lines[0] == "A tool call has no result."
    assert lines[1].split() == ["rule", "P001", "unanswered-call"]
    assert found.said.startswith("openai, ")
    assert found.said.endswith(" say it so")
    one = diagnose(BEHIND.format(2))
    assert one.said == "bedrock says it so"


def test_libraries_are_named_only_where_no_endpoint_says_it() -> None:
    for row in MET:
        for meaning in (found := diagnose(row["text"])).meanings:
            hosted = [name for name in meaning.targets if target_named(name).in_all]
            assert set(speakers(meaning)) <= set(hosted or meaning.targets)
        assert len(found.said) < 120


def test_every_place_of_the_fault_is_named() -> None:
    told = str(diagnose(BEHIND.format(2), BEDROCK, target="bedrock"))
    assert "also            tooluse_b at messages[1].content[1]" in told
    assert "also" not in str(diagnose(SAID, OPEN, target="anthropic"))


def test_without_a_file_the_next_step_is_the_function() -> None:
    told = " ".join(str(diagnose(SAID, OPEN, target="anthropic")).split())
    assert "repair(messages).messages is this history, mended" in told
    assert "next" not in str(diagnose("Error code: 429 - rate limit", OPEN, target="anthropic"))
