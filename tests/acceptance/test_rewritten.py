"""Every sound history, put into every other format by hand, stays free of errors there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.acceptance.case_files import load_cases
from tests.acceptance.story import Call, Image, Result, Text, Turn, Untold, joined, tell
from tests.acceptance.story_readers import read
from tests.acceptance.story_writers import WRITERS, write
from transcript_doctor import check
from transcript_doctor.catalog import FORMATS


def sound_histories() -> list[tuple[str, str, list[Any]]]:
    """Name, format and messages of every sound and every repaired history."""
    sound = [(f"{c.id} sound", c.format, c.messages) for c in load_cases() if c.valid]
    repaired = [
        (f"{c.id} repaired", c.format, c.repaired) for c in load_cases() if c.repaired is not None
    ]
    return sound + repaired


def rewritten(format: str) -> list[tuple[str, list[Turn], Any]]:
    """Name, story and request of every sound history of another format that this one can hold."""
    made = []
    for name, own, messages in sound_histories():
        if own == format:
            continue
        try:
            story = read(own, messages)
            made.append((name, story, write(format, story)))
        except Untold:
            continue
    return made


@pytest.mark.parametrize("format", WRITERS)
def test_no_error_in_another_format(format: str) -> None:
    wrong = []
    for name, story, request in rewritten(format):
        at_rest = story[-1].role == "assistant"
        report = check(request, format=format, as_="record" if at_rest else "request")
        assert (report.format, report.target) == (format, FORMATS[format].home)
        if not report.ok:
            wrong.append((name, report))
    assert wrong == []


UNTOLD = {
    "agno-code-execution-citations repaired": "server_tool_use",
    "agno-previous-response-id-ok repaired": "result call_01 answers a call that is not told",
    "agno-previous-response-id-ok sound": "result call_01 answers a call that is not told",
}
"""What has no meaning elsewhere: a tool that the provider ran, a call that the provider keeps."""

STORY = tell(
    [
        ("system", Text("Be brief.")),
        ("user", Text("Compare both.")),
        ("user", Image("image/png", "iVBORw0KGgo=")),
        ("assistant", Text("I look.")),
        ("assistant", Call("call_1", "read", {"path": "a"})),
        ("assistant", Call("call_2", "list", {})),
        ("tool", Result("call_2", "", "b.txt", False)),
        ("tool", Result("call_1", "", "alpha", False)),
        ("user", Text("Go on.")),
    ]
)


def test_nearly_all_can_be_told() -> None:
    untold = {}
    for name, own, messages in sound_histories():
        try:
            read(own, messages)
        except Untold as reason:
            untold[name] = str(reason)
    assert untold == UNTOLD


def test_most_can_be_written_in_every_format() -> None:
    written = {format: len(rewritten(format)) for format in WRITERS}
    assert written.keys() == FORMATS.keys()
    assert written.pop("oracle") >= 60  # texts and pictures only
    assert min(written.values()) >= 80


def test_stories_are_told_in_call_order() -> None:
    assert [turn.role for turn in STORY] == ["system", "user", "user", "assistant", "tool", "user"]
    assert [part.id for part in STORY[4].parts] == ["call_1", "call_2"]
    assert [part.name for part in STORY[4].parts] == ["read", "list"]


@pytest.mark.parametrize("format", ["openai-chat", "openai-responses"])
def test_what_is_written_reads_back_the_same(format: str) -> None:
    body = write(format, STORY)
    assert len(body["tools"]) == 2
    assert read(format, body["messages" if format == "openai-chat" else "input"]) == STORY


@pytest.mark.parametrize("format", ["anthropic", "bedrock", "gemini"])
def test_what_is_written_without_its_system_reads_back_the_same(format: str) -> None:
    body = write(format, STORY)
    assert "Be brief." in str(body.get("system") or body["systemInstruction"])
    found = read(format, body["contents" if format == "gemini" else "messages"])
    asked, back = joined(STORY[1:], "tool"), joined(found, "tool")
    if format == "gemini":
        asked[2] = asked[2]._replace(
            parts=tuple(p._replace(text=json.dumps({"output": p.text})) for p in asked[2].parts)
        )
    assert back == asked


@pytest.mark.parametrize("format", [name for name in WRITERS if name != "oracle"])
def test_a_result_left_out_of_what_is_written_is_missed(format: str) -> None:
    turns = [turn._replace(parts=turn.parts[1:]) if turn.role == "tool" else turn for turn in STORY]
    assert not check(write(format, turns), format=format, as_="request").ok
