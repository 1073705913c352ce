"""Clients that misbehave: each gets a clear answer where one can be given, and the server lives."""

from __future__ import annotations

import http.client
import json
import logging
import socket
import struct
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.provider.asking import CHAT_CALL, USER, ask, chat, claude, text_of
from transcript_doctor.provider import Limits, Running, failure, running, slow
from transcript_doctor.testing import say

MEGABYTE = 1024 * 1024
LONG = say("word " * 400)


@pytest.fixture(scope="module")
def _served() -> Iterator[Running]:
    with running(limits=Limits(body_seconds=0.5)) as provider:
        yield provider


@pytest.fixture
def served(_served: Running) -> Iterator[Running]:
    """A server that must live afterwards."""
    _served.play(None)
    yield _served
    _served.play(None)
    heard = ask(_served.url, "/v1/messages", claude(USER))
    assert text_of(heard) == "This answer comes from no script."


def opened(served: Running, head: bytes, begun: bytes = b"") -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", served.port), timeout=20)
    sock.sendall(head + begun)
    return sock


def heads(path: str, length: int, *more: bytes) -> bytes:
    lines = [
        b"POST %s HTTP/1.1" % path.encode(),
        b"host: 127.0.0.1",
        b"content-type: application/json",
        b"anthropic-version: 2023-06-01",
        b"content-length: %d" % length,
        *more,
    ]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def heard_on(sock: socket.socket) -> tuple[int, bytes]:
    answer = http.client.HTTPResponse(sock)
    answer.begin()
    raw = answer.read()
    answer.close()
    return answer.status, raw


