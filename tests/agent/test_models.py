"""Real SDKs, through the agent, against a server that refuses what providers refuse."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.genai import types

from transcript_doctor import History, check, shape
from transcript_doctor.agent import Agent, Outcome, Watch, make_read_tool
from transcript_doctor.agent.models import (
    APIS,
    ModelFailed,
    RealModel,
    Request,
    connect,
    keys,
    openai_chat,
)
from transcript_doctor.agent.models.api import Options, key_for
from transcript_doctor.agent.models.failing import failing
from transcript_doctor.agent.models.openai_chat import API
from transcript_doctor.core.answers import NO_RESULT
from transcript_doctor.core.errors import BadOption, UnknownTarget
from transcript_doctor.provider import Running, cut, malformed, rate_limited, running, server_error
from transcript_doctor.testing import Workspace, call, reply, say, text

NAMES = {
    "anthropic": "claude-opus-4-8",
    "openai": "gpt-5.2",
    "openai-responses": "gpt-5.2",
    "mistral": "mistral-large-latest",
    "gemini": "gemini-2.5-pro",
}
ASK = call("read", {"path": "a.py"})
JOB = [reply(text("Let me look."), ASK, call("raed", {"path": "b.py"})), say("A is 1.")]


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running([]) as provider:
        yield provider


@pytest.fixture(params=APIS)
def api(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[False, True], ids=["waits-not", "waits"])
def waits(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def reached(api: str, server: Running, **options: Any) -> RealModel:
    base = server.url + ("/v1" if api.startswith("openai") else "")
    return connect(f"{api}:{NAMES[api]}", base_url=base, **options)


def statuses(server: Running) -> list[int]:
    return [record.status for record in server.requests]


class Heard(Watch):
    def __init__(self) -> None:
        self.words: list[str] = []

    def said(self, words: str) -> None:
        self.words.append(words)


def work(model: RealModel, waits: bool, watch: Watch, *prompts: str) -> tuple[Agent, list[Outcome]]:
    agent = Agent(model, [make_read_tool(Workspace({"a.py": "A = 1\n"}))], watch=watch)

    async def all_of_it() -> list[Outcome]:
        async with model:
            return [await agent.run_async(prompt, parallel=True) for prompt in prompts]

    if waits:
        return agent, asyncio.run(all_of_it())
    with model:
        return agent, [agent.run(prompt) for prompt in prompts]


def test_a_job_with_two_calls_one_of_them_mistyped(api: str, waits: bool, server: Running) -> None:
    server.reset(JOB)
    heard = Heard()
    agent, (outcome,) = work(reached(api, server), waits, heard, "What is A?")
    assert (outcome.text, outcome.error, outcome.turns) == ("A is 1.", None, 2)
    assert outcome.stop in ("end_turn", "stop", "completed", "STOP")
    assert outcome.input_tokens > 0 < outcome.output_tokens
    assert "".join(heard.words) == "Let me look.A is 1."
    assert statuses(server) == [200, 200]
    assert check(agent.history.record, target=agent.history.target).ok
    assert "Tool raed not found" in json.dumps(agent.history.record)


@pytest.mark.parametrize(
    "arguments",
    ['{"a": NaN}', '{"a": 1e999}', '{"a": "\\ud800"}', "[1]", f'{{"a": {"[" * 900}{"]" * 900}}}'],
    ids=["nan", "infinity", "half", "list", "deep"],
)
def test_no_reply_ends_the_conversation(api: str, arguments: str, server: Running) -> None:
    server.reset([reply(call("read", arguments)), say("Here."), say("Here.")])
    agent, outcomes = work(reached(api, server), False, Watch(), "Go.", "And?")
    if api != "gemini":  # says MALFORMED_FUNCTION_CALL, or fails itself, and nothing of the call
        assert [outcome.text for outcome in outcomes] == ["Here.", "Here."]
    json.dumps(agent.history.record, allow_nan=False, ensure_ascii=False).encode()
    assert check(agent.history.record, target=agent.history.target).ok


def test_arguments_that_are_cut_are_answered_and_the_model_goes_on(
    api: str, waits: bool, server: Running
) -> None:
    server.reset([malformed("read"), reply(ASK), say("A is 1.")])
    agent, (outcome,) = work(reached(api, server), waits, Watch(), "What is A?")
    if api == "gemini":  # says MALFORMED_FUNCTION_CALL, and nothing of the call
        assert (outcome.text, outcome.stop, outcome.turns) == ("", "MALFORMED_FUNCTION_CALL", 1)
        return
    assert (outcome.text, outcome.turns) == ("A is 1.", 3)
    assert "could not be read as a JSON object: Unterminated string" in json.dumps(
        agent.history.record
    )
    assert '{\\"path\\": \\"a.p' in json.dumps(agent.history.record)
    assert statuses(server) == [200, 200, 200]


def test_a_stream_that_breaks_off_leaves_what_it_said(
    api: str, waits: bool, server: Running
) -> None:
    server.reset(
        [cut(reply("The port is nine thousand and ninety.", ASK), after=4), say("All right.")]
    )
    heard = Heard()
    agent, (first, second) = work(reached(api, server, retries=0), waits, heard, "Go.", "Again.")
    assert first.error is not None
    assert second.text == "All right."
    words = "".join(heard.words).removesuffix("All right.")
    assert first.text == words
    marks = shape(agent.history.record)
    assert marks == ("U A U A" if words else "U U A")
    assert agent.history.open_calls == ()


def test_the_sdk_tries_again(
    api: str, waits: bool, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = types.HttpRetryOptions(attempts=3, initial_delay=0.01, jitter=0.01)  # it waits a second
    monkeypatch.setattr(types, "HttpRetryOptions", lambda attempts: soon)
    server.reset([rate_limited(0.01), say("Here.")])
    _, (outcome,) = work(reached(api, server, retries=2), waits, Watch(), "Go.")
    assert outcome.text == "Here."
    assert statuses(server) == [429, 200]


def test_a_provider_that_fails_ends_the_run_and_not_the_conversation(
    api: str, waits: bool, server: Running
) -> None:
    server.reset([server_error(), say("Here.")])
    agent, (first, second) = work(reached(api, server, retries=0), waits, Watch(), "Go.", "Again.")
    assert first.error is not None
    assert "500" in first.error or "InternalServerError" in first.error
    assert (first.text, second.text) == ("", "Here.")
    assert shape(agent.history.record) == "U U A"


def test_the_status_of_a_failure_is_told(api: str, server: Running) -> None:
    server.reset([server_error()])
    with reached(api, server, retries=0) as model:
        history = History(model.target)
        history.user("Go.")
        with pytest.raises(ModelFailed) as caught:
            model.ask(Request("", history.request(system="", tools=[]), []))
    assert caught.value.status == 500


@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize("stage", ["connect", "begin", "next"])
def test_no_key_is_in_what_is_said(
    stage: str, waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An SDK, or what stands below it, may quote what it was given."""

    def fail(*_: Any) -> Any:
        raise ConnectionError("header 'Bearer sk-CANARY1' or sk-CANARY2 is no good")

    class Stream:
        __iter__ = __aiter__ = lambda self: self
        __next__ = __anext__ = fail

    async def later(*_: Any) -> Stream:
        return Stream()

    begin = later if waits else lambda *_: Stream()
    api = openai_chat.API._replace(
        connect=fail if stage == "connect" else lambda *_: None,
        begin=fail if stage == "begin" else begin,
    )
    monkeypatch.setenv("OPENAI_API_KEY", "sk-CANARY2")
    model = RealModel(api, "gpt-5.2", "openai", Options(key="sk-CANARY1"))
    asked = Request("", [{"role": "user", "content": "Go."}], [])
    with pytest.raises(ModelFailed) as caught:
        asyncio.run(model.ask_async(asked)) if waits else model.ask(asked)
    assert str(caught.value) == "ConnectionError: header 'Bearer (key)' or (key) is no good"
    assert "CANARY" not in repr(model)


