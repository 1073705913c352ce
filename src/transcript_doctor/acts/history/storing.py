"""What a history writes into its file, and how it is done again from there.

The reader `sessions/history/` reads the same lines without any of this: it needs no target.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple
from uuid import uuid4

from transcript_doctor.acts.history.answering import Exchange
from transcript_doctor.acts.history.beginning import Begun
from transcript_doctor.acts.history.pen import Pen, pen_for
from transcript_doctor.acts.history.prefix import Prefix
from transcript_doctor.acts.history.taking import Taken
from transcript_doctor.core.errors import BadOption, UnreadableFile

WRITER = "transcript-doctor"
VERSION = 1


def header(pen: Pen, model: str | None) -> dict[str, Any]:
    """Return the first line: whose file it is, and what its messages are made for.

    `holder` is an empty message that results are put into; null where each is a message of its own.
    """
    verbs = pen.verbs
    return {
        "type": "history",
        "by": WRITER,
        "version": VERSION,
        "id": uuid4().hex,
        "time": _now(),
        "format": pen.format.name,
        "target": pen.target.name,
        "model": model,
        "holder": verbs.holder([]) if verbs.holder is not None else None,
    }


def said(who: str, taken: Taken) -> dict[str, Any]:
    """Return the line of what the user or the assistant said; `calls` tells how many calls are in it."""
    calls = {"calls": len(taken.calls)} if taken.calls else {}
    return {"type": "said", "time": _now(), "who": who, **calls, "messages": taken.messages}


def started(begun: Begun) -> dict[str, Any]:
    """Return the line of messages with which a history begins; `who` is whoever spoke last."""
    who = "assistant" if begun.ends_on_assistant else "user"
    calls = {"calls": len(begun.calls)} if begun.calls else {}
    head = {"type": "said", "time": _now(), "who": who, "begun": True}
    return {**head, **calls, "messages": begun.messages}


def results_of(exchange: Exchange, nodes: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the lines of results, each with the number of its call in its turn."""
    numbers = {key: number for number, key in enumerate(exchange.calls)}
    return [
        {"type": "result", "time": _now(), "call": numbers[key], "result": node}
        for key, node in nodes.items()
    ]


def sent(prefix: Prefix) -> dict[str, Any]:
    """Return the line that says what stands before the messages from now on."""
    return {"type": "sent", "time": _now(), **prefix._asdict()}


class Step(NamedTuple):
    """One thing that a file says was done."""

    kind: Literal["said", "begun", "results", "sent"]
    value: Any
    line: int


class Kept(NamedTuple):
    """What a file says was done."""

    target: str
    model: str | None
    steps: list[Step]


def replay(records: list[dict[str, Any]], path: str, target: str | None, model: str | None) -> Kept:
    """Return what was done, from the records of a file; of an empty one, nothing for the given target."""
    if not records:
        if target is None:
            raise BadOption(f"{path} is new: name the target that it is for")
        return Kept(target, model, [])
    first = records[0]
    kept = first.get("target")
    if first.get("type") != "history" or first.get("by") != WRITER or not isinstance(kept, str):
        raise UnreadableFile(f"{path}: this is no file of a history")
    if first.get("version") != VERSION:
        raise UnreadableFile(
            f"{path}: a history of version {first.get('version')!r}, not {VERSION}"
        )
    if target is not None and pen_for(target).target.name != kept:
        raise BadOption(f"{path} is kept for {kept}, not for {target}")
    known = first.get("model")
    return Kept(
        kept, model or (known if isinstance(known, str) else None), _steps(records[1:], path)
    )


def lost(path: str, line: int, what: str) -> UnreadableFile:
    """Return the error of a file from which something was taken, or into which something was put."""
    advice = f"transcript-doctor check {path} reads what is there, and History.of goes on with that"
    return UnreadableFile(f"{path}:{line}: {what}; {advice}")


def _steps(records: Iterable[dict[str, Any]], path: str) -> list[Step]:
    steps: list[Step] = []
    for line, record in enumerate(records, 2):
        number = record.get("n", line - 1)
        if number != line - 1:
            raise lost(path, line, f"record {line - 1} is not where it was written, {number} is")
        steps.append(_step(record, line, path))
    return steps


def _step(record: Mapping[str, Any], line: int, path: str) -> Step:
    kind, who = record["type"], record.get("who")
    messages, call = record.get("messages"), record.get("call")
    if kind == "said" and who in ("user", "assistant") and isinstance(messages, list):
        return Step("begun" if record.get("begun") is True else "said", messages, line)
    if kind == "result" and isinstance(call, int) and "result" in record:
        return Step("results", {call: record["result"]}, line)
    if kind == "sent":
        words = (record.get("system"), record.get("tools"))
        return Step("sent", Prefix(*(w if isinstance(w, str) else None for w in words)), line)
    raise lost(path, line, "no record of a history")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
