"""A provider that plays two calls in one turn and then an answer, for clients of every make."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.provider.sdks.weather import ANSWER, CALLS
from transcript_doctor.provider import Running, running
from transcript_doctor.testing import reply, say, text


@pytest.fixture(scope="session")
def _served() -> Iterator[Running]:
    with running([]) as served:
        yield served


@pytest.fixture
def provider(_served: Running) -> Running:
    """The provider at the beginning of its script."""
    _served.reset([reply(text("I will look at both."), *CALLS), say(ANSWER)])
    return _served
