"""The envelopes, each as its provider writes an outage and a refusal."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.acts.strict.envelopes import ENVELOPES, Saying, sealed
from transcript_doctor.catalog import target_named, target_names

LIMITED, REFUSED = Saying(429, "Slow down."), Saying(400, "No.", "a_code", "messages")
ANTHROPIC: dict[str, Any] = {"type": "error", "request_id": LIMITED.request_id}
BODIES: dict[str, tuple[Any, Any]] = {
    "anthropic": (
        {**ANTHROPIC, "error": {"type": "rate_limit_error", "message": "Slow down."}},
        {**ANTHROPIC, "error": {"type": "invalid_request_error", "message": "No."}},
    ),
    "openai": (
        {
            "error": {
                "message": "Slow down.",
                "type": "requests",
                "param": None,
                "code": "rate_limit_exceeded",
            }
        },
        {
            "error": {
                "message": "No.",
                "type": "invalid_request_error",
                "param": "messages",
                "code": "a_code",
            }
        },
    ),
    "mistral": (
        {
            "object": "error",
            "message": "Slow down.",
            "type": "rate_limited",
            "param": None,
            "code": "1300",
            "raw_status_code": 429,
        },
        {
            "object": "error",
            "message": "No.",
            "type": "invalid_request_error",
            "param": "messages",
            "code": "a_code",
            "raw_status_code": 400,
        },
    ),
    "google": (
        {"error": {"code": 429, "message": "Slow down.", "status": "RESOURCE_EXHAUSTED"}},
        {"error": {"code": 400, "message": "No.", "status": "INVALID_ARGUMENT"}},
    ),
    "bedrock": ({"message": "Slow down."}, {"message": "No."}),
    "cohere": ({"message": "Slow down."}, {"message": "No."}),
    "xai": (
        {"code": "Some resource has been exhausted", "error": "Slow down."},
        {"code": "Client specified an invalid argument", "error": "No."},
    ),
    "minimax": (
        {
            **ANTHROPIC,
            "error": {"type": "rate_limit_error", "message": "Slow down.", "http_code": "429"},
        },
        {**ANTHROPIC, "error": {"type": "bad_request_error", "message": "No.", "http_code": "400"}},
    ),
    "plain": (
        {"error": {"type": "invalid_request", "message": "Slow down."}},
        {"error": {"type": "a_code", "message": "No."}},
    ),
}


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_each_envelope_says_it_in_its_own_way(envelope: str) -> None:
    assert tuple(sealed(envelope, saying)[0] for saying in (LIMITED, REFUSED)) == BODIES[envelope]


def test_bedrock_says_the_kind_in_a_header() -> None:
    kinds = {status: sealed("bedrock", Saying(status, ""))[1] for status in (400, 429, 529)}
    assert kinds == {
        400: {"x-amzn-ErrorType": "ValidationException"},
        429: {"x-amzn-ErrorType": "ThrottlingException"},
        529: {"x-amzn-ErrorType": "ServiceUnavailableException"},
    }
    assert [sealed(name, LIMITED)[1] for name in ENVELOPES if name != "bedrock"] == [{}] * 8


@pytest.mark.parametrize("status", [500, 502, 504, 507, 599])
def test_a_failure_of_the_providers_own_is_never_a_bad_request(status: int) -> None:
    for name in ENVELOPES:
        body, headers = sealed(name, Saying(status, "No."))
        words = f"{body} {headers}".lower()
        assert not [word for word in ("invalid", "validation", "bad_request") if word in words], (
            name
        )


def test_mistrals_faults_of_the_schema_have_a_form_of_their_own() -> None:
    body, _ = sealed("mistral", Saying(422, "Field required", None, "messages[0].content"))
    (fault,) = body["detail"]
    assert fault["loc"] == ["body", "messages", 0, "content"]
    assert fault["msg"] == "Field required"


@pytest.mark.parametrize("name", target_names())
def test_every_target_names_an_envelope_that_there_is(name: str) -> None:
    assert target_named(name).envelope in ENVELOPES
