"""The loop on a `History`: whatever ends a run, the record goes on; in every format that is kept."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor import Failed, History, check, convert, shape
from transcript_doctor.acts.history import OpenCall
from transcript_doctor.acts.history.values import Parts
from transcript_doctor.agent import Agent, Watch
from transcript_doctor.agent.models import ModelFailed, Reply, Request, Scripted
from transcript_doctor.agent.receiving import received
from transcript_doctor.agent.waiting import must_wait_for_an_answer
from transcript_doctor.core.answers import NO_RESULT
from transcript_doctor.core.errors import BadOption
from transcript_doctor.testing import ScriptedModel, call, fail, forever, reply, say, text


def tool(name: str, execute: Any) -> dict[str, Any]:
    return {"name": name, "description": "", "parameters": {}, "execute": execute}


def echo(arguments: Any) -> str:
    return f"echo {arguments['n']}"


async def wait(arguments: Any) -> str:
    for _ in range(arguments["n"]):
        await asyncio.sleep(0)
    return f"waited {arguments['n']}"


TOOLS = [tool("echo", echo), tool("wait", wait)]


def chat(*calls: tuple[str, str, str], words: str | None = None) -> dict[str, Any]:
    rows = [
        {"id": ident, "type": "function", "function": {"name": name, "arguments": arguments}}
        for ident, name, arguments in calls
    ]
    return {"role": "assistant", "content": words, **({"tool_calls": rows} if rows else {})}


class Fake:
    """A model of OpenAI's form that gives messages, raises errors, and gives way before each."""

    target, name = "openai", "gpt-5.2"

    def __init__(self, *steps: Any, words: str = "") -> None:
        self.steps, self.words = list(steps), words
        self.requests: list[Request] = []

    def ask(self, request: Request, hear: Any = lambda words: None) -> Reply:
        self.requests.append(request)
        step = self.steps.pop(0)
        if isinstance(step, BaseException):
            if self.words:
                hear(self.words)
            raise step
        if step.get("content"):
            hear(step["content"])
        return Reply(step, step.get("content") or "", 10, 2, "stop")

    async def ask_async(self, request: Request, hear: Any = lambda words: None) -> Reply:
        await asyncio.sleep(0)
        reply = self.ask(request, hear)
        await asyncio.sleep(0)
        return reply


class Seen(Watch):
    def __init__(self) -> None:
        self.rows: list[Any] = []

    def said(self, words: str) -> None:
        self.rows.append(("said", words))

    def called(self, call: OpenCall) -> None:
        self.rows.append(("called", call.id))

    def returned(self, call: OpenCall, content: Any, is_error: bool) -> None:
        self.rows.append((call.id, content, is_error))

    def replied(self, text: str) -> None:
        self.rows.append(("replied", text))


def test_a_run_and_what_a_watcher_hears_of_it() -> None:
    first = chat(("a", "echo", '{"n": 1}'), ("b", "raed", "{}"), ("c", "echo", '{"n"'), words="Hm.")
    model, seen = Fake(first, chat(words="Done.")), Seen()
    agent = Agent(model, TOOLS, watch=seen, system="Be brief.")
    outcome = agent.run("Go.")
    assert (outcome.text, outcome.error, outcome.turns, outcome.ok) == ("Done.", None, 2, True)
    assert (outcome.input_tokens, outcome.output_tokens, outcome.stop) == (20, 4, "stop")
    unread = "The arguments of this call could not be read as a JSON object: Expecting ':' delimiter: line 1 column 5 (char 4)"
    assert seen.rows == [
        ("said", "Hm."), ("replied", "Hm."),
        ("called", "a"), ("a", "echo 1", False),
        ("called", "b"), ("b", "Tool raed not found", True),
        ("called", "c"), ("c", unread, True),
        ("said", "Done."), ("replied", "Done."),
    ]  # fmt: skip
    assert agent.history.record[1] is first
    assert model.requests[0].messages[0] == {"role": "system", "content": "Be brief."}
    assert [spec["name"] for spec in model.requests[0].tools] == ["echo", "wait"]
    assert shape(model.requests[1].messages) == "S U A[a,b,c] R(a) R(b) R(c)"


@given(st.integers(1, 25), st.booleans())
def test_cancelled_anywhere_the_record_goes_on(after: int, parallel: bool) -> None:
    turn = chat(("a", "wait", '{"n": 3}'), ("b", "wait", '{"n": 1}'), ("c", "raed", "{}"))
    model = Fake(turn, chat(("d", "wait", '{"n": 2}')), chat(words="Done."), chat(words="Again."))
    agent = Agent(model, TOOLS)

    async def main() -> None:
        task = asyncio.create_task(agent.run_async("Go.", parallel=parallel))
        for _ in range(after):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(main())
    record = agent.history.record
    assert agent.history.open_calls == ()
    assert check(record, target="openai", as_="record").ok
    agent.history.user("Go on.")
    agent.history.request()


