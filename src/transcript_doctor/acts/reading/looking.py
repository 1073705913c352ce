"""What in a value is a transcript: a file may hold anything, and whoever is no patient is not judged.

Everything here errs towards silence: a provider's sentence about a log file is a lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from transcript_doctor.catalog import FORMATS
from transcript_doctor.place import Steps

REQUEST_KEYS = ("body", "request", "params", "payload")
"""Keys under which logs and batch files keep a request body."""
_SAID = frozenset(
    {"content", "parts", "tool_calls", "tool_call_id", "function_call", "refusal", "audio"}
)
"""Keys that a message has beside its role; people and servers have roles too."""
_BARE = frozenset({"role", "type", "id"})
"""All that a message may have that says nothing; people in a list have a name as well."""
_REQUEST_MARKS = frozenset(
    {"model", "modelId", "system", "tools", "toolConfig", "max_tokens", "temperature", "stream"}
)
_DEEPEST = 3
"""Keys on the way to a list: its own, and two around it."""
_MOST_SEEN = 1000
"""Values that are looked at on that way."""


def is_message(value: Any) -> bool:
    """Tell whether a value is a message with its role, or an item that one format alone has."""
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("role"), str) and not _SAID.isdisjoint(value):
        return True
    if isinstance(value.get("type"), str) and FORMATS["openai-responses"].why([value]) is not None:
        return True
    if "content" not in value and "parts" not in value:
        return False
    return any(format.why([value]) is not None for format in FORMATS.values())


def holds_messages(values: Any) -> bool:
    """Tell whether a value is a list of messages: half of its elements at least, however sick."""
    if not isinstance(values, list):
        return False
    return values != [] and _half(values, is_message)


def is_body(value: Any) -> bool:
    """Tell whether a value has what a request body of some format has."""
    return isinstance(value, dict) and any(f.listing(value) is not None for f in FORMATS.values())


def is_transcript(value: Any) -> bool:
    """Tell whether a value plainly is a list of messages, or a request body around one."""
    if not isinstance(value, dict):
        return holds_messages(value)
    for format in FORMATS.values():
        listing = format.listing(value)
        if listing is None:
            continue
        if "model" in value and (not listing.messages or any(map(is_message, listing.messages))):
            return True
        taken = isinstance(value.get(format.list_key), list) or len(listing.root) > 1
        if holds_messages(listing.messages) and (taken or "contents" in value):
            return True
    return False


def may_be_one(value: Any) -> bool:
    """Tell whether a value may be a transcript too sick to be known: for what is named on its own."""
    if isinstance(value, dict):
        if isinstance(value.get("role"), str):
            return is_message(value)
        lists = [value.get(format.list_key) for format in FORMATS.values()]
        return any(isinstance(found, list) and _half(found, _has_role) for found in lists)
    if not isinstance(value, list):
        return False
    if any(map(is_message, value)) and all(not isinstance(v, dict) or is_message(v) for v in value):
        return True  # between messages stand values that are no objects
    return _half(value, _is_bare)


def _half(values: list[Any], is_one: Callable[[Any], bool]) -> bool:
    """Tell whether at least half of the values are of a kind; of none, all are."""
    return 2 * sum(map(is_one, values)) >= len(values)


def _has_role(value: Any) -> bool:
    return isinstance(value, dict) and "role" in value


def _is_bare(value: Any) -> bool:
    if not _has_role(value):
        return False
    return value.keys() <= _BARE or not (isinstance(value["role"], str) or _SAID.isdisjoint(value))


def request_key(value: Any) -> str | None:
    """Return the key under which a value keeps a request body as logs and batch files do."""
    if not isinstance(value, dict) or is_transcript(value):
        return None
    inner = ((key, value.get(key)) for key in REQUEST_KEYS)
    return next((key for key, v in inner if isinstance(v, dict) and is_transcript(v)), None)


def places_of_messages(value: Any) -> list[Steps]:
    """Return where lists of messages stand below the keys of a value that is none itself."""
    return list(_below(value)) if isinstance(value, dict) else []


def _below(value: dict[str, Any]) -> Iterator[Steps]:
    """Yield the places level by level; a request body is one place, whatever else is in it."""
    level: list[tuple[Steps, dict[str, Any]]] = [((), value)]
    seen = 0
    for depth in range(_DEEPEST):
        below: list[tuple[Steps, dict[str, Any]]] = []
        for steps, inner in level:
            for key, child in inner.items():
                seen += 1
                if seen > _MOST_SEEN:
                    return
                here = (*steps, key)
                if isinstance(child, list) and holds_messages(child):
                    yield here
                elif isinstance(child, dict) and depth < _DEEPEST - 1:
                    if is_transcript(child) and _is_request(key, child):
                        yield here
                    else:
                        below.append((here, child))
        level = below


def _is_request(key: str, body: dict[str, Any]) -> bool:
    """Tell whether a body that stands in something else is what was sent, not a mere list's home."""
    return key in REQUEST_KEYS or not _REQUEST_MARKS.isdisjoint(body)
