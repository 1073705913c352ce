"""Requests as they were sent, with the provider's answer; each aimed at the target it went to."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from transcript_doctor import Report, check

DATA = Path(__file__).resolve().parents[1] / "data" / "accepted"
HOSTS: dict[str, str] = tomllib.loads((DATA / "hosts.toml").read_text("utf-8"))
_MODEL_IN_PATH = {
    "gemini": re.compile(r"models?/([^:/]+(?:%3A\d+)?)"),
    "bedrock": re.compile(r"/model/(.+)/[^/]+$"),
}
_RESPONSES = {
    "openai": "openai-responses",
    "openai-compatible": "openai-responses",
    "groq": "openai-responses",
    "deepseek": "deepseek-responses",
}


class Recorded(NamedTuple):
    """One request and its fate."""

    cassette: str
    status: int
    target: str
    model: str | None
    """The model, where the path names it and the body does not."""
    body: dict[str, Any]
    error: str

    def judge(self) -> Report:
        """Check the body for the target that it was sent to."""
        context = {"model": self.model} if self.model else {}
        return check(self.body, target=self.target, context=context)


@cache
def load_requests() -> tuple[Recorded, ...]:
    """Every request that carries a history."""
    with gzip.open(DATA / "requests.jsonl.gz", "rt", encoding="utf-8", newline="\n") as lines:
        return tuple(_recorded(json.loads(line)) for line in lines if line.strip())


def with_history() -> Iterator[Recorded]:
    """The requests that carry a history: embeddings and token counts in wrappers do not."""
    for request in load_requests():
        listed = request.body.keys() & {"messages", "contents"}
        if listed or ("input" in request.body and request.target != "none"):
            yield request


def _recorded(raw: dict[str, Any]) -> Recorded:
    body, path = raw["body"], raw["path"]
    target = HOSTS.get(raw["host"], "openai-compatible")
    found = _MODEL_IN_PATH[target].search(path) if target in _MODEL_IN_PATH else None
    model = unquote(found[1]) if found else None
    if "embeddings" in path or isinstance(body.get("input"), dict):
        target = "none"
    elif "input" in body and "messages" not in body:
        target = _RESPONSES.get(target, target)
    elif "anthropic_version" in body:
        target = "anthropic"
    return Recorded(
        raw["cassette"], raw["status"], target, model, body, json.dumps(raw.get("error", ""))
    )
