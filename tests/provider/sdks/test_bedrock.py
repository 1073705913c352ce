"""What boto3 has besides conversations: errors in mid-stream, counting, models."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from botocore.exceptions import ClientError, EventStreamError

from tests.provider.sdks.clients.bedrock import SETTINGS, client_of, session
from tests.provider.sdks.weather import ASKED
from transcript_doctor.provider import Running, broken, rate_limited
from transcript_doctor.testing import say


@pytest.fixture
def client(provider: Running) -> Iterator[Any]:
    with closing(client_of(provider.url)) as made:
        yield made


def test_trouble(client: Any, provider: Running) -> None:
    asked: Any = {"messages": [{"role": "user", "content": [{"text": ASKED}]}], **SETTINGS}
    provider.reset([rate_limited()])
    with pytest.raises(ClientError) as caught:
        client.converse(**asked)
    assert caught.value.response["Error"]["Code"] == "ThrottlingException"
    provider.reset([broken(say("A long answer that breaks off."), after=2)])
    stream = client.converse_stream(**asked)["stream"]
    with pytest.raises(EventStreamError, match="serviceUnavailableException"):
        list(stream)
    stream.close()  # botocore leaves the connection open where a stream breaks off


def test_counting(client: Any) -> None:
    converse = {"messages": [{"role": "user", "content": [{"text": ASKED}]}]}
    counted = client.count_tokens(modelId=SETTINGS["modelId"], input={"converse": converse})
    assert counted["inputTokens"] > 0


def test_models(provider: Running) -> None:
    control = session().client("bedrock", endpoint_url=provider.url)
    assert control.list_foundation_models()["modelSummaries"]
    control.close()
