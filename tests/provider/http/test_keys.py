"""Secrets that come with a request stand in no log, on no page, and in no answer."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from tests.provider.asking import USER, ask, chat, claude
from transcript_doctor.provider import running

KEY = "sk-Live/9aZ+q_77=="
SPELT = "".join(f"\\u{ord(letter):04x}" for letter in KEY)
HEADERS: list[dict[str, str]] = [
    {"authorization": f"Bearer {KEY}"},
    {"authorization": f"bearer  {KEY}"},
    {"authorization": KEY},
    {"x-api-key": KEY},
    {"api-key": KEY},
    {"x-goog-api-key": KEY},
    {"x-amz-security-token": KEY},
    {"proxy-authorization": f"Basic {KEY}", "cookie": f"a=1; session={KEY}"},
    {"cookie": f"a=1; session={KEY}"},
    {"ocp-apim-subscription-key": KEY},
    {"cf-aig-authorization": KEY},
    {"authorization": f"AWS4-HMAC-SHA256 Credential=AKID/2026/us-east-1, SignedHeaders=host, Signature={KEY[8:16]}", "x-secret": KEY},
]  # fmt: skip
QUERIES = ["key", "api_key", "access_token", "X-Amz-Signature"]
BODIES = [
    '{{"model": "{0}", "max_tokens": 9, "messages": [{{"role": "user", "content": "x"}}]}}',
    '{{"model": "claude-sonnet-5", "max_tokens": 9, "messages": [{{"role": "{0}", "content": "{0}"}}]}}',
    '{{"model": "m", "max_tokens": 9, "messages": [{{"role": "user", "content": "{0}", "{0}": 1}}], "tools": [{{"name": "{0}", "input_schema": {{}}}}]}}',
    '{{"{0}": ',
]
PATHS = [
    "/v1/messages",
    f"/{quote(KEY, safe='')}/v1/messages",
    f"/v1/models/{quote(KEY)}:generateContent",
]


@pytest.mark.parametrize(
    ("headers", "query"),
    [
        *((headers, "") for headers in HEADERS),
        *(({}, f"?{name}={quote(KEY, safe='')}") for name in QUERIES),
    ],
    ids=range(len(HEADERS) + len(QUERIES)),
)
def test_a_key_is_written_down_nowhere(
    headers: dict[str, str], query: str, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[str] = []
    with running(on_record=lambda record: told.append(f"{record!r} {record.sentence}")) as served:
        for body in BODIES:
            for spelt in (KEY, KEY.replace("/", "\\/"), SPELT):
                for path in PATHS:
                    raw = body.format(spelt).encode()
                    told.append(ask(served.url, path + query, raw, headers=headers).raw.decode())
        pages = ["/_requests", *(f"/_requests/{n}" for n in range(1, len(served.requests) + 1))]
        told += [ask(served.url, page, method="GET").raw.decode() for page in pages]
    assert len(served.requests) == len(BODIES) * 3 * len(PATHS)
    assert not [text for text in told if KEY in text or KEY in json.dumps(text)]
    assert not caplog.records


def test_keys_for_servers_of_tools_are_held_back() -> None:
    mcp = {
        "type": "mcp",
        "server_label": "m",
        "server_url": "https://m.example",
        "authorization": "hush-1",
    }
    tools = [{**mcp, "headers": {"X-Whatever": "hush-2"}}]
    servers = [
        {"type": "url", "url": "https://m.example", "name": "m", "authorization_token": "hush-3"}
    ]
    with running() as served:
        first = ask(served.url, "/v1/responses", {"model": "gpt-5", "input": "x", "tools": tools})
        second = ask(served.url, "/v1/messages", claude(USER, mcp_servers=servers))
        pages = [ask(served.url, f"/_requests/{n}", method="GET") for n in (1, 2)]
    assert [heard.status for heard in (first, second, *pages)] == [200] * 4
    assert not any(b"hush" in heard.raw for heard in (first, second, *pages))
    assert pages[1].json["body"]["mcp_servers"][0]["url"] == "https://m.example"


@pytest.mark.parametrize("key", ["anything", "messages", "deepseek", "not-needed", "anthropic"])
def test_a_word_in_place_of_a_key_leaves_the_body_as_it_is(key: str) -> None:
    body: dict[str, Any] = chat({**USER, "content": key}, model="deepseek-chat")
    with running() as served:
        heard = ask(
            served.url, "/v1/chat/completions", body, headers={"authorization": f"Bearer {key}"}
        )
        assert (heard.status, served.requests[0].body) == (200, body)


def test_the_word_before_a_key_is_in_any_case() -> None:
    with running(key="right-key-1") as served:
        for scheme, status in (("Bearer", 200), ("bearer", 200), ("BEARER ", 200), ("x", 200)):
            headers = {"authorization": f"{scheme} right-key-1"}
            assert ask(served.url, "/v1/messages", claude(USER), headers=headers).status == status
        assert (
            ask(served.url, "/v1/messages", claude(USER), headers={"x-api-key": "wrong"}).status
            == 401
        )
