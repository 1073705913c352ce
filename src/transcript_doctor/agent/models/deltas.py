"""The pieces of a streamed chat completion, put together: OpenAI's, Mistral's, and their many kin's.

Servers that speak this API add keys of their own to what they stream, such as `reasoning_content`. Each is
kept: texts grow, lists grow, and anything else is taken as it came last.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.agent.models.api import Reply, cut_off
from transcript_doctor.agent.models.growing import grown, whole

_ONCE = frozenset({"role", "id", "type", "name", "index"})
"""Keys whose text is a name; some servers repeat it in every piece."""


class Folded:
    """Puts the message of the first choice together from its chunks."""

    def __init__(self) -> None:
        self._message: dict[str, Any] = {"role": "assistant", "content": None}
        self._calls: list[dict[str, Any]] = []
        self._newest: dict[Any, dict[str, Any]] = {}
        """The call of an index that came last."""
        self._usage: dict[str, Any] = {}
        self._stop: str | None = None

    def feed(self, event: Any) -> str:
        """Take a chunk; return the words that it adds."""
        chunk = plain(event)
        if isinstance(chunk.get("usage"), dict):
            self._usage = chunk["usage"]
        choice = next((c for c in chunk.get("choices") or [] if not c.get("index")), None)
        if choice is None:
            return ""
        self._stop = choice.get("finish_reason") or self._stop
        delta = choice.get("delta") or {}
        for piece in delta.get("tool_calls") or []:
            self._grow_call(piece)
        merge(self._message, {key: v for key, v in delta.items() if key != "tool_calls"})
        return _words(delta.get("content"))

    def _grow_call(self, piece: dict[str, Any]) -> None:
        index = piece.get("index")
        known = self._newest.get(index) if index is not None else None
        fresh_id = piece.get("id") and known and known.get("id") not in (None, piece["id"])
        if known is None and index is None and self._calls and not piece.get("id"):
            known = self._calls[-1]
        if known is None or fresh_id:  # some servers send whole calls, all with the index 0
            known = {"index": index}
            self._calls.append(known)
            self._newest[index] = known
        merge(known, piece)

    def done(self) -> Reply:
        """Return the reply; raises `ModelFailed` where the stream ended too early."""
        if self._stop is None:
            raise cut_off()
        calls = [
            whole({key: v for key, v in call.items() if key != "index"}) for call in self._calls
        ]
        message = whole(self._message)
        return Reply(
            {**message, "tool_calls": calls} if calls else message,
            _words(message["content"]),
            self._usage.get("prompt_tokens") or 0,
            self._usage.get("completion_tokens") or 0,
            self._stop,
        )


def merge(into: dict[str, Any], piece: dict[str, Any]) -> None:
    """Add a piece of a message to what came of it so far."""
    for key, value in piece.items():
        old = into.get(key)
        if value is None or (key in _ONCE and old):
            continue
        if isinstance(old, dict) and isinstance(value, dict):
            merge(old, value)
        elif isinstance(old, list) or isinstance(value, list):
            into[key] = _joined(old, value)
        else:
            into[key] = grown(old, value)


def _joined(old: Any, value: Any) -> list[Any]:
    """Return a list of parts that has grown; a text among them is one part."""
    rows = old if isinstance(old, list) else _listed(old)
    for part in _listed(value):
        last: Any = rows[-1] if rows else None
        if _is_text(part) and _is_text(last):
            last["text"] = grown(last["text"], part["text"])
        else:
            rows.append(grown(None, part))
    return rows


def _listed(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    return [{"type": "text", "text": value}] if value else []


def _is_text(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") == "text" and set(part) == {"type", "text"}


def _words(content: Any) -> str:
    return "".join(part["text"] for part in _listed(content) if _is_text(part))
