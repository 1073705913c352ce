"""Which kind of text stands where in a transcript, and what a disguise makes of it.

One walk without recursion over the raw value, whatever its format: keys tell ids, names, roles,
data and arguments from what somebody said. What is not known is taken for something that somebody
said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from transcript_doctor.acts.share.disguise import Disguise
from transcript_doctor.acts.share.neutral import is_address
from transcript_doctor.acts.share.plainwords import (
    PLACEHOLDERS,
    is_plain_label,
    is_plain_word,
)

_ID = re.compile(r"(?:^|_)ids?$|Ids?$|^call$")
_ROLES_AND_TYPES = """
    role roles type contentType content_type stop_reason stopReason finish_reason finishReason
    status format detail phase object outcome effort mode level execution environment ttl caller
    state scheduling language encoding tool_choice toolChoice container verbosity service_tier api
"""
_BASE64 = """
    data signature thoughtSignature thought_signature encrypted_content file_data bytes b64_json
    blob redactedContent redacted_content partial_image_b64 encrypted_index encrypted_stdout
"""
_WITH_OWN_KEYS = """
    arguments args input response parameters input_schema inputSchema metadata json schema details
    properties usage partialArgs parametersJsonSchema structuredContent logprobs
"""
_JSON_SCHEMA = """
    type properties required items description enum anyOf oneOf allOf additionalProperties format
    default title minimum maximum strict
"""
_SETTINGS = """
    max_tokens max_completion_tokens max_output_tokens maxTokens maxOutputTokens budget_tokens
    thinking_budget thinkingBudget temperature top_p topP top_k topK n index weight seed
"""
_LABELS = frozenset({"media_type", "mimeType", "mime_type", "format", "mime"})
_NAMES = frozenset({"name", "tool_name", "toolName", "tool", "server_name", "mcp_server_name"})
_ADDRESSES = frozenset({"url", "uri", "fileUri", "file_uri", "image_url", "video_url", "audio_url"})
_WORDS = frozenset(_ROLES_AND_TYPES.split())
_DATA = frozenset(_BASE64.split())
_OWN_KEYS = frozenset(_WITH_OWN_KEYS.split())
"""Keys whose value has keys of its own, which are somebody's words too."""
_SCHEMA_KEYS = frozenset(_JSON_SCHEMA.split())
"""Keys of JSON Schema, which say nothing of whoever wrote it."""
_NUMBERS = frozenset(_SETTINGS.split())
_REQUESTS = frozenset({"converse", "messages", "contents", "invokeModel"})
_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_.$-]{0,39}")


def mask(value: Any, disguise: Disguise, *, keep_keys: bool = False) -> Any:
    """Return a transcript with everything replaced that is not known to be harmless.

    `keep_keys` keeps the keys of arguments too.
    """
    return _Mask(disguise, keep_keys).run(value)


def texts(value: Any) -> Iterator[str]:
    """Yield every text in a value, keys too; no recursion, for depth is the sender's choice."""
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            stack += (*node.keys(), *node.values())
        elif isinstance(node, list):
            stack += node


class _Mask:
    """One walk; a stack holds the containers that are still to be copied."""

    def __init__(self, disguise: Disguise, keep_keys: bool) -> None:
        self._disguise, self._keep_keys = disguise, keep_keys
        self._stack: list[tuple[Any, Any, str, bool]] = []

    def run(self, value: Any, *, own: bool = False) -> Any:
        """Copy a value, parents before children, in reading order; `own` as for arguments."""
        made = self._copy(value, "", own=own)
        while self._stack:
            source, copy, key, own = self._stack.pop()
            mark = len(self._stack)
            if isinstance(source, dict):
                for name, child in source.items():
                    copy[self._key(name, own)] = self._copy(child, name, own=own, parent=source)
            else:
                copy += [self._copy(child, key, own=own) for child in source]
            self._stack[mark:] = reversed(self._stack[mark:])
        return made

    def _copy(self, value: Any, key: Any, *, own: bool, parent: Any = None) -> Any:
        """Return a leaf's replacement, or an empty container that is filled later."""
        if isinstance(value, dict | list):
            made: Any = {} if isinstance(value, dict) else []
            inside = own or (parent is not None and _has_own_keys(key, value))
            self._stack.append((value, made, str(key), inside))
            return made
        if isinstance(value, str):
            return self._own(value, key) if own else self._string(value, str(key), parent)
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, int | float):
            if key in _NUMBERS and not own:
                return value
            return self._disguise.number(value, all_of_them=own)
        return self._disguise.raw(value) if isinstance(value, bytes | bytearray) else None

    def _key(self, key: str, own: bool) -> str:
        if self._keep_keys and own:
            return key
        if (own and key not in _SCHEMA_KEYS) or not _KEY.fullmatch(key):
            return self._disguise.key(key)
        return key

    def _own(self, text: str, key: Any) -> str:
        """Return what stands for a text inside arguments, results and the schemas of tools."""
        if key == "type" and is_plain_word(text):
            return text
        if key == "required" and not self._keep_keys:
            return self._disguise.key(text)
        return self._disguise.address(text) if is_address(text) else self._disguise.text(text)

    def _string(self, text: str, key: str, parent: Any) -> str:
        """Return what stands in the place of a text under a key of the format."""
        disguise = self._disguise
        if text in PLACEHOLDERS:
            return text
        if key in _LABELS and is_plain_label(text):
            return text
        if key in _WORDS:
            return text if is_plain_word(text) else disguise.word(text)
        if key in ("model", "modelId", "modelVersion"):
            return disguise.model(text)
        if _ID.search(key):
            return disguise.ident(text)
        if key in _NAMES:
            return text if _is_hosted(text, parent) else disguise.name(text)
        if key == "arguments" or (key == "input" and _is_call(parent)):
            return disguise.arguments(text, self._inner)
        if is_address(text) or key in _ADDRESSES:
            return disguise.address(text)
        return disguise.data(text) if key in _DATA else disguise.text(text)

    def _inner(self, value: Any) -> Any:
        """Return arguments that were a text, masked as somebody's own value."""
        return _Mask(self._disguise, self._keep_keys).run(value, own=True)


def _has_own_keys(key: Any, value: Any) -> bool:
    if key != "input":
        return key in _OWN_KEYS
    return isinstance(value, dict) and _REQUESTS.isdisjoint(value)


def _is_call(parent: Any) -> bool:
    """Tell whether a text under `input` is what a call passes on, not what a user asks."""
    return isinstance(parent, dict) and not _REQUESTS & parent.keys() and "model" not in parent


def _is_hosted(text: str, parent: Any) -> bool:
    """Tell whether a name is one of the provider's own tools, which its laws list."""
    kind = parent.get("type") if isinstance(parent, dict) else None
    return (
        isinstance(kind, str)
        and kind != "function"
        and is_plain_word(text)
        and ("server" in kind or re.search(r"_\d{8}$", kind) is not None)
    )
