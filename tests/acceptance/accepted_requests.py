"""Requests as they were sent, with the provider's answer; each aimed at the target it went to."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
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
    """Every request with a history: embeddings and bodies wrapped for counting have none."""
    with gzip.open(DATA / "requests.jsonl.gz", "rt", encoding="utf-8", newline="\n") as lines:
        raws = [json.loads(line) for line in lines if line.strip()]
    return tuple(_recorded(raw) for raw in raws if _has_history(raw))


def _has_history(raw: dict[str, Any]) -> bool:
    body = raw["body"]
    if not isinstance(body, dict) or raw["path"].endswith("/embeddings"):
        return False
    listed = body.keys() & {"messages", "contents"}
    return bool(listed) or isinstance(body.get("input"), str | list)


def _recorded(raw: dict[str, Any]) -> Recorded:
    body, path = raw["body"], raw["path"]
    target, model = HOSTS.get(raw["host"], "openai-compatible"), None
    if target in _MODEL_IN_PATH:
        found = _MODEL_IN_PATH[target].search(path)
        model = unquote(found[1]) if found else None
    if "anthropic_version" in body:
        target = "anthropic"
    elif "input" in body and "messages" not in body:
        target = _RESPONSES.get(target, target)
    error = json.dumps(raw.get("error", ""))
    return Recorded(raw["cassette"], raw["status"], target, model, body, error)
