"""The comparison with mistral-common is worth something: the histories reach all it can say."""

from itertools import islice

import pytest
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.protocol.instruct.validator import ValidationMode, get_validator
from mistral_common.tokens.tokenizers.base import TokenizerVersion

from tests.differential.mistral_coverage import COUNT, by_sentence, by_site, refusals
from tests.differential.mistral_histories import Case, histories
from tests.differential.mistral_oracle import verdict

SEED = 20261130
OFTEN = 50


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(histories(SEED, COUNT))


def test_every_sentence_of_the_validators_is_met_often(cases: list[Case]) -> None:
    counts = refusals(cases)
    met = by_site(counts)
    assert {s: n for s, n in met.items() if s.reason() is None and n < OFTEN} == {}
    assert {s: n for s, n in met.items() if s.reason() is not None and n > 0} == {}
    said = by_sentence(counts, validators=True)
    assert {text: n for text, n in said.items() if n < OFTEN} == {}
    assert len(met) == 36, "mistral-common has changed: read its validators again"


def test_about_half_are_sound_for_every_version_and_mode(cases: list[Case]) -> None:
    taken: dict[tuple[str, bool], list[bool]] = {}
    for case in cases:
        sound = verdict(case.messages, case.version, case.finetuning) is None
        taken.setdefault((case.version, case.finetuning), []).append(sound)
    shares = {aim: sum(sound) / len(sound) for aim, sound in taken.items()}
    assert len(shares) == 12
    assert all(0.4 < share < 0.6 for share in shares.values()), shares


def test_what_is_written_sound_is_sound(cases: list[Case]) -> None:
    sound = [case for case in cases if case.made == "sound"]
    assert len(sound) > COUNT / 4
    for case in sound:
        assert verdict(case.messages, case.version, case.finetuning) is None, case


def test_a_seed_makes_the_same_histories_again(cases: list[Case]) -> None:
    assert list(islice(histories(SEED, 300), 300)) == cases[:300]
    assert list(histories(SEED + 1, 300)) != cases[:300]


def test_the_whole_request_gets_the_verdict_of_its_messages(cases: list[Case]) -> None:
    plain = [case for case in cases[::7] if not _has_own_keys(case)]
    assert len(plain) > 500
    for case in plain:
        assert _refuses_request(case) == (
            verdict(case.messages, case.version, case.finetuning) is not None
        ), case


def _has_own_keys(case: Case) -> bool:
    return any(isinstance(m, dict) and {"prefix", "weight"} & m.keys() for m in case.messages)


def _refuses_request(case: Case) -> bool:
    mode = ValidationMode.finetuning if case.finetuning else ValidationMode.serving
    validator = get_validator(TokenizerVersion(case.version), mode)
    try:
        request = ChatCompletionRequest.from_openai(case.messages, model="m")
        validator.validate_request(request)
    except Exception:
        return True
    return False
