"""What providers say of failures that have nothing to do with the history: status and words."""

from __future__ import annotations

import pytest

from transcript_doctor.provider.deciding.words import failing, not_json


@pytest.mark.parametrize(
    ("envelope", "asked", "status", "sentence"),
    [
        ("anthropic", 401, 401, "invalid x-api-key"),
        ("openai", 401, 401, "Incorrect API key provided."),
        ("mistral", 401, 401, "Unauthorized"),
        ("google", 401, 400, "API key not valid. Please pass a valid API key."),
        ("bedrock", 401, 403, "The security token included in the request is invalid."),
        ("xai", 401, 401, "The key is not valid."),
        ("anthropic", 529, 529, "Overloaded"),
        ("minimax", 529, 529, "Overloaded"),
        ("openai", 529, 503, "The engine is currently overloaded, please try again later"),
        ("google", 529, 503, "The model is overloaded. Please try again later."),
        ("plain", 529, 503, "The service is overloaded."),
        ("google", 403, 403, "This key may not do that."),
        ("openai", 418, 418, "Failed with status 418."),
    ],
)
def test_a_failure_has_the_providers_status_and_words(
    envelope: str, asked: int, status: int, sentence: str
) -> None:
    assert failing(envelope, asked)[:2] == (status, sentence)


@pytest.mark.parametrize(
    ("envelope", "sentence"),
    [
        ("anthropic", "The request body is not valid JSON: why"),
        ("openai", "We could not parse the JSON body of your request: why"),
        ("google", "Invalid JSON payload received. why"),
        ("mistral", "JSON decode error: why"),
        ("plain", "The request body is not valid JSON: why"),
    ],
)
def test_a_body_that_is_no_json_is_told_with_the_reason(envelope: str, sentence: str) -> None:
    assert not_json(envelope, "why") == sentence
