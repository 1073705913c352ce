"""Trouble on the way of an answer: what the client gets, what is written down, and whose step is next."""

from __future__ import annotations

import http.client
import json
from typing import Any

import pytest

from tests.provider.asking import USER, VERSION, Heard, ask, chat, claude
from transcript_doctor.provider import broken, cut, failure, hang, running, slow
from transcript_doctor.provider.wires import WIRES
from transcript_doctor.testing import fail, reply, say, text

GEMINI = {"contents": [{"role": "user", "parts": [{"text": "x"}]}]}
BEDROCK = {"messages": [{"role": "user", "content": [{"text": "x"}]}]}
STREAMS: dict[str, tuple[str, dict[str, Any]]] = {
    "anthropic": ("/v1/messages", claude(USER, stream=True)),
    "openai-chat": ("/v1/chat/completions", chat(USER, stream=True)),
    "openai-responses": ("/v1/responses", {"model": "gpt-5", "input": "x", "stream": True}),
    "mistral": ("/mistral/v1/chat/completions", chat(USER, stream=True)),
    "gemini": ("/v1beta/models/g:streamGenerateContent?alt=sse", GEMINI),
    "gemini-array": ("/v1beta/models/g:streamGenerateContent", GEMINI),
    "bedrock": ("/model/m/converse-stream", BEDROCK),
}
ENDS = [
    b"[DONE]", b"message_stop", b"messageStop", b"response.completed", b"finishReason",
    b'finish_reason":"stop"',
]  # fmt: skip


def heard(url: str, path: str, body: dict[str, Any]) -> bytes:
    """What comes of a request, also where it is cut off."""
    try:
        return ask(url, path, body).raw
    except http.client.IncompleteRead as half:
        return half.partial


def test_every_wire_is_among_the_streams() -> None:
    assert set(STREAMS) == set(WIRES)


@pytest.mark.parametrize("wire", STREAMS)
@pytest.mark.parametrize("after", [0, 1, 3, 50])
@pytest.mark.parametrize("made", [broken, cut])
def test_a_stream_that_does_not_end_well_has_no_end(wire: str, after: int, made: Any) -> None:
    path, body = STREAMS[wire]
    with running([made(say("ok"), after), say("Second.")]) as served:
        raw, second = heard(served.url, path, body), heard(served.url, path, body)
        records = served.requests
    assert [end for end in ENDS if end in raw] == []
    assert b"Second." in second
    assert [(r.fate, r.trouble, r.status) for r in records] == [
        ("trouble", made.__name__, 200), ("answered", None, 200),
    ]  # fmt: skip
    told = b"verloaded" in raw or b"unable" in raw
    assert told == (made is broken and wire != "mistral")


@pytest.mark.parametrize("wire", STREAMS)
@pytest.mark.parametrize("after", [0, 1, 50])
def test_what_is_told_in_mid_stream_can_be_read(wire: str, after: int) -> None:
    path, body = STREAMS[wire]
    with running([broken(say("Half of it."), after)]) as served:
        raw = heard(served.url, path, body)
    if wire == "gemini-array":
        assert json.loads(raw)[-1]["error"]["code"] == 503
    elif wire == "openai-responses":
        rows = [json.loads(line[6:]) for line in raw.split(b"\n") if line.startswith(b"data: ")]
        assert [row["sequence_number"] for row in rows] == list(range(len(rows)))


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("said", [[], [text("some words")]])
def test_a_message_that_failed_has_its_status_and_is_followed_by_the_retry(
    stream: bool, said: list[Any]
) -> None:
    steps = [fail("529 Too much.", *said), say("Second.")]
    with running(steps) as served:
        first, second = (ask(served.url, "/v1/messages", claude(USER, stream=stream)) for _ in "12")
        records = served.requests
    assert first.status == (200 if stream and said else 529)
    assert b'{"type":"overloaded_error","message":"Too much."}' in first.raw
    assert b"Second." in second.raw
    assert [r.step for r in records] == [1, 2]
    assert (records[0].fate, records[1].fate) == ("trouble", "answered")
    assert str(records[0].sentence).endswith("Too much.")


