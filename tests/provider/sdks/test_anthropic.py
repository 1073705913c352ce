"""What only the package `anthropic` has: its tool runner, its errors, models and counting."""

from __future__ import annotations

import anthropic
import pytest

from tests.provider.sdks.clients.anthropic import SETTINGS, options
from tests.provider.sdks.weather import ANSWER, ASKED, assert_two_tool_conversation, get_weather
from transcript_doctor.provider import Running, overloaded


def test_trouble_is_the_error_of_the_sdk_and_is_tried_again_as_often_as_asked(
    provider: Running,
) -> None:
    provider.reset([overloaded(), overloaded()])
    with anthropic.Anthropic(**options(provider.url)) as client:
        client = client.with_options(max_retries=0)
        with pytest.raises(anthropic.OverloadedError, match="Overloaded"):
            client.messages.create(messages=[{"role": "user", "content": ASKED}], **SETTINGS)
    assert len(provider.requests) == 1


def test_the_tool_runner_of_the_sdk(provider: Running) -> None:
    tool = anthropic.beta_tool(get_weather)
    with anthropic.Anthropic(**options(provider.url)) as client:
        runner = client.beta.messages.tool_runner(
            model="claude-sonnet-5",
            max_tokens=500,
            tools=[tool],
            messages=[{"role": "user", "content": ASKED}],
        )
        last = runner.until_done()
    assert last.content[0].text == ANSWER  # type: ignore[union-attr]
    assert_two_tool_conversation(provider, streamed=False)


def test_models_and_counting(provider: Running) -> None:
    with anthropic.Anthropic(**options(provider.url)) as client:
        names = [card.id for card in client.models.list()]
        assert names
        assert client.models.retrieve(names[0]).id == names[0]
        counted = client.messages.count_tokens(
            model="claude-sonnet-5", messages=[{"role": "user", "content": ASKED}]
        )
    assert counted.input_tokens > 0
