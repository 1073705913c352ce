"""Assistant messages for the tests of the wires: strategies, and answers made of them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from transcript_doctor.provider.wires import WIRES
from transcript_doctor.provider.wires.wire import Answer, Break

MODELS = {
    "anthropic": "claude-sonnet-5",
    "openai-chat": "gpt-5.4-mini",
    "openai-responses": "gpt-5.4",
    "mistral": "mistral-large-latest",
    "gemini": "gemini-3.6-flash",
    "gemini-array": "gemini-2.5-flash",
    "bedrock": "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
}

TEXTS = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        [
            "",
            " ",
            "\r\n\r\n",
            "data: [DONE]\n\n",
            "a\u2028b\x85c\u2029",
            "👩‍👩‍👧 é\u0301 ﷽",
            "x" * 2000,
        ]
    ),
)
"""Any text; some that might end a frame, a line or a character too soon."""
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.floats(-1e9, 1e9), TEXTS
)
VALUES = st.recursive(
    SCALARS, lambda v: st.lists(v, max_size=3) | st.dictionaries(TEXTS, v, max_size=3), max_leaves=8
)
ARGUMENTS = st.dictionaries(TEXTS, VALUES, max_size=4)
TEXT_PARTS = TEXTS.map(lambda text: {"type": "text", "text": text})
THINKING = TEXTS.map(lambda text: {"type": "thinking", "thinking": text})
CALLS = st.builds(
    lambda name, arguments: {"type": "toolCall", "name": name, "arguments": arguments},
    st.sampled_from(["read", "write", "bash"]),
    ARGUMENTS,
)


def _numbered(parts: list[dict[str, Any]]) -> dict[str, Any]:
    content = [
        {**part, "id": f"call{n:05}"} if part["type"] == "toolCall" else part
        for n, part in enumerate(parts)
    ]
    return {"role": "assistant", "content": content}


MESSAGES = st.lists(st.one_of(TEXT_PARTS, THINKING, CALLS), max_size=5).map(_numbered)


def said(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(parts), **more}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def thinking(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "thinking", "thinking": words, **more}


def call(ident: str, arguments: Any, name: str = "read") -> dict[str, Any]:
    return {"type": "toolCall", "id": ident, "name": name, "arguments": arguments}


def answer(wire: str, message: dict[str, Any], **body: Any) -> Answer:
    return Answer(message, MODELS[wire], 7, 1_790_000_000, 120, 40, body)


def broken(wire: str, made: Answer, status: int = 500, sentence: str = "It broke.") -> list[bytes]:
    """The frames of an answer whose stream fails when all is said."""
    frames = list(WIRES[wire].frames(made.endless))
    return [*frames, WIRES[wire].broken(Break(made, len(frames), status, sentence))]
