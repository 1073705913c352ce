"""Paths as base URLs of clients make them, and what they ask for."""

from __future__ import annotations

import pytest

from transcript_doctor.provider.deciding.paths import asked_for


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/v1/messages", ("anthropic", "answer", None, None)),
        ("/v1/messages/count_tokens", ("anthropic", "count", None, None)),
        ("/anthropic/v1/messages", ("anthropic", "answer", "anthropic", None)),
        ("/deepseek/anthropic/v1/messages", ("anthropic", "answer", "deepseek", None)),
        ("/v1/chat/completions", ("chat", "answer", None, None)),
        ("/deepseek/chat/completions/", ("chat", "answer", "deepseek", None)),
        ("/deepseek/anthropic/v1/messages/", ("anthropic", "answer", "deepseek", None)),
        ("/mistral/v1/chat/completions", ("chat", "answer", "mistral", None)),
        ("/models/gemini-3-pro:generateContent", ("gemini", "answer", None, "gemini-3-pro")),
        ("/foundation-models", ("bedrock", "models", None, None)),
        ("/groq/openai/v1/chat/completions", ("chat", "answer", "groq", None)),
        ("/api/v1/chat/completions", ("chat", "answer", None, None)),
        ("/qwen/compatible-mode/v1/chat/completions", ("chat", "answer", "qwen", None)),
        ("/openai/deployments/mine/chat/completions", ("chat", "answer", "openai", "mine")),
        ("/v1/responses", ("responses", "answer", None, None)),
        ("/v1/responses/resp_1", ("responses", "stored", None, "resp_1")),
        ("/v1/responses/input_tokens", ("responses", "count", None, None)),
        ("/v1beta/models/gemini-3-pro:generateContent", ("gemini", "answer", None, "gemini-3-pro")),
        ("/gemini/v1beta/models/g:streamGenerateContent", ("gemini", "stream", "gemini", "g")),
        ("/v1beta/models/tuned:v2:countTokens", ("gemini", "count", None, "tuned:v2")),
        ("/v1beta1/projects/p/locations/l/publishers/google/models/g:generateContent", ("gemini", "answer", None, "g")),
        ("/v1/projects/p/locations/l/publishers/anthropic/models/claude-x:rawPredict", ("vertex", "answer", None, "claude-x")),
        ("/v1/projects/p/locations/l/publishers/anthropic/models/claude-x:streamRawPredict", ("vertex", "stream", None, "claude-x")),
        ("/v1/projects/p/locations/l/publishers/anthropic/models/count-tokens:rawPredict", ("vertex", "count", None, None)),
        ("/model/us.anthropic.claude-x:0/converse", ("bedrock", "answer", None, "us.anthropic.claude-x:0")),
        ("/model/arn:aws:bedrock:us-1:1:inference-profile/x/converse-stream", ("bedrock", "stream", None, "arn:aws:bedrock:us-1:1:inference-profile/x")),
        ("/bedrock/model/m/count-tokens", ("bedrock", "count", "bedrock", "m")),
        ("/v1/models", ("chat", "models", None, None)),
        ("/mistral/v1/models", ("chat", "models", "mistral", None)),
        ("/v1beta/models", ("gemini", "models", None, None)),
        ("/v1/models/org/model", ("chat", "model", None, "org/model")),
        ("/v1beta/models/g", ("gemini", "model", None, "g")),
        ("/api/coding/paas/v4/chat/completions", ("chat", "answer", None, None)),
        ("/api/v2/cortex/v1/chat/completions", ("chat", "answer", None, None)),
    ],
)  # fmt: skip
def test_what_a_path_asks_for(path: str, asked: tuple[str, str, str | None, str | None]) -> None:
    assert asked_for(path) == asked


@pytest.mark.parametrize(
    ("path", "family"),
    [
        ("/messages", "anthropic"),
        ("/messages/count_tokens", "anthropic"),
        ("/v1/v1/messages", "anthropic"),
        ("/v2/messages", "anthropic"),
        ("/anthropic/messages", "anthropic"),
        ("/chat/completions", "chat"),
        ("/v1/v1/chat/completions", "chat"),
        ("/v1/chat/completions/chat/completions", "chat"),
        ("/v1/messages/v1/messages", None),
        ("/openai/chat/completions", "chat"),
        ("/mistral/v1/v1/chat/completions", "chat"),
        ("/responses", "responses"),
        ("/v1/v1/responses", "responses"),
        ("/models", "chat"),
    ],
)
def test_what_a_wrong_base_url_makes_is_nowhere(path: str, family: str | None) -> None:
    found = asked_for(path)
    assert (found and (found.family, found.action)) == (family and (family, "nowhere"))


def test_who_is_at_the_root_decides_what_its_base_url_is() -> None:
    assert asked_for("/chat/completions", home="deepseek") == ("chat", "answer", None, None)
    assert asked_for("/v1/v1/chat/completions", home="deepseek") == ("chat", "nowhere", None, None)
    assert asked_for("/chat/completions", home="openai") == ("chat", "nowhere", None, None)


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/openai/responses", ("responses", "answer", "openai", None)),
        ("/openai/models", ("chat", "models", "openai", None)),
        ("/openai/responses/resp_1", ("responses", "stored", "openai", "resp_1")),
        ("/openai/deployments/mine/chat/completions", ("chat", "answer", "openai", "mine")),
    ],
)
def test_azure_says_its_version_behind_the_path(path: str, asked: tuple[str, ...]) -> None:
    assert asked_for(path, b"api-version=2025-04-01-preview") == asked


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "",
        "/v1",
        "/v2/chat",
        "/nobody/v1/messages",
        "/v1/embeddings",
        "/lab/v1/messages",
        "/model/converse",
        "/v1/x/responses/resp_1",
        "/v1/responses/compact",
        "/v1beta/models/g:embedContent",
        "/v1beta/models/g:batchEmbedContents",
        "/openai" * 9_000,
    ],
)
def test_other_paths_are_none_of_an_api(path: str) -> None:
    assert asked_for(path) is None
