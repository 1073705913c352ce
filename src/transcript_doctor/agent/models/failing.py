"""What an SDK raises, as one error: each has a tree of errors of its own, and transport below."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from transcript_doctor.agent.models.api import Api, ModelFailed, Options
from transcript_doctor.core.errors import DoctorError

_CONNECTING = frozenset({"ConnectError", "ConnectTimeout", "UnsupportedProtocol"})
"""Errors of httpx, below all the SDKs, of a server that was never reached."""
_DEEPEST = 20


@contextmanager
def failing(api: Api, options: Options) -> Iterator[None]:
    """Make whatever an SDK raises a `ModelFailed`, with its status where it has one, and without keys."""
    try:
        yield
    except DoctorError:
        raise
    except Exception as error:
        found = (getattr(error, name, None) for name in ("status_code", "code"))
        status = next((value for value in found if type(value) is int), None)
        words = f"{type(error).__name__}: {str(error) or type(error).__name__}"
        if status is None and (cause := _unreached(error)) is not None:
            words = f"{options.base_url or api.name} cannot be reached: {cause}"
        for secret in filter(None, (options.key, *map(os.environ.get, api.keys))):
            words = words.replace(secret, "(key)")
        raise ModelFailed(words, status) from error


def _unreached(error: BaseException) -> str | None:
    """Return what the transport said at the root of an error; None where it is no error of connecting."""
    chain: list[BaseException] = [error]
    while (below := chain[-1].__cause__ or chain[-1].__context__) and len(chain) < _DEEPEST:
        chain.append(below)
    if not any(type(one).__name__ in _CONNECTING for one in chain):
        return None
    return str(chain[-1]) or type(chain[-1]).__name__
