"""The wires: one provider's way to write an answer each, by name.

`gemini-array` is what Gemini's `streamGenerateContent` sends without `alt=sse`: one JSON array.
"""

from collections.abc import Mapping

from transcript_doctor.provider.wires.anthropic import ANTHROPIC
from transcript_doctor.provider.wires.bedrock import BEDROCK
from transcript_doctor.provider.wires.gemini import GEMINI, GEMINI_ARRAY
from transcript_doctor.provider.wires.memories import Memories
from transcript_doctor.provider.wires.mistral import MISTRAL
from transcript_doctor.provider.wires.openai_chat import OPENAI_CHAT
from transcript_doctor.provider.wires.openai_responses import OPENAI_RESPONSES
from transcript_doctor.provider.wires.shelf import Lost
from transcript_doctor.provider.wires.wire import Wire

WIRES: Mapping[str, Wire] = {
    wire.name: wire
    for wire in (
        ANTHROPIC, OPENAI_CHAT, OPENAI_RESPONSES, MISTRAL, GEMINI, GEMINI_ARRAY, BEDROCK,
    )
}  # fmt: skip
"""Every wire by name."""

__all__ = ["WIRES", "Lost", "Memories"]
