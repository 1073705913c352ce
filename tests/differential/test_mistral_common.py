"""The targets `mistral-common-*` say what the library itself says, history by history.

Equal means: where the library refuses there is an error, where it takes the list there is no
finding at all. What the histories reach is held by `test_mistral_histories.py`.
"""

import json
import sys
from collections import Counter
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

from tests.differential.mistral_coverage import COUNT
from tests.differential.mistral_histories import VERSIONS, histories
from tests.differential.mistral_moves import CALL
from tests.differential.mistral_odd import CONTEXTS, odd_messages
from tests.differential.mistral_oracle import refusal, sentence, verdict
from transcript_doctor import check
from transcript_doctor.acts.check.judging import checking_order
from transcript_doctor.catalog import target_named
from transcript_doctor.core.report import Report

SEED = 20261130
MODES = (False, True)
HERE = Path(__file__).parent
SITUATIONS = json.loads((HERE / "mistral_situations.json").read_text("utf-8"))["situations"]


def target_of(version: str, finetuning: bool) -> str:
    return f"mistral-common-{version}{'-finetuning' if finetuning else ''}"


def judged(messages: list[Any], version: str, finetuning: bool) -> Report:
    target = target_of(version, finetuning)
    return check(messages, format="openai-chat", target=target, as_="request")


def said(report: Report) -> str | None:
    """The sentence of the error that the target comes upon first; None where there is none."""
    errors = [finding for finding in report.findings if finding.severity == "error"]
    target = target_named(report.target)
    first = min(errors, key=lambda finding: checking_order(finding, target), default=None)
    return None if first is None else first.provider_says


def difference(messages: list[Any], version: str, finetuning: bool) -> str | None:
    """What the library and the target say where they disagree, else None."""
    refused = verdict(messages, version, finetuning)
    report = judged(messages, version, finetuning)
    if (refused is None) == report.ok and not (report.ok and report.findings):
        return None
    return f"{target_of(version, finetuning)}: {refused!r}, {report!r}, {messages!r}"


def test_the_verdict_on_each_of_10_000_histories_is_the_librarys() -> None:
    sys.stdout.write(f"seed {SEED}\n")
    for number, case in enumerate(histories(SEED, COUNT)):
        found = difference(case.messages, case.version, case.finetuning)
        assert found is None, f"seed {SEED}, history {number} ({case.made}): {found}"


def test_nearly_every_sentence_is_the_librarys_too() -> None:
    equal: Counter[str] = Counter()
    all_: Counter[str] = Counter()
    for case in islice(histories(SEED + 1, COUNT), 3000):
        aim = (case.version, case.finetuning)
        refused = refusal(case.messages, *aim)
        if refused is None or refused.sentence.startswith("schema"):
            continue
        kind = "validator" if refused.file.endswith("validator.py") else "conversion"
        all_[kind] += 1
        equal[kind] += said(judged(case.messages, *aim)) == sentence(case.messages, *aim)
    assert equal["validator"] / all_["validator"] > 0.95
    assert equal["conversion"] / all_["conversion"] > 0.8


@pytest.mark.parametrize("version", VERSIONS)
def test_situations_of_the_librarys_validators(version: str) -> None:
    asked = [situation for situation in SITUATIONS if version in situation["versions"]]
    assert len(asked) > 60
    for situation in asked:
        messages, finetuning = situation["messages"], situation["mode"] == "finetuning"
        assert sentence(messages, version, finetuning) == situation["says"], situation["name"]
        assert difference(messages, version, finetuning) is None
        assert said(judged(messages, version, finetuning)) == situation["says"], situation["name"]


def _calling(*ids: str) -> dict[str, Any]:
    calls = [CALL | {"id": ident} for ident in ids]
    return {"role": "assistant", "content": None if ids else "x", "tool_calls": calls}


A, B = "abcdefghi", "ABCDEFGHI"
ALPHABET = (
    {"role": "user", "content": "x"},
    {"role": "system", "content": "x"},
    {"role": "assistant", "content": "x"},
    {"role": "assistant", "content": "x", "prefix": True},
    _calling(),
    _calling(A),
    _calling(A, B),
    {"role": "tool", "tool_call_id": A, "content": "x"},
    {"role": "tool", "tool_call_id": B, "content": "x"},
)


@pytest.mark.parametrize("finetuning", MODES)
@pytest.mark.parametrize("version", VERSIONS)
def test_every_history_of_up_to_three_messages(version: str, finetuning: bool) -> None:
    for length in range(4):
        for history in product(ALPHABET, repeat=length):
            assert difference(list(history), version, finetuning) is None


@pytest.mark.parametrize("finetuning", MODES)
@pytest.mark.parametrize("version", ["v3", "v11"])
def test_every_history_of_four_messages(version: str, finetuning: bool) -> None:
    for history in product(ALPHABET, repeat=4):
        assert difference(list(history), version, finetuning) is None


def test_every_odd_message_somewhere() -> None:
    aims = list(product(VERSIONS, MODES))
    odd = list(odd_messages())
    assert len(odd) > 5000
    for number, message in enumerate(odd):
        # The places and the aims are taken in turn, at different steps, so that all of them meet.
        place = CONTEXTS[number % len(CONTEXTS)]
        version, finetuning = aims[number * 5 % len(aims)]
        assert difference(place(message), version, finetuning) is None
