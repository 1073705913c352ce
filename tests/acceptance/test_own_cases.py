"""Histories made for this project, after the laws and reports that each names: found, or left in peace."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.case_files import CODES, DATA, Case, load_cases, rightly, visible_sick

FILE = "own.jsonl"
CASES = load_cases(FILE)
SICK = visible_sick(FILE)
SOUND = [case for case in CASES if case.valid]
REPAIRED = [case for case in CASES if case.repaired is not None]

WARNED = {
    "half a character: reports only; no provider documents it": """
        bedrock-lone-surrogate gemini-lone-surrogate gemini-surrogate-key mistral-surrogate
        openai-lone-surrogate-in-arguments openai-surrogate-in-parts responses-lone-surrogate""",
    "media: what the endpoint makes of the bytes rests on reports": """
        anthropic-data-address-as-data anthropic-webp-labelled-jpeg gemini-image-without-data
        openai-image-html""",
    "Responses pairs by id anywhere; what else it checks rests on one report or none": """
        cliproxy-empty-message-item responses-exact-double-of-a-call responses-output-before-its-call
        responses-same-call-id-twice responses-two-outputs""",
    "the sources contradict each other": """
        anthropic-old-model-emptied-thinking autogen-participant-not-ascii bedrock-one-message-a-result
        bedrock-two-users deepseek-anthropic-thinking-missing-every-turn
        deepseek-reused-id-in-later-turn deepseek-v4-thinking-enabled gemini-history-without-tools
        gemini-opens-with-text llxprt-switch-between-claude-models llxprt-switch-list-of-models
        mistral-user-null openai-call-id-with-a-packed-signature""",
    "client code alone stands behind it": "anthropic-mcp-open responses-name-with-colon",
    "servers of this format differ, and none is named": "any-empty-tool-calls",
}
"""Where the evidence allows no more than a warning, by the reason. Everything else must be an error."""
WARNINGS = {word for words in WARNED.values() for word in words.split()}

MAY_SAY_MORE = 0.05


def params(cases: list[Case]) -> list[Any]:
    return [pytest.param(case, id=case.id) for case in cases]


@pytest.mark.parametrize("case", params(SICK))
def test_fault_is_found_in_its_place_with_its_weight(case: Case) -> None:
    found = {finding.severity for finding in rightly(case)}
    assert found, case.judge(case.messages)
    assert ("error" not in found) == (case.id in WARNINGS)


def test_few_sick_cases_are_told_anything_beside_their_fault() -> None:
    beside = {
        case.id: other
        for case in SICK
        if (other := {f.code for f in case.judge(case.messages).findings} - set(case.codes))
    }
    assert len(beside) <= MAY_SAY_MORE * len(SICK), beside


@pytest.mark.parametrize("case", params(SOUND))
def test_sound_history_has_no_error(case: Case) -> None:
    report = case.judge(case.messages)
    assert report.ok, report


@pytest.mark.parametrize("case", params(REPAIRED))
def test_repaired_history_has_no_error(case: Case) -> None:
    assert case.repaired is not None
    report = case.judge(case.repaired)
    assert report.ok, report


def test_corpus_is_whole() -> None:
    public = load_cases()
    assert len({case.id for case in (*CASES, *public)}) == len(CASES) + len(public)
    assert len(SICK) + len(SOUND) == len(CASES)
    assert {case.kind for case in SICK} == CODES.keys() - {"session-duplicate-lines"}
    assert {case.id for case in SICK} >= WARNINGS
    assert len(WARNINGS) == sum(len(words.split()) for words in WARNED.values())


def test_each_case_names_what_it_rests_on() -> None:
    file: Path = DATA.parent / "records.json"
    records = json.loads(file.read_text("utf-8"))["records"]
    for case in CASES:
        assert case.source
        for provider, name in re.findall(r"records: ([a-z0-9.-]+)/([A-Za-z0-9.-]+)", case.source):
            assert name in records[provider], case.id
