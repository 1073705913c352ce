"""Showing a transcript: one line a message, who spoke and what, safe to print.

`contents=0` is for logs: roles and ids stay, what was said goes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.show.shaping import outline_of
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.format import Part
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.report import Report
from transcript_doctor.core.walk import type_of
from transcript_doctor.safetext import printable

_LONGEST_ROLE = 40
_CUT = "…"


def show(
    transcript: Any,
    *,
    contents: int | None = None,
    format: str | None = None,
    numbers: bool = False,
) -> str:
    """Return a transcript as one line a message; never raises on its content.

    `contents` cuts every text, argument and result to so many characters; None shows all of them.
    `numbers` puts its index in front of each message, and the codes of its findings behind it.
    """
    if not numbers:
        return "\n".join(lines(outline_of(transcript, format), contents))
    report = transcript if type(transcript) is Report else check(transcript, format=format)
    outline = report.outline
    return "" if outline is None else "\n".join(_numbered(lines(outline, contents), report))


def _numbered(shown: list[str], report: Report) -> Iterator[str]:
    """Yield lines with their index in front, and behind them the codes of what was found there."""
    codes: dict[int, dict[str, None]] = {}
    for finding in report.findings:
        if finding.index is not None:
            codes.setdefault(finding.index, {})[finding.code] = None
    wide = len(str(len(shown) - 1))
    for i, line in enumerate(shown):
        mark = f"  <- {', '.join(codes[i])}" if i in codes else ""
        yield f"{i:>{wide}}  {line}{mark}"


def lines(outline: Outline, contents: int | None = None) -> list[str]:
    """Return the line of each message; raises `BadOption` where `contents` is no number."""
    if contents is not None and not isinstance(contents, int):
        raise BadOption("contents takes a number of characters, or None for all")
    pen = _Pen(contents)
    parts = FORMATS[outline.format].parts
    shown = []
    for i, message in enumerate(outline.messages):
        line = _line(pen, _word(message), parts(message), outline.roles[i])
        if i in outline.failed:
            line += f"  [{pen.failure(message)}]"
        shown.append(line)
    return shown


def _line(pen: _Pen, word: str, parts: list[Part], role: str) -> str:
    if len(parts) == 1 and parts[0].kind == "result" and role != "u":
        return pen.result(word, parts[0])
    return f"{word} -> {', '.join(map(pen.part, parts)) or '(nothing)'}"


def _word(message: Any) -> str:
    """Return the role of a message; an item without one is named by its type."""
    for key in ("role", "type"):
        word = message.get(key) if isinstance(message, dict) else None
        if isinstance(word, str):
            return printable(word, _LONGEST_ROLE)
    return "?"


class _Pen:
    """Writes parts, each text cut to `contents` characters."""

    def __init__(self, contents: int | None) -> None:
        self.contents = contents

    def part(self, part: Part) -> str:
        """Return one part of a message."""
        if part.kind == "text":
            return self.said(part.text)
        if part.kind == "call":
            return f"{_named('toolCall', part)}({self._arguments(part.text)})"
        if part.kind == "result":
            return self.result("toolResult", part)
        if part.kind == "reasoning":
            return f"thinking {self.said(part.text)}"
        return f"({_type(part.text) if isinstance(part.text, str) else type_of(part.raw)})"

    def result(self, word: str, part: Part) -> str:
        """Return a result after the word that stands for it."""
        failed = "  [error]" if part.error else ""
        return f"{_named(word, part)} -> {self.said(part.text)}{failed}"

    def failure(self, message: dict[str, Any]) -> str:
        """Return why a turn failed, as far as its agent wrote it down."""
        for key in ("error_message", "errorMessage"):
            if isinstance(message.get(key), str):
                return f"error: {printable(self._cut(message[key]))}"
        aborted = "aborted" in (message.get("stop_reason"), message.get("stopReason"))
        return "error: aborted" if aborted else "error"

    def said(self, value: object) -> str:
        """Return a text in quotes, a list's texts one by one, anything else as JSON."""
        if isinstance(value, str):
            return printable(json.dumps(self._cut(value), ensure_ascii=False))
        if value is None or value == []:
            return "(nothing)"
        if isinstance(value, list):
            return ", ".join(map(self._piece, value))
        return self._json(value)

    def _piece(self, value: object) -> str:
        if isinstance(value, dict):
            if isinstance(value.get("text"), str):
                return self.said(value["text"])
            if isinstance(value.get("type"), str):
                return f"({_type(value['type'])})"
        return self.said(value) if isinstance(value, str) else self._json(value)

    def _arguments(self, value: object) -> str:
        if isinstance(value, str):
            return printable(self._cut(value))
        return "" if value is None else self._json(value)

    def _json(self, value: object) -> str:
        try:
            text = json.dumps(value, ensure_ascii=False, default=_type)
        except (ValueError, TypeError, RecursionError):
            return "(unreadable)"
        return printable(self._cut(text))

    def _cut(self, text: str) -> str:
        if self.contents is None or len(text) <= self.contents:
            return text
        return text[: max(self.contents, 0)] + _CUT


def _named(word: str, part: Part) -> str:
    """Return a word with the id and the function name behind it, as far as they are there."""
    words = (printable(x) for x in (part.id, part.name) if isinstance(x, str) and x)
    return " ".join((word, *words))


def _type(value: object) -> str:
    """Return the name of a part's type; of anything without one, its Python type."""
    return printable(value, _LONGEST_ROLE) if isinstance(value, str) else type(value).__name__
