"""The fake servers of others: how each is started on a port of this machine, asked, and stopped."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.agents import npm

_ROOT = Path(__file__).resolve().parents[2]
_MOCKS = _ROOT / ".venv-mocks" / "bin"
_HOST, _SECONDS = "127.0.0.1", 40


class Server(NamedTuple):
    """One fake server."""

    package: str
    command: Callable[[int, int], list[str]]
    """The command that starts it; where it has two ports, the second is Anthropic's."""
    file: tuple[str, str] = ("", "")
    """The name and the text of what it must find in its folder."""
    npm: bool = False
    note: str = ""
    two_ports: bool = False
    anthropic: str = ""
    """What stands before Anthropic's paths."""


def _python(name: str, *words: str) -> Callable[[int, int], list[str]]:
    given = [str(_MOCKS / name), *words]
    return lambda port, second: [w.format(port=port, second=second) for w in given]


def _node(script: str, *words: str) -> Callable[[int, int], list[str]]:
    path = str(npm.FOLDER / "node_modules" / script)
    return lambda port, second: [npm.node(), path, *(w.format(port=port) for w in words)]


_AT = ("--host", _HOST, "--port", "{port}")
_ANY = '{"fixtures": [{"match": {}, "response": {"content": "Fine."}}]}'
_RULES = "version: 1\nrules:\n  - type: llm.openai\n    when: {}\n    respond: {content: Fine.}\n"
SERVERS = [
    Server(
        "fakellm", _python("fakellm", "serve", *_AT),
        ("fakellm.yaml", "version: 1\ndefaults:\n  fallback: deterministic_echo\nrules: []\n"),
    ),
    Server(
        "mockllm", _python("mockllm", "start", "--responses", "r.yml", *_AT),
        ("r.yml", "responses: {}\ndefaults:\n  unknown_response: Fine.\n"),
        note="content must be text, so it falls over sound tool turns too (500 is no refusal)",
    ),
    Server("llmock", _python("llmock", "serve", *_AT), anthropic="/anthropic"),
    Server("stubllm", _python("stubllm", "serve", *_AT)),
    Server("mocktopus", _python("mocktopus", "serve", "-s", "s.yaml", *_AT), ("s.yaml", _RULES)),
    Server(
        "mock-ai-api",
        _python("mock-ai-api", "--openai-port", "{port}", "--anthropic-port", "{second}"),
        two_ports=True,
    ),
    Server(
        "llm-mock-api",
        _python("llm-mock-api", "start", "-H", _HOST, "-p", "{port}", "-f", "Fine."),
    ),
    Server(
        "@copilotkit/aimock",
        _node("@copilotkit/aimock/dist/cli.js", "-h", _HOST, "-p", "{port}", "-f", "f.json", "--strict"),
        ("f.json", _ANY), npm=True, note="started with `--strict`",
    ),
    Server("@dwmkerr/mock-llm", _node("@dwmkerr/mock-llm/dist/main.js"), npm=True,
           note="it has no Anthropic endpoint (404)"),
]  # fmt: skip


@contextmanager
def started(server: Server, folder: Path) -> Iterator[tuple[str, str]]:
    """Start a server, yield its URLs for OpenAI and for Anthropic, and stop it and all its children."""
    name, text = server.file
    if name:
        (folder / name).write_text(text, encoding="utf-8")
    ports = _free(), _free()
    environment = {**os.environ, "PORT": str(ports[0]), "HOST": _HOST}
    process = subprocess.Popen(
        server.command(*ports), cwd=folder, env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wanted = ports if server.two_ports else ports[:1]
        for port in wanted:
            _wait(process, port)
        yield f"http://{_HOST}:{ports[0]}", f"http://{_HOST}:{wanted[-1]}{server.anthropic}"
    finally:
        _stop(process)


def version(server: Server) -> str:
    """Return a server's version; raises where it is not installed."""
    if server.npm:
        return npm.version(server.package)
    code = f"from importlib.metadata import version; print(version({server.package!r}))"
    ran = subprocess.run(
        [_MOCKS / "python", "-c", code], capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


def post(url: str, body: dict[str, Any]) -> tuple[int, str]:
    """Return the status and the text of an answer; 0 where there is none."""
    headers = {
        "content-type": "application/json", "authorization": "Bearer any", "x-api-key": "any",
        "anthropic-version": "2023-06-01",
    }  # fmt: skip
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read().decode("utf-8", "replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode("utf-8", "replace")
    except OSError as error:
        print(error, file=sys.stderr)
        return 0, ""


def _free() -> int:
    with socket.socket() as one:
        one.bind((_HOST, 0))
        return int(one.getsockname()[1])


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection((_HOST, port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise OSError("it did not start")


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End what was started here and all that came of it, be it in a session of its own."""
    started = [*_children(process.pid), process.pid]
    for sign in (signal.SIGTERM, signal.SIGKILL):
        for pid in started:
            with suppress(ProcessLookupError):
                os.kill(pid, sign)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)


def _children(pid: int) -> list[int]:
    """Return the processes below one, however deep."""
    ran = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    )
    pairs = [tuple(map(int, line.split())) for line in ran.stdout.splitlines()]
    found = [child for child, parent in pairs if parent == pid]
    for one in found:
        found += [child for child, parent in pairs if parent == one]
    return found