def test_an_sdk_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    model = connect("openai:gpt-5.2")  # nothing is needed before it is asked
    with pytest.raises(BadOption, match=r"pip install '\.\[models\]' in a clone, or"):
        model.ask(Request("", [], []))


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("anthropic", "ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN"),
        ("openai", "OPENAI_API_KEY"),
        ("openai-responses", "OPENAI_API_KEY"),
        ("mistral", "MISTRAL_API_KEY"),
        ("gemini", "GEMINI_API_KEY or GOOGLE_API_KEY"),
    ],
)
def test_without_a_key_its_variable_is_named(
    word: str, names: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    others = [name for name in os.environ if name.startswith(("ANTHROPIC_", "GOOGLE_"))]
    for name in (*others, *keys()):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))  # where Anthropic's SDK looks for profiles
    why = f"there is no key for {word}: set {names} in the environment"
    with connect(f"{word}:x") as model, pytest.raises(ModelFailed) as caught:
        model.open()
    assert str(caught.value) == why
    with connect(f"{word}:x") as model, pytest.raises(ModelFailed) as caught:
        model.ask(Request("", [], []))
    assert str(caught.value) == why
    with connect(f"{word}:x", key="mine") as model:
        model.open()


@pytest.mark.parametrize("word", ["anthropic", "openai", "openai-responses", "mistral", "gemini"])
def test_a_server_that_is_not_there_is_named_with_the_cause(word: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens there
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        user = History(connect(f"{word}:x").target)
        user.user("Go.")
        with (
            connect(f"{word}:x", base_url=url, retries=0) as model,
            pytest.raises(ModelFailed) as caught,
        ):
            model.ask(Request("", user.request(), []))
    assert str(caught.value).startswith(f"{url} cannot be reached: ")
    assert "refused" in str(caught.value)


def test_cancelled_in_mid_stream_the_record_is_legal(api: str, server: Running) -> None:
    server.reset([reply("One two three four five.", ASK), say("Fine.")])
    seen: list[Agent] = []

    async def main() -> Outcome:
        async with reached(api, server) as model:
            agent = Agent(model, [make_read_tool(Workspace({"a.py": "A = 1\n"}))])
            seen.append(agent)
            said = asyncio.Event()

            class Interrupts(Watch):
                def said(self, words: str) -> None:
                    said.set()
                    raise asyncio.CancelledError

            agent.watch = Interrupts()
            with pytest.raises(asyncio.CancelledError):
                await agent.run_async("Count.")
            assert said.is_set()
            agent.watch = Watch()
            return await agent.run_async("Go on.")

    outcome = asyncio.run(main())
    assert outcome.ok
    record = seen[0].history.record
    assert shape(record).startswith("U A U A")
    assert NO_RESULT not in json.dumps(record)
    assert all(request.status == 200 for request in server.requests)


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        ("claude-opus-4-8", {}, BadOption),
        ("anthropic:", {}, BadOption),
        ("cohere:command", {}, BadOption),
        ("openai:gpt-5.2", {"target": "anthropic"}, BadOption),
        ("openai:gpt-5.2", {"target": "opneai"}, UnknownTarget),
    ],
)
def test_models_that_do_not_exist(name: str, options: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        connect(name, **options)


def test_another_provider_s_laws_for_the_same_api() -> None:
    assert connect("openai:deepseek-chat", target="deepseek").target == "deepseek"
    assert connect("openai:gpt-5.2").target == "openai"


@pytest.mark.parametrize(
    ("options", "environment", "key"),
    [
        (Options(key="k"), "e", "k"),
        (Options(), "e", None),  # the SDK finds it
        (Options(), "", None),  # the SDK says that there is none
        (Options("http://localhost"), "e", None),
        (Options("http://localhost"), "", "none"),
        (Options("http://localhost", key="k"), "", "k"),
    ],
)
def test_the_key_that_an_sdk_is_given(
    monkeypatch: pytest.MonkeyPatch, options: Options, environment: str, key: str | None
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", environment)
    assert key_for(options, API.keys) == key


class ConnectError(Exception):
    """Called as the transport calls it."""


class StatusError(Exception):
    def __init__(self, status: int | None) -> None:
        self.status_code = status
        super().__init__("busy")


@pytest.mark.parametrize(
    ("status", "words"),
    [(503, "StatusError: busy"), (None, "http://localhost cannot be reached: nobody listens")],
)
def test_a_server_that_answered_was_reached(status: int | None, words: str) -> None:
    error = StatusError(status)
    error.__cause__ = ConnectError("nobody listens")
    with pytest.raises(ModelFailed) as caught, failing(API, Options("http://localhost")):
        raise error
    assert (str(caught.value), caught.value.status) == (words, status)