def test_cancelling_leaves_markers_and_results_that_came() -> None:
    found = set()
    for after in range(30):
        model = Fake(
            chat(("a", "wait", '{"n": 6}'), ("b", "wait", '{"n": 1}')), chat(words="Done.")
        )
        agent = Agent(model, TOOLS)

        async def main(after: int = after, agent: Agent = agent) -> None:
            task = asyncio.create_task(agent.run_async("Go.", parallel=True))
            for _ in range(after):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])

        asyncio.run(main())
        found.add(tuple(m["content"] for m in agent.history.record if m["role"] == "tool"))
    assert found == {(), (NO_RESULT, NO_RESULT), (NO_RESULT, "waited 1"), ("waited 6", "waited 1")}


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_ctrl_c_in_a_tool_closes_its_call(error: type[BaseException]) -> None:
    def stop(arguments: Any) -> str:
        raise error

    model = Fake(chat(("a", "echo", '{"n": 1}'), ("b", "stop", "{}"), ("c", "echo", '{"n": 3}')))
    agent = Agent(model, [*TOOLS, tool("stop", stop)])
    with pytest.raises(error):
        agent.run("Go.")
    assert [m["content"] for m in agent.history.record[2:]] == ["echo 1", NO_RESULT, NO_RESULT]


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), ModelFailed("503", 503), ZeroDivisionError()]
)
@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize("words", ["", "  ", "The port is"])
def test_words_of_a_reply_that_broke_off_are_kept(
    error: BaseException, waits: bool, words: str
) -> None:
    agent = Agent(Fake(error, chat(words="Done."), words=words), TOOLS)

    def run() -> Any:
        return asyncio.run(agent.run_async("Go.")) if waits else agent.run("Go.")

    if isinstance(error, ModelFailed):
        outcome = run()
        assert (outcome.text, outcome.error, outcome.ok) == (words, "503", False)
    else:
        with pytest.raises(type(error)):
            run()
    assert shape(agent.history.record) == ("U A" if words.strip() else "U")
    assert agent.run("Again.").text == "Done."


def test_words_of_a_reply_that_is_on_the_record_already_are_not_kept_again() -> None:
    class Interrupted(History):
        def assistant(self, message: Any) -> Any:
            super().assistant(message)
            raise KeyboardInterrupt

    asking = chat(("c1", "echo", '{"n": 1}'), words="I look.")
    agent = Agent(Fake(asking), TOOLS, history=Interrupted("openai", model="gpt-5.2"))
    with pytest.raises(KeyboardInterrupt):
        agent.run("Go.")
    assert shape(agent.history.record) == "U A[c1] R(c1)"


def test_what_is_no_message_ends_the_run_and_is_not_kept() -> None:
    agent = Agent(Fake({"role": "user", "content": "I am no assistant."}), TOOLS)
    outcome = agent.run("Go.")
    assert outcome.error is not None
    assert "is no assistant's" in outcome.error
    assert agent.history.record[1:] == [
        {"role": "assistant", "content": "I am no assistant."}
    ]  # heard


def test_turns_are_limited_in_every_run() -> None:
    model = Fake(*(chat((f"c{n}", "echo", '{"n": 1}')) for n in range(9)))
    agent = Agent(model, TOOLS)
    for run in (1, 2):
        outcome = agent.run("Go.", max_turns=2)
        assert (outcome.error, outcome.turns) == ("Agent stopped after max_turns=2", 2)
        assert len(model.requests) == 2 * run
    assert check(agent.history.record, target="openai").ok


def test_a_failed_reply_of_a_script_is_on_the_record_and_its_calls_are_closed() -> None:
    script = ScriptedModel(
        [fail("503 overloaded"), fail("cut", text("Let me"), call("echo", {"n": 1})), say("Done.")]
    )
    agent = Agent(Scripted(script), TOOLS)
    assert agent.run("Go.").error == "503 overloaded"
    outcome = agent.run("Again.")
    assert (outcome.text, outcome.error) == ("Let me", "cut")
    assert agent.run("And again.").text == "Done."
    assert shape(agent.history.record) == "U A(error) U A[c1](error) R(c1) U A"
    assert NO_RESULT in json.dumps(agent.history.record)
    assert all("400" not in json.dumps(m) for m in agent.history.record)


