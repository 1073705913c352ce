"""What a check costs beside reading the JSON, beside mistral-common, and when every message is sick."""

from __future__ import annotations

import json
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from benchmarks import corpus
from transcript_doctor import check

LENGTHS = (40, 400, 5000)
ROUNDS = 15


def interleaved(*jobs: Callable[[], object], rounds: int = ROUNDS) -> list[list[float]]:
    """Return the CPU seconds of each job in each round; the jobs take turns, so drift hits all alike."""
    times: list[list[float]] = [[] for _ in jobs]
    for job in jobs:
        job()
    for _ in range(rounds):
        for job, taken in zip(jobs, times, strict=True):
            start = process_time()
            job()
            taken.append(process_time() - start)
    return times


def ratio(above: list[float], below: list[float]) -> float:
    """Return the median of the ratios round by round."""
    return median(a / b for a, b in zip(above, below, strict=True))


def mistral(messages: list[dict[str, Any]]) -> None:
    """Convert and validate as users of mistral-common do.

    It is loaded here alone: its many objects are what a garbage collection in other measurements
    would go through, and whoever checks or repairs a list does not have them.
    """
    from mistral_common.protocol.instruct.converters import convert_openai_messages
    from mistral_common.protocol.instruct.request import ChatCompletionRequest
    from mistral_common.protocol.instruct.validator import (
        MistralRequestValidatorV13,
        ValidationMode,
    )

    request = ChatCompletionRequest(model="m", messages=convert_openai_messages(messages))
    MistralRequestValidatorV13(ValidationMode.serving).validate_request(request)


def sick(format: str, messages: int) -> list[dict[str, Any]]:
    """Return a list in which every message is at fault: unanswered calls and orphan results by turns."""
    broken: list[dict[str, Any]] = []
    for i in range(messages // 2):
        if format == "openai-chat":
            call = {
                "id": f"c{i:08d}",
                "type": "function",
                "function": {"name": "read", "arguments": "{}"},
            }
            broken.append({"role": "assistant", "content": "x" * 700, "tool_calls": [call]})
            broken.append({"role": "tool", "tool_call_id": f"d{i:08d}", "content": "y" * 1400})
        else:
            use = {"type": "tool_use", "id": f"c{i:08d}", "name": "read", "input": {"path": "a"}}
            broken.append(
                {"role": "assistant", "content": [{"type": "text", "text": "x" * 700}, use]}
            )
            result = {"type": "tool_result", "tool_use_id": f"d{i:08d}", "content": "y" * 1400}
            broken.append({"role": "user", "content": [result]})
    return broken


def read_all(format: str, messages: list[dict[str, Any]]) -> int:
    """Check, and read code, place and message of every finding."""
    report = check(messages, format=format)
    return sum(len(f.code) + len(str(f.place)) + len(f.message) for f in report.findings)


def run() -> None:
    """Print one row a format and length.

    A list is checked right after it was parsed, as it is in use; each row handles about as many
    messages in all.
    """
    head = f"{'format':12} {'messages':>8} {'bytes/msg':>9} {'us/msg':>7} {'x json.loads':>12}"
    print(f"{head} {'x mistral':>9} {'sick x healthy':>14}")
    each: dict[tuple[str, int], float] = {}
    for format in ("openai-chat", "anthropic"):
        for length in LENGTHS:
            each[format, length] = _row(format, length)
        factor = each[format, 5000] / each[format, 400]
        print(f"{format:12} 5,000 messages cost {factor:.2f} x as much a message as 400")


def _row(format: str, length: int) -> float:
    """Print a row; return the seconds a message."""
    number = max(1, LENGTHS[-1] // length)
    texts = [json.dumps(corpus.transcript(format, length, seed)) for seed in range(number)]
    ill = [json.dumps(sick(format, length))] * number
    for text in texts:
        assert check(json.loads(text), format=format).findings == ()
    rounds: list[list[float]] = []
    for _ in range(ROUNDS):
        loads, ours = _parsed_then(texts, lambda messages: check(messages, format=format))
        _, words = _parsed_then(ill, lambda messages: read_all(format, messages))
        theirs = _parsed_then(texts, mistral)[1] if format == "openai-chat" else 0.0
        rounds.append([ours, loads, theirs, words])
    ours, loads, theirs, words = (list(column) for column in zip(*rounds, strict=True))
    messages = sum(len(json.loads(text)) for text in texts)
    factor = messages / (number * len(json.loads(ill[0])))
    seconds = median(ours) / messages
    beside = f"{ratio(ours, theirs):9.3f}" if theirs[0] else f"{'-':>9}"
    print(
        f"{format:12} {messages // number:8} {sum(map(len, texts)) // messages:9} {seconds * 1e6:7.2f} "
        f"{ratio(ours, loads):12.3f} {beside} {ratio(words, ours) * factor:14.2f}"
    )
    return seconds


def _parsed_then(texts: list[str], job: Callable[[list[Any]], object]) -> tuple[float, float]:
    """Return the CPU seconds of parsing all texts, and of the job on what was just parsed."""
    parsing = working = 0.0
    for text in texts:
        start = process_time()
        messages = json.loads(text)
        parsed = process_time()
        job(messages)
        working += process_time() - parsed
        parsing += parsed - start
    return parsing, working
