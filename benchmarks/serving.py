"""The fake provider under load: many streaming conversations at once, beside a bare app that echoes.

Both are processes of their own on the same two cores, and take turns; every conversation asks three times,
each time with a longer history, and reads each stream to its end. The bare app sends what it got back, in as
many pieces as the provider's streams have.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

AT_ONCE, CONVERSATIONS, ROUNDS = 200, 1_000, 5
BAD_KEYS = 10_000
_FIRST = itertools.count(0, 1_000_000)
_END = b"\r\n0\r\n\r\n"
_TOOL = {
    "name": "read",
    "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}},
}
_SCRIPT = [
    {
        "call": "read",
        "arguments": {"path": "a.py"},
        "say": "I look into the first file of the two.",
    },
    {"call": "read", "arguments": {"path": "b.py"}, "say": "And now I look into the second one."},
    {"say": "The first file sets A to 1, the second one sets B to 2, and that is all there is."},
]
_ECHO = """
import sys
import uvicorn
from starlette.applications import Starlette
from starlette.responses import StreamingResponse
from starlette.routing import Route

async def echo(request):
    return StreamingResponse(pieces(await request.body()), media_type="text/event-stream")

async def pieces(raw):
    size = -(-len(raw) // {frames})
    for start in range(0, len(raw), size):
        yield raw[start:start + size]

app = Starlette(routes=[Route("/v1/messages", echo, methods=["POST"])])
port = int(sys.argv[1])
config = uvicorn.Config(app, port=port, log_level="critical", access_log=False, lifespan="off", ws="none")
print("serving at http://127.0.0.1:" + sys.argv[1], flush=True)
uvicorn.Server(config).run()
"""


class Load(NamedTuple):
    """What came of one round."""

    requests: int
    errors: int
    seconds: float
    cpu: float
    """Seconds of the server's own time for each request; 0 where the system does not tell."""

    @property
    def rate(self) -> float:
        """Requests a second."""
        return self.requests / self.seconds


class Server(NamedTuple):
    """A server in a process of its own."""

    pid: int
    port: int

    @property
    def megabytes(self) -> float:
        """Its resident memory, in MB; 0 where the system does not tell."""
        return _of_process(self.pid, "statm", 1) * 4096 / 1e6

    @property
    def cpu(self) -> float:
        """Seconds of processor time that it has used; 0 where the system does not tell."""
        return (_of_process(self.pid, "stat", 13) + _of_process(self.pid, "stat", 14)) / 100


def run() -> None:
    """Print throughput beside the bare app's, errors, memory, and how bad keys fare."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "script.json")
        script.write_text(json.dumps(_SCRIPT), encoding="utf-8")
        with _serving(script) as provider:
            frames = asyncio.run(_frames(provider.port))
            with _echoing(Path(folder, "echo.py"), frames) as bare:
                _compare(provider, bare, frames)
        with _serving(script, key="the-right-key") as provider:
            _bad_keys(provider)


def _compare(provider: Server, bare: Server, frames: int) -> None:
    for server in (provider, bare):
        asyncio.run(_round(server, 400))
    rounds, memory = [], [provider.megabytes]
    for _ in range(ROUNDS):
        rounds.append(
            (asyncio.run(_round(provider, CONVERSATIONS)), asyncio.run(_round(bare, CONVERSATIONS)))
        )
        memory.append(provider.megabytes)
    ratios = [ours.rate / plain.rate for ours, plain in rounds]
    costs = [plain.cpu / ours.cpu for ours, plain in rounds if ours.cpu]
    best = [max(load.rate for load in column) for column in zip(*rounds, strict=True)]
    print(f"serve: {AT_ONCE} streaming conversations at once, {ROUNDS} rounds of {CONVERSATIONS}")
    print(f"  frames in a stream         {frames}")
    print(f"  errors                     {sum(load.errors for pair in rounds for load in pair)}")
    print(f"  requests a second          {best[0]:,.0f}, the bare app {best[1]:,.0f}")
    print(f"  of the bare app            {_spread(ratios)}")
    if costs:
        print(f"  by the servers' own time   {_spread(costs)}")
    print(f"  memory, MB, after rounds   {', '.join(f'{m:.0f}' for m in memory)}")


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def _bad_keys(provider: Server) -> None:
    before, start = provider.megabytes, time.perf_counter()
    refused = asyncio.run(_with_bad_keys(provider.port))
    seconds = time.perf_counter() - start
    print(f"serve: {BAD_KEYS:,} requests with bad keys")
    print(f"  answered 401               {refused:,}, {BAD_KEYS / seconds:,.0f} a second")
    print(f"  memory, MB                 {before:.0f} before, {provider.megabytes:.0f} after")


async def _round(server: Server, conversations: int) -> Load:
    first = next(_FIRST)
    waiting = iter(range(first, first + conversations))
    start, cpu = time.perf_counter(), server.cpu
    results = await asyncio.gather(*(_worker(server.port, waiting) for _ in range(AT_ONCE)))
    seconds = time.perf_counter() - start
    done, bad = (sum(column) for column in zip(*results, strict=True))
    return Load(done, bad, seconds, (server.cpu - cpu) / done)


async def _worker(port: int, waiting: Iterator[int]) -> tuple[int, int]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    done = bad = 0
    for number in waiting:
        messages: list[Any] = [
            {"role": "user", "content": f"Conversation {number}: read both files."}
        ]
        for turn in range(3):
            raw = await _ask(reader, writer, messages, number)
            done += 1
            bad += not _is_right(raw, turn)
            ident = _between(raw, b'"id":"toolu_', b'"')
            call = {
                "type": "tool_use",
                "id": f"toolu_{ident}",
                "name": "read",
                "input": {"path": "a.py"},
            }
            result = {"type": "tool_result", "tool_use_id": call["id"], "content": "A = 1\n" * 20}
            messages += [
                {"role": "assistant", "content": [call]},
                {"role": "user", "content": [result]},
            ]
    writer.close()
    return done, bad


async def _ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, messages: list[Any], number: int,
    key: bytes = b"any",
) -> bytes:  # fmt: skip
    body = {
        "model": "claude-sonnet-5",
        "max_tokens": 100,
        "stream": True,
        "tools": [_TOOL],
        "messages": messages,
    }
    raw = json.dumps(body).encode()
    head = (
        b"POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        b"x-api-key: %s\r\nx-conversation: %d\r\ncontent-length: %d\r\n\r\n"
        % (key, number, len(raw))
    )
    writer.write(head + raw)
    status = await reader.readuntil(b"\r\n\r\n")
    if b"content-length: " in status:
        length = int(_between(status, b"content-length: ", b"\r\n"))
        return status + await reader.readexactly(length)
    return status + await reader.readuntil(_END)


async def _with_bad_keys(port: int) -> int:
    numbers = iter(range(BAD_KEYS))

    async def worker() -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        refused = 0
        for number in numbers:
            raw = await _ask(
                reader, writer, [{"role": "user", "content": "hi"}], number, b"bad-%d" % number
            )
            refused += raw.startswith(b"HTTP/1.1 401") and b"authentication_error" in raw
        writer.close()
        return refused

    return sum(await asyncio.gather(*(worker() for _ in range(50))))


async def _frames(port: int) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    raw = await _ask(reader, writer, [{"role": "user", "content": "How many?"}], -1)
    writer.close()
    return raw.count(b"event: ")


def _is_right(raw: bytes, turn: int) -> bool:
    """Tell whether an answer is a whole stream, as its turn wants it where it is the provider's."""
    if not raw.startswith(b"HTTP/1.1 200"):
        return False
    return b"event: message_start" not in raw or (
        b"message_stop" in raw and (b"tool_use" in raw) == (turn < 2)
    )


def _between(raw: bytes, start: bytes, end: bytes) -> str:
    return raw.partition(start)[2].partition(end)[0].decode("latin-1") or "none"


@contextmanager
def _serving(script: Path, key: str | None = None) -> Iterator[Server]:
    command = [
        "-m",
        "transcript_doctor",
        "serve",
        "--port",
        "0",
        "--quiet",
        "--script",
        str(script),
    ]
    more = ["--key-env", "BENCH_KEY"] if key else []
    with _process([*command, *more], {"BENCH_KEY": key or ""}) as found:
        yield found


@contextmanager
def _echoing(file: Path, frames: int) -> Iterator[Server]:
    file.write_text(_ECHO.replace("{frames}", str(frames)), encoding="utf-8")
    with _process([str(file), str(_free_port())], {}) as found:
        yield found


@contextmanager
def _process(arguments: list[str], environment: dict[str, str]) -> Iterator[Server]:
    import os

    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().strip().rpartition(":")[2])
        _until(lambda: _answers(port))
        yield Server(process.pid, port)
    finally:
        process.terminate()
        process.wait()


def _until(true: Callable[[], bool]) -> None:
    for _ in range(200):
        if true():
            return
        time.sleep(0.05)


def _answers(port: int) -> bool:
    import socket

    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def _free_port() -> int:
    import socket

    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def _of_process(pid: int, file: str, field: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/{file}").read_text(encoding="ascii").split()[field])
    except OSError:
        return 0
