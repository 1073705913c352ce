"""What all tests of the fake provider share."""

from __future__ import annotations

import ssl
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def _no_certificates() -> Iterator[None]:
    """Keep clients from reading all certificates each time that one is made: loopback has none to check."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl.SSLContext, "load_verify_locations", lambda *_, **__: None)
        yield
