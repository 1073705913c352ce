"""What is kept of requests, and the server's own pages."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.provider.asking import CLAUDE_CALL, USER, ask, claude, text_of
from transcript_doctor.provider import Limits, running, serving
from transcript_doctor.provider.log import Log
from transcript_doctor.testing import say


def test_each_request_is_shown_with_shape_verdict_findings_target_and_time() -> None:
    with running() as served:
        ask(served.url, "/v1/messages", claude(USER))
        ask(served.url, "/v1/messages", claude(USER, CLAUDE_CALL, USER, stream=True))
        page = ask(served.url, "/_requests", method="GET").json
        assert (page["total"], page["kept"]) == (2, 2)
        first, second = page["requests"]
        assert (first["verdict"], first["status"], first["shape"], first["findings"]) == (
            "answered",
            200,
            "U",
            [],
        )
        told = {
            key: second[key]
            for key in ("verdict", "status", "shape", "target", "wire", "model", "path")
        }
        assert told == {
            "verdict": "refused", "status": 400, "shape": "U A[toolu_1] U", "target": "anthropic",
            "wire": "anthropic", "model": "claude-sonnet-5", "path": "/v1/messages",
        }  # fmt: skip
        (finding,) = second["findings"]
        assert (finding["code"], finding["place"]) == ("P001", "messages[1].content[0]")
        assert finding["provider_says"] == second["sentence"]
        assert second["time"] >= first["time"]
        one = ask(served.url, "/_requests/2", method="GET").json
        assert one["body"]["messages"][1] == CLAUDE_CALL
        assert one["answer"] is None
        answered = ask(served.url, "/_requests/1", method="GET").json["answer"]
        assert answered["content"] == [
            {"type": "text", "text": "This answer comes from no script."}
        ]
        assert ask(served.url, "/_requests/99", method="GET").status == 404
        assert [r.refused for r in served.requests] == [False, True]
        assert served.refused == served.requests[1:]


def test_only_the_newest_are_kept() -> None:
    with running(limits=Limits(kept=3)) as served:
        for number in range(5):
            ask(served.url, "/v1/messages", claude({"role": "user", "content": f"{number}"}))
        assert [r.number for r in served.requests] == [3, 4, 5]
        assert ask(served.url, "/_requests", method="GET").json["total"] == 5


def test_large_bodies_push_others_out() -> None:
    with running(limits=Limits(room=100_000)) as served:
        for _ in range(3):
            ask(served.url, "/v1/messages", claude({"role": "user", "content": "x" * 60_000}))
        assert [r.number for r in served.requests] == [3]
        ask(served.url, "/v1/messages", claude({"role": "user", "content": "x" * 200_000}))
        assert [r.number for r in served.requests] == [4]


def test_a_script_may_come_by_http() -> None:
    steps = [{"trouble": "overloaded"}, {"call": "read", "arguments": {"path": "a.py"}}, "Done."]
    with running([say("old")]) as served:
        assert text_of(ask(served.url, "/v1/messages", claude(USER))) == "old"
        assert ask(served.url, "/_script", {"steps": steps}).json == {"ok": True, "steps": 3}
        assert served.requests == []
        assert ask(served.url, "/v1/messages", claude(USER)).status == 529
        assert ask(served.url, "/v1/messages", claude(USER)).json["stop_reason"] == "tool_use"
        assert ask(served.url, "/_reset").json == {"ok": True}
        assert ask(served.url, "/v1/messages", claude(USER)).status == 529
        served.reset([say("new")])
        assert text_of(ask(served.url, "/v1/messages", claude(USER))) == "new"


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"steps": [{"sya": "x"}]}, 400, "step 1: unknown key 'sya'"),
        ({"steps": ["x"], "per": "moon"}, 400, "per takes"),
        (b"{", 400, "expecting property name"),
        ({"steps": 5}, 400, "a script is a list of steps"),
    ],
    ids=range(4),
)
def test_a_script_that_is_none_is_told(body: Any, status: int, says: str) -> None:
    with running() as served:
        heard = ask(served.url, "/_script", body)
        assert (heard.status, says in heard.json["error"]) == (status, True)
        assert (
            ask(
                served.url,
                "/_script",
                json.dumps(body).encode() if not isinstance(body, bytes) else body,
                headers={"content-type": "text/plain"},
            ).status
            == 415
        )


def test_who_goes_through_a_script_that_comes_by_http() -> None:
    with running() as served:
        assert ask(served.url, "/_script", {"steps": ["one", "two"], "per": "server"}).status == 200
        said = [text_of(ask(served.url, "/v1/messages", claude(USER))) for _ in "12"]
        assert said == ["one", "two"]
        odd = ask(served.url, "/_script", {"steps": ["one"], "pre": "server"})
        assert (odd.status, "unknown key 'pre'; known: per, steps" in odd.json["error"]) == (
            400,
            True,
        )
        assert len(served.requests) == 2


@pytest.mark.parametrize(
    ("raw", "kind", "status", "says"),
    [
        (b"{}", "text/plain", 415, "with the header content-type: application/json"),
        (b" " * 4_000_001, "application/json", 413, "a script has 4 MB at most"),
    ],
)
def test_why_a_script_is_not_taken(raw: bytes, kind: str, status: int, says: str) -> None:
    with running() as served:
        heard = ask(served.url, "/_script", raw, headers={"content-type": kind})
        assert (heard.status, says in heard.json["error"]) == (status, True)


def test_whether_the_script_was_played_can_be_asked_by_http() -> None:
    def script() -> Any:
        return ask(served.url, "/_requests", method="GET").json["script"]

    with running([say("one"), say("two")]) as served:
        assert script()["why"] == "no step of the script was played: no request asked for one"
        ask(served.url, "/v1/messages", claude(USER), headers={"x-conversation": "a"})
        assert (script()["finished"], "1 of 2 steps" in script()["why"]) == (False, True)
        ask(served.url, "/v1/messages", claude(USER), headers={"x-conversation": "a"})
        assert script() == {"finished": True, "why": None}
        ask(served.url, "/v1/messages", claude(USER), headers={"x-conversation": "a"})
        assert (script()["finished"], "one more answer" in script()["why"]) == (False, True)


def test_requests_of_one_verdict_are_shown_alone() -> None:
    with running() as served:
        for history in ([USER], [USER, CLAUDE_CALL, USER], [USER]):
            ask(served.url, "/v1/messages", claude(*history))
        for verdict, numbers in (("refused", [2]), ("answered", [1, 3]), ("trouble", [])):
            page = ask(served.url, f"/_requests?verdict={verdict}", method="GET").json
            assert [row["number"] for row in page["requests"]] == numbers
            assert (page["total"], page["kept"]) == (3, 3)
        odd = ask(served.url, "/_requests?verdict=refuse", method="GET")
        assert (odd.status, "answered, refused," in odd.json["error"]) == (400, True)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "10.0.0.1", "[::2]:80"],
)
def test_pages_of_the_web_do_not_get_at_the_requests(host: str) -> None:
    with running() as served:
        for path, method in (
            ("/_requests", "GET"),
            ("/_requests/1", "GET"),
            ("/_reset", "POST"),
            ("/_script", "POST"),
        ):
            assert ask(served.url, path, {}, method=method, headers={"host": host}).status == 403
        for own in ("localhost:1", "127.0.0.1", "[::1]:80", "LOCALHOST"):
            assert ask(served.url, "/_requests", method="GET", headers={"host": own}).status == 200


def test_who_waits_goes_on_as_soon_as_nothing_is_under_way() -> None:
    log = Log(10, 1_000)
    records = [log.begin("POST", "/v1/messages") for _ in range(2)]
    waiting = threading.Thread(target=log.settle, args=(600.0,), daemon=True)
    waiting.start()
    log.end(records[0])
    waiting.join(0.05)
    assert waiting.is_alive()
    log.end(records[1])
    waiting.join(30)
    assert not waiting.is_alive()


def test_what_is_long_is_kept_in_part() -> None:
    record = Log(10, 1_000).begin("M" * 1_000, "/" * 1_000)
    assert (len(record.method), len(record.path)) == (18, 200)


class Held:
    """A step that answers when it is let go."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.begun, self.goes_on = threading.Event(), threading.Event()

    def __call__(self, request: Any) -> Any:
        self.begun.set()
        self.goes_on.wait(30)
        return say(self.words)


