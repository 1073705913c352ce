"""The gate between a reply and the record: whatever a model says, the conversation goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor import History, check, convert
from transcript_doctor.agent import Agent, Outcome
from transcript_doctor.agent.models import Reply, Scripted
from transcript_doctor.agent.receiving import received
from transcript_doctor.core.errors import BadMessage
from transcript_doctor.testing import ScriptedModel, call, reply, say, text

TARGETS = ["anthropic", "openai", "openai-responses", "mistral", "gemini", "bedrock", "lab"]
OF_TEXT = ["openai", "openai-responses", "mistral"]
"""Those whose arguments are a text."""
UNREAD = "The arguments of this call could not be read as a JSON object: "
HALF = "\ud800"


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def written(target: str, arguments: str) -> Any:
    """A reply with one call, in a target's format, whose arguments are the value of this JSON text."""
    message = reply(text("Hm."), call("f", {"n": 1}, id="D681PevKs"))
    made = convert([message], to=target, format="pi", as_="record").messages
    for inner in ('{"n": 1}', json.dumps('{"n": 1}'), json.dumps('{"n":1}')):
        told = json.dumps(made)
        if inner in told:
            value = arguments if inner.startswith("{") else json.dumps(arguments)
            made = json.loads(told.replace(inner, value))
            break
    return made if target == "openai-responses" else made[0]


def goes_on(target: str, kept: Any) -> list[Any]:
    """The request after a reply, its calls and the next prompt, which a wire can carry."""
    history = History(target)
    history.user("Go.")
    history.assistant(kept)
    history.interrupt()
    assert check(history.record, target=target, as_="record").ok
    history.user("And?")
    request = history.request()
    json.dumps(request, ensure_ascii=False, allow_nan=False).encode()
    return request


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ('{"a": NaN}', ""),
        ('{"a": -Infinity}', ""),
        ('{"a": 1e999}', ""),
        ('{"a": "\\ud800"}', "there is half a character in them"),
        ('{"\\udfff": 1}', "there is half a character in them"),
        (json.dumps({"a": nested(100)}), "they are nested more than 100 deep"),
        (json.dumps({"a": nested(300)}), "they are nested more than 100 deep"),
    ],
)
def test_arguments_that_no_wire_carries_are_answered(target: str, arguments: str, why: str) -> None:
    told = received(written(target, arguments), target, ["f"])
    assert told.faults.keys() == {0}
    assert told.faults[0].startswith(UNREAD + why)
    goes_on(target, told.message)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("arguments", ['{"a": ', "[1]", "null", "7", '{"a": NaN}', "{}{}"])
def test_a_text_of_arguments_that_is_no_object_is_answered(target: str, arguments: str) -> None:
    given = arguments if target in OF_TEXT else json.dumps(arguments)
    told = received(written(target, given), target, ["f"])
    assert told.faults[0].startswith(UNREAD)
    goes_on(target, told.message)


@pytest.mark.parametrize("target", TARGETS)
def test_a_sound_reply_is_kept_as_the_very_object(target: str) -> None:
    for arguments in ('{"n": 1}', json.dumps({"a": nested(98)}), '{"a": "\\ud83d\\ude00"}'):
        message = written(target, arguments)
        told = received(message, target, ["f"])
        assert (told.message is message, told.faults) == (True, {})
        goes_on(target, told.message)


@pytest.mark.parametrize("target", TARGETS)
def test_half_a_character_in_what_is_said_becomes_a_whole_one(target: str) -> None:
    message = json.loads(json.dumps(written(target, "{}")).replace("Hm.", "a\\ud800b"))
    told = received(message, target, ["f"])
    assert "a\ufffdb" in json.dumps(told.message, ensure_ascii=False)
    assert told.faults == {}
    goes_on(target, told.message)


