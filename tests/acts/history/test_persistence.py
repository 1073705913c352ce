"""The file of a history: what was acknowledged is there, whatever happened to the process."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.acts import sdk_objects
from tests.acts.history.makers import TARGETS, calling, failing, ident, saying
from transcript_doctor import check, read_session, shape
from transcript_doctor.acts.history import Failed, History
from transcript_doctor.core.errors import (
    BadAnswers,
    BadMessage,
    BadOption,
    UnreadableFile,
    Unwritable,
)

_SILENT = (b"history", b"sent")
"""The types of lines that add nothing to the record."""


def filled(path: Path, target: str) -> list[Any]:
    """Keep a conversation in a file; return its record, which ends with one of two results."""
    with History.open(path, target) as history:
        history.user("Read a.py é and b.py.")
        history.request(system="You are careful.", tools=[])
        history.assistant(calling(target, [1, 2], "I look."))
        history.results({ident(target, 2): {"B": "\ud800"}, ident(target, 1): Failed("gone")})
        history.assistant(saying(target, "B is half."))
        if target == "lab":
            history.assistant(failing())
        history.user("More.")
        history.assistant(calling(target, [3, 4]))
        history.results({ident(target, 4): "four"})
        return history.record


@pytest.mark.parametrize("target", TARGETS)
def test_a_file_gives_the_very_record_back(target: str, tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    record = filled(path, target)
    with History.open(path) as history:
        assert history.target == target
        assert history.record == record
        assert [call.id for call in history.open_calls] == [ident(target, 3)]
        history.interrupt()
        whole = history.record
        request = history.request()
    with History.open(path, target) as history:
        assert history.record == whole
        assert history.open_calls == ()
        assert history.request() == request


@pytest.mark.parametrize("target", TARGETS)
def test_a_file_is_a_session_that_can_be_read(target: str, tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    record = filled(path, target)
    (session,) = read_session(path)
    assert (session.agent, session.version, session.state) == ("Transcript Doctor", "1", "running")
    assert session.format == TARGETS[target]
    assert session.request == record
    report = check(session)
    assert report.target == target
    assert {f.severity for f in report.findings if f.code == "P001"} == {"warning"}
    lines = path.read_text(encoding="utf-8").splitlines()
    for origin in session.origins:
        assert '"said"' in lines[origin.line - 1] or '"result"' in lines[origin.line - 1]
    (finding, *_) = [f for f in report.findings if f.code == "P001"]
    assert '"calls":2' in lines[session.spot(finding.place).line - 1]


@pytest.mark.parametrize("target", ["anthropic", "openai"])
def test_a_file_cut_at_any_byte_keeps_all_that_was_acknowledged(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "history.jsonl", tmp_path / "copy.jsonl"
    filled(path, target)
    data = path.read_bytes()
    monkeypatch.setattr(
        os, "fsync", lambda fd: None
    )  # a thousand of them, and no power goes off here
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10]
    sure: list[Any] = []
    for cut in range(ends[0] - 1, len(data) + 1):
        copy.write_bytes(data[:cut])
        with History.open(copy) as history:
            if cut + 1 in ends:  # the record is whole from here on, its line feed or not
                before, sure = sure, history.record
                assert sure != before or data[:cut].rpartition(b"\n")[2].split(b'"')[5] in _SILENT
            assert history.record == sure
        left = copy.read_bytes()
        assert left.startswith(data[:cut].rpartition(b"\n")[0])
        assert left.endswith(b"\n")
    for cut in range(ends[0] - 1):
        copy.write_bytes(data[:cut])
        with pytest.raises(BadOption, match="is new: name the target"):
            History.open(copy)


@given(share=st.floats(0, 1), target=st.sampled_from(list(TARGETS)))
def test_after_a_cut_it_goes_on(share: float, target: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "history.jsonl"
        filled(path, target)
        data = path.read_bytes()
        cut = int(share * len(data))
        path.write_bytes(data[:cut])
        with History.open(path, target) as history:
            history.interrupt()
            history.user("Go on.")
            assert history.request()
            record = history.record
        (session,) = read_session(path)
        assert session.damage == ()
        assert session.request == record


def test_what_a_method_did_is_on_the_disk_when_it_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "history.jsonl"
    synced: list[int] = []
    fsync = os.fsync

    def noted(descriptor: int) -> None:
        fsync(descriptor)
        synced.append(path.stat().st_size)

    monkeypatch.setattr(os, "fsync", noted)
    with History.open(path, "openai") as history:
        assert synced[-1] == path.stat().st_size
        for act in (
            lambda: history.user("Go."),
            lambda: history.assistant(calling("openai", [1, 2])),
            lambda: history.results({ident("openai", 2): "two"}),
            history.interrupt,
            lambda: history.request(system="You are careful."),
        ):
            before = path.stat().st_size
            act()
            assert synced[-1] == path.stat().st_size > before


def test_half_a_character_that_a_model_wrote_comes_back_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    with History.open(path, "openai") as history:
        history.user("Go.")
        history.assistant({"role": "assistant", "content": "half \ud83d, whole é"})
        record = history.record
    with History.open(path) as again:
        assert again.record == record


def test_two_histories_do_not_write_into_one_file(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    with History.open(path, "openai") as history:
        with pytest.raises(UnreadableFile, match="another history has it open"):
            History.open(path)
        history.user("Go.")
    with History.open(path) as history:
        assert shape(history.record) == "U"


def test_after_closing_nothing_is_taken(tmp_path: Path) -> None:
    history = History.open(tmp_path / "history.jsonl", "openai")
    history.close()
    history.close()
    for act in (lambda: history.user("Go."), lambda: history.assistant("Yes.")):
        with pytest.raises(Unwritable, match="this history was closed"):
            act()
    assert history.record == []


def test_what_the_disk_refuses_is_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "history.jsonl"
    with History.open(path, "openai") as history:
        history.user("Go.")
        before = path.read_bytes()
        write = os.write

        def full(fd: int, data: Any) -> int:
            write(fd, bytes(data[:7]))
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space"):
            history.user("More.")
        monkeypatch.undo()
        assert shape(history.record) == "U"
        assert path.read_bytes() == before
        history.user("More.")
        record = history.record
    with History.open(path) as history:
        assert history.record == record


def test_bytes_in_a_message_come_back_as_bytes(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    picture = {"image": {"format": "png", "source": {"bytes": b"\x89PNG\xff"}}}
    with History.open(path, "bedrock") as history:
        history.user([{"text": "Look."}, picture])
        record = history.record
    with History.open(path) as history:
        assert history.record == record
    (session,) = read_session(path)
    assert session.request == record


class Odd:
    pass


def test_what_is_no_json_is_refused_before_it_is_on_the_record(tmp_path: Path) -> None:
    deep: Any = {}
    for _ in range(100_000):
        deep = {"a": deep}
    with History.open(tmp_path / "history.jsonl", "anthropic") as history:
        for odd in (Odd(), deep):
            message = calling("anthropic", [1])
            message["content"][0]["input"] = {"a": odd}
            with pytest.raises(BadMessage, match="no JSON"):
                history.assistant(message)
            assert history.record == []
        del odd
        while deep:  # taken apart here, for Python frees what is nested by recursion
            deep = deep.pop("a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type":"session","id":"a"}\n', "no file of a history"),
        ("[1]\n", ":1: no record of a history"),
        ("not json\n", ":1: no record of a history"),
        ('{"type":"history","by":"transcript-doctor","version":1}\n', "no file of a history"),
        (
            '{"type":"history","by":"transcript-doctor","version":2,"target":"openai"}\n',
            "version 2",
        ),
        (
            '{"type":"history","by":"transcript-doctor","version":1,"target":"openai"}\n{}\n',
            ":2: no record",
        ),
        (
            '{"type":"history","by":"transcript-doctor","version":1,"target":"openai"}\n{"type":"said"}\n',
            ":2: no record",
        ),
    ],
)
def test_a_file_that_is_none_is_left_as_it_is(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableFile, match=message):
        History.open(path, "openai")
    assert path.read_text(encoding="utf-8") == text


def test_a_file_is_for_the_target_that_it_was_made_for(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    with pytest.raises(BadOption, match="name the target"):
        History.open(path)
    History.open(path, "mistral").close()
    with pytest.raises(BadOption, match="kept for mistral"):
        History.open(path, "openai")
    with pytest.raises(UnreadableFile):
        History.open(tmp_path / "no" / "history.jsonl", "openai")


def test_a_refused_result_is_not_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    with History.open(path, "openai") as history:
        history.user("Go.")
        history.assistant(calling("openai", [1]))
        before = path.read_bytes()
        with pytest.raises(BadAnswers):
            history.results({ident("openai", 1): "a", "c9": "b"})
        assert path.read_bytes() == before


@given(st.binary(max_size=80), st.integers(0, 400))
def test_no_bytes_make_it_raise_anything_else(data: bytes, cut: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "history.jsonl"
        with History.open(path, "openai") as history:
            history.user("Go.")
        whole = path.read_bytes()
        path.write_bytes(whole[:cut] + data + whole[cut:])
        try:
            with History.open(path, "openai") as history:
                history.interrupt()
                history.user("Go on.")
        except (UnreadableFile, BadOption):
            pass


@pytest.mark.parametrize(
    ("target", "given"),
    [
        ("anthropic", sdk_objects.anthropic_message),
        ("openai", sdk_objects.chat_completion),
        ("openai-responses", sdk_objects.response),
        ("gemini", sdk_objects.gemini_response),
    ],
)
def test_responses_of_the_sdks_come_back_from_the_file(
    target: str, given: Any, tmp_path: Path
) -> None:
    path = tmp_path / "history.jsonl"
    with History.open(path, target) as history:
        history.user("Which port?")
        (call,) = history.assistant(given())
        record = history.record
    with History.open(path) as history:
        assert history.record == record
        history.results({call.id: "8080"})
        request = history.request()
    assert check(request, format=TARGETS[target], target=target, as_="request").findings == ()
