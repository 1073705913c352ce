"""Every method in any order: whatever happens, the request is legal or is not given out."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.acts.history.makers import (
    TARGETS,
    calling,
    failing,
    frozen,
    ident,
    messages_of,
    saying,
)
from transcript_doctor import check
from transcript_doctor.acts.history import Failed, History
from transcript_doctor.acts.view import view
from transcript_doctor.core.errors import (
    BadAnswers,
    BadMessage,
    DoctorError,
    IllegalRequest,
    OpenCalls,
)

_TEXTS = st.text('ab "\\{é\ud800\n', max_size=6)
_VALUES = st.one_of(
    _TEXTS,
    st.none(),
    st.integers(),
    st.dictionaries(_TEXTS, st.floats(allow_nan=False, allow_infinity=False), max_size=2),
    _TEXTS.map(Failed),
    st.just(KeyError("path")),
)
_PROMPTS = st.sampled_from(["You are careful.", "You are quick."])
_TOOLS = st.sampled_from([[{"name": "read"}], [{"name": "read"}, {"name": "write"}]])


class Machine(RuleBasedStateMachine):
    """One history, kept in a file or not, and what its record must be."""

    targets: tuple[str, ...] = tuple(TARGETS)

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path: Path | None = None
        self.number = 0
        self.open: list[str] = []
        self.last: list[Any] = []
        self.told: list[tuple[Any, str]] = []

    def call(self, act: Callable[[], Any]) -> Any:
        """Do something with the history, where this machine's calls come from."""
        return act()

    def give(self, results: dict[str, Any]) -> None:
        """Hand results in."""
        self.history.results(results)

    @initialize(data=st.data(), kept=st.booleans())
    def begin(self, data: st.DataObject, kept: bool) -> None:
        self.target = data.draw(st.sampled_from(self.targets))
        if kept:
            self.path = self.folder / "history.jsonl"
            self.history = History.open(self.path, self.target)
        else:
            self.history = History(self.target)

    def teardown(self) -> None:
        if self.path is not None:
            self.history.close()
        shutil.rmtree(self.folder)

    @rule(text=_TEXTS)
    def user(self, text: str) -> None:
        refusal = self._refused(lambda: self.history.user(text))
        assert isinstance(refusal, OpenCalls) is bool(self.open)
        if isinstance(refusal, OpenCalls):
            assert (list(refusal.ids), refusal.code) == (self.open, "P001")
        elif refusal is not None:
            assert isinstance(refusal, BadMessage)
            assert not text.strip()

    def _refused(self, act: Callable[[], object]) -> DoctorError | None:
        try:
            self.call(act)
        except DoctorError as refusal:
            return refusal
        return None

    @rule(text=_TEXTS, calls=st.integers(0, 3), arguments=st.sampled_from(["{}", '{"a', "[]", ""]))
    def assistant(self, text: str, calls: int, arguments: str) -> None:
        numbers = list(range(self.number, self.number + calls))
        turn = calling(self.target, numbers, text, arguments=arguments)
        self._say(turn if calls else saying(self.target, text), numbers)

    @rule(text=_TEXTS, first=st.integers(0, 2))
    def assistant_with_ids_that_came_before(self, text: str, first: int) -> None:
        self._say(calling(self.target, [first], text), [first])

    @precondition(lambda self: self.target == "lab")
    @rule()
    def failure(self) -> None:
        self._say(failing(), [])

    def _say(self, turn: Any, numbers: list[int]) -> None:
        ids = [ident(self.target, number) for number in numbers]
        try:
            found = self.call(lambda: self.history.assistant(turn))
        except OpenCalls:
            assert self.open
            return
        assert not self.open
        assert [call.id for call in found] == ids
        for call in found:
            assert (call.arguments is None) == (call.fault is not None)
        self.open, self.number = ids, self.number + len(ids)
        self.told += [(message, frozen([message])) for message in messages_of(turn)]

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def results(self, data: st.DataObject) -> None:
        given = data.draw(st.dictionaries(st.sampled_from(self.open), _VALUES))
        self.open = [ident for ident in self.open if ident not in given]
        self.give(given)
        assert [call.id for call in self.history.open_calls] == self.open

    @rule(value=_VALUES)
    def result_of_nobody(self, value: Any) -> None:
        before = frozen(self.history.record)
        with pytest.raises(BadAnswers) as refusal:
            self.history.results({**dict.fromkeys(self.open, value), "c_nobody": value})
        assert refusal.value.unknown == ("c_nobody",)
        assert frozen(self.history.record) == before

    @rule()
    def interrupt(self) -> None:
        assert list(self.call(self.history.interrupt)) == self.open
        self.open = []

    @rule(data=st.data())
    def request(self, data: st.DataObject) -> None:
        asked = data.draw(st.fixed_dictionaries({}, optional={"system": _PROMPTS, "tools": _TOOLS}))
        record = self.history.record
        refusal = self._refused(lambda: self.history.request(**asked))
        assert isinstance(refusal, OpenCalls) is bool(self.open)
        if isinstance(refusal, IllegalRequest):
            assert not refusal.report.ok or view(record, target=self.target) == []
            assert self._nobody_asks(record), refusal
        if refusal is not None:
            return
        request = self.call(lambda: self.history.request(**asked))
        format = TARGETS[self.target]
        report = check(request, format=format, target=self.target, as_="request")
        assert report.ok, report.findings
        assert request is not self.history.request(**asked)
        request.clear()
        assert self.history.request(**asked) != []
        self.last = record

    def _nobody_asks(self, record: list[Any]) -> bool:
        """Tell whether the user did not open the conversation, or somebody else closed it."""
        left = view(record, target=self.target)
        own = ("assistant", "model", None)
        return not left or left[-1].get("role") in own or left[0].get("role") in own

    @precondition(lambda self: self.path is not None)
    @rule()
    def open_again(self) -> None:
        before = frozen(self.history.record)
        self.history.close()
        assert self.path is not None
        self.history = History.open(self.path)
        assert frozen(self.history.record) == before
        assert [call.id for call in self.history.open_calls] == self.open
        self.told = []

    @invariant()
    def the_record_holds_what_was_received(self) -> None:
        held = {id(message) for message in self.history.record} if self.told else set()
        for message, text in self.told:
            assert id(message) in held
            assert frozen([message]) == text

    @invariant()
    def what_was_on_the_record_stays_there(self) -> None:
        record = self.history.record if self.last else []
        assert record[: len(self.last)] == self.last
        assert len(self.history) == len(self.history.record)


