"""The command `serve`, as a process of its own: what it prints, and how it ends."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.running import ROOT, run
from tests.provider.asking import CLAUDE_CALL, USER, VERSION, ask, claude, text_of

PROGRAM = (
    "import signal; "
    # Whoever runs the tests in the background ignores this signal, and children inherit that.
    "signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from transcript_doctor.cli.main import main; main()"
)


@contextmanager
def serving(*words: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "serve", "--port", "0", *words],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        while not line.startswith("serving at "):
            assert line, "it ended at once"
            line = process.stdout.readline()
        yield process, line.removeprefix("serving at ").strip()
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_it_shows_each_request_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    script = tmp_path / "script.yaml"
    script.write_text("- say: It works.\n", encoding="utf-8")
    with serving("--script", str(script)) as (process, url):
        assert (
            text_of(ask(url, "/v1/messages", claude(USER), headers={"x-api-key": "sk-canary-123"}))
            == "It works."
        )
        ask(url, "/v1/messages?key=sk-canary-123", claude(USER, CLAUDE_CALL, USER))
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        printed = process.stdout.read()
        process.wait(20)
    assert process.returncode == 0
    assert f"OPENAI_BASE_URL                   {url}/v1" in printed
    assert "POST  /v1/messages  anthropic  U  200 answered" in printed
    assert (
        "U A[toolu_1] U  400 refused  P001 messages[1].content[0]\n          messages.1: `tool_use` ids"
        in printed
    )
    assert "canary" not in printed
    assert printed.endswith("stopped\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_stops_it_lets_answers_end(number: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "script.yaml"
    script.write_text("- say: It takes its time.\n  slow: 600\n", encoding="utf-8")
    with serving("--script", str(script)) as (process, url):
        connection = http.client.HTTPConnection(*url.removeprefix("http://").split(":"), timeout=30)
        body = json.dumps(claude(USER, stream=True))
        headers = {"content-type": "application/json", **VERSION}
        connection.request("POST", "/v1/messages", body, headers)
        assert connection.getresponse().status == 200
        process.send_signal(number)
        assert process.stdout is not None
        printed = process.stdout.read()
        process.wait(20)
        connection.close()
    assert process.returncode == 0
    assert "#1  POST  /v1/messages  anthropic  U  200 stopped  slow  step 1" in printed
    assert printed.endswith("stopped\n")


def test_a_key_from_the_environment_and_a_target() -> None:
    with serving(
        "--quiet", "--key-env", "MY_KEY", "--target", "mistral", MY_KEY="the-right-key"
    ) as (_, url):
        body = {"model": "gpt-5", "messages": [USER, {"role": "assistant", "content": ""}]}
        assert ask(url, "/v1/chat/completions", body).status == 401
        heard = ask(
            url, "/v1/chat/completions", body, headers={"authorization": "Bearer the-right-key"}
        )
        assert heard.json["type"] == "invalid_request_message_order"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--target", "antropic"], "unknown target 'antropic'"),
        (["--target", "all"], "one target, not all"),
        (["--script", "nowhere.yaml"], "nowhere.yaml"),
        (["--key-env", "NO_SUCH_VARIABLE"], "the environment variable NO_SUCH_VARIABLE is not set"),
        (["--host", "256.0.0.1"], "cannot listen on 256.0.0.1:8400"),
    ],
    ids=range(5),
)
def test_misuse_is_told_in_one_line(words: list[str], says: str) -> None:
    done = run("serve", *words)
    assert done.exit_code == 2
    assert says in done.output


def test_another_host_is_warned_of() -> None:
    with serving("--host", "0.0.0.0", "--quiet") as (process, url):
        assert url.startswith("http://0.0.0.0:")
        process.send_signal(signal.SIGINT)
        process.wait(20)
    done = run("serve", "--host", "256.0.0.1")
    assert "256.0.0.1 is not local: whoever reaches this port can read every request" in done.output
