"""Requests that nobody means well with: each is answered, soon and in JSON, and the server lives."""

from __future__ import annotations

import copy
import http.client
import json
import logging
import random
import socket
import struct
import threading
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.properties.real_bodies import ODD, damaged
from tests.provider.asking import CLAUDE_CALL, READ, USER, ask, chat, claude
from transcript_doctor.core.errors import BadOption
from transcript_doctor.provider import Limits, Running, running
from transcript_doctor.provider.deciding import desk
from transcript_doctor.testing import Request, call, forever, reply, say

PATHS = [
    "/v1/messages",
    "/v1/chat/completions",
    "/v1/responses",
    "/mistral/v1/chat/completions",
    "/v1beta/models/gemini-3-pro:generateContent",
    "/v1beta/models/gemini-3-pro:streamGenerateContent",
    "/model/amazon.nova-pro-v1:0/converse",
    "/v1/messages/count_tokens",
]


def strict(raw: bytes) -> Any:
    """Read JSON as clients in other languages do: without Infinity and NaN."""

    def no(word: str) -> Any:
        raise AssertionError(f"{word} is no JSON")

    return json.loads(raw, parse_constant=no)


def talks(request: Request) -> dict[str, Any]:
    """A step that reads all that it is told."""
    words = f"{request.system!s:.10}{request.user_text:.10}{request.last_result!s:.10}"
    return reply(call("f", {"said": words, "ids": len(request.ids)}))


@pytest.mark.parametrize("steps", [None, [forever(talks)]], ids=["default", "function"])
def test_damaged_requests_are_answered_or_refused(
    steps: Any, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(7)
    with running(steps) as served:
        for _ in range(300):
            body = damaged(rng, rng.choice([1, 2, 6]))
            body = body if isinstance(body, dict) else {"model": "gpt-5", "messages": body}
            heard = ask(served.url, rng.choice(PATHS), {**body, "model": body.get("model", "x")})
            assert heard.status in (200, 400, 404, 413, 422), heard
            if heard.headers["content-type"] == "application/json":
                strict(heard.raw)
        strict(ask(served.url, "/_requests", method="GET").raw)
        assert {record.fate for record in served.requests} <= {
            "answered",
            "refused",
            "listed",
            "unreadable",
        }
    assert not caplog.records


CHOICES = [
    "allowedFunctionNames", "functionCallingConfig", "mode", "toolConfig", "tools", "contents",
]  # fmt: skip


def test_a_choice_of_tools_of_any_type_reaches_a_function() -> None:
    sound = {
        "contents": [{"role": "user", "parts": [{"text": "x"}]}],
        "tools": [{"functionDeclarations": [{"name": "f"}]}],
        "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["f"]}},
    }
    with running([forever(talks)]) as served:
        for odd in (*ODD, {"a": 1}, [{"a": 1}], [["f"]]):
            for key in CHOICES:
                body = _with(copy.deepcopy(sound), key, odd)
                assert ask(served.url, PATHS[4], body).status in (200, 400)


def _with(node: Any, key: str, value: Any) -> Any:
    if isinstance(node, dict):
        return {k: value if k == key else _with(v, key, value) for k, v in node.items()}
    return [_with(each, key, value) for each in node] if isinstance(node, list) else node


def test_numbers_that_are_none() -> None:
    start = json.dumps(claude(USER)).encode()[:-1] + b', "metadata": '
    with running() as served:
        for word in (b"1e999", b"-1e400", b"Infinity", b"NaN", b"9" * 5000):
            heard = ask(served.url, "/v1/messages", start + word + b"}")
            said = str(strict(heard.raw))
            assert (heard.status, "is not valid JSON" in said) == (400, True), word
            assert "sys." not in said


@pytest.mark.parametrize("depth", [900, 985, 5_000, 100_000])
def test_deep_bodies_are_taken_or_refused_and_their_pages_shown(depth: int) -> None:
    raw = (
        json.dumps(claude(USER)).encode()[:-1]
        + b', "metadata": '
        + b"[" * depth
        + b"]" * depth
        + b"}"
    )
    with running([forever(talks)]) as served:
        assert ask(served.url, "/v1/messages", raw).status in (200, 400)
        page = ask(served.url, "/_requests/1", method="GET")
        assert (page.status, strict(page.raw)["number"]) == (200, 1)


def test_more_values_than_a_request_has_are_too_many() -> None:
    with running(limits=Limits(values=500)) as served:
        assert ask(served.url, "/v1/messages", claude(*[{}] * 600)).status == 413
        assert (
            ask(served.url, "/v1/messages", claude({"role": "user", "content": "[{," * 900})).status
            == 200
        )
        assert ask(served.url, "/v1/messages", claude(*[USER] * 100)).status == 200
        assert ask(served.url, "/v1/messages", claude(*[USER] * 300)).status == 413


def test_a_long_request_is_judged_beside_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "LONG", 2_000)
    with running() as served:
        long = threading.Thread(
            target=ask, args=(served.url, "/v1/messages", claude(*[{}] * 4_000))
        )
        long.start()
        assert ask(served.url, "/v1/messages", claude(USER)).status == 200
        long.join()
        record = next(r for r in served.requests if r.status == 400)
        page = ask(served.url, "/_requests", method="GET")
        rows = {row["number"]: row for row in page.json["requests"]}
        told = rows[record.number]
        assert record.report is not None
        assert len(told["findings"]) == 50
        assert told["findings_left_out"] == len(record.report.findings) - 50


