"""Starting and stopping a server, as tests of other people do it."""

from __future__ import annotations

import asyncio
import builtins
import http.client
import json
import logging
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.provider.asking import CHAT_CALL, USER, VERSION, ask, chat, claude, text_of
from transcript_doctor.core.errors import BadOption, DoctorError
from transcript_doctor.provider import Running, running, slow
from transcript_doctor.testing import BadStep, say


def test_it_runs_inside_a_with_and_no_longer() -> None:
    served = running([say("Done.")])
    with pytest.raises(DoctorError, match="with statement"):
        _ = served.url
    with served as same:
        assert same is served
        url = served.url
        assert text_of(ask(url, "/v1/messages", claude(USER))) == "Done."
        with pytest.raises(DoctorError, match="runs already"):
            served.start()
    with pytest.raises(ConnectionRefusedError):
        ask(url, "/v1/messages", claude(USER))
    with served:
        assert text_of(ask(served.url, "/v1/messages", claude(USER))) == "Done."


def test_it_runs_inside_an_async_with() -> None:
    async def story() -> str:
        async with running([say("Done.")]) as served:
            return await asyncio.to_thread(
                lambda: text_of(ask(served.url, "/v1/messages", claude(USER)))
            )

    assert asyncio.run(story()) == "Done."


def test_what_is_small_is_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    accept = socket.socket.accept

    def accepting(self: socket.socket) -> Any:
        made, address = accept(self)
        taken.append(made.proto)
        return made, address

    monkeypatch.setattr(socket.socket, "accept", accepting)
    with running() as served:
        ask(served.url, "/v1/messages", claude(USER))
    # asyncio sets TCP_NODELAY where it reads this protocol, and nowhere else
    assert taken == [socket.IPPROTO_TCP]


def test_an_answer_that_is_cut_off_by_the_end_of_the_server_is_none() -> None:
    shown: list[str] = []
    with running(
        [slow(say("x"), 600)], on_record=lambda record: shown.append(record.fate)
    ) as served:
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
        headers = {"content-type": "application/json", **VERSION}
        body = json.dumps(claude(USER, stream=True))
        connection.request("POST", "/v1/messages", body, headers)
        assert connection.getresponse().status == 200
    connection.close()
    assert shown == ["stopped"]


def test_it_leaves_nothing_behind() -> None:
    before, level = threading.active_count(), logging.getLogger("uvicorn.error").level
    with running():
        assert threading.active_count() > before
    assert threading.active_count() == before
    assert logging.getLogger("uvicorn.error").level == level


def test_several_servers_at_once() -> None:
    with running([say("one")]) as one, running([say("two")]) as two:
        assert one.port != two.port
        assert [text_of(ask(s.url, "/v1/messages", claude(USER))) for s in (one, two)] == [
            "one",
            "two",
        ]


def test_a_port_that_is_taken_is_told() -> None:
    with (
        running() as served,
        pytest.raises(BadOption, match=f"cannot listen on 127.0.0.1:{served.port}"),
    ):
        running(port=served.port).start()


def test_an_address_of_the_sixth_version() -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return  # this machine has none; what is tested here is the address's form alone
    with running(host="::1") as served:
        assert served.url == f"http://[::1]:{served.port}"
        assert ask(served.url, "/_requests", method="GET").status == 200


@pytest.mark.parametrize("steps", ["say", {"say": "x"}, [5], ["text"], 7])
def test_steps_that_are_none(steps: Any) -> None:
    with pytest.raises(BadStep):
        running(steps)


@pytest.mark.parametrize("lacking", ["uvicorn", "starlette"])
def test_without_the_extra_it_says_how_to_install_it(
    lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def absent(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] == lacking:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(
        DoctorError, match=rf"serving needs {lacking}, of the extra http: pip install '\.\[http\]'"
    ):
        running()


def test_a_script_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "steps.yaml"
    file.write_text("- say: From the file.\n", encoding="utf-8")
    for given in (file, str(file)):
        with running(script=given) as served:
            assert text_of(ask(served.url, "/v1/chat/completions", chat(USER))) == "From the file."
    with pytest.raises(BadOption, match="steps and script are two scripts"):
        running([say("a")], script=file)


def test_a_busy_port_is_told_with_the_way_out() -> None:
    with (
        running() as first,
        pytest.raises(BadOption, match="port=0, or --port 0, takes any that is free"),
    ):
        running(port=first.port).start()


def test_refused_requests_are_overlooked_until_somebody_looks() -> None:
    seen: list[int] = []
    with running(on_record=lambda record: seen.append(record.status)) as served:
        ask(served.url, "/v1/chat/completions", chat(USER, CHAT_CALL, USER))
        assert [record.status for record in served.overlooked] == [400]
        served.reset()
        assert [record.status for record in served.overlooked] == [400]
        assert served.refused == []
        assert served.overlooked == []
    assert seen == [400]


def test_a_server_is_told_apart_from_its_module() -> None:
    import transcript_doctor.provider.serving

    assert transcript_doctor.provider.running is running
    assert isinstance(running(), Running)
    with pytest.raises(AttributeError):
        _ = transcript_doctor.provider.walking  # type: ignore[attr-defined]
