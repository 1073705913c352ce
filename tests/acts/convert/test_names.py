"""Names of tools at the target: rewritten in calls, results, declarations and choices alike, and back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor import check
from transcript_doctor.acts.convert import convert
from transcript_doctor.acts.convert.naming import names_of
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.composer import Around
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.target import Laws

ASKED = {"role": "user", "parts": [{"text": "Go."}]}


def contents(*names: str) -> list[dict[str, Any]]:
    """Return a sound history of Gemini, which takes any name, with one call of each."""
    calls = [{"functionCall": {"name": name, "args": {}}} for name in names]
    rows = [{"functionResponse": {"name": n, "response": {"output": "ok"}}} for n in names]
    return [ASKED, {"role": "model", "parts": calls}, {"role": "user", "parts": rows}]


def body(*names: str, only: str | None = None) -> dict[str, Any]:
    declared = [{"name": name, "parametersJsonSchema": {"type": "object"}} for name in names]
    calling: dict[str, Any] = {"mode": "ANY" if only else "AUTO"}
    if only:
        calling["allowedFunctionNames"] = [only]
    return {
        "contents": contents(*names),
        "tools": [{"functionDeclarations": declared}],
        "toolConfig": {"functionCallingConfig": calling},
    }


def called(messages: list[Any]) -> list[str]:
    return [row["function"]["name"] for m in messages for row in m.get("tool_calls", ())]


def test_a_name_is_rewritten_in_one_way_and_comes_back() -> None:
    messages = contents("fs.read", "fs.read", "lint")
    there = convert(messages, to="openai")
    assert there.names == {"fs.read": "fs_read"}
    assert called(there.messages) == ["fs_read", "fs_read", "lint"]
    assert there.report.ok
    assert there.losses == ()
    back = convert(there, to="gemini")
    assert all(new is old for new, old in zip(back.messages, messages, strict=True))


def test_what_goes_on_there_comes_back_under_the_old_name() -> None:
    there = convert(contents("fs.read"), to="openai")
    call = {"id": "call_9", "type": "function", "function": {"name": "fs_read", "arguments": "{}"}}
    grown = [
        *there.messages,
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_9", "content": "9"},
    ]
    back = convert(grown, to="gemini", earlier=there)
    assert back.names == {"fs_read": "fs.read"}
    assert back.messages[3]["parts"][0]["functionCall"]["name"] == "fs.read"
    assert back.messages[4]["parts"][0]["functionResponse"]["name"] == "fs.read"


@pytest.mark.parametrize("to", ["openai", "openai-responses", "bedrock", "mistral"])
def test_declarations_and_the_choice_change_with_the_calls(to: str) -> None:
    given = body("fs.read", "lint", only="fs.read")
    there = convert(given, to=to)
    assert there.report.ok
    assert "fs.read" not in str(there.transcript)
    assert str(there.transcript).count("fs_read") == 3  # called, declared, chosen
    assert convert(there, to="gemini").transcript == given
    without = convert(there.transcript, to="gemini", format=there.format).transcript
    assert without["tools"][0]["functionDeclarations"][0]["name"] == "fs_read"
    assert without["toolConfig"]["functionCallingConfig"]["allowedFunctionNames"] == ["fs_read"]


def test_two_names_that_would_be_one_are_kept_apart() -> None:
    there = convert(contents("fs.read", "fs/read", "fs_read"), to="openai")
    names = called(there.messages)
    assert names[2] == "fs_read"
    assert len(set(names)) == 3
    assert all(re.fullmatch(r"fs_read_[0-9a-f]{8}", name) for name in names[:2])
    assert convert(contents("fs.read", "fs/read", "fs_read"), to="openai").names == there.names


def test_a_name_that_is_too_long_keeps_its_beginning() -> None:
    long = "mcp__" + "x" * 80
    there = convert(contents(long, long[:-1]), to="bedrock")
    names = list(there.names.values())
    assert [len(name) for name in names] == [64, 64]
    assert all(name.startswith("mcp__xxx") for name in names)
    assert names[0] != names[1]
    assert convert(contents(long), to="anthropic").names == {}


def test_a_name_of_odd_characters_alone_is_a_tool() -> None:
    assert convert(contents("читать"), to="openai").names == {"читать": "tool"}


def test_names_stay_where_the_target_takes_them() -> None:
    messages = convert(contents("fs.read"), to="anthropic").messages
    assert messages[1]["content"][0]["name"] == "fs.read"
    pi = convert(messages, to="pi").messages
    assert pi[2]["tool_name"] == "fs.read"
    assert convert(pi, to="openai").names == {"fs.read": "fs_read"}


def test_a_result_that_bears_the_name_is_written_anew_in_the_same_format() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "fs.read", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "name": "fs.read", "content": "1"},
    ]
    there = convert(messages, to="openai", source="openai-compatible")
    assert there.messages[0] is messages[0]
    assert called(there.messages) == ["fs_read"]
    assert there.messages[2] == {**messages[2], "name": "fs_read"}
    back = convert(there, to="openai-compatible")
    assert all(new is old for new, old in zip(back.messages, messages, strict=True))


_NAMES = st.lists(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=90), min_size=1, max_size=6
)


@pytest.mark.parametrize("to", ["openai", "bedrock", "mistral", "anthropic", "openai-responses"])
@given(names=_NAMES)
def test_any_names_are_taken_and_come_back(to: str, names: list[str]) -> None:
    given = body(*dict.fromkeys(names))
    if not check(given).ok:
        given = body(*dict.fromkeys(f"f{name}" for name in names))
    there = convert(given, to=to)
    assert not [f for f in check(there.transcript, target=to).findings if f.code == "Y002"]
    assert len(set(there.names.values())) == len(there.names)
    assert convert(there, to="gemini").transcript == given


def test_a_name_that_cannot_go_back_is_not_given_to_another() -> None:
    """Two conversions on, the old name fits as little; what stands for it is taken all the same."""
    laws = Laws(target_named("openai"), Facts({}), as_record=False)
    outline = Outline("gemini", contents("fs_read", "fs/read"), {}, Facts({}))
    FORMATS["gemini"].read(outline)
    names = names_of(outline, Around(), laws, {"fs_read": "fs.read"})
    assert names.keys() == {"fs/read", "fs.read"}
    assert names["fs.read"] == "fs_read"
    assert names["fs/read"] != "fs_read"
