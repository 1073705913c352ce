"""The quick proof may err only towards a closer look: what it clears, the whole check must find sound.

All small histories over an alphabet of plain and odd messages are judged both ways for every target of
the format, as request and as record; then longer walks that mostly stay plain.
"""

from __future__ import annotations

import itertools
import random
from collections import UserDict
from typing import Any

import pytest

from transcript_doctor.acts.check.checking import _EVERY
from transcript_doctor.acts.check.judging import Patient
from transcript_doctor.acts.opening.opening import open_transcript
from transcript_doctor.acts.opening.stating import sort_context
from transcript_doctor.catalog import FORMATS, RULES, target_named, target_names
from transcript_doctor.core.glance import _CASES as TRAIT_CASES
from transcript_doctor.core.glance import clears

BAD = "half \ud83d"


def _chat_call(
    ident: Any = "abcdefgh1", name: Any = "read", arguments: Any = "{}", **more: Any
) -> dict:
    return {
        "id": ident,
        "type": "function",
        "function": {"name": name, "arguments": arguments},
        **more,
    }


def _chat(*calls: Any, content: Any = None, **more: Any) -> dict:
    return {"role": "assistant", "content": content, "tool_calls": list(calls), **more}


def _tool(ident: Any = "abcdefgh1", content: Any = "ok", **more: Any) -> dict:
    return {"role": "tool", "tool_call_id": ident, "content": content, **more}


CHAT_CORE: list[Any] = [
    {"role": "user", "content": "hi"},
    {"role": "assistant", "content": "hello"},
    {"role": "system", "content": "be brief"},
    _chat(_chat_call()),
    _chat(_chat_call(), _chat_call("abcdefgh2", "grep")),
    _tool(),
    _tool("abcdefgh2"),
]
CHAT_ODD: list[Any] = [
    None, 3, "text", [], {}, {"role": "user"}, {"content": "x"}, UserDict(role="user", content="x"),
    {"role": "user", "content": ""}, {"role": "user", "content": "  "}, {"role": "user", "content": None},
    {"role": "user", "content": b"bytes"}, {"role": "user", "content": BAD}, {"role": "user", "content": "ü"},
    {"role": "user", "content": [{"type": "text", "text": "x"}]}, {"role": "user", "content": "x", "name": "a b"},
    {"role": "User", "content": "x"}, {"role": ["user"], "content": "x"}, {"role": "developer", "content": "x"},
    {"role": "function", "name": "f", "content": "x"}, {"role": "system", "content": ""},
    {"role": "assistant", "content": ""}, {"role": "assistant", "content": None},
    {"role": "assistant", "content": "x", "tool_calls": []}, {"role": "assistant", "content": "x", "tool_calls": None},
    {"role": "assistant", "content": "x", "refusal": None}, {"role": "assistant", "content": "x", "prefix": True},
    {"role": "assistant", "content": "x", "reasoning_content": "why"},
    {"role": "assistant", "tool_calls": [_chat_call()]}, _chat(_chat_call(), content=""), _chat(_chat_call(), content="x"),
    _chat(_chat_call(), content=" "), _chat(_chat_call(), content=[]), _chat(_chat_call(), content=3), _chat(3),
    _chat(_chat_call(""), ), _chat(_chat_call(None)), _chat(_chat_call(7)), _chat(_chat_call("a b")),
    _chat(_chat_call("x" * 70)), _chat(_chat_call("abcdefgh1\n")), _chat(_chat_call("ü")), _chat(_chat_call("null")), _chat(_chat_call(BAD)),
    _chat(_chat_call(), _chat_call()), _chat(_chat_call(name="")), _chat(_chat_call(name="a.b")),
    _chat(_chat_call(name="n" * 90)), _chat(_chat_call(name=None)), _chat(_chat_call(name=BAD)),
    _chat(_chat_call(arguments="{")), _chat(_chat_call(arguments="[]")), _chat(_chat_call(arguments={})),
    _chat(_chat_call(arguments=BAD)), _chat(_chat_call(index=0)), _chat({**_chat_call(), "type": "custom"}),
    _chat({"id": "abcdefgh1", "function": {"name": "f", "arguments": "{}"}, "extra": 1}),
    _tool(content=""), _tool(content=None), _tool(content=[{"type": "text", "text": "x"}]), _tool(content=BAD),
    _tool(None), _tool(""), _tool("zzz"), _tool("null"), _tool(name="read"), _tool(name="other"), {"role": "tool", "content": "x"},
]  # fmt: skip


def _use(ident: Any = "toolu_1", name: Any = "read", given: Any = None, **more: Any) -> dict:
    return {
        "type": "tool_use",
        "id": ident,
        "name": name,
        "input": {} if given is None else given,
        **more,
    }


def _res(ident: Any = "toolu_1", content: Any = "ok", **more: Any) -> dict:
    return {"type": "tool_result", "tool_use_id": ident, "content": content, **more}


def _says(role: str, *blocks: Any) -> dict:
    return {"role": role, "content": list(blocks)}


