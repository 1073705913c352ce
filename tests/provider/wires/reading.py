"""Official clients that read what a wire writes: no network and nothing of ours in between."""

from __future__ import annotations

from functools import cache
from typing import Any

import anthropic
import httpx2
import openai
from google import genai
from mistralai.client import Mistral

from transcript_doctor.provider.wires import WIRES
from transcript_doctor.provider.wires.wire import Answer, Wire
from transcript_doctor.provider.wires.writing import packed

_PLAYED: dict[str, Any] = {}


def _handle(request: httpx2.Request) -> httpx2.Response:
    wire, answer, streamed = _PLAYED["wire"], _PLAYED["answer"], _PLAYED["streamed"]
    if not streamed:
        made = packed(wire.whole(answer))
        return httpx2.Response(200, content=made, headers={"content-type": "application/json"})
    frames = [*wire.frames(answer), *_PLAYED.get("more", ())]
    return httpx2.Response(200, content=iter(frames), headers={"content-type": wire.media_type})


def play(name: str, answer: Answer, *, streamed: bool, more: tuple[bytes, ...] = ()) -> Wire:
    """Let the next request of any client get this answer."""
    _PLAYED.update(wire=WIRES[name], answer=answer, streamed=streamed, more=more)
    return WIRES[name]


@cache
def _http() -> httpx2.Client:
    return httpx2.Client(transport=httpx2.MockTransport(_handle))


@cache
def anthropic_client() -> anthropic.Anthropic:
    return anthropic.Anthropic(
        api_key="k", base_url="http://wire.test", http_client=_http(), max_retries=0
    )


@cache
def openai_client() -> openai.OpenAI:
    return openai.OpenAI(
        api_key="k", base_url="http://wire.test/v1", http_client=_http(), max_retries=0
    )


@cache
def mistral_client() -> Mistral:
    return Mistral(api_key="k", server_url="http://wire.test", client=_http())


@cache
def google_client() -> genai.Client:
    options = genai.types.HttpOptions(base_url="http://wire.test", httpx_client=_http())
    return genai.Client(api_key="k", http_options=options)
