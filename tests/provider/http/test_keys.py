"""Secrets that come with a request stand in no log and on no page; what is judged is the request as it came."""

from __future__ import annotations

import base64
import json
import socket
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest

from tests.provider.asking import CHAT_CALL, USER, VERSION, ask, chat, claude
from transcript_doctor.provider import Running, running
from transcript_doctor.provider.http.keys import veil_for
from transcript_doctor.provider.veil import HELD_BACK, Veil
from transcript_doctor.testing import say

KEY = "sk-Live/9aZ+q_77-2026=="
BASIC = base64.b64encode(f"user:{KEY}".encode()).decode()
QUOTED = quote(KEY, safe="")
LEAK = chat({**USER, "content": f"the key is {KEY}."})
"""A request that says in its body what came as a key."""
CHAT = "/v1/chat/completions"


class Sent(NamedTuple):
    """A request in which a key stands somewhere."""

    path: str = CHAT
    headers: Sequence[tuple[str, str]] = ()
    body: Any = LEAK
    method: str = "POST"


def beside(name: str, value: str) -> Sent:
    return Sent(headers=[(name, value)])


def told(messages: Any = (USER,), **more: Any) -> Sent:
    return Sent(body={**chat(*messages), **more})


PLACES = {
    "bearer": beside("authorization", f"Bearer {KEY}"),
    "bearer in small letters": beside("authorization", f"bearer  {KEY}"),
    "the key alone": beside("authorization", KEY),
    "quoted": beside("authorization", f'Bearer "{KEY}"'),
    "token=": beside("authorization", f"Token token={KEY}"),
    "several": beside("authorization", f"Bearer {KEY}, Bearer other"),
    "basic": beside("authorization", f"Basic {BASIC}"),
    "twice": Sent(headers=[("authorization", f"Bearer {KEY}"), ("authorization", "Bearer other")]),
    "x-api-key": beside("x-api-key", KEY),
    "api-key": beside("api-key", KEY),
    "x-goog-api-key": beside("x-goog-api-key", KEY),
    "x-amz-security-token": beside("x-amz-security-token", KEY),
    "ocp-apim-subscription-key": beside("ocp-apim-subscription-key", KEY),
    "x-portkey-api-key": beside("x-portkey-api-key", KEY),
    "cf-aig-authorization": beside("cf-aig-authorization", f"Bearer {KEY}"),
    "proxy-authorization": beside("proxy-authorization", f"Bearer {KEY}"),
    "x-secret": beside("x-secret", KEY),
    "cookie": beside("cookie", f"a=1; session={KEY}"),
    "cookie without blank": beside("cookie", f"a=1;session={KEY}"),
    "aws": Sent(headers=[("authorization", "AWS4-HMAC-SHA256 Credential=MINE_AKID/2026/us-east-1, Signature=00")], body=chat({**USER, "content": "MINE_AKID"})),
    "query key": Sent(f"{CHAT}?key={QUOTED}"),
    "query api_key": Sent(f"{CHAT}?api_key={QUOTED}"),
    "query access_token": Sent(f"{CHAT}?access_token={QUOTED}"),
    "query signature": Sent(f"{CHAT}?X-Amz-Signature={QUOTED}"),
    "query behind a semicolon": Sent(f"{CHAT}?a=1;key={QUOTED}"),
    "query with a plus": Sent(f"{CHAT}?key={KEY.replace('=', '%3D')}"),
    "user of an address": Sent(f"http://u:{QUOTED}@localhost{CHAT}"),
    "path and header": Sent(f"/{QUOTED}/v1/messages", [("x-api-key", KEY)]),
    "model in the path": Sent(f"/v1beta/models/{QUOTED}:generateContent", [("x-goog-api-key", KEY)], {"contents": [{"role": "user", "parts": [{"text": "x"}]}]}),
    "path alone": Sent("/sk-Live-9aZ-q-77-2026-x/v1/messages"),
    "model in the path alone": Sent("/v1beta/models/sk-Live-9aZ-q-77-2026-x:generateContent", body={"contents": []}),
    "method": Sent(headers=[("authorization", "Bearer skLive9aZ-q-77")], method="skLive9aZ-q-77"),
    "model": Sent(headers=[("x-api-key", KEY)], body={**LEAK, "model": KEY}),
    "role": Sent(headers=[("x-api-key", KEY)], body=chat({"role": KEY, "content": KEY})),
    "key of an object": Sent(headers=[("x-api-key", KEY)], body=chat({**USER, KEY: 1})),
    "name of a tool": Sent(headers=[("x-api-key", KEY)], body=chat(USER, CHAT_CALL, tools=[{"type": "function", "function": {"name": KEY}}])),
    "id of a response": Sent("/v1/responses", [("x-api-key", KEY)], {"model": "m", "input": "x", "previous_response_id": KEY}),
    "no JSON": Sent(headers=[("x-api-key", KEY)], body=f'{{"{KEY}": '.encode()),
    "escaped": Sent(headers=[("x-api-key", KEY)], body=json.dumps(LEAK).replace("/", "\\/").replace("s", "\\u0073").encode()),
    "by its looks": told([{**USER, "content": "mine is sk-ant-api03-9aZq77abcdefgh"}]),
    "a token": told([{**USER, "content": "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2VjcmV0"}]),
    "body api_key": told(api_key=KEY),
    "body authorization": told(extra={"headers": {"X-Whatever": KEY}}),
    "tool server": told(tools=[{"type": "mcp", "server_label": "m", "authorization": KEY, "server_url": f"https://x.example/sse?key={QUOTED}", "headers": {"X-Any": KEY}}]),
    "message server": Sent("/v1/messages", body=claude(USER, mcp_servers=[{"type": "url", "name": "m", "url": f"https://u:{QUOTED}@x.example", "authorization_token": KEY}])),
}  # fmt: skip
PARTS = [KEY, QUOTED, BASIC, "Live/9aZ", "Live-9aZ", "Live%2F9aZ", "skLive9aZ", "_AKID", "api03-9aZ", "eyJzdWIi"]  # fmt: skip