def test_a_killed_run_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    with History.open(path, "openai") as history:
        history.user("Go.")
        history.assistant(chat(("a", "echo", '{"n": 1}'), ("b", "echo", '{"n": 2}')))
        history.results({"b": "echo 2"})
    with History.open(path) as history:
        model = Fake(chat(words="Done."))
        assert Agent(model, TOOLS, history=history).run().text == "Done."
        assert [m["content"] for m in history.record[2:4]] == [NO_RESULT, "echo 2"]
    with History.open(path) as history:
        assert shape(history.record) == "U A[a,b] R(a) R(b) A"


def test_parts_and_failures_of_tools_reach_the_record() -> None:
    parts = [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]
    tools = [
        tool("parts", lambda a: Parts(parts)),
        tool("failed", lambda a: Failed("no")),
        tool("json", lambda a: {"n": 1}),
    ]
    model = Scripted(ScriptedModel([reply(*(call(t["name"]) for t in tools)), say("ok")]))
    agent = Agent(model, tools)
    agent.run("Go.")
    results = [
        (m["content"], m["is_error"]) for m in agent.history.record if m["role"] == "toolResult"
    ]
    assert results[0] == (parts, False)
    assert [(c[0]["text"], failed) for c, failed in results[1:]] == [
        ("no", True),
        ('{"n": 1}', False),
    ]


def test_a_script_may_be_async_and_repeat() -> None:
    async def step(request: Any) -> Any:
        return say(f"{len(request.messages)}")

    agent = Agent(Scripted(ScriptedModel([forever(step)])), TOOLS)
    assert [asyncio.run(agent.run_async("Go.")).text for _ in range(3)] == ["1", "3", "5"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "This call names no tool"),
        (None, "This call names no tool"),
        (7, "This call names no tool"),
        ("x" * 90, f"Tool {'x' * 64}... not found; a name has 64 characters at most"),
    ],
)
@pytest.mark.parametrize("waits", [False, True])
def test_a_call_by_no_name_is_answered_and_the_model_goes_on(
    name: Any, words: str, waits: bool
) -> None:
    first = chat(("a", name, "{}"), ("b", "echo", '{"n": 1}'), ("c", name, "{}"))
    agent = Agent(Fake(first, chat(words="Done.")), TOOLS)
    outcome = asyncio.run(agent.run_async("Go.")) if waits else agent.run("Go.")
    assert (outcome.text, outcome.error) == ("Done.", None)
    record = agent.history.record
    assert [m["content"] for m in record if m["role"] == "tool"] == [words, "echo 1", words]
    names = [call["function"]["name"] for call in record[1]["tool_calls"]]
    assert names == ["unnamed_tool", "echo", "unnamed_tool"]
    assert check(record, target="openai").ok
    assert first["tool_calls"][0]["function"]["name"] == name  # what the model gave is not changed


def test_a_name_of_odd_characters_stays_on_the_record() -> None:
    agent = Agent(Fake(chat(("a", "files.read/all", "{}")), chat(words="Done.")), TOOLS)
    assert agent.run("Go.").ok
    record = agent.history.record
    assert record[1]["tool_calls"][0]["function"]["name"] == "files.read/all"
    assert record[2]["content"] == "Tool files.read/all not found"
    sent = agent.model.requests[1].messages  # type: ignore[attr-defined]
    assert sent[2]["tool_calls"][0]["function"]["name"] == "files_read_all"


@pytest.mark.parametrize(
    "target", ["anthropic", "openai-responses", "gemini", "bedrock", "mistral", "lab"]
)
def test_a_call_by_no_name_is_answered_in_every_format(target: str) -> None:
    model = ScriptedModel([reply(text("Hm."), call("f", {"n": 1}, id="D681PevKs")), say("Done.")])
    message = model.complete("", [{"role": "user", "content": "Go."}], [])
    written = convert([message], to=target, format="pi", as_="record").messages
    nameless = json.loads(json.dumps(written).replace('"name": "f"', '"name": ""'))
    told = received(nameless if target == "openai-responses" else nameless[0], target, [])
    assert told.faults == {0: "This call names no tool"}
    history = History(target)
    history.user("Go.")
    (waiting,) = history.assistant(told.message)
    assert waiting.name == "unnamed_tool"
    history.results({waiting.id: "no"})
    assert check(history.request(), target=target).ok


def test_a_record_of_which_no_request_can_be_made_ends_the_run() -> None:
    history = History("openai")
    history.user("Go.")
    (waiting,) = history.assistant(chat(("a", "", "{}")))
    history.results({waiting.id: "no"})
    outcome = Agent(Fake(), TOOLS, history=history).run("Well?")
    assert outcome.error is not None
    assert "the function name is empty" in outcome.error
    assert (outcome.text, outcome.turns) == ("", 0)


def test_a_history_for_somebody_else_is_refused() -> None:
    with pytest.raises(BadOption, match="this history is for anthropic, not for openai"):
        Agent(Fake(), TOOLS, history=History("anthropic"))