def reset_of(sock: socket.socket) -> None:
    """Close a connection as a process does that was killed."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


@pytest.mark.parametrize(
    ("path", "raw", "status", "says"),
    [
        ("/v1/messages", b'{"model": ', 400, "The request body is not valid JSON: expecting value: line 1 column 11"),
        ("/v1/messages", b"", 400, "The request body is not valid JSON: expecting value: line 1 column 1"),
        ("/v1/chat/completions", b"{'a': 1}", 400, "We could not parse the JSON body of your request: expecting property name"),
        ("/mistral/v1/chat/completions", b"nothing", 422, "JSON decode error: "),
        ("/v1beta/models/g:generateContent", b"[1,", 400, "Invalid JSON payload received. "),
        ("/model/m/converse", b"\xff\xfe", 400, "byte 0 is not UTF-8"),
        ("/v1/messages", b"[]", 400, "the body must be an object"),
        ("/v1/messages", b'{"temperature": NaN}', 400, "NaN is no number of JSON"),
        ("/v1/messages", b"[" * 200_000, 400, "nested too deeply"),
        ("/v1/messages", b'{"n": ' + b"9" * 5_000 + b"}", 400, "The request body is not valid JSON: "),
    ],
    ids=range(10),
)  # fmt: skip
def test_invalid_json_is_told_with_the_place(
    served: Running, path: str, raw: bytes, status: int, says: str
) -> None:
    heard = ask(served.url, path, raw)
    assert heard.status == status
    assert says in json.dumps(heard.json, ensure_ascii=False)
    assert served.requests[-1].fate == "unreadable"


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_another_content_type_is_told(served: Running, kind: str) -> None:
    heard = ask(served.url, "/v1/chat/completions", chat(USER), headers={"content-type": kind})
    assert heard.status == 415
    assert "content-type: application/json" in heard.json["error"]["message"]
    for right in ("application/json; charset=utf-8", "application/vnd.api+json"):
        assert (
            ask(
                served.url, "/v1/chat/completions", chat(USER), headers={"content-type": right}
            ).status
            == 200
        )


def test_half_a_body_and_silence(served: Running) -> None:
    raw = json.dumps(claude(USER)).encode()
    with opened(served, heads("/v1/messages", len(raw)), raw[:40]) as sock:
        status, body = heard_on(sock)
    assert (status, json.loads(body)["error"]["type"]) == (408, "invalid_request_error")


def test_half_a_body_and_gone(served: Running) -> None:
    raw = json.dumps(claude(USER)).encode()
    reset_of(opened(served, heads("/v1/messages", len(raw)), raw[:40]))
    for _ in range(1000):  # until the server has heard of it at all
        if served.requests:
            break
        time.sleep(0.01)
    assert [r.fate for r in served.requests] == ["left"]


@pytest.mark.parametrize("path", ["/v1/messages", "/v1/chat/completions", "/nowhere"])
def test_a_body_of_100_megabytes_is_answered_and_not_kept(served: Running, path: str) -> None:
    length, piece = 100 * MEGABYTE, b"x" * MEGABYTE
    with opened(served, heads(path, length)) as sock:
        for _ in range(100):
            sock.sendall(piece)
        status, body = heard_on(sock)
    assert (status, b"error" in body) == (413, True)
    record = served.requests[-1]
    assert (record.fate, record.body, record.size) == ("too-large", None, 0)


def test_a_large_body_that_does_not_say_so(served: Running) -> None:
    piece = b"%x\r\n" % MEGABYTE + b"x" * MEGABYTE + b"\r\n"
    head = heads("/v1/messages", 0).replace(b"content-length: 0", b"transfer-encoding: chunked")
    with opened(served, head) as sock:
        for _ in range(40):
            sock.sendall(piece)
        sock.sendall(b"0\r\n\r\n")
        status, body = heard_on(sock)
    assert (status, json.loads(body)["error"]["type"]) == (413, "request_too_large")


def test_a_client_that_asks_before_it_sends_too_much_need_not_send_it(served: Running) -> None:
    with opened(served, heads("/v1/messages", 100 * MEGABYTE, b"expect: 100-continue")) as sock:
        assert heard_on(sock)[0] == 413


def test_a_client_that_leaves_in_mid_stream(served: Running) -> None:
    served.play([slow(LONG, 0.02)] * 3)
    raw = json.dumps({**claude(USER), "stream": True}).encode()
    for _ in range(3):
        sock = opened(served, heads("/v1/messages", len(raw)), raw)
        assert sock.recv(10).startswith(b"HTTP/1.1 2")
        reset_of(sock)
    assert [r.fate for r in served.requests] == ["left"] * 3


@pytest.mark.parametrize("stream", [True, False])
def test_a_client_that_leaves_a_long_answer(served: Running, stream: bool) -> None:
    served.play([say("word " * 4_000_000)])
    raw = json.dumps({**claude(USER), "stream": stream}).encode()
    sock = opened(served, heads("/v1/messages", len(raw)), raw)
    assert sock.recv(10).startswith(b"HTTP/1.1 2")
    reset_of(sock)
    (record,) = served.requests
    assert (record.fate, record.status) == ("left", 200)
    assert record.answer is not None


def test_a_thread_is_continued_once_however_many_ask_at_once(served: Running) -> None:
    together = threading.Barrier(2)

    def waits(request: Any) -> Any:
        together.wait(30)
        return say("Here.")

    served.play([say("Begun."), waits])
    first = ask(served.url, "/v1/messages", claude(USER, thread={"type": "create"})).json
    following = claude(USER, thread={"type": "continue", "previous_message_id": first["id"]})
    with ThreadPoolExecutor(1) as pool:
        one = pool.submit(ask, served.url, "/v1/messages", following)
        for _ in range(3_000):
            if together.n_waiting:
                break
            time.sleep(0.01)
        other = ask(served.url, "/v1/messages", following)
        together.wait(30)
        assert (one.result().status, other.status) == (200, 400)
    details = other.json["error"]["details"]
    assert details == {"error_code": "thread_already_continued"}


def test_what_is_no_http_at_all(served: Running) -> None:
    for raw in (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 30,
        b"GET / HTTP/9.9\r\n\r\n",
        b"\r\n" * 100 + b"x",
    ):
        with opened(served, raw) as sock:
            sock.shutdown(socket.SHUT_WR)
            assert sock.recv(1000).startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 404 "))
        assert ask(served.url, "/v1/messages", claude(USER)).status == 200


def test_hostile_names_are_harmless(served: Running) -> None:
    body = chat({"role": "user\x1b[2J\r\nx-evil: 1", "content": "x"}, model="\x1b]0;gpt\x07")
    heard = ask(served.url, "/v1/chat/completions", body)
    assert heard.status == 400
    assert "x-evil" not in heard.headers
    assert "\x1b" not in repr(served.requests[-1])
    odd = chat(
        USER,
        {"role": "assistant", "content": [{"type": {"x": ["\ud800"]}}]},
        USER,
        tools=5,
        stream="yes",
    )
    assert ask(served.url, "/v1/chat/completions", odd).status == 400
    assert ask(served.url, "/_requests", method="GET").json["total"] == 2


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("/v1/messages", 401, "authentication_error"),
        ("/v1/chat/completions", 401, "invalid_request_error"),
        ("/v1/responses", 401, "invalid_request_error"),
        ("/mistral/v1/chat/completions", 401, "invalid_request_error"),
    ],
)
def test_bad_keys_get_the_providers_own_error(path: str, status: int, kind: str) -> None:
    with running(key="the-right-key") as served:
        for number in range(40):
            heard = ask(
                served.url,
                path,
                chat(USER, max_tokens=5),
                headers={"authorization": f"Bearer bad-{number}"},
            )
            error = heard.json.get("error", heard.json)
            assert (heard.status, error["type"]) == (status, kind)
        assert "bad-2" not in json.dumps([r.to_json() for r in served.requests])
        for right in ({"authorization": "Bearer the-right-key"}, {"x-api-key": "the-right-key"}):
            assert (
                ask(served.url, path, chat(USER, max_tokens=5, input="x"), headers=right).status
                == 200
            )


def test_googles_and_amazons_keys() -> None:
    contents = {"contents": [{"role": "user", "parts": [{"text": "hi"}]}]}
    messages = {"messages": [{"role": "user", "content": [{"text": "hi"}]}]}
    signed = "AWS4-HMAC-SHA256 Credential={}/20261130/us-east-1/bedrock/aws4_request, SignedHeaders=host, Signature=00"
    with running(key="AKIDRIGHT") as served:
        path = "/v1beta/models/gemini-3-pro:generateContent"
        assert (
            ask(served.url, f"{path}?key=wrong", contents).json["error"]["status"]
            == "INVALID_ARGUMENT"
        )
        assert ask(served.url, f"{path}?key=AKIDRIGHT", contents).status == 200
        assert (
            ask(served.url, path, contents, headers={"x-goog-api-key": "AKIDRIGHT"}).status == 200
        )
        path = "/model/amazon.nova-pro-v1:0/converse"
        heard = ask(
            served.url, path, messages, headers={"authorization": signed.format("AKIDWRONG")}
        )
        assert (heard.status, heard.headers["x-amzn-errortype"]) == (
            403,
            "UnrecognizedClientException",
        )
        assert (
            ask(
                served.url, path, messages, headers={"authorization": signed.format("AKIDRIGHT")}
            ).status
            == 200
        )


CANARY = "sk-canary-0123456789abcdef"


def test_a_key_is_in_no_log_and_on_no_page(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    lines: list[str] = []
    secret = {
        "authorization": f"Bearer {CANARY}", "x-api-key": CANARY, "api-key": CANARY, "cookie": CANARY,
        "x-goog-api-key": CANARY, "x-amz-security-token": CANARY,
    }  # fmt: skip

    def broken_step(request: Any) -> Any:
        raise RuntimeError("no luck")

    steps = [say("Done."), failure(500), broken_step]
    shown = lambda record: lines.append(repr(record))  # noqa: E731
    with caplog.at_level(logging.DEBUG), running(steps, per="server", on_record=shown) as served:
        for path in (
            "/v1/messages",
            "/nowhere",
            "/v1/chat/completions",
            "/v1beta/models/g:generateContent",
        ):
            for raw in (
                json.dumps(claude(USER)).encode(),
                json.dumps(chat(USER, CHAT_CALL, USER)).encode(),
                json.dumps(claude({"role": "user", "content": f"the key is {CANARY}"})).encode(),
                f'{{"key": "{CANARY}"'.encode(),
                b"",
            ):
                ask(served.url, f"{path}?key={CANARY}&api_key={CANARY}", raw, headers=secret)
        pages = [ask(served.url, "/_requests", method="GET").raw]
        pages += [
            ask(served.url, f"/_requests/{r.number}", method="GET").raw for r in served.requests
        ]
        kept = served.requests
    assert len(kept) == len(lines) == 20
    written = (
        caplog.text + "".join(capfd.readouterr()) + "".join(lines) + repr([vars(r) for r in kept])
    )
    assert CANARY not in written
    assert all(CANARY.encode() not in page for page in pages)
    assert sum(record.body is not None for record in kept) == 9
    assert kept[2].body["messages"][0]["content"] == "the key is [a key, held back]"
