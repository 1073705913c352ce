"""What only OpenAI's responses have: the server's memory, and counting."""

from __future__ import annotations

from typing import Any

import openai
import pytest

from tests.provider.sdks.clients.openai_chat import options
from tests.provider.sdks.clients.openai_responses import SETTINGS, results_for
from tests.provider.sdks.weather import ANSWER, ASKED
from transcript_doctor.provider import Running


@pytest.mark.parametrize("streamed", [False, True])
def test_the_server_remembers(provider: Running, streamed: bool) -> None:
    with openai.OpenAI(**options(provider.url)) as client:
        first = client.responses.create(input=ASKED, **SETTINGS)
        outputs: Any = results_for(first)
        if streamed:
            with client.responses.stream(
                previous_response_id=first.id, input=outputs, **SETTINGS
            ) as stream:
                second: Any = stream.get_final_response()
        else:
            second = client.responses.create(
                previous_response_id=first.id, input=outputs, **SETTINGS
            )
        assert second.output_text == ANSWER
        assert second.previous_response_id == first.id
        assert client.responses.retrieve(second.id).output_text == ANSWER
        client.responses.delete(second.id)
        with pytest.raises(openai.NotFoundError):
            client.responses.retrieve(second.id)


def test_a_result_that_is_left_out_of_what_the_server_remembers(provider: Running) -> None:
    with openai.OpenAI(**options(provider.url)) as client:
        first = client.responses.create(input=ASKED, **SETTINGS)
        outputs: Any = results_for(first)[:1]
        with pytest.raises(openai.BadRequestError, match="No tool output found for function call"):
            client.responses.create(previous_response_id=first.id, input=outputs, **SETTINGS)


def test_what_the_server_was_not_to_store_it_does_not_know(provider: Running) -> None:
    with openai.OpenAI(**options(provider.url)) as client:
        first = client.responses.create(input=ASKED, store=False, **SETTINGS)
        outputs: Any = results_for(first)
        with pytest.raises(openai.BadRequestError) as caught:
            client.responses.create(previous_response_id=first.id, input=outputs, **SETTINGS)
    error: Any = caught.value.body
    assert error["code"] == "previous_response_not_found"
    assert error["message"] == f"Previous response with id '{first.id}' not found."


def test_counting(provider: Running) -> None:
    with openai.OpenAI(**options(provider.url)) as client:
        counted = client.responses.input_tokens.count(model="gpt-5.4", input=ASKED)
    assert counted.input_tokens > 0
