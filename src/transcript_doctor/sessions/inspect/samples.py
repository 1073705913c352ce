"""One sample of a log, and the conversation in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from transcript_doctor.core.transcript import Damage, Origin, State, Transcript
from transcript_doctor.sessions.inspect.messages import Resolve, message_of, resolver
from transcript_doctor.sessions.shared.rows import Row
from transcript_doctor.sessions.shared.whole import Whole


class Log(NamedTuple):
    """What the log says of all its samples."""

    why: str
    status: str
    version: str | None
    model: str | None


def log_of(header: Any, why: str) -> Log:
    """Return what a header says; one that is not there belongs to a log that is still written."""
    top = header if isinstance(header, dict) else {}
    spec = top["eval"] if isinstance(top.get("eval"), dict) else {}
    packages = spec["packages"] if isinstance(spec.get("packages"), dict) else {}
    status, version = top.get("status"), packages.get("inspect_ai")
    model = spec.get("model")
    return Log(
        why,
        status if isinstance(status, str) else "started",
        version if isinstance(version, str) else None,
        model if isinstance(model, str) else None,
    )


def transcript(
    log: Log,
    sample: Mapping[str, Any],
    rows: Iterable[Row],
    attachments: Any,
    damage: Sequence[Damage],
    name: str | None = None,
) -> Transcript | None:
    """Return the conversation of a sample, or None where it has none and nothing is damaged."""
    made = _sent(rows, resolver(attachments))
    if not made and not damage:
        return None
    messages = [message for message, _ in made]
    when = sample.get("completed_at", sample.get("started_at"))
    model = (log.model or "").removeprefix("openai/")
    return Transcript(
        messages,
        "openai-chat",
        "Inspect",
        log.why,
        tuple(origin for _, origin in made),
        damage=tuple(damage),
        state=_state(log, sample, messages),
        version=log.version,
        session=name or name_of(sample),
        when=when if isinstance(when, str) else None,
        facts={"model": model} if model and model != log.model else {},
    )


def name_of(sample: Mapping[str, Any]) -> str | None:
    """Return the name under which the log itself keeps a sample: its id, and which run of it this is."""
    ident, epoch = sample.get("id"), sample.get("epoch")
    if not isinstance(ident, str | int):
        return None
    return f"{ident}_epoch_{epoch if isinstance(epoch, int) else 1}"


def _sent(rows: Iterable[Row], resolve: Resolve) -> list[tuple[dict[str, Any], Origin]]:
    made = ((message_of(row.value, resolve), row.origin) for row in rows)
    return [(message, origin) for message, origin in made if message is not None]


def _state(log: Log, sample: Mapping[str, Any], messages: Sequence[Mapping[str, Any]]) -> State:
    """Return how a sample rests: one that an error or a limit has ended was stopped."""
    if sample.get("error") or sample.get("limit"):
        return "interrupted"
    last = messages[-1] if messages else {}
    if log.status == "success" or (last.get("role") == "assistant" and "tool_calls" not in last):
        return "whole"
    return "interrupted" if log.status in ("cancelled", "error") else "running"


def rows_of(whole: Whole, *steps: str | int) -> list[Row]:
    """Return the messages of a sample; one that lists none has them in its calls of the model."""
    rows = [row for row in whole.rows(*steps, "messages") if "role" in row.value]
    return rows or _last_call(whole, steps)


def _last_call(whole: Whole, steps: tuple[str | int, ...]) -> list[Row]:
    """Return what was sent in the last call of the model, and its answer."""
    events = whole.at(*steps, "events")
    for at in reversed(range(len(events) if isinstance(events, list) else 0)):
        event = events[at]
        if not isinstance(event, dict) or event.get("event") != "model":
            continue
        here = (*steps, "events", at)
        rows = whole.rows(*here, "input") or _pooled(whole, steps, event.get("input_refs"))
        if not rows:
            continue
        answer = (*here, "output", "choices", 0, "message")
        value = whole.at(*answer)
        if isinstance(value, dict) and not whole.is_torn(value):
            rows.append(Row(value, whole.origin(*answer)))
        return rows
    return []


def _pooled(whole: Whole, steps: tuple[str | int, ...], refs: Any) -> list[Row]:
    """Return the messages of a sample's pool that ranges name."""
    for pool in (("events_data", "messages"), ("message_pool",)):
        known = whole.at(*steps, *pool)
        if isinstance(known, list):
            chosen = in_ranges(refs, len(known))
            return [
                Row(known[at], whole.origin(*steps, *pool, at))
                for at in chosen
                if isinstance(known[at], dict) and not whole.is_torn(known[at])
            ]
    return []


def in_ranges(refs: Any, size: int) -> list[int]:
    """Return the indices below `size` in half-open ranges; no more than there are twice over."""
    found: list[int] = []
    for ref in refs if isinstance(refs, list) else []:
        if isinstance(ref, list) and len(ref) == 2 and all(type(end) is int for end in ref):
            found += range(max(0, ref[0]), min(ref[1], size))
        if len(found) > 2 * size:
            break
    return found
