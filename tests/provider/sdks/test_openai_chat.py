"""What only the package `openai` has in chat completions: raw chunks, retries, models, others' thinking."""

from __future__ import annotations

import json
from typing import Any

import openai
import pytest

from tests.provider.sdks.clients.openai_chat import SETTINGS, options, turn_of
from tests.provider.sdks.weather import ANSWER, ASKED, CALLS, assert_two_tool_conversation
from transcript_doctor.provider import Running, rate_limited
from transcript_doctor.testing import reply, say


def test_chunks_put_together_by_hand(provider: Running) -> None:
    with openai.OpenAI(**options(provider.url)) as client:
        chunks = client.chat.completions.create(
            messages=[{"role": "user", "content": ASKED}], stream=True, **SETTINGS
        )
        calls: dict[int, list[str]] = {}
        for chunk in chunks:
            for part in chunk.choices[0].delta.tool_calls or []:
                calls.setdefault(part.index, []).append(part.function.arguments or "")
    made = [json.loads("".join(parts)) for parts in calls.values()]
    assert made == [{"city": "Paris"}, {"city": "Zürich"}]


def test_trouble_is_the_error_of_the_sdk(provider: Running) -> None:
    provider.reset([rate_limited(retry_after=0.01), rate_limited(retry_after=0.01)])
    with openai.OpenAI(**options(provider.url)) as client, pytest.raises(openai.RateLimitError):
        client.chat.completions.create(messages=[{"role": "user", "content": ASKED}], **SETTINGS)
    assert len(provider.requests) == 2  # tried again once, as asked


def test_models(provider: Running) -> None:
    with openai.OpenAI(**options(provider.url)) as client:
        names = [card.id for card in client.models.list()]
        assert names
        assert client.models.retrieve(names[0]).id == names[0]


@pytest.mark.parametrize("streamed", [False, True])
def test_thinking_that_deepseek_shows_comes_back_as_it_went_out(
    provider: Running, streamed: bool
) -> None:
    thought = {"type": "thinking", "thinking": "Two cities, two calls."}
    provider.reset([reply(thought, *CALLS), say(ANSWER)])
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    about = {**SETTINGS, "model": "deepseek-v4-flash"}
    base = f"{provider.url}/deepseek"
    with openai.OpenAI(**{**options(provider.url), "base_url": base}) as client:
        for _ in range(2):
            if streamed:
                usage: Any = {"include_usage": True}
                with client.chat.completions.stream(
                    messages=messages, stream_options=usage, **about
                ) as stream:
                    turn = turn_of(stream.get_final_completion())
            else:
                turn = turn_of(client.chat.completions.create(messages=messages, **about))
            messages += [*turn.kept, *turn.results]
    assert messages[1].reasoning_content == "Two cities, two calls."
    assert turn.text == ANSWER
    # the accumulator of the SDK sends back `parsed_arguments`, which it made up itself
    warned = ("Y003",) if streamed else ()
    assert_two_tool_conversation(provider, streamed=streamed, warned=warned)
    assert {row.target for row in provider.requests} == {"deepseek"}
