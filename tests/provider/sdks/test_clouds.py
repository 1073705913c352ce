"""The clouds' clients of the official SDKs: other paths and other heads, the same two APIs behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anthropic
import openai
import pytest

from transcript_doctor.provider import Running

KEY = "k" * 20
ASKED: dict[str, Any] = {
    "model": "claude-sonnet-5",
    "messages": [{"role": "user", "content": "x"}],
}
CLAUDES: dict[str, Callable[[str], Any]] = {
    "vertex": lambda url: anthropic.AnthropicVertex(
        base_url=f"{url}/v1", region="us-east5", project_id="p", access_token=KEY
    ),
    "foundry": lambda url: anthropic.AnthropicFoundry(base_url=f"{url}/anthropic", api_key=KEY),
    "aws": lambda url: anthropic.AnthropicAWS(
        base_url=url, api_key=KEY, aws_region="us-east-1", workspace_id="w"
    ),
    "mantle": lambda url: anthropic.AnthropicBedrockMantle(
        base_url=f"{url}/anthropic", api_key=KEY, aws_region="us-east-1"
    ),
}


@pytest.mark.parametrize("cloud", CLAUDES)
def test_claude_answers_and_counts_in_each_cloud(provider: Running, cloud: str) -> None:
    provider.play(None)
    with CLAUDES[cloud](provider.url) as client:
        assert client.messages.create(max_tokens=9, **ASKED).content[0].type == "text"
        with client.messages.stream(max_tokens=9, **ASKED) as stream:
            assert stream.get_final_message().stop_reason == "end_turn"
        assert client.messages.count_tokens(**ASKED).input_tokens > 0
    assert [r.fate for r in provider.requests] == ["answered", "answered", "listed"]


def test_azure_takes_all_that_it_has(provider: Running) -> None:
    provider.play(None)
    with openai.AzureOpenAI(
        azure_endpoint=provider.url, api_key=KEY, api_version="2025-04-01-preview"
    ) as client:
        said = client.chat.completions.create(
            model="gpt-4o", messages=[{"role": "user", "content": "x"}]
        )
        assert said.choices[0].message.content
        first = client.responses.create(model="gpt-4o", input="hi")
        assert client.responses.retrieve(first.id).output_text == first.output_text
        assert client.models.list().data
    assert [r.status for r in provider.requests] == [200] * 4