def send(served: Running, sent: Sent) -> bytes:
    """Send exactly these bytes, and return the answer's."""
    raw = sent.body if isinstance(sent.body, bytes) else json.dumps(sent.body).encode()
    rows = [("host", "localhost"), ("content-type", "application/json"), *VERSION.items()]
    rows += [*sent.headers, ("content-length", str(len(raw))), ("connection", "close")]
    head = "".join(f"{name}: {value}\r\n" for name, value in rows)
    with socket.create_connection(("127.0.0.1", served.port), timeout=30) as sock:
        sock.sendall(f"{sent.method} {sent.path} HTTP/1.1\r\n{head}\r\n".encode() + raw)
        return b"".join(iter(lambda: sock.recv(65536), b""))


@pytest.mark.parametrize("place", PLACES)
def test_a_key_is_written_down_nowhere(place: str, caplog: pytest.LogCaptureFixture) -> None:
    lines: list[str] = []
    with running(on_record=lambda record: lines.append(repr(record))) as served:
        assert send(served, PLACES[place]).startswith(b"HTTP/1.1 ")
        (record,) = served.requests
        pages = [ask(served.url, page, method="GET").raw for page in ("/_requests", "/_requests/1")]
    kept = [record.method, record.path, record.model, record.sentence, record.body, record.answer]
    shown = "\n".join([*lines, *(page.decode() for page in pages), json.dumps(kept)])
    assert [part for part in PARTS if part in shown] == []
    assert not caplog.records


@pytest.mark.parametrize("place", ["user of an address", "path and header", "path alone"])
def test_a_path_that_is_not_served_is_said_back_without_keys(place: str) -> None:
    path = PLACES[place].path.replace(CHAT, "/nowhere")
    with running() as served:
        heard = send(served, PLACES[place]._replace(path=path))
    assert heard.startswith(b"HTTP/1.1 404 ")
    assert [part for part in PARTS if part.encode() in heard] == []