def test_requests_under_way_are_waited_for_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step = Held("Here.")
    with running([step]) as served, ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask, served.url, "/v1/messages", claude(USER))
        assert step.begun.wait(30)
        with monkeypatch.context() as patch:
            patch.setattr(serving, "_PATIENCE", 0.05)
            assert served.requests == []
        threading.Timer(0.05, step.goes_on.set).start()
        assert [(r.fate, r.seconds > 0) for r in served.requests] == [("answered", True)]
        assert asked.result().status == 200


def test_a_step_and_a_watcher_look_at_the_requests_without_waiting_for_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving, "_PATIENCE", 600.0)  # longer than any client waits
    seen: list[int] = []

    def looks(request: Any) -> Any:
        seen.append(len(served.requests))
        return say("Here.")

    with running([looks], on_record=lambda record: seen.append(len(served.requests))) as served:
        assert ask(served.url, "/v1/messages", claude(USER)).status == 200
        assert len(served.requests) == 1
        assert seen == [0, 1]


def test_what_was_begun_before_a_reset_is_not_kept_after_it() -> None:
    step = Held("Old.")
    with running([step]) as served, ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask, served.url, "/v1/messages", claude(USER))
        assert step.begun.wait(30)
        served.play([say("New.")])
        step.goes_on.set()
        assert text_of(asked.result()) == "Old."
        assert served.requests == []
        assert text_of(ask(served.url, "/v1/messages", claude(USER))) == "New."
        assert [r.number for r in served.requests] == [1]
