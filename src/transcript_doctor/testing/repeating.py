"""Models that follow no script but a rule: each is one step that is played again and again."""

from __future__ import annotations

import re

from transcript_doctor.testing.asking import Request, words_in
from transcript_doctor.testing.saying import Message, Part, call, reply, say
from transcript_doctor.testing.steps import Forever, Step

_FILE = re.compile(r"[\w./-]*\w\.\w+")
_NOTICE = re.compile(r"\[Showing lines (\d+)-\d+ of \d+\. Use offset=(\d+) to continue\.\]\s*\Z")
_NAMED = re.compile(r"\bmy name is (\w+)", re.IGNORECASE)
_ASKED = re.compile(r"\bwhat(?: is|'s) my name\b", re.IGNORECASE)


def forever(step: Step) -> Forever:
    """Return a step that is played again and again: a message, or a function of the request."""
    return step if isinstance(step, Forever) else Forever(step)


def stuck(*calls: Part) -> Forever:
    """Return a model that asks for the same calls again and again, whatever it is told."""
    return Forever(reply(*calls))


def pager(needle: str, path: str | None = None, *, tool: str = "read") -> Forever:
    """Return a model that looks for words in a file, page by page while results say how to go on.

    Without a path it reads the file that the user names. It believes what it is shown: where a result
    does not say that the file goes on, there is no more of it.
    """

    def step(request: Request) -> Message:
        name = path or _file_in(request.user_text)
        if name is None:
            return say("Which file do you mean?")
        result = _result_since_asked(request)
        if result is None:
            return reply(call(tool, {"path": name}))
        content = words_in(result.get("content"))
        if result.get("is_error"):
            return say(f"I could not read {name}: {content}")
        return _answer(needle, name, content, _first_line(request, result, content), tool)

    return Forever(step)


def _answer(needle: str, name: str, content: str, first: int, tool: str) -> Message:
    lines = content.splitlines()
    found = next((k for k, line in enumerate(lines) if needle in line), None)
    notice = _NOTICE.search(content)
    if found is not None:
        return say(f"`{needle}` is on line {first + found} of {name}.")
    if notice is not None:
        return reply(call(tool, {"path": name, "offset": int(notice[2])}))
    return say(f"`{needle}` does not exist in {name}.")


def forgetful() -> Forever:
    """Return a model that knows only what is in this request: a name told in another one it does not know."""

    def step(request: Request) -> Message:
        if not _ASKED.search(request.user_text):
            return say("Thank you, noted.")
        said = [words_in(m.get("content")) for m in request.messages if m.get("role") == "user"]
        names = _NAMED.findall("\n".join(said))
        return say(f"Your name is {names[-1]}." if names else "I don't know your name.")

    return Forever(step)


def _file_in(words: str) -> str | None:
    """Return the first word that looks like a file's name."""
    found = _FILE.search(words)
    return found[0] if found else None


def _result_since_asked(request: Request) -> Message | None:
    """Return the newest result since the user spoke, or None."""
    for message in reversed(request.messages):
        if message.get("role") == "user":
            return None
        if message.get("role") == "toolResult":
            return message
    return None


def _first_line(request: Request, result: Message, content: str) -> int:
    """Return the number of the first line that a result shows: as its notice says, or as was asked for."""
    notice = _NOTICE.search(content)
    if notice is not None:
        return int(notice[1])
    for message in reversed(request.messages):
        parts = message.get("content") if message.get("role") == "assistant" else None
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, dict) and part.get("id") == result.get("tool_call_id"):
                arguments = part.get("arguments")
                offset = arguments.get("offset") if isinstance(arguments, dict) else None
                return offset if isinstance(offset, int) else 1
    return 1