def test_a_response_says_back_the_tools_without_the_keys_for_their_servers() -> None:
    tool = PLACES["tool server"].body["tools"][0]
    with running() as served:
        body = {"model": "gpt-5", "input": "x", "tools": [tool]}
        (said,) = ask(served.url, "/v1/responses", body).json["tools"]
    assert said == {
        "type": "mcp", "server_label": "m", "authorization": HELD_BACK,
        "server_url": f"https://x.example/sse?key={HELD_BACK}", "headers": {"X-Any": HELD_BACK},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"authorization": "Bearer 12345678"}, chat(USER, seed=12345678)),
        ({"authorization": "Bearer gpt-5.2-mini"}, chat(USER, model="gpt-5.2-mini")),
        ({"x-author": "gpt-5.2-mini"}, chat(USER, model="gpt-5.2-mini")),
        ({"x-api-key": "claude-3"}, claude(USER, model="claude-3-5-haiku-20241022")),
        ({"x-api-key": "my-secret-key"}, chat({**USER, "content": "my-secret-key"})),
    ],
    ids=range(5),
)
def test_what_is_judged_and_answered_is_the_request_as_it_came(
    headers: dict[str, str], body: dict[str, Any]
) -> None:
    path = "/v1/messages" if "max_tokens" in body else CHAT
    heard: list[str] = []
    with running([lambda request: heard.append(request.user_text) or say("Here.")]) as served:
        answer = ask(served.url, path, body, headers=headers)
    assert (answer.status, answer.json["model"]) == (200, body["model"])
    assert heard == [body["messages"][0]["content"]]


@pytest.mark.parametrize("key", ["any", "anything", "messages", "deepseek", "anthropic"])
def test_a_word_in_place_of_a_key_leaves_the_body_as_it_is(key: str) -> None:
    body: dict[str, Any] = chat({**USER, "content": key}, model="deepseek-chat")
    with running() as served:
        heard = ask(served.url, CHAT, body, headers={"authorization": f"Bearer {key}"})
        assert (heard.status, served.requests[0].body) == (200, body)


@pytest.mark.parametrize("key", ["hunter", "messages", "my-secret-key"])
def test_the_servers_own_key_is_held_back_whatever_it_looks_like(key: str) -> None:
    body = chat({**USER, "content": f"it is {key}"})
    with running(key=key) as served:
        assert ask(served.url, CHAT, body, headers={"api-key": key}).status == 200
        assert served.requests[0].body["messages"][0]["content"] == f"it is {HELD_BACK}"


@pytest.mark.parametrize(
    "text",
    [
        "the risk-assessment-of-2024-final", "task-2024-05-06-classifier", "https://x.example/a?page=2#key=no",
        "mail me@x.example", "sk-learn", "sk-one-two-three-four-five-six", "eyJ.eyJ.x", "max_tokens: 12345678",
    ],
)  # fmt: skip
def test_what_is_no_key_stays(text: str) -> None:
    assert Veil().text(text) == text


def test_names_tell_of_keys_beside_the_conversation_alone() -> None:
    body = chat(
        {"role": "user", "content": "x", "password": "in an argument"},
        prompt_cache_key="mine", metadata={"session_token": "hush"},
    )  # fmt: skip
    held = Veil().body(body)
    assert held == {**body, "metadata": {"session_token": HELD_BACK}}
    assert Veil().body(chat(USER)) is not None
    sound = chat(USER, tools=[{"type": "function"}])
    assert Veil().body(sound) is sound


def test_a_long_key_and_a_body_that_is_like_it_take_linear_time() -> None:
    key = "A" * 8_000 + "B"
    veil = veil_for([(b"authorization", f"Bearer {key}".encode())], b"", None)
    text = "A" * 4_000_000 + "\u00e9"
    assert veil.text(text) == text
    for begun in ("sk-", "eyJ", "://", "?a=", "sk-sk-1", "eyJaaaaaaaaaaaa.eyJ"):
        assert veil.text("://" + begun * 200_000)


def test_a_body_that_is_too_deep_to_be_looked_through_is_not_kept() -> None:
    deep: Any = KEY
    for _ in range(2_000):
        deep = [deep]
    assert Veil([KEY]).body({"messages": deep}) is None


def test_the_word_before_a_key_is_in_any_case() -> None:
    with running(key="right-key-1") as served:
        for scheme, status in (("Bearer", 200), ("bearer", 200), ("BEARER ", 200), ("x", 200)):
            headers = {"authorization": f"{scheme} right-key-1"}
            assert ask(served.url, "/v1/messages", claude(USER), headers=headers).status == status
        wrong = {"x-api-key": "wrong"}
        assert ask(served.url, "/v1/messages", claude(USER), headers=wrong).status == 401
