"""A fake provider: HTTP servers of LLM APIs that refuse what the real ones refuse, and else play a script.

A request comes in by the door (`http/door`), is judged at the desk (`deciding/desk`), takes a step of the
script (`script/conversations`), and goes out as its API writes it (`wires/`, one API each).

from transcript_doctor.provider import running

with running() as provider:
    client = Anthropic(base_url=provider.url, api_key="any")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transcript_doctor.provider.limits import Limits
    from transcript_doctor.provider.script.trouble import (
        broken,
        cut,
        empty,
        failure,
        hang,
        malformed,
        overloaded,
        rate_limited,
        server_error,
        slow,
    )
    from transcript_doctor.provider.serving import Running, running

__all__ = [
    "Limits",
    "Running",
    "broken",
    "cut",
    "empty",
    "failure",
    "hang",
    "malformed",
    "overloaded",
    "rate_limited",
    "running",
    "server_error",
    "slow",
]
_ELSEWHERE = {"Limits": "limits", "Running": "serving", "running": "serving"}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = f"{__name__}.{_ELSEWHERE.get(name, 'script.trouble')}"
    found: object = getattr(import_module(module), name)
    globals()[name] = found
    return found
