"""Trouble on order: what a client hears on a bad day, whole and in mid-stream."""

from __future__ import annotations

import asyncio
import http.client
import json
from typing import Any

import anthropic
import pytest

from tests.provider.asking import USER, VERSION, ask, chat, claude, text_of
from transcript_doctor import check
from transcript_doctor.core.errors import BadOption
from transcript_doctor.provider import (
    Running,
    broken,
    cut,
    empty,
    failure,
    hang,
    malformed,
    overloaded,
    rate_limited,
    running,
    server_error,
    slow,
)
from transcript_doctor.provider.script.conversations import Conversation
from transcript_doctor.provider.script.stepping import take
from transcript_doctor.provider.script.trouble import Trouble
from transcript_doctor.testing import Play, call, reply, say

LONG = say("These are many words, so that they come in more than one piece of the stream. " * 3)


def streamed(served: Running, body: Any, path: str = "/v1/messages") -> bytes:
    """All bytes of a stream; raises where it is not whole."""
    return ask(served.url, path, {**body, "stream": True}).raw


@pytest.mark.parametrize(
    ("trouble", "path", "status", "kind"),
    [
        (overloaded(), "/v1/messages", 529, "overloaded_error"),
        (overloaded(), "/v1/chat/completions", 503, "service_unavailable_error"),
        (overloaded(), "/mistral/v1/chat/completions", 503, "internal_server_error"),
        (rate_limited(), "/v1/messages", 429, "rate_limit_error"),
        (rate_limited(), "/v1/chat/completions", 429, "requests"),
        (rate_limited(), "/mistral/v1/chat/completions", 429, "rate_limited"),
        (server_error(), "/v1/messages", 500, "api_error"),
        (failure(404, "No such model."), "/v1/messages", 404, "not_found_error"),
    ],
)
def test_each_provider_says_it_in_its_own_way(
    trouble: Any, path: str, status: int, kind: str
) -> None:
    with running([trouble]) as served:
        heard = ask(served.url, path, {"model": "m", "max_tokens": 5, "messages": [USER]})
        error = heard.json.get("error", heard.json)
        assert (heard.status, error["type"]) == (status, kind)
        assert error["message"] == (trouble.sentence or served.requests[0].sentence)
        assert served.requests[0].fate == "trouble"


def test_googles_and_bedrocks_own() -> None:
    contents = {"contents": [{"role": "user", "parts": [{"text": "hi"}]}]}
    messages = {"messages": [{"role": "user", "content": [{"text": "hi"}]}]}
    with running([rate_limited(0.5), overloaded()], per="server") as served:
        heard = ask(served.url, "/v1beta/models/gemini-3-pro:generateContent", contents)
        assert (heard.status, heard.json["error"]["status"]) == (429, "RESOURCE_EXHAUSTED")
        assert heard.headers["retry-after"] == "0.5"
        heard = ask(served.url, "/model/amazon.nova-pro-v1:0/converse", messages)
        assert (heard.status, heard.headers["x-amzn-errortype"]) == (
            503,
            "ServiceUnavailableException",
        )


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/messages", {"model": "m", "max_tokens": 5, "messages": [USER]}),
        ("/v1/chat/completions", {"model": "m", "messages": [USER]}),
        ("/mistral/v1/chat/completions", {"model": "m", "messages": [USER]}),
        (
            "/v1beta/models/gemini-3-pro:generateContent",
            {"contents": [{"role": "user", "parts": [{"text": "hi"}]}]},
        ),
        (
            "/model/amazon.nova-pro-v1:0/converse",
            {"messages": [{"role": "user", "content": [{"text": "hi"}]}]},
        ),
    ],
)
def test_a_bad_key_on_order_is_told_like_one_that_was_sent(path: str, body: Any) -> None:
    with running([failure(401)]) as served:
        ordered = ask(served.url, path, body)
    with running(key="the-right-key") as served:
        sent = ask(served.url, path, body, headers={"authorization": "Bearer another-key"})
    assert 400 <= sent.status <= 403
    assert (ordered.status, ordered.json) == (sent.status, sent.json)
    kind = "x-amzn-errortype"
    assert ordered.headers.get(kind) == sent.headers.get(kind)


def test_the_sdk_waits_as_long_as_told_and_tries_again() -> None:
    with running([rate_limited(0.01), failure(529, retry_after=0.01), say("Done.")]) as served:
        with anthropic.Anthropic(base_url=served.url, api_key="any", max_retries=2) as client:
            made = client.messages.create(**claude(USER))
        assert made.content[0].text == "Done."  # type: ignore[union-attr]
        assert [r.status for r in served.requests] == [429, 529, 200]


def test_a_stream_that_is_cut_is_not_whole() -> None:
    with running([cut(LONG, after=4), LONG]) as served:
        with pytest.raises(http.client.IncompleteRead) as caught:
            streamed(served, claude(USER))
        assert caught.value.partial.count(b"event: ") == 4
        assert streamed(served, claude(USER)).rstrip().endswith(b'{"type":"message_stop"}')
        assert [r.conversation for r in served.requests] == [1, 1]