class FromThreads(Machine):
    """Each call comes from another thread, and each result from one of its own, at once."""

    def call(self, act: Callable[[], Any]) -> Any:
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(act).result()

    def give(self, results: dict[str, Any]) -> None:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda item: self.history.results(dict([item])), results.items()))


class FromTasks(Machine):
    """Each call comes from a task, and each result from one of its own, on the loop or beside it."""

    def call(self, act: Callable[[], Any]) -> Any:
        async def main() -> Any:
            return act()

        return asyncio.run(main())

    def give(self, results: dict[str, Any]) -> None:
        async def one(number: int, ident: str, value: Any) -> None:
            if number % 2:
                await asyncio.to_thread(self.history.results, {ident: value})
            else:
                await asyncio.sleep(0)
                self.history.results({ident: value})

        async def main() -> None:
            tasks = (one(k, *item) for k, item in enumerate(results.items()))
            await asyncio.gather(*tasks)

        asyncio.run(main())


def run(kind: type[Machine], examples: int, *targets: str) -> None:
    machine = type("Machine", (kind,), {"targets": targets})
    asked = settings(max_examples=examples, stateful_step_count=25, deadline=None)
    run_state_machine_as_test(machine, settings=asked)


@pytest.mark.parametrize("target", TARGETS)
def test_the_request_is_legal_or_there_is_none(target: str) -> None:
    run(Machine, 20, target)


@pytest.mark.parametrize("kind", [FromThreads, FromTasks])
def test_the_same_holds_wherever_calls_come_from(kind: type[Machine]) -> None:
    run(kind, 15, *TARGETS)