def test_what_is_kept_is_weighed_by_its_memory() -> None:
    small = json.dumps(claude(USER)).encode()[:-1] + b', "metadata": [' + b"[]," * 9_000 + b"[]]}"
    with running(limits=Limits(room=4_000_000)) as served:
        for _ in range(5):
            ask(served.url, "/v1/messages", small)
        assert [r.number for r in served.requests] == [4, 5]  # 27 KB each, and 18,000 values


@pytest.mark.parametrize("depth", [4, 8])
def test_a_schema_of_lists_in_lists_comes_to_an_end(depth: int) -> None:
    schema: dict[str, Any] = {"type": "integer"}
    for _ in range(depth):
        schema = {"type": "array", "items": schema, "minItems": 40}
    tool = {
        "name": "f",
        "input_schema": {"type": "object", "properties": {"a": schema}, "required": ["a"]},
    }
    with running() as served:
        heard = ask(served.url, "/v1/messages", claude(USER, tools=[tool]))
        assert len(heard.raw) < 400_000  # of 40 ** depth values
        assert heard.json["content"][0]["input"]["a"]


RAW: list[tuple[bytes, bytes]] = [
    (b"\x16\x03\x01\x02\x00\x01 no HTTP at all\r\n\r\n", b"400"),
    (b"GET /_requests/" + b"9" * 5000 + b" HTTP/1.1\r\nhost: localhost\r\n\r\n", b"404"),
    (b"GET /_requests HTTP/1.1\r\nhost: localhost]evil.example\r\n\r\n", b"403"),
    (b"GET /_requests HTTP/1.1\r\nhost: [::1]evil.example\r\n\r\n", b"403"),
    (b"GET /_requests HTTP/1.1\r\nhost: localhost.:1\r\n\r\n", b"200"),
    (b"POST /_reset HTTP/1.1\r\nhost: localhost\r\norigin: https://evil.example\r\ncontent-length: 0\r\n\r\n", b"403"),
    (b"POST /_reset HTTP/1.1\r\nhost: localhost\r\norigin: null\r\ncontent-length: 0\r\n\r\n", b"403"),
    (b"POST /_reset HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost:3000\r\ncontent-length: 0\r\n\r\n", b"200"),
    (b"POST /" + b"openai/" * 8_000 + b" HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n", b"404"),
    (b"POST /v1beta/models/a%0d%0ab:generateContent HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}", b"400"),
    (b"M" * 40_000 + b" /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n", b"405"),
]  # fmt: skip


def test_bytes_that_no_library_sends() -> None:
    with running() as served:
        for sent, status in RAW:
            with socket.create_connection(("127.0.0.1", served.port), 10) as connection:
                connection.sendall(sent)
                assert connection.recv(65_536).split(b" ")[1] == status, sent[:80]
        ask(served.url, "/%1b%5b2J%e2%80%ae/v1/messages", {})
        ask(
            served.url,
            "/v1beta/models/%1b%5d0%3bx%07:generateContent",
            {"contents": [{"role": "\x1b[2J"}]},
        )
        assert len(served.requests) == 5
        assert all(len(repr(record)) < 300 for record in served.requests)
        assert all(repr(record).isprintable() for record in served.requests)


def test_a_whole_address_in_place_of_the_path() -> None:
    body = json.dumps(claude(USER)).encode()
    head = b"host: localhost\r\ncontent-type: application/json\r\nanthropic-version: 2023-06-01\r\n"
    head += b"content-length: %d\r\n\r\n" % len(body)
    with running(key="the-key") as served:
        for target, status in (
            (b"http://u:the-key@localhost/v1/messages", b"200"),
            (b"HTTP://u:the%%2Dkey@localhost:80/v1/messages?x=http://y", b"200"),
            (b"http://localhost/v1/messages", b"401"),
            (b"http://localhost/_requests", b"405"),
            (b"http://localhost", b"404"),
            (b"*", b"404"),
        ):
            with socket.create_connection(("127.0.0.1", served.port), 10) as connection:
                connection.sendall(
                    b"POST %b HTTP/1.1\r\n" % target.replace(b"%%", b"%") + head + body
                )
                assert connection.recv(65_536).split(b" ")[1] == status, target
        assert [record.path for record in served.requests][:3] == ["/v1/messages"] * 3


