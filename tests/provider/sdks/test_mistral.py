"""What the package `mistralai` has besides conversations: models."""

from __future__ import annotations

from tests.provider.sdks.clients.mistral import client_of
from transcript_doctor.provider import Running


def test_models(provider: Running) -> None:
    with client_of(provider.url) as client:
        cards = client.models.list().data or []
    assert cards