def test_the_text_of_a_call_that_cannot_be_read_is_quoted_and_not_lost() -> None:
    kept = received(written("anthropic", json.dumps('{"a": ')), "anthropic", ["f"]).message
    assert kept["content"][1]["input"] == {"unreadable_arguments": '{"a": '}
    kept = received(written("gemini", '{"a": NaN}'), "gemini", ["f"]).message
    assert kept["parts"][1]["functionCall"]["args"] == {"unreadable_arguments": '{"a": NaN}'}


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (None, "holds no message"),
        ({}, "is no assistant's"),
        ({"role": "user", "content": "x"}, "is no assistant's"),
        ({"role": "assistant", "content": [{"type": "text", "text": "x", "n": float("nan")}]}, "is no JSON"),
        ({"role": "assistant", "content": [{"type": "text", "text": "x", "n": {1, 2}.union}]}, "is no JSON"),
        ({"role": "assistant", "content": [{"type": "text", "text": "x", "n": nested(5000)}]}, "is no JSON"),
        ({"role": "assistant", "content": [{"type": "image"}]}, "cannot go back to the model: C006 malformed-part"),
    ],
)  # fmt: skip
def test_what_can_never_go_back_is_not_kept(message: Any, why: str) -> None:
    with pytest.raises(BadMessage, match=why):
        received(message, "anthropic", [])


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(["", " ", "x", HALF])
)
WORDS = """type text id call_id name arguments input content role x functionCall args toolUse toolUseId
function tool_use_id thinking"""
KEYS = st.sampled_from([*WORDS.split(), HALF])
NODES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=8,
)
TYPES = """text toolCall tool_use thinking function_call image tool_result server_tool_use
function_call_output reasoning redacted_thinking message"""
KINDS = st.sampled_from(TYPES.split())
PARTS = st.one_of(
    NODES, st.builds(lambda kind, rest: {**rest, "type": kind}, KINDS, st.dictionaries(KEYS, NODES))
)
TURNS = st.one_of(
    NODES,
    st.lists(PARTS, min_size=1, max_size=3),
    st.builds(
        lambda parts, rest: {**rest, "role": "model", "parts": parts},
        st.lists(PARTS, max_size=3),
        st.dictionaries(st.sampled_from(["x"]), NODES, max_size=1),
    ),
    st.builds(
        lambda parts, rest: {**rest, "role": "assistant", "content": parts},
        st.one_of(NODES, st.lists(PARTS, max_size=3)),
        st.dictionaries(st.sampled_from(["tool_calls", "stop_reason", "x"]), NODES, max_size=2),
    ),
)


class Told:
    """A model of a target that says one thing, and then is well again."""

    name = "m"

    def __init__(self, target: str, message: Any) -> None:
        self.target, self._left = target, [message]

    def ask(self, request: Any, hear: Any = None) -> Reply:
        json.dumps(request.messages, ensure_ascii=False, allow_nan=False).encode()
        message = self._left.pop() if self._left else History(self.target)
        if isinstance(message, History):
            message.assistant("Fine.")
            made = message.record
            return Reply(made if self.target == "openai-responses" else made[0], "Fine.")
        return Reply(message, "")

    async def ask_async(self, request: Any, hear: Any = None) -> Reply:
        return self.ask(request, hear)


@given(st.sampled_from(TARGETS), TURNS)
def test_whatever_a_model_says_the_next_prompt_is_answered(target: str, message: Any) -> None:
    tool = {"name": "f", "description": "", "parameters": {}, "execute": lambda arguments: "ok"}
    agent = Agent(Told(target, message), [tool])
    first = agent.run("Go.", max_turns=3)
    assert isinstance(first, Outcome)
    assert agent.run("And?").text == "Fine."


def test_what_a_scripted_model_gives_is_looked_at_like_any_reply() -> None:
    class Odd:
        def __init__(self, given: Any) -> None:
            self.given = given

        def complete(self, *_: Any) -> Any:
            return self.given

    for given_, error in [
        (None, "a NoneType holds no message of an assistant"),
        ({}, "is no assistant's"),
        ({"role": "assistant"}, "the last reply says nothing (None)"),
        ({"role": "assistant", "content": ["x"]}, "the last reply says nothing"),
    ]:
        outcome = Agent(Scripted(Odd(given_)), []).run("Go.")
        assert error in str(outcome.error)
    assert (
        Agent(Scripted(Odd({"role": "assistant", "content": "Text."})), []).run("Go.").text
        == "Text."
    )


def test_a_scripted_call_that_cannot_be_read_does_not_reach_its_tool() -> None:
    got: list[Any] = []
    tool = {"name": "f", "description": "", "parameters": {}, "execute": got.append}
    steps = [reply(call("f", '{"a": NaN}'), call("f", {"a": float("inf")})), say("Done.")]
    agent = Agent(Scripted(ScriptedModel(steps)), [tool])
    assert agent.run("Go.").text == "Done."
    assert got == []
