"""Session files in tests: the real ones, and ones that are made with every record known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from transcript_doctor.acts.reading.sessions import file_source, read_session, text_source
from transcript_doctor.core.transcript import Transcript

REAL = Path(__file__).resolve().parents[1] / "data" / "real"
_WORDS = st.text('a"\\{}[],:\u2028é😀\n', max_size=12)


def read_real(name: str) -> Transcript:
    """The one conversation of a real file."""
    found = read_session(file_source(name, REAL / name))
    assert found is not None
    (session,) = found
    return session


def read_text(text: str | bytes, name: str = "session.jsonl") -> list[Transcript]:
    """The conversations of a session with this text."""
    found = read_session(text_source(text, name))
    assert found is not None, text
    return found


def read_lines(*records: dict[str, Any], name: str = "session.jsonl") -> Transcript:
    """The one conversation of a session with these records, one a line."""
    (session,) = read_text("".join(json.dumps(record) + "\n" for record in records), name)
    return session


def user(uuid: str, parent: str | None, content: Any, **keys: Any) -> dict[str, Any]:
    """A line of Claude Code that a person wrote, or that holds results."""
    message = {"role": "user", "content": content}
    return {"type": "user", "uuid": uuid, "parentUuid": parent, "message": message, **keys}


def answer(uuid: str, parent: str, message: str, *parts: Any, **keys: Any) -> dict[str, Any]:
    """A line of Claude Code with parts of one answer of the model."""
    made = {"id": message, "role": "assistant", "content": list(parts)}
    return {"type": "assistant", "uuid": uuid, "parentUuid": parent, "message": made, **keys}


def text(words: str) -> dict[str, Any]:
    """A part that is text."""
    return {"type": "text", "text": words}


def call(ident: str) -> dict[str, Any]:
    """A part that calls."""
    return {"type": "tool_use", "id": ident, "name": "read", "input": {}}


def result(ident: str, words: str = "ok") -> dict[str, Any]:
    """A part that is a result."""
    return {"type": "tool_result", "tool_use_id": ident, "content": words}


@st.composite
def claude_code(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A sound session of Claude Code; each line says a word of its own, `w<number of the line>w`."""
    lines: list[dict[str, Any]] = []

    def said() -> str:
        return f"w{len(lines)}w {draw(_WORDS)}"

    last: str | None = None
    for turn, calls in enumerate(draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))):
        lines.append(user(f"u{turn}", last, said()))
        last = f"u{turn}"
        for k in range(calls):
            part = {**call(f"toolu_{turn}_{k}"), "input": {"path": said()}}
            lines.append(answer(f"c{turn}_{k}", last, f"m{turn}", part))
            last = f"c{turn}_{k}"
        for k in range(calls):
            part = result(f"toolu_{turn}_{k}", said())
            lines.append(user(f"r{turn}_{k}", f"c{turn}_{k}", [part]))
            last = f"r{turn}_{k}"
        lines.append(answer(f"a{turn}", str(last), f"e{turn}", text(said())))
        last = f"a{turn}"
    return lines


@st.composite
def pi(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A sound session of pi; each line but the header says a word of its own."""
    lines: list[dict[str, Any]] = [{"type": "session", "version": 3, "id": "s", "cwd": "w0w"}]
    lines[0]["timestamp"] = "2026-01-01T00:00:00.000Z"

    def add(role: str, content: Any, **keys: Any) -> None:
        parent = lines[-1]["id"] if len(lines) > 1 else None
        message = {"role": role, "content": content, **keys}
        lines.append({"type": "message", "id": f"e{len(lines)}", "parentId": parent})
        lines[-1] |= {"timestamp": "2026-01-01T00:00:00.000Z", "message": message}

    def said() -> str:
        return f"w{len(lines)}w {draw(_WORDS)}"

    for turn, calls in enumerate(draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))):
        add("user", [text(said())])
        ids = [f"call_{turn}_{k}" for k in range(calls)]
        if ids:
            made = {"type": "toolCall", "name": "read", "arguments": {"path": said()}}
            add("assistant", [{**made, "id": ident} for ident in ids], stopReason="toolUse")
        for ident in ids:
            add("toolResult", [text(said())], toolCallId=ident, toolName="read", isError=False)
        add("assistant", [text(said())], stopReason="stop")
    return lines


MADE = {"claude-code": claude_code(), "pi": pi()}
"""A strategy for each reader."""