def left(port: int, body: dict[str, Any]) -> None:
    """Ask, and leave before the answer is whole."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=0.2)
    headers = {"content-type": "application/json", **VERSION}
    connection.request("POST", "/v1/chat/completions", json.dumps(body), headers)
    with pytest.raises(TimeoutError):
        connection.getresponse().read()
    connection.close()


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(
    "step", [slow(say("First."), 600), hang(say("First."))], ids=["slow", "hang"]
)
def test_who_leaves_and_asks_again_gets_the_next_step(step: Any, stream: bool) -> None:
    with running([step, say("Second."), say("Third.")]) as served:
        left(served.port, chat(USER, stream=stream))
        assert [r.fate for r in served.requests] == ["left"]
        again = ask(served.url, "/v1/chat/completions", chat(USER, USER))
        assert again.json["choices"][0]["message"]["content"] == "Second."
        onward = chat(USER, USER, {"role": "assistant", "content": "Second."}, USER)
        assert b"Third." in ask(served.url, "/v1/chat/completions", onward).raw
        assert [(r.conversation, r.step) for r in served.requests] == [(1, 1), (1, 2), (1, 3)]


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (say("x"), "200 answered  step 1 of conversation 1"),
        (slow(say("x"), 0), "200 answered  slow  step 1 of conversation 1"),
        (failure(503), "503 trouble  status  step 1 of conversation 1"),
        (broken(say("x")), "200 trouble  broken  step 1 of conversation 1"),
        (cut(say("x")), "200 trouble  cut  step 1 of conversation 1"),
    ],
)
def test_the_line_of_a_request_says_what_became_of_its_answer(step: Any, line: str) -> None:
    with running([step]) as served:
        heard(served.url, "/v1/messages", claude(USER, stream=True))
        (record,) = served.requests
        told = ask(served.url, "/_requests", method="GET").json["requests"][0]
    assert repr(record) == f"<POST  /v1/messages  anthropic  U  {line}>"
    assert (told["verdict"], told["trouble"], told["step"]) == (record.fate, record.trouble, 1)


def test_of_a_long_shape_the_line_shows_both_ends() -> None:
    turns = [USER, {"role": "assistant", "content": "x"}] * 200
    orphan = {"role": "tool", "tool_call_id": "call_9", "content": "x"}
    with running() as served:
        ask(served.url, "/v1/chat/completions", chat(*turns, orphan))
        line = repr(served.requests[0])
    assert "  U A U A U" in line
    assert "U A R(call_9)  400 refused" in line
    assert len(line) < 250


@pytest.mark.parametrize("n", [1, 2, 3])
def test_several_answers_are_streamed_to_their_ends(n: int) -> None:
    gemini = {**GEMINI, "generationConfig": {"candidateCount": n}}
    asked: list[tuple[str, Any, str, str]] = [
        ("/v1/chat/completions", chat(USER, n=n, stream=True), "choices", "finish_reason"),
        ("/mistral/v1/chat/completions", chat(USER, n=n, stream=True), "choices", "finish_reason"),
        ("/v1beta/models/g:streamGenerateContent?alt=sse", gemini, "candidates", "finishReason"),
    ]
    with running([say("Hello there, whoever reads this.")], per="server") as served:
        for path, body, rows, ending in asked:
            served.reset()
            ends = _ends(ask(served.url, path, body), rows, ending)
            assert ends == list(range(n)), path


def _ends(answer: Heard, rows: str, ending: str) -> list[int]:
    data = [line[6:] for line in answer.raw.split(b"\n") if line.startswith(b"data: {")]
    return [one["index"] for line in data for one in json.loads(line)[rows] if one.get(ending)]


def test_a_response_names_its_conversation() -> None:
    body = {"model": "gpt-5", "input": "x"}
    with running() as served:
        for given in ("conv_1", {"id": "conv_1"}):
            heard = ask(served.url, "/v1/responses", {**body, "conversation": given}).json
            assert heard["conversation"] == {"id": "conv_1"}
        assert "conversation" not in ask(served.url, "/v1/responses", body).json


def test_an_answer_that_was_lost_cannot_be_continued() -> None:
    with running([cut(reply("Half.")), say("Whole.")]) as served:
        raw = heard(served.url, "/v1/responses", {"model": "gpt-5", "input": "x", "stream": True})
        ident = json.loads(raw.split(b"data: ")[1].split(b"\n")[0])["response"]["id"]
        body = {"model": "gpt-5", "input": "y", "previous_response_id": ident}
        assert ask(served.url, "/v1/responses", body).status == 400