def test_one_run_at_a_time() -> None:
    agent = Agent(Fake(chat(("a", "wait", '{"n": 9}')), chat(words="Done.")), TOOLS)

    async def main() -> list[Any]:
        return await asyncio.gather(
            agent.run_async("Go."), agent.run_async("And?"), return_exceptions=True
        )

    first, second = asyncio.run(main())
    assert first.text == "Done."
    assert isinstance(second, BadOption)
    assert "one run at a time" in str(second)
    assert shape(agent.history.record) == "U A[a] R(a) A"
    with pytest.raises(BadOption, match="the assistant spoke last"):
        agent.run()
    agent.model = Fake(chat(words="Again."))
    assert agent.run("And?").text == "Again."


@pytest.mark.parametrize("target", ["anthropic", "openai", "openai-responses", "gemini", "lab"])
def test_without_a_prompt_a_record_must_wait_for_an_answer(target: str) -> None:
    history = History(target)
    with pytest.raises(BadOption, match="the record is empty"):
        must_wait_for_an_answer(history)
    history.user("Go.")
    must_wait_for_an_answer(history)
    asking = reply(call("read", {"path": "a.py"}, id="call00001"))
    written = convert([asking], to=target, format="pi", as_="record").messages
    history.assistant(written if target == "openai-responses" else written[0])
    history.interrupt()
    must_wait_for_an_answer(history)
    history.assistant("Done.")
    with pytest.raises(BadOption, match="the assistant spoke last"):
        must_wait_for_an_answer(history)


def test_a_reply_that_failed_and_holds_nothing_is_no_answer() -> None:
    script = ScriptedModel([fail("503 overloaded"), say("Done.")])
    agent = Agent(Scripted(script), [])
    assert agent.run("Go.").error == "503 overloaded"
    assert agent.run().text == "Done."


@pytest.mark.parametrize(
    ("stop", "words", "error"),
    [
        ("length", "It is", "the last reply was cut off: it is as long as a reply may be (length)"),
        (
            "MAX_TOKENS",
            "It is",
            "the last reply was cut off: it is as long as a reply may be (MAX_TOKENS)",
        ),
        ("end_turn", "", "the last reply says nothing (end_turn)"),
        ("MALFORMED_FUNCTION_CALL", " \n", "the last reply says nothing (MALFORMED_FUNCTION_CALL)"),
        ("end_turn", "It is 1.", None),
        (None, "It is 1.", None),
        ("a word of tomorrow", "It is 1.", None),
    ],
)
def test_a_reply_that_is_no_end_of_the_work(stop: Any, words: str, error: str | None) -> None:
    class Stopped(Fake):
        def ask(self, request: Request, hear: Any = lambda words: None) -> Reply:
            return super().ask(request, hear)._replace(stop=stop)

    outcome = Agent(Stopped(chat(words=words)), TOOLS).run("Go.")
    assert (outcome.text, outcome.error, outcome.ok) == (words, error, error is None)


def test_parts_that_a_target_does_not_take_are_a_failure() -> None:
    tools = [tool("look", lambda a: Parts([{"type": "image_of_tomorrow"}]))]
    agent = Agent(Fake(chat(("a", "look", "{}")), chat(words="Done.")), tools)
    assert agent.run("Go.").text == "Done."
    assert "does not take these parts in a result" in agent.history.record[2]["content"]


def test_half_a_character_in_a_prompt_is_sent_as_a_whole_one() -> None:
    agent = Agent(Fake(chat(words="Done.")), TOOLS)
    assert agent.run("a\udcff").ok
    assert agent.history.record[0]["content"] == "a\ufffd"


def test_what_is_no_model_is_named_at_once() -> None:
    with pytest.raises(
        BadOption, match=r"connect\(...\) or Scripted\(...\) returns, not ScriptedModel"
    ):
        Agent(ScriptedModel([]), [])  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=r"such as ScriptedModel\(steps\), not list"):
        Scripted([say("x")])  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="'echo' lacks parameters"):
        Agent(Fake(), [{"name": "echo", "description": ""}])


@pytest.mark.parametrize("waits", [False, True])
def test_what_a_scripted_model_raises_is_a_model_that_failed_unless_a_test_says_so(
    waits: bool,
) -> None:
    def down(request: Any) -> Any:
        raise ConnectionError("gone")

    def wrong(request: Any) -> Any:
        raise AssertionError("not this prompt")

    agent = Agent(Scripted(ScriptedModel([down, wrong])), [])

    def run() -> Any:
        return asyncio.run(agent.run_async("Go.")) if waits else agent.run("Go.")

    error = run().error
    assert error.startswith("ConnectionError: gone (test_agent.py, line ")
    with pytest.raises(AssertionError, match="not this prompt"):
        run()
    assert agent.history.open_calls == ()
