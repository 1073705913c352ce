"""Agent transcripts for measuring: about 1.4 KB of JSON a message, healthy, in two formats.

Sizes of texts are log-normal; contents are code, logs, JSON in strings and prose, every tenth text with
characters outside ASCII, and three to four backslashes in a hundred bytes, as tool output has. Two calls
in three stand alone, every second one with a text beside it. Everything follows from the seed.
"""

from __future__ import annotations

import json
import random
from typing import Any

_LOG = "2026-03-01T12:00:{:02d} INFO worker={} request ok path=/v1/items/{}\n"
_CODE = (
    'def load_{}(path, limit={}):\n    if path == "a/{}.py":\n'
    '\treturn {{"ok": True}}\n\traise ValueError("no")\n'
)
_JSON = (
    json.dumps({"ok": True, "rows": [{"id": 7, "path": "src/a.py", "note": 'a "quoted" word'}]})
    + "\n"
)
_SENTENCE = "the server took longer than we had thought so the loop tries again and reads the file"
_WORDS = _SENTENCE.split()
_WIDE = ("نتیجه ابزار ", "Größe überprüft ", "结果已写入 ", "done ✅ ")


def _text(rng: random.Random, size: int) -> str:
    made: list[str] = []
    length = 0
    wide = rng.random() < 0.1
    while length < size:
        kind = rng.randrange(9)
        if kind < 4:
            piece = _LOG.format(rng.randrange(60), rng.randrange(9), rng.randrange(10**6))
        elif kind < 7:
            piece = _CODE.format(rng.randrange(999), rng.randrange(99), rng.randrange(99))
        elif kind < 8:
            piece = _JSON
        else:
            piece = " ".join(rng.choices(_WORDS, k=12)) + ". "
        if wide and rng.random() < 0.3:
            piece += rng.choice(_WIDE)
        made.append(piece)
        length += len(piece)
    return "".join(made)


def _size(rng: random.Random, median: int) -> int:
    return max(20, min(20_000, int(rng.lognormvariate(0, 0.9) * median)))


def steps(rng: random.Random, messages: int, *, grouped: bool) -> list[tuple[str, Any]]:
    """Return the story of a transcript: user texts, answers, and exchanges with one to four calls."""
    story: list[tuple[str, Any]] = [("user", _text(rng, 300))]
    count, number = 1, 0
    while count < messages - 2:
        calls = []
        for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
            number += 1
            arguments = {
                "path": f"src/{rng.choice(_WORDS)}/{number}.py",
                "limit": rng.randrange(2000),
            }
            calls.append(
                (
                    f"{number:09d}",
                    rng.choice(("read", "bash", "grep")),
                    arguments,
                    _text(rng, _size(rng, 1150 if grouped else 1250)),
                )
            )
        said = _text(rng, _size(rng, 250)) if rng.random() < 0.5 else ""
        story.append(("calls", (said, calls)))
        count += 2 if grouped else 1 + len(calls)
        if rng.random() < 0.12:
            story += [("answer", _text(rng, _size(rng, 700))), ("user", _text(rng, 300))]
            count += 2
    story.append(("answer", _text(rng, 400)))
    story.append(("user", _text(rng, 200)))
    return story


def openai_chat(story: list[tuple[str, Any]]) -> list[dict[str, Any]]:
    """Write a story as OpenAI chat messages."""
    messages: list[dict[str, Any]] = [{"role": "system", "content": "You are a careful engineer."}]
    for kind, said in story:
        if kind != "calls":
            messages.append({"role": "user" if kind == "user" else "assistant", "content": said})
            continue
        text, calls = said
        rows = [
            {"id": i, "type": "function", "function": {"name": n, "arguments": json.dumps(a)}}
            for i, n, a, _ in calls
        ]
        messages.append({"role": "assistant", "content": text or None, "tool_calls": rows})
        messages += [{"role": "tool", "tool_call_id": i, "content": out} for i, _, _, out in calls]
    return messages


def anthropic(story: list[tuple[str, Any]]) -> list[dict[str, Any]]:
    """Write a story as Anthropic messages."""
    messages: list[dict[str, Any]] = []
    for kind, said in story:
        if kind != "calls":
            role = "user" if kind == "user" else "assistant"
            messages.append({"role": role, "content": [{"type": "text", "text": said}]})
            continue
        text, calls = said
        uses = [
            {"type": "tool_use", "id": f"toolu_{i}", "name": n, "input": a} for i, n, a, _ in calls
        ]
        messages.append(
            {
                "role": "assistant",
                "content": [*([{"type": "text", "text": text}] if text else []), *uses],
            }
        )
        outs = [
            {"type": "tool_result", "tool_use_id": f"toolu_{i}", "content": out}
            for i, _, _, out in calls
        ]
        messages.append({"role": "user", "content": outs})
    return messages


def transcript(format: str, messages: int, seed: int = 1) -> list[dict[str, Any]]:
    """Return one healthy transcript of about so many messages."""
    rng = random.Random(f"{format} {messages} {seed}")
    write = openai_chat if format == "openai-chat" else anthropic
    return write(steps(rng, messages, grouped=format == "anthropic"))
