"""The thinking duty: what a model thought may be bound to all that stood before it, system and tools too.

Messages are kept with a hash of the system prompt and the tools under which they were made. When
these change, the bound thinking of earlier messages leaves the request, and is listed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from transcript_doctor.acts.check import check
from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.acts.repair import Loss
from transcript_doctor.acts.thinking import GONE, is_bound, without
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.errors import BadOption, IllegalRequest
from transcript_doctor.core.surgery.rewriting import loop_start

UNSAID: Any = object()
"""Stands for a system prompt, or tools, of which nobody spoke."""


def must_be_sendable(system: Any, tools: Any) -> None:
    """Raise `BadOption` for a system prompt or tools that no request holds."""
    for takes, given, wrong in (
        ("system is a text or a list of parts", system, (int, float, bytes)),
        ("tools are a list", tools, (int, float, bytes, str)),
    ):
        if given is not UNSAID and isinstance(given, wrong):
            raise BadOption(f"{takes}, not {type(given).__name__}")


class Prefix(NamedTuple):
    """What stands before the messages of a request, as hashes; None where nobody spoke of it."""

    system: str | None = None
    tools: str | None = None

    def then(self, system: Any, tools: Any) -> Prefix:
        """Return the prefix with what is said of it now."""
        return Prefix(
            self.system if system is UNSAID else _hash(system),
            self.tools if tools is UNSAID else _hash(tools),
        )

    def change_to(self, now: Prefix) -> str | None:
        """Return in words what differs from a later prefix, or None. What nobody spoke of is no change."""
        words = (
            ("the system prompt", self.system, now.system),
            ("the tools", self.tools, now.tools),
        )
        found = [word for word, a, b in words if a is not None and b is not None and a != b]
        return " and ".join(found) or None


def _hash(value: Any) -> str:
    text = json.dumps(plain(value), sort_keys=True, default=repr)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def without_stale(
    messages: list[Any], prefixes: list[Prefix], now: Prefix, asked: Mapping[str, Any]
) -> tuple[list[Any], list[Loss]]:
    """Return the messages without thinking that is bound to another prefix, and what left them.

    Raises `IllegalRequest` where that thinking stands in the running tool loop: it may neither stay
    nor go. Where the model is not known, it stays there.
    """
    changes = {i: word for i, p in enumerate(prefixes) if (word := p.change_to(now)) is not None}
    if not changes:
        return messages, []
    context = {
        **(asked.get("context") or {}),
        "prefix_changed": " and ".join(dict.fromkeys(changes.values())),
        "stale_thinking_at": list(changes),
    }
    report = check(messages, **{**asked, "context": context}, as_="request", select=("T005",))
    outline = report.outline
    if outline is None or not report.findings:
        return messages, []
    running = loop_start(outline) if context.get("thinking") != "disabled" else len(messages)
    goes: set[int | None] = set()
    for finding in report.findings:
        if (finding.index or 0) < running:
            goes.add(finding.index)
        elif finding.severity == "error":
            raise IllegalRequest(
                f"T005 {finding.name} at {finding.place}: {context['prefix_changed']} changed while a "
                "tool loop runs; restore it until the loop ends",
                report,
            )
    rows = (row for row in outline.reasoning if row.message in goes and is_bound(row))
    made = without(outline, rows, FORMATS[report.format], "bound thinking")
    left = [message for message in made.messages if message is not GONE]
    return left, [loss for lost in made.losses.values() for loss in lost]
