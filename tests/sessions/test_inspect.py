"""Inspect logs: both containers, samples in one member or in many, what is kept apart, what is cut."""

from __future__ import annotations

import builtins
import json
import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from tests.sessions.files import REAL, read_text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session, text_source
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.transcript import Transcript

SPEC = {"task": "t", "model": "openai/gpt-4o", "packages": {"inspect_ai": "0.3.133"}}
START = {"version": 2, "eval": SPEC, "plan": {}}
HEADER = {**START, "status": "success"}
ASKS = {"role": "user", "content": "Go.", "source": "input"}
DONE = {"role": "assistant", "content": "Done.", "source": "generate"}


def calls(*ids: str) -> dict[str, Any]:
    made = [{"id": i, "function": "bash", "arguments": {"cmd": "ls"}, "view": {}} for i in ids]
    return {"role": "assistant", "content": "", "tool_calls": made}


def result(ident: str, **keys: Any) -> dict[str, Any]:
    return {"role": "tool", "content": "ok", "tool_call_id": ident, "function": "bash", **keys}


def sample(ident: Any, *messages: Any, epoch: int = 1, **keys: Any) -> dict[str, Any]:
    return {"id": ident, "epoch": epoch, "input": "Go.", "messages": list(messages), **keys}


def packed(members: Iterable[tuple[str, Any]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip with these members; a value that is no text is written as JSON."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, value in members:
            archive.writestr(name, value if isinstance(value, str) else json.dumps(value))
    return stream.getvalue()


def log(*samples: dict[str, Any], header: Any = HEADER) -> bytes:
    members = [("_journal/start.json", START)]
    members += [(f"samples/{one['id']}_epoch_{one['epoch']}.json", one) for one in samples]
    return packed([*members, *([("header.json", header)] if header else [])])


def read_json(*samples: Any, **keys: Any) -> list[Transcript]:
    return read_text(json.dumps({**HEADER, **keys, "samples": list(samples)}), "log.json")


def real(name: str) -> list[Transcript]:
    found = read_session(file_source(name, REAL / "inspect" / name))
    assert found is not None
    return found


def test_a_real_zip_has_a_conversation_for_each_sample_and_epoch() -> None:
    found = real("inspect-log-streaming.eval")
    assert [one.session for one in found] == [
        "1_epoch_1",
        "2_epoch_1",
        "1_epoch_2",
        "2_epoch_2",
    ]
    assert [shape(one.request, format="openai-chat") for one in found] == ["S U A"] * 4
    assert found[0].origins[0].file == "inspect-log-streaming.eval!samples/1_epoch_1.json"
    assert [origin.line for origin in found[0].origins] == [7, 11, 16]
    assert found[0].version == "0.3.42.dev228+g349eca8e.d20241022"
    assert all(check(one).findings == () and one.damage == () for one in found)


def test_a_real_log_of_lines_that_was_cancelled() -> None:
    found = real("inspect-popularity-cancelled.json")
    assert [(one.session, one.state, len(one.request)) for one in found] == [
        ("1_epoch_1", "whole", 3),
        ("2_epoch_1", "whole", 3),
        ("3_epoch_1", "whole", 3),
    ]
    assert [origin.line for origin in found[1].origins] == [526, 531, 537]
    assert found[0].facts == {"model": "gpt-4o-mini"}


def test_a_picture_that_an_old_log_keeps_apart_is_put_back() -> None:
    (found,) = real("inspect-log-images-tc.json")
    part = found.request[1]["content"][1]
    assert part["image_url"]["url"].startswith("data:image/")
    assert check(found).findings == ()


def test_calls_results_and_errors_are_those_that_the_agent_sends() -> None:
    error = {"type": "timeout", "message": "too slow"}
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    (found,) = read_json(
        sample(7, ASKS, calls("a", "b"), result("b", error=error), result("a", content=parts), DONE)
    )
    call = found.request[1]["tool_calls"][0]
    assert call == {
        "id": "a",
        "type": "function",
        "function": {"name": "bash", "arguments": '{"cmd": "ls"}'},
    }
    assert [message.get("content") for message in found.request[2:4]] == ["Error: too slow", "a\nb"]
    assert check(found).findings == ()


def test_a_lost_result_is_found() -> None:
    (found,) = read_json(sample(1, ASKS, calls("a", "b"), result("a"), DONE))
    (finding,) = check(found).findings
    assert (finding.code, finding.values["id"]) == ("P001", "b")


def test_reasoning_and_what_the_provider_ran_are_no_messages_of_their_own() -> None:
    ran = {"type": "tool_use", "tool_type": "web_search", "id": "s", "arguments": "", "result": ""}
    thought = {"type": "reasoning", "reasoning": "Hm.", "signature": "x"}
    said = {"type": "text", "text": "Here."}
    (found,) = read_json(
        sample(
            1,
            ASKS,
            {"role": "assistant", "content": [ran]},
            {"role": "assistant", "content": [thought, ran, said]},
            ASKS,
            {"role": "assistant", "content": [thought]},
        )
    )
    assert [message["content"] for message in found.request] == [
        "Go.",
        [said],
        "Go.",
        "<think>\nHm.\n</think>",
    ]
    assert check(found).findings == ()


@pytest.mark.parametrize("pool", ["events_data", "message_pool"])
def test_a_sample_without_messages_has_them_in_its_last_call(pool: str) -> None:
    known = [ASKS, calls("a"), result("a"), {"role": "user", "content": "Left out."}]
    value = {"messages": known, "calls": []} if pool == "events_data" else known
    event = {
        "event": "model",
        "input": [],
        "input_refs": [[0, 3]],
        "output": {"choices": [{"message": DONE}]},
    }
    one = sample(1, events=[{"event": "state"}, event, {"event": "info"}], **{pool: value})
    (found,) = read_json(one)
    assert shape(found.request, format="openai-chat") == "U A[a] R(a) A"


def test_a_sample_that_was_stopped_is_interrupted() -> None:
    found = read_json(
        sample(1, ASKS, calls("a"), error={"message": "boom"}),
        sample(2, ASKS, calls("a"), limit={"type": "message", "limit": 2}),
        sample(3, ASKS, calls("a"), result("a")),
    )
    assert [one.state for one in found] == ["interrupted", "interrupted", "whole"]
    assert [[f.severity for f in check(one).findings] for one in found] == [
        ["warning"],
        ["warning"],
        [],
    ]


@pytest.mark.parametrize(
    ("status", "state"), [("started", "running"), ("cancelled", "interrupted")]
)
def test_a_sample_that_waits_rests_as_its_log_does(status: str, state: str) -> None:
    (found,) = read_json(sample(1, ASKS), status=status)
    assert found.state == state


def test_numbers_that_are_no_json_are_read() -> None:
    text = json.dumps({**HEADER, "samples": [sample(1, ASKS, DONE, score=float("nan"))]})
    (found,) = read_text(text, "log.json")
    assert "NaN" in text
    assert found.damage == ()


def test_a_log_without_header_is_still_written() -> None:
    found = read_text(log(sample("a/b", ASKS, calls("x")), header=None), "log.eval")
    assert [(one.session, one.state, one.version) for one in found] == [
        ("a/b_epoch_1", "running", "0.3.133")
    ]


def test_samples_come_in_the_order_of_run_and_id() -> None:
    found = read_text(
        log(*(sample(i, ASKS, epoch=e) for e, i in [(2, 1), (1, 10), (1, 9), (1, "x")])), "l.eval"
    )
    assert [one.session for one in found] == ["x_epoch_1", "9_epoch_1", "10_epoch_1", "1_epoch_2"]


def test_a_large_sample_stands_in_members_of_its_own() -> None:
    folder = "samples/1_epoch_1"
    shell = {"id": 1, "epoch": 1, "message_refs": [[0, 1], [2, 4]], "error": {"message": "x"}}
    pool = [{**ASKS, "content": "attachment://1"}, ASKS, calls("a"), result("a")]
    data = packed(
        [
            ("header.json", HEADER),
            (f"{folder}/sample.json", shell),
            (f"{folder}/messages/2.json", pool[2:]),
            (f"{folder}/messages/0.json", pool[:2]),
            (f"{folder}/events/0.json", []),
            (f"{folder}/attachments/1.json", ["Kept apart."]),
        ]
    )
    (found,) = read_text(data, "log.eval")
    assert shape(found.request, format="openai-chat") == "U A[a] R(a)"
    assert found.request[0]["content"] == "Kept apart."
    assert found.origins[2].file == "log.eval!samples/1_epoch_1/messages/2.json"
    assert (found.session, found.state) == ("1_epoch_1", "interrupted")


def zstd_log() -> bytes:
    """A log whose members are packed as newer versions do it; zipfile has no word for that method."""
    one = sample(1, ASKS, calls("a"), result("a"), DONE)
    stored = packed([("samples/1_epoch_1.json", one)], zipfile.ZIP_STORED)
    with zipfile.ZipFile(BytesIO(stored)) as archive:
        plain = archive.read("samples/1_epoch_1.json")
    small = zstandard.compress(plain[:50]) + zstandard.compress(plain[50:])
    name = b"samples/1_epoch_1.json"
    sizes = len(small).to_bytes(4, "little") + len(plain).to_bytes(4, "little")
    about = b"\0\0" + (93).to_bytes(2, "little") + bytes(8) + sizes
    head = b"PK\x03\x04\x14\0" + about + len(name).to_bytes(2, "little") + bytes(2) + name
    entry = b"PK\x01\x02\x14\0\x14\0" + about + len(name).to_bytes(2, "little") + bytes(16) + name
    at = len(head) + len(small)
    end = b"PK\x05\x06" + bytes(4) + b"\1\0\1\0" + len(entry).to_bytes(4, "little")
    return head + small + entry + end + at.to_bytes(4, "little") + bytes(2)


def test_members_that_are_packed_with_zstd_are_read() -> None:
    (found,) = read_text(zstd_log(), "log.eval")
    assert shape(found.request, format="openai-chat") == "U A[a] R(a) A"
    assert found.damage == ()


def test_members_that_are_packed_with_zstd_are_read_without_the_directory() -> None:
    whole = zstd_log()
    (found,) = read_text(whole[: whole.index(b"PK\x01\x02")], "log.eval")
    assert shape(found.request, format="openai-chat") == "U A[a] R(a) A"
    assert [harm.origin.file for harm in found.damage] == ["log.eval"]


def test_without_zstandard_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = builtins.__import__

    def lacking(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "zstandard":
            raise ImportError(name)
        return whole(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", lacking)
    with pytest.raises(UnreadableFile, match=r"pip install zstandard"):
        read_text(zstd_log(), "log.eval")


def test_a_zip_that_is_cut_off_gives_what_is_in_it() -> None:
    whole = log(*(sample(i, ASKS, DONE) for i in range(20)))
    found = read_text(whole[: len(whole) // 2], "log.eval")
    assert [one.session for one in found][:5] == [f"{i}_epoch_1" for i in range(5)]
    (harm, *_) = found[0].damage
    assert (harm.code, harm.case, harm.beside, harm.origin.file) == (
        "S101",
        "tail",
        False,
        "log.eval",
    )
    torn = [harm for harm in found[-1].damage if harm.beside]
    assert [harm.origin.file for harm in torn] == [
        f"log.eval!samples/{len(found) - 1}_epoch_1.json"
    ]
    last = found[-1]
    spots = [last.spot(finding.place) for finding in check(last).findings]
    assert spots[0] == (torn[0].origin.file, 1)


def test_a_member_that_is_no_json_does_not_take_others_with_it() -> None:
    data = packed(
        [
            ("header.json", HEADER),
            (
                "samples/1_epoch_1.json",
                '{"id": 1, "messages": [{"role": "user", "content": "Go."}, {"ro',
            ),
            ("samples/2_epoch_1.json", sample(2, ASKS, DONE)),
        ]
    )
    first, second = read_text(data, "log.eval")
    assert [message["content"] for message in first.request] == ["Go."]
    assert [(harm.case, harm.beside) for harm in first.damage] == [("tail", True)]
    assert (len(second.request), second.damage) == (2, ())


@given(data=st.data())
def test_any_harm_to_a_zip_ends_in_a_report(data: st.DataObject) -> None:
    whole = bytearray(log(*(sample(i, ASKS, calls("a"), result("a")) for i in range(3))))
    for _ in range(data.draw(st.integers(1, 8))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(whole)))
    lost = data.draw(st.integers(0, 200))
    harmed = bytes(whole[:cut] + whole[cut + lost :])
    for one in read_session(text_source(harmed, "log.eval")) or []:
        assert len(one.origins) == len(one.request)
        for finding in check(one).findings:
            assert one.spot(finding.place).line >= 1


def test_a_zip_of_another_kind_is_none() -> None:
    assert read_session(text_source(packed([("word/document.xml", "<x/>")]), "log.eval")) is None


def test_a_log_without_samples_holds_no_conversation() -> None:
    assert read_json() == []
    assert read_text(log(), "log.eval") == []


def test_members_that_share_their_bytes_are_read_once() -> None:
    one = "samples/1_epoch_1.json"
    whole = packed([("_journal/start.json", START), (one, sample(1, ASKS, DONE))])
    directory = whole.index(b"PK\x01\x02")
    entry = whole[whole.rindex(b"PK\x01\x02") : whole.rindex(b"PK\x05\x06")]
    copies = b"".join(entry.replace(b"1_epoch_1", b"%d_epoch_1" % n) for n in range(2, 9))
    size = whole.rindex(b"PK\x05\x06") - directory + len(copies)
    end = b"PK\x05\x06" + bytes(4) + b"\x09\0\x09\0" + size.to_bytes(4, "little")
    end += directory.to_bytes(4, "little") + bytes(2)
    found = read_text(whole[: directory + size - len(copies)] + copies + end, "log.eval")
    assert [member.session for member in found] == ["1_epoch_1"]
    assert [harm.case for harm in found[0].damage] == ["tail"]
