"""Anthropic's message threads: the server keeps the conversation, and a client sends only what is new.

The tool runner of Anthropic's SDK uses them unless it is told not to. A `create` keeps the conversation under
the answer's id; a `continue` names that id and leaves system and tools out; each answer is continued once
(https://platform.claude.com/docs/en/build-with-claude/message-threads, beta of 2026-11-02; statuses and
sentences as the error types of anthropic 2.14.0 describe them). Threads do not expire here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.provider.wires.shelf import MOST, ROOM, Lost, Shelf
from transcript_doctor.provider.wires.writing import error_body

_FIXED = ("system", "tools")
"""What belongs to the thread, and stays out of a request that continues it."""


class _Kept(NamedTuple):
    """One answer in a thread, and what was new in its request."""

    before: str | None
    messages: list[Any]
    reply: list[dict[str, Any]]
    fixed: dict[str, Any]


class Threads:
    """The threads that a server keeps: at most 1,000 answers, of 64 MB together."""

    def __init__(self, most: int = MOST, room: int = ROOM) -> None:
        self._kept: Shelf[_Kept] = Shelf(most, room)
        self._continued: Shelf[bool] = Shelf(most, room)
        self._busy: set[str] = set()
        """Answers that a request under way is about to continue."""

    def unfold(self, body: dict[str, Any]) -> dict[str, Any] | Lost:
        """Return a request with all that its thread holds, as the judge needs it, or why there is none.

        Until `release`, nobody else continues the same answer.
        """
        ident = _continues(body)
        if ident is None:
            return body
        if self._continued.get(ident) or ident in self._busy:
            return _lost(400, "thread_already_continued", _CONTINUED)
        if any(body.get(key) is not None for key in _FIXED):
            return _lost(400, "thread_fingerprint_mismatch", _REPEATED)
        found = self._conversation(ident)
        if found is None:
            return _lost(404, "thread_not_found", _UNKNOWN)
        self._busy.add(ident)
        messages, fixed = found
        rest = {key: value for key, value in body.items() if key != "thread"}
        return {**rest, **fixed, "messages": [*messages, *_messages(body)]}

    def release(self, body: dict[str, Any]) -> None:
        """Let go of the answer that a request continued, or was about to; `keep` says whether it did."""
        self._busy.discard(_continues(body) or "")

    def keep(self, body: dict[str, Any], answer: dict[str, Any]) -> None:
        """Keep an answer in its thread, where the request asks for one."""
        thread = body.get("thread")
        if not isinstance(thread, dict):
            return
        before = _continues(body)
        if before is not None:
            self._continued.put(before, True, before)
        content = answer["content"]
        reply = [{"role": "assistant", "content": content}] if content else []
        fixed = {key: body[key] for key in _FIXED if body.get(key) is not None}
        row = _Kept(before, _messages(body), reply, fixed)
        self._kept.put(answer["id"], row, row.messages, reply, fixed)

    def _conversation(self, ident: str) -> tuple[list[Any], dict[str, Any]] | None:
        """Return the messages up to an answer and what the thread was created with, None where it is lost."""
        found: list[list[Any]] = []
        fixed: dict[str, Any] = {}
        link: str | None = ident
        while link is not None:
            row = self._kept.get(link)
            if row is None or len(found) > 2 * len(self._kept):
                return None
            found += [row.reply, row.messages]
            link, fixed = row.before, row.fixed
        return [message for messages in reversed(found) for message in messages], fixed


_UNKNOWN = "No usable Thread state was found for `previous_message_id`."
_CONTINUED = "The response that `previous_message_id` names has already been continued."
_REPEATED = "`system` and `tools` belong to the Thread and cannot be sent to continue it."


def _continues(body: dict[str, Any]) -> str | None:
    """Return the id of the answer that a request continues, None where it begins or has no thread."""
    thread = body.get("thread")
    if not isinstance(thread, dict) or thread.get("type") != "continue":
        return None
    ident = thread.get("previous_message_id")
    return ident if isinstance(ident, str) else ""


def _messages(body: dict[str, Any]) -> list[Any]:
    messages = body.get("messages")
    return messages if isinstance(messages, list) else []


def _lost(status: int, code: str, sentence: str) -> Lost:
    body = error_body("anthropic", status, sentence)
    body["error"]["details"] = {"error_code": code}
    return Lost(status, sentence, body)
