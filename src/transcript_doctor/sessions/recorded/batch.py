"""Batch files: requests that are handed in together, one a line, each with an id of the caller's."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.reader import Reader, Sample, later

BODIES = (
    ("custom_id", "body", ""),
    ("custom_id", "params", "/v1/messages"),
    ("recordId", "modelInput", "/invoke"),
    ("key", "request", ":generateContent"),
)
"""The keys of the id and of the body, and the end of the address where the line does not say it:
OpenAI's and those that take OpenAI's, Anthropic's, Bedrock's, Gemini's."""


def recognise(sample: Sample) -> str | None:
    """Recognise lines with an id of the caller's and a body."""
    for value in sample.records:
        for ident, body, _ in BODIES:
            is_pair = isinstance(value.get(body), dict) and isinstance(value.get(ident), str)
            if is_pair and (ident != "key" or "contents" in value[body]):
                return f"its lines have {ident} and {body}"
    return None


def is_request(value: Any) -> bool:
    """Tell whether an object is a line of a batch file, and nothing inside of one."""
    return isinstance(value, dict) and any(
        isinstance(value.get(body), dict) and ident in value for ident, body, _ in BODIES
    )


READER = Reader(
    name="batch",
    title="a batch of requests",
    agent="batch",
    versions=(),
    homes=(),
    recognise=recognise,
    read=later("transcript_doctor.sessions.recorded.batches"),
    rewriting="transcript_doctor.sessions.shared.verbatim",
)