def test_who_says_in_two_ways_how_long_a_body_is_is_not_listened_to_any_more() -> None:
    body = json.dumps(claude(USER)).encode()
    head = b"POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    head += b"anthropic-version: 2023-06-01\r\ntransfer-encoding: chunked\r\n"
    chunked = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    for also, closes in ((b"content-length: 5\r\n", True), (b"", False)):
        with (
            running() as served,
            socket.create_connection(("127.0.0.1", served.port), 10) as connection,
        ):
            connection.sendall(head + also + b"\r\n" + chunked)
            answer = connection.recv(65_536)
            assert answer.startswith(
                (b"HTTP/1.1 200", b"HTTP/1.1 400") if closes else b"HTTP/1.1 200"
            )
            assert (b"connection: close" in answer.lower()) == closes


def test_a_client_that_breaks_off_makes_no_noise(caplog: pytest.LogCaptureFixture) -> None:
    body = json.dumps(claude(USER, stream=True)).encode()
    head = b"POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    head += b"anthropic-version: 2023-06-01\r\n"
    with running([forever(say("x" * 3_000_000))]) as served:
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", served.port), 10) as connection:
                connection.sendall(head + b"content-length: %d\r\n\r\n" % len(body) + body)
                connection.recv(100)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert ask(served.url, "/v1/messages", claude(USER)).status == 200
    assert not [record for record in caplog.records if record.name == "asyncio"]


def test_a_watcher_that_fails_is_logged_and_the_client_is_served(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(record: Any) -> None:
        raise RuntimeError("no paper")

    with running(on_record=fails) as served:
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
        for _ in range(2):  # on one connection: it is not torn down
            connection.request("POST", "/v1/messages", b"{}")
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 400
        connection.close()
    assert {(r.levelno, r.message) for r in caplog.records} == {
        (logging.ERROR, f"on_record failed at request {number}") for number in (1, 2)
    }


def test_slow_steps_of_many_clients_do_not_wait_for_one_another() -> None:
    together = threading.Barrier(24)

    def waits(request: Request) -> dict[str, Any]:
        together.wait(30)
        return say("All here.")

    with running([waits]) as served:
        asks = [
            threading.Thread(
                target=ask, args=(served.url, "/v1/messages", claude({**USER, "content": f"{n}"}))
            )
            for n in range(24)
        ]
        for one in asks:
            one.start()
        for one in asks:
            one.join()
        assert [record.status for record in served.requests] == [200] * 24


@pytest.mark.parametrize(
    "make",
    [
        lambda: running(host=""),
        lambda: running(host=None),  # type: ignore[arg-type]
        lambda: running(key=""),
        lambda: running(host="\0").start(),
        lambda: running(port="80").start(),  # type: ignore[arg-type]
        lambda: running(host="a" * 300).start(),
    ],
    ids=range(6),
)
def test_an_address_or_a_key_that_is_none_is_told(make: Callable[[], Running]) -> None:
    with pytest.raises(BadOption):
        make()


def test_what_json_cannot_say_is_the_scripts_fault() -> None:
    around: dict[str, Any] = {}
    around["a"] = around
    for arguments in ({"day": date(2026, 1, 1)}, {"raw": b"x"}, {"n": float("nan")}, around):
        step = reply({"type": "toolCall", "id": None, "name": "f", "arguments": arguments})
        with running([step]) as served:
            heard = ask(served.url, "/v1/messages", claude(USER, tools=[READ]))
            assert (heard.status, served.requests[0].fate) == (410, "fault")
            assert "what JSON cannot say" in heard.json["error"]["message"]


@pytest.mark.parametrize("path", [*PATHS[:7]])
@pytest.mark.parametrize("word", ["NaN", "-Infinity", "1e999"])
def test_arguments_that_only_python_takes_for_json_do_not_get_out(path: str, word: str) -> None:
    written = {"type": "toolCall", "id": None, "name": "f", "arguments": f'{{"n": {word}}}'}
    bodies: dict[str, Any] = {
        "contents": [{"role": "user", "parts": [{"text": "x"}]}],
        "messages": [{"role": "user", "content": [{"text": "x"}]}],
    }
    body = bodies if "models" in path or "model/" in path else {**claude(USER), "input": "x"}
    with running([reply(written)]) as served:
        heard = ask(served.url, path, body)
        assert heard.status == 200
        strict(heard.raw)


def test_two_histories_cannot_be_told_by_a_deep_first_message() -> None:
    deep = json.dumps(chat(USER)).replace('"Read a.py."', "[" * 900 + "]" * 900).encode()
    with running([forever(say("x"))]) as served:
        assert ask(served.url, "/v1/chat/completions", deep).status in (200, 400)
        assert ask(served.url, "/v1/messages", claude(USER, CLAUDE_CALL)).status == 400
