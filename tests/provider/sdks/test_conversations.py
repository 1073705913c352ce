"""The official SDKs against the fake provider, sync and async, streaming and not: the same for all of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.provider.sdks.clients import SDKS
from tests.provider.sdks.clients.sdk import Sdk
from tests.provider.sdks.weather import ANSWER, CALLS, assert_two_tool_conversation
from transcript_doctor.provider import Running
from transcript_doctor.testing import reply, say

each = pytest.mark.parametrize("sdk", SDKS, ids=[sdk.name for sdk in SDKS])
streamed_or_not = pytest.mark.parametrize("streamed", [False, True])


@each
@streamed_or_not
def test_two_tools(provider: Running, sdk: Sdk, streamed: bool) -> None:
    messages = list(sdk.question)
    for _ in range(2):
        turn = sdk.ask(provider.url, messages, streamed, False)
        messages += [*turn.kept, *sdk.answered(turn.results)]
    assert turn.text == ANSWER
    assert_two_tool_conversation(provider, streamed=streamed)


@pytest.mark.parametrize("sdk", [sdk for sdk in SDKS if sdk.ask_async], ids=lambda sdk: sdk.name)
@streamed_or_not
def test_two_tools_from_an_event_loop(provider: Running, sdk: Sdk, streamed: bool) -> None:
    ask: Any = sdk.ask_async
    messages = list(sdk.question)
    for _ in range(2):
        turn = asyncio.run(ask(provider.url, messages, streamed, False))
        messages += [*turn.kept, *sdk.answered(turn.results)]
    assert turn.text == ANSWER
    assert_two_tool_conversation(provider, streamed=streamed)


@each
@streamed_or_not
def test_a_result_that_is_left_out(provider: Running, sdk: Sdk, streamed: bool) -> None:
    first = sdk.ask(provider.url, sdk.question, False, False)
    messages = [*sdk.question, *first.kept, *sdk.answered(first.results[:1])]
    with pytest.raises(sdk.error) as caught:
        sdk.ask(provider.url, messages, streamed, False)
    sentence, beside = sdk.said(caught.value)
    assert sentence == sdk.sentence.format(id=first.ids[1])
    assert beside == sdk.beside
    assert [row.sentence for row in provider.refused] == [sentence]
    assert len(provider.requests) == 2  # it was not tried again


@pytest.mark.parametrize(
    ("sdk", "streamed"),
    [(sdk, streamed) for sdk in SDKS for streamed in sdk.thinks],
    ids=lambda value: value.name if isinstance(value, Sdk) else f"streamed={value}",
)
def test_thinking_comes_back_as_it_went_out(provider: Running, sdk: Sdk, streamed: bool) -> None:
    thought = "Two cities, two calls."
    part = {"type": "thinking", "thinking": thought, "thinking_signature": "QUJD"}
    provider.reset([reply(part, *CALLS), say(ANSWER)])
    first = sdk.ask(provider.url, sdk.question, streamed, True)
    assert first.thinking == thought
    messages = [*sdk.question, *first.kept, *sdk.answered(first.results)]
    assert sdk.ask(provider.url, messages, streamed, True).text == ANSWER
    assert_two_tool_conversation(provider, streamed=streamed)
