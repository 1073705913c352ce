"""One request and what came of it, as `provider.requests`, the page `/_requests` and the terminal show it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from transcript_doctor.acts.show.shaping import shape
from transcript_doctor.acts.strict import Rejection
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.provider.veil import HELD_BACK, Veil
from transcript_doctor.safetext import printable

Fate = Literal[
    "answered", "refused", "trouble", "unreadable", "too-large", "bad-key", "no-such-path",
    "script-ended", "fault", "left", "stopped", "listed",
]  # fmt: skip
"""What came of a request: `left` means that the client did not wait for the end of it."""
FATES: tuple[Fate, ...] = get_args(Fate)
_LONGEST_PATH = 200
_METHOD = re.compile(r"[A-Z]{1,20}")
_LONGEST_SHAPE = 2_000
_SHOWN = 50
"""Findings of each request that the list of all shows."""
_VALUE, _FINDING = 100, 600
"""Bytes of memory that a value of a body takes, about, and a finding with what belongs to it."""


class Record:
    """One request and what came of it. Neither headers nor the query are kept, for keys travel there.

    What is kept of the rest is behind the request's veil; `report` and `rejection` alone are the judge's
    own, on the request as it came.
    """

    def __init__(self, number: int, method: str, path: str, veil: Veil | None = None) -> None:
        self.number = number
        self.method = method if _METHOD.fullmatch(method) else HELD_BACK
        self.veil = Veil() if veil is None else veil
        self.path = self.veil.text(path)[:_LONGEST_PATH]
        self.at = datetime.now(UTC)
        self.wire: str | None = None
        """The API that it came in, such as `openai-chat`."""
        self.target: str | None = None
        """Whose laws judged it."""
        self.model: str | None = None
        self.streamed = False
        self.body: Any = None
        """The body as it came, without keys; None where it could not be read, or is too deep to be kept."""
        self.size = 0
        """Bytes of the body."""
        self.values = 0
        """How many values the body has, about."""
        self.status = 0
        self.fate: Fate = "answered"
        self.sentence: str | None = None
        """What was said where it was not answered, or how its answer came to grief."""
        self.rejection: Rejection | None = None
        self.report: Report | None = None
        self.conversation: int | None = None
        self.step: int | None = None
        """The step of the script that it was answered with, from 1."""
        self.trouble: str | None = None
        """The kind of trouble that the script has ordered: `status`, `broken`, `cut`, `hang` or `slow`."""
        self.answer: dict[str, Any] | None = None
        """The assistant message that was answered, in the form of the lab, without keys."""
        self.seconds = 0.0
        """How long it took; 0 until it is over."""

    def say(self, sentence: str) -> None:
        """Write down what was said, without keys and without the line ends behind it."""
        self.sentence = self.veil.text(sentence).strip()

    @property
    def refused(self) -> bool:
        """Whether the judge refused it."""
        return self.rejection is not None

    @property
    def shape(self) -> str:
        """The history's shape, `""` where there was none to read."""
        made = shape(self.report) if self.report is not None else ""
        return shortened(self.veil.text(made), _LONGEST_SHAPE)

    @property
    def where(self) -> str:
        """The code and the place of the fault that the sentence is about, such as `P001 messages[3]`."""
        if self.rejection is None:
            return ""
        first = self.rejection.findings[0]
        return f"{first.code} {printable(self.veil.text(str(first.place)), 200)}"

    @property
    def weight(self) -> int:
        """Bytes of memory that are held for it, about."""
        findings = len(self.report.findings) if self.report is not None else 0
        return self.size + _VALUE * self.values + _FINDING * findings

    def to_json(self, most: int = _SHOWN) -> dict[str, Any]:
        """Return the record as plain JSON, with so many of its findings at most."""
        findings = self.report.findings if self.report is not None else ()
        told = {
            "number": self.number,
            "time": self.at.isoformat(timespec="milliseconds"),
            "method": self.method,
            "path": self.path,
            "wire": self.wire,
            "target": self.target,
            "model": self.model,
            "streamed": self.streamed,
            "verdict": self.fate,
            "trouble": self.trouble,
            "status": self.status,
            "sentence": self.sentence,
            "shape": self.shape,
            "findings": [_told(finding) for finding in findings[:most]],
            "findings_left_out": max(0, len(findings) - most),
            "conversation": self.conversation,
            "step": self.step,
            "bytes": self.size,
            "milliseconds": round(self.seconds * 1000, 3),
        }
        told["findings"] = self.veil.value(told["findings"])
        return told

    def __repr__(self) -> str:
        """Return the line that the live view shows."""
        return f"<{line_of(self)}>"


def line_of(record: Record) -> str:
    """Return a request on one line: method, path, target, shape and what came of it."""
    shown = shortened(printable(record.shape), 100)
    words = [record.method, printable(record.path, 80), record.target or "-", shown or "-"]
    words.append(f"{record.status or '---'} {record.fate}")
    words += [record.trouble] if record.trouble else []
    words += [record.where] if record.where else []
    if record.step is not None:
        words.append(f"step {record.step} of conversation {record.conversation}")
    return "  ".join(words)


def shortened(text: str, most: int) -> str:
    """Return a text of at most so many characters: its beginning and its end, where faults mostly are."""
    if len(text) <= most:
        return text
    end = most * 3 // 5
    return f"{text[: most - end - 1]}…{text[-end:]}"


def _told(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "place": str(finding.place),
        "message": finding.message,
        "provider_says": finding.provider_says,
    }
