"""Going on from messages that were sent before: at the same provider, at another one, from a repaired list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.acts.history.makers import (
    TARGETS,
    calling,
    failing,
    ident,
    messages_of,
    saying,
)
from transcript_doctor import check, convert, read_session, repair
from transcript_doctor.acts.history import History
from transcript_doctor.core.errors import BadMessage, BadOption, SickTranscript


def talked(target: str) -> History:
    """A conversation with an exchange of two calls, and an answer."""
    history = History(target)
    history.user("Which ports?")
    history.assistant(calling(target, [1, 2], "I will look."))
    history.results({ident(target, 1): "PORT = 80", ident(target, 2): "PORT = 81"})
    history.assistant(saying(target, "80 and 81."))
    return history


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kept", [False, True])
def test_a_history_goes_on_from_a_list(target: str, kept: bool, tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl" if kept else None
    before = talked(target).record
    with History.of(before, target, path=path) as history:
        assert [a is b for a, b in zip(history.record, before, strict=True)] == [True] * len(before)
        assert history.open_calls == ()
        history.user("And?")
        request = history.request()
        assert request[: len(before)] == before
        assert check(request, format=TARGETS[target], target=target, as_="request").ok
        record = history.record
    if path is not None:
        with History.open(path) as history:
            assert history.record == record
            assert history.request() == request
        (session,) = read_session(path)
        assert (list(session.request), session.damage) == (record, ())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("answered", [[], [1], [2]])
def test_calls_at_the_end_of_a_list_stay_open(
    target: str, answered: list[int], tmp_path: Path
) -> None:
    path = tmp_path / "history.jsonl"
    first = History(target)
    first.user("Which ports?")
    first.assistant(calling(target, [1, 2], "I will look."))
    first.results({ident(target, n): f"PORT = {n}" for n in answered})
    left = [ident(target, n) for n in (1, 2) if n not in answered]
    with History.of(first.record, target, path=path) as history:
        assert [call.id for call in history.open_calls] == left
        assert history.record == first.record
    with History.open(path) as history:
        assert [call.id for call in history.open_calls] == left
        for one in (history, first):
            one.results(dict.fromkeys(left, "late"))
        assert history.record == first.record
        assert history.request() == first.request()
    (session,) = read_session(path)
    assert list(session.request) == first.record


def test_of_calls_without_ids_the_name_tells() -> None:
    turn = {
        "role": "model",
        "parts": [{"functionCall": {"name": n, "args": {}}} for n in ("read", "list")],
    }
    asked = {"role": "user", "parts": [{"text": "Which ports?"}]}
    history = History.of([asked, turn], "gemini")
    assert [call.id for call in history.open_calls] == ["read", "list"]
    history.results({"list": "b"})
    assert [call.id for call in History.of(history.record, "gemini").open_calls] == ["read"]


def test_failed_turns_in_a_list_stay_out_of_the_request() -> None:
    user = {"role": "user", "content": "Which port?"}
    history = History.of([user, failing(), saying("lab", "80.")], "lab")
    history.user("And?")
    assert len(history.record) == 4
    assert len(history.request()) == 3


@pytest.mark.parametrize("there", TARGETS)
@pytest.mark.parametrize("target", TARGETS)
def test_a_history_goes_on_at_another_provider(target: str, there: str) -> None:
    moved = convert(talked(target).record, source=target, to=there, as_="record")
    history = History.of(moved.messages, there)
    history.user("And?")
    request = history.request()
    assert check(request, format=TARGETS[there], target=there, as_="request").ok
    assert "PORT = 81" in repr(request)


def test_a_sick_list_is_refused_and_its_repair_is_taken() -> None:
    messages = [
        {"role": "user", "content": "Which port?"},
        calling("openai", [1, 2]),
        {"role": "user", "content": "Well?"},
    ]
    with pytest.raises(SickTranscript, match="P001 unanswered-call") as refusal:
        History.of(messages, "openai")
    assert not refusal.value.report.ok
    history = History.of(repair(messages, target="openai").messages, "openai")
    assert len(history.request()) == 5


def test_a_list_of_another_format_is_refused_and_the_way_named() -> None:
    with pytest.raises(
        BadMessage, match=r"of Anthropic Messages.*convert\(messages, to='openai'\)"
    ):
        History.of(talked("anthropic").record, "openai")


def test_a_body_and_a_session_are_taken_as_check_takes_them(tmp_path: Path) -> None:
    record = talked("anthropic").record
    body = {"model": "claude-opus-4-1", "max_tokens": 9, "messages": record}
    assert History.of(body, "anthropic").record == record
    path = tmp_path / "history.jsonl"
    History.of(record, "anthropic", path=path).close()
    (session,) = read_session(path)
    assert History.of(session, "anthropic").record == record


def test_a_file_that_is_not_new_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    History.open(path, "openai").close()
    before = path.read_bytes()
    with pytest.raises(BadOption, match="keeps a history already"):
        History.of([{"role": "user", "content": "Go."}], "openai", path=path)
    assert path.read_bytes() == before
    History.open(path).close()


@pytest.mark.parametrize(
    "messages", [[{"role": "user", "content": 5}], [messages_of(calling("openai", [1]))], 5, None]
)
def test_nothing_is_kept_of_what_is_refused(messages: Any, tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    with pytest.raises(SickTranscript):
        History.of(messages, "openai", path=path)
    assert not path.exists()


def test_an_empty_list_begins_an_empty_history() -> None:
    history = History.of([], "openai")
    history.user("Go.")
    assert history.request() == [{"role": "user", "content": "Go."}]