TEXT = {"type": "text", "text": "x"}
ANTHROPIC_CORE: list[Any] = [
    {"role": "user", "content": "hi"},
    _says("assistant", TEXT),
    _says("assistant", _use()),
    _says("assistant", TEXT, _use(), _use("toolu_2")),
    _says("user", _res()),
    _says("user", _res(), _res("toolu_2")),
    _says("user", _res(), TEXT),
]
ANTHROPIC_ODD: list[Any] = [
    None, 3, [], {}, {"role": "user"}, UserDict(role="user", content="x"), {"role": "user", "content": ""},
    {"role": "user", "content": " "}, {"role": "user", "content": None}, {"role": "user", "content": []},
    {"role": "user", "content": b"x"}, {"role": "user", "content": BAD}, {"role": "user", "content": "x", "id": 1},
    {"role": "system", "content": "x"}, {"role": "tool", "content": "x"}, {"role": "assistant", "content": "x "},
    {"role": "assistant", "content": ""}, {"role": "assistant", "content": []}, _says("user", 3), _says("user", {}),
    _says("user", {"type": "text"}), _says("user", {"type": "text", "text": ""}), _says("user", {"type": "text", "text": " "}),
    _says("user", {"type": "text", "text": BAD}), _says("user", {"type": "text", "text": "x", "cache_control": {}}),
    _says("user", UserDict(type="text", text="x")), _says("user", {"type": ["text"], "text": "x"}),
    _says("user", _use()), _says("assistant", _res()), _says("user", {"type": "image", "source": {}}),
    _says("assistant", {"type": "thinking", "thinking": "t", "signature": "c2ln"}, TEXT),
    _says("assistant", {"type": "text", "text": " "}), _says("assistant", {"type": "text", "text": "x "}),
    _says("assistant", _use("")), _says("assistant", _use(None)), _says("assistant", _use("a.b")), _says("assistant", _use("ü")),
    _says("assistant", _use(), _use()), _says("assistant", _use(name="")), _says("assistant", _use(name="a b")),
    _says("assistant", _use(name="n" * 300)), _says("assistant", _use(name=3)), _says("assistant", _use(given=[])),
    _says("assistant", _use(given="{}")), _says("assistant", _use(given={"a": {"b": [BAD]}})), _says("assistant", _use(given={BAD: 1})),
    _says("assistant", _use(given={"a": "ü", "b": [1, "ü"]})), _says("assistant", _use(extra=1)),
    _says("user", _res(content=[TEXT])), _says("user", _res(content=[])), _says("user", _res(content=None)),
    _says("user", _res(content=[{"type": "text", "text": ""}])), _says("user", _res(content=[_use()])),
    _says("user", _res(content=BAD)), _says("user", _res(content=3)), _says("user", _res(is_error=True)), _says("user", _res(is_error="x")),
    _says("user", _res(None)), _says("user", _res("zzz")), _says("user", _res("toolu_2"), _res()), _says("user", TEXT, _res()),
    _says("user", _res(), _res()), _says("user", _res(), {"type": "text", "text": ""}),
]  # fmt: skip

ALPHABETS = {"openai-chat": (CHAT_CORE, CHAT_ODD), "anthropic": (ANTHROPIC_CORE, ANTHROPIC_ODD)}


def _histories(core: list[Any], odd: list[Any]) -> Any:
    for length in range(5):
        yield from (list(h) for h in itertools.product(core, repeat=length))
    for symbol in odd:
        for before, after in itertools.product(
            itertools.product(core, repeat=2), [(), *((c,) for c in core)]
        ):
            for cut in range(3):
                yield [*before[cut:], symbol, *after]
    rng = random.Random(20260301)
    for _ in range(2000):
        yield [
            rng.choice(core) if rng.random() < 0.97 else rng.choice(odd)
            for _ in range(rng.randrange(5, 14))
        ]


def _agree(format_name: str, messages: list[Any], as_: Any, context: Any) -> int:
    """Compare both ways for every target of a format; return how many targets were cleared by the glance."""
    stated = sort_context(context)
    patient = Patient(open_transcript(messages, format_name), stated, as_)
    glance = FORMATS[format_name].glance
    assert glance is not None
    seen = glance(messages)
    if seen is None:
        return 0
    cleared = 0
    for name in target_names():
        target = target_named(name)
        if target.format != format_name:
            continue
        laws = patient.laws_of(target)
        lacking = clears(seen, laws)
        if lacking is not None:
            findings, missing = patient.judge(laws, _EVERY, lambda _: ())
            assert (findings, missing) == ([], lacking), (name, as_, messages)
            cleared += 1
    return cleared


@pytest.mark.parametrize("format_name", ALPHABETS)
@pytest.mark.parametrize("as_", ["request", "record"])
def test_what_the_glance_clears_is_sound(format_name: str, as_: str) -> None:
    cleared = sum(_agree(format_name, m, as_, None) for m in _histories(*ALPHABETS[format_name]))
    assert cleared > 300


@pytest.mark.parametrize("format_name", ALPHABETS)
def test_facts_reach_the_glance(format_name: str) -> None:
    core = ALPHABETS[format_name][0]
    for context in (
        {"thinking": "enabled"},
        {"tools_declared": False},
        {"model": "claude-3-opus"},
        {"reasoning_content": True},
    ):
        for history in itertools.product(core, repeat=3):
            _agree(format_name, list(history), "request", context)


def test_the_table_of_traits_gives_each_case_the_weight_of_its_rule() -> None:
    rows = {(code, case): weight for cases in TRAIT_CASES.values() for code, case, weight in cases}
    assert rows == {(code, case): RULES[code].default_for(case) for code, case in rows}
