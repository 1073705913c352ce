"""Which keys and part types a request may hold.

Source: the request types of OpenAI's Python SDK (3.57, `types/chat/*_param.py`). What other servers
of this format add (reasoning beside the content, a few part types) is known too, and noted, for
strict servers refuse it.
"""

from __future__ import annotations

_ASSISTANT_KEYS = (
    "role content name refusal audio function_call tool_calls prefix tool_plan citations"
)
KEYS: dict[str, frozenset[str]] = {
    "s": frozenset({"role", "content", "name"}),
    "u": frozenset({"role", "content", "name"}),
    "t": frozenset({"role", "content", "tool_call_id", "name"}),
    "a": frozenset(_ASSISTANT_KEYS.split()),
}
"""What a message of each role may hold; the last three of the assistant are other servers' own."""
REASONING_KEYS = (
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "reasoning_text",
    "thinking",
    "thinking_blocks",
)
"""Keys beside the content in which servers of this format give reasoning and take it back."""
CALL_KEYS = frozenset({"id", "type", "function", "custom", "index"})
FUNCTION_KEYS = {
    "function": frozenset({"name", "arguments"}),
    "custom": frozenset({"name", "input"}),
}
TEXT_KEYS = frozenset({"type", "text", "cache_control", "prompt_cache_breakpoint"})
PART_KEYS = TEXT_KEYS - {"text"}
MEDIA_TYPES = {
    "image_url": "image",
    "input_audio": "audio",
    "file": "document",
    "video_url": "video",
    "audio_url": "audio",
    "document_url": "document",
}
BESIDE = {"document_url": frozenset({"document_name"}), "file": frozenset({"file_id"})}
"""Keys that other servers have beside a payload, or in its place."""
OWN_TYPES = frozenset({"text", "refusal", "image_url", "input_audio", "file"})
"""The part types of OpenAI itself."""
NEIGHBOURS = {
    "u": frozenset({"video_url", "audio_url", "document_url", "document", "video", "reference"}),
    "t": frozenset({"document", "document_url", "reference"}),
    "a": frozenset({"thinking", "reasoning", "reference"}),
    "s": frozenset({"thinking"}),
}
"""Part types that other servers of this format have, by the role that may hold them."""
IMAGE_KEYS = frozenset({"url", "detail"})
