"""Files that are not edited in their own format: each with the reason."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.acts.rewriting.files import of_lines

SICK = [
    {"role": "user", "content": "Go."},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "r", "arguments": "{}"}}]},
    {"role": "user", "content": "Hello?"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.json.gz", gzip.compress(json.dumps(SICK).encode()), "unpack it first"),
        ("a.json", json.dumps(SICK).encode("utf-16"), "not written in UTF-8"),
        ("a.json", repr(SICK).encode(), "no JSON"),
    ],
)
def test_what_is_no_plain_text_is_left_alone_with_the_reason(
    written: Any, name: str, data: bytes, words: str
) -> None:
    made, after = written(data, name)
    assert after == data
    assert made.repaired[0].is_changed
    assert words in (made.reason or "")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("openai-agents/sessions-0.24.0.db", "SQLite"),
        ("langchain/langgraph-1.2.24.sqlite", "SQLite"),
        ("openhands/sdk-goal-events.jsonl", "not edited in their own format"),
        ("sharegpt/llamafactory-glaive-toolcall-zh.json.gz", "unpack it first"),
    ],
)
def test_real_files_that_are_not_edited(written: Any, name: str, words: str) -> None:
    real = Path(__file__).parents[2] / "data" / "real" / name
    made, after = written(real.read_bytes(), real.name, as_="request", policy="lossy")
    assert after == real.read_bytes()
    assert any(one.is_changed for one in made.repaired) is (made.reason is not None)
    if made.reason is not None:
        assert words in made.reason


def test_the_record_of_a_history_is_not_edited(written: Any) -> None:
    records = [
        {"type": "history", "by": "transcript-doctor", "version": 1, "id": "h", "n": 0, "time": "t", "format": "openai-chat", "target": "openai", "model": None, "holder": None},
        {"n": 1, "type": "said", "time": "t", "who": "user", "messages": SICK[:1]},
        {"n": 2, "type": "said", "time": "t", "who": "assistant", "calls": 1, "messages": SICK[1:2]},
        {"n": 3, "type": "said", "time": "t", "who": "user", "messages": SICK[2:]},
    ]  # fmt: skip
    made, after = written(of_lines(*records))
    assert after == of_lines(*records)
    assert "never edited" in (made.reason or "")