def test_a_whole_answer_that_is_cut_has_half_of_its_bytes() -> None:
    with running([cut(say("Done."))]) as served:
        with pytest.raises(http.client.IncompleteRead) as caught:
            ask(served.url, "/v1/messages", claude(USER))
        assert caught.value.partial.startswith(b'{"')
        assert b"event:" not in caught.value.partial


def test_a_whole_answer_that_breaks_is_the_status() -> None:
    with running([broken(say("Done."), status=503), say("Done.")]) as served:
        heard = ask(served.url, "/v1/chat/completions", chat(USER))
        assert (heard.status, heard.json["error"]["type"]) == (503, "service_unavailable_error")
        assert text_of(ask(served.url, "/v1/chat/completions", chat(USER))) == "Done."


def test_a_stream_that_breaks_tells_of_it() -> None:
    with running(
        [broken(LONG, after=4), broken(LONG, after=4, status=500)], per="server"
    ) as served:
        raw = streamed(served, claude(USER))
        assert b'"overloaded_error"' in raw
        assert b"message_stop" not in raw
        raw = streamed(served, chat(USER), "/v1/chat/completions")
        assert b"The server had an error" in raw
        assert b"[DONE]" not in raw


def test_a_slow_stream_is_whole_in_the_end() -> None:
    with running([slow(LONG, 0.001), LONG], per="server") as served:
        both = [streamed(served, claude(USER)) for _ in range(2)]
        assert both[0].count(b"event: ") == both[1].count(b"event: ")
        assert served.requests[0].seconds > 0.001 * both[0].count(b"event: ")


def test_a_stream_that_hangs_ends_with_the_client() -> None:
    with running([hang(after=1), say("Done.")]) as served:
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=0.2)
        body = json.dumps({**claude(USER), "stream": True})
        headers = {"content-type": "application/json", **VERSION}
        connection.request("POST", "/v1/messages", body, headers)
        answer = connection.getresponse()
        with pytest.raises(TimeoutError):
            answer.read()
        connection.close()
        assert text_of(ask(served.url, "/v1/messages", claude(USER))) == "Done."


def test_malformed_arguments_go_out_as_they_are() -> None:
    with running([malformed("read")]) as served:
        heard = ask(served.url, "/v1/chat/completions", chat(USER))
        function = heard.json["choices"][0]["message"]["tool_calls"][0]["function"]
        assert function == {"name": "read", "arguments": '{"path": "a.p'}


def test_an_empty_reply_and_parallel_calls() -> None:
    both = reply(call("read", {"path": "a"}), call("read", {"path": "b"}))
    with running([empty(), both], per="server") as served:
        assert ask(served.url, "/v1/messages", claude(USER)).json["content"] == []
        parts = ask(served.url, "/v1/messages", claude(USER)).json["content"]
        assert [part["input"]["path"] for part in parts] == ["a", "b"]
        assert len({part["id"] for part in parts}) == 2


def test_trouble_adds_up_and_may_come_from_a_function() -> None:
    made = slow(cut(LONG, after=2), 0.5)
    assert (made.after, made.pause, made.step) == (2, 0.5, LONG)
    with running([lambda request: rate_limited(7), cut(lambda request: LONG, after=1)]) as served:
        assert ask(served.url, "/v1/messages", claude(USER)).headers["retry-after"] == "7"
        with pytest.raises(http.client.IncompleteRead):
            streamed(served, claude(USER))


@pytest.mark.parametrize(
    ("outer", "inner", "both"),
    [
        (lambda step: slow(step, 0.5), cut(LONG, after=2), slow(cut(LONG, after=2), 0.5)),
        (lambda step: cut(step, after=1), cut(LONG, after=2), cut(LONG, after=1)),
        (lambda step: hang(step, after=0), slow(LONG, 0.5), hang(slow(LONG, 0.5), after=0)),
        (lambda step: broken(step, 2, 500), slow(LONG, 0.5), broken(slow(LONG, 0.5), 2, 500)),
    ],
    ids=range(4),
)
def test_trouble_around_a_function_is_trouble_around_what_it_returns(
    outer: Any, inner: Trouble, both: Trouble
) -> None:
    conversation = Conversation(1, Play([outer(lambda request: inner)], passing=(Trouble,)))
    report = check([USER], format="anthropic", as_="request")
    taken = asyncio.run(take(conversation, report, claude(USER), iter(())))
    assert taken.trouble == both._replace(step=LONG)
    assert taken.message == LONG


BAD: dict[str, Any] = {
    "no failure": lambda: failure(200),
    "a text": lambda: failure("500"),  # type: ignore[arg-type]
    "a time before": lambda: rate_limited(-1),
    "true": lambda: rate_limited(True),
    "frames below none": lambda: cut(LONG, after=-1),
    "years": lambda: slow(LONG, 1e9),
    "a break without failure": lambda: broken(LONG, status=200),
}


@pytest.mark.parametrize("name", BAD)
def test_trouble_that_cannot_be(name: str) -> None:
    with pytest.raises(BadOption):
        BAD[name]()
