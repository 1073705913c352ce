"""Asking every fake server, and this project's own, about the same broken histories."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.agents.mock_questions import BROKEN, SOUND, Messages
from benchmarks.agents.mock_servers import SERVERS, post, started, version
from transcript_doctor import __version__
from transcript_doctor.provider import running

_OURS = "transcript-doctor serve"


class Asked(NamedTuple):
    """What one server answered: a pair of statuses a question, OpenAI chat and Anthropic."""

    name: str
    version: str
    sound: list[tuple[str, str]]
    broken: list[tuple[str, str]]
    note: str = ""


def asked() -> list[Asked]:
    """Return the answers of all servers, ours first; one that is not there says why."""
    with running() as provider:
        made = [_ask(_OURS, __version__, provider.url, provider.url)]
    for server in SERVERS:
        try:
            found = version(server)
            with tempfile.TemporaryDirectory() as folder, started(server, Path(folder)) as urls:
                made.append(_ask(server.package, found, *urls, note=server.note))
        except (OSError, subprocess.SubprocessError) as error:
            made.append(Asked(server.package, "-", [], [], f"not asked: {type(error).__name__}"))
    return made


def sentences() -> list[list[str]]:
    """Return what ours says to each broken history: API, title, rule and place, status, sentence."""
    rows = []
    with running() as provider:
        for api, attribute in (("OpenAI chat", "chat"), ("Anthropic", "anthropic")):
            for question in BROKEN:
                messages = getattr(question, attribute)
                if messages is not None:
                    status, text = _send(attribute, provider.url, messages)
                    said = json.loads(text).get("error", {}).get("message", "")
                    where = provider.requests[-1].where
                    rows.append([question.title, api, str(status), where, said])
    return rows


def _ask(name: str, found: str, chat: str, anthropic: str, note: str = "") -> Asked:
    def both(question: Any) -> tuple[str, str]:
        return (
            _status("chat", chat, question.chat),
            _status("anthropic", anthropic, question.anthropic),
        )

    return Asked(name, found, [both(q) for q in SOUND], [both(q) for q in BROKEN], note)


def _status(api: str, url: str, messages: Messages | None) -> str:
    return "-" if messages is None else str(_send(api, url, messages)[0])


def _send(api: str, url: str, messages: Messages) -> tuple[int, str]:
    schema = {"type": "object", "properties": {"path": {"type": "string"}}}
    if api == "chat":
        function = {"name": "read", "parameters": schema}
        tools: list[Any] = [{"type": "function", "function": function}]
        body = {"model": "gpt-5.4-mini", "messages": messages, "tools": tools}
        return post(f"{url}/v1/chat/completions", body)
    tools = [{"name": "read", "input_schema": schema}]
    body = {"model": "claude-sonnet-5", "max_tokens": 100, "messages": messages, "tools": tools}
    return post(f"{url}/v1/messages", body)
