"""What only the package `google-genai` has: chats that call functions by themselves, signatures, models."""

from __future__ import annotations

import pytest
from google.genai import types

from tests.provider.sdks.clients.google import MODELS, WITH_IDS, client_of
from tests.provider.sdks.weather import ANSWER, ASKED, CALLS, get_weather
from transcript_doctor.provider import Running
from transcript_doctor.testing import reply, say


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("model", MODELS)
def test_a_chat_that_calls_the_function_by_itself(
    provider: Running, model: str, streamed: bool
) -> None:
    config = types.GenerateContentConfig(tools=[get_weather])
    with client_of(provider.url) as client:
        chat = client.chats.create(model=model, config=config)
        if streamed:
            chunks = list(chat.send_message_stream(ASKED))
            said = "".join(chunk.text or "" for chunk in chunks)
        else:
            said = chat.send_message(ASKED).text or ""
        assert said.endswith(ANSWER)
        provider.reset([{"role": "assistant", "content": "You are welcome."}])
        assert chat.send_message("Thank you.").text == "You are welcome."
    (last,) = provider.requests
    assert last.report is not None
    assert last.report.ok


def test_models_and_counting(provider: Running) -> None:
    with client_of(provider.url) as client:
        names = [card.name for card in client.models.list()]
        assert names
        assert client.models.get(model=MODELS[0]).name == f"models/{MODELS[0]}"
        counted = client.models.count_tokens(model=MODELS[0], contents=ASKED)
    assert (counted.total_tokens or 0) > 0


@pytest.mark.parametrize("streamed", [False, True])
def test_the_signature_of_thinking_stands_at_the_first_call(
    provider: Running, streamed: bool
) -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "thinking_signature": "QUJD"}
    provider.reset([reply(thought, *CALLS), say(ANSWER)])
    (content,) = WITH_IDS.ask(provider.url, WITH_IDS.question, streamed, True).kept
    signed = [part for part in content.parts if part.thought_signature]
    assert [(part.thought_signature, part.function_call.args) for part in signed] == [
        (b"ABC", {"city": "Paris"})
    ]
