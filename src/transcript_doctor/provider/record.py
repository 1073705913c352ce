"""One request and what came of it, as `provider.requests`, the page `/_requests` and the terminal show it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

from transcript_doctor.acts.shaping import shape
from transcript_doctor.acts.strict import Rejection
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.safetext import printable

Fate = Literal[
    "answered", "refused", "trouble", "unreadable", "too-large", "bad-key", "no-such-path",
    "script-ended", "fault", "left", "listed",
]  # fmt: skip
"""What came of a request: `left` means that the client did not wait for the end of it."""
_LONGEST_PATH = 200
_LONGEST_METHOD = 20
_LONGEST_SHAPE = 2_000
_SHOWN = 50
"""Findings of each request that the list of all shows."""
_VALUE, _FINDING = 100, 600
"""Bytes of memory that a value of a body takes, about, and a finding with what belongs to it."""


class Record:
    """One request and what came of it. Neither headers nor the query are kept, for keys travel there."""

    def __init__(self, number: int, method: str, path: str) -> None:
        self.number, self.method = number, method[:_LONGEST_METHOD]
        self.path = path[:_LONGEST_PATH]
        self.at = datetime.now(UTC)
        self.wire: str | None = None
        """The API that it came in, such as `openai-chat`."""
        self.target: str | None = None
        """Whose laws judged it."""
        self.model: str | None = None
        self.streamed = False
        self.body: Any = None
        """The body as it came, without keys; None where it could not be read."""
        self.size = 0
        """Bytes of the body."""
        self.values = 0
        """How many values the body has, about."""
        self.status = 0
        self.fate: Fate = "answered"
        self.sentence: str | None = None
        """What was said where it was not answered."""
        self.rejection: Rejection | None = None
        self.report: Report | None = None
        self.conversation: int | None = None
        self.answer: dict[str, Any] | None = None
        """The assistant message that was answered, in the form of the lab."""
        self.seconds = 0.0
        """How long it took; 0 until it is over."""

    @property
    def refused(self) -> bool:
        """Whether the judge refused it."""
        return self.rejection is not None

    @property
    def shape(self) -> str:
        """The history's shape, `""` where there was none to read."""
        made = shape(self.report) if self.report is not None else ""
        return made if len(made) <= _LONGEST_SHAPE else f"{made[: _LONGEST_SHAPE - 1]}…"

    @property
    def where(self) -> str:
        """The code and the place of the fault that the sentence is about, such as `P001 messages[3]`."""
        if self.rejection is None:
            return ""
        first = self.rejection.findings[0]
        return f"{first.code} {printable(str(first.place), 200)}"

    @property
    def weight(self) -> int:
        """Bytes of memory that are held for it, about."""
        findings = len(self.report.findings) if self.report is not None else 0
        return self.size + _VALUE * self.values + _FINDING * findings

    def to_json(self, most: int = _SHOWN) -> dict[str, Any]:
        """Return the record as plain JSON, with so many of its findings at most."""
        findings = self.report.findings if self.report is not None else ()
        return {
            "number": self.number,
            "time": self.at.isoformat(timespec="milliseconds"),
            "method": self.method,
            "path": self.path,
            "wire": self.wire,
            "target": self.target,
            "model": self.model,
            "streamed": self.streamed,
            "verdict": self.fate,
            "status": self.status,
            "sentence": self.sentence,
            "shape": self.shape,
            "findings": [_told(finding) for finding in findings[:most]],
            "findings_left_out": max(0, len(findings) - most),
            "conversation": self.conversation,
            "bytes": self.size,
            "milliseconds": round(self.seconds * 1000, 3),
        }

    def __repr__(self) -> str:
        """Return the line that the live view shows."""
        return f"<{line_of(self)}>"


def line_of(record: Record) -> str:
    """Return a request on one line: method, path, target, shape and what came of it."""
    shown = printable(record.shape, 100)
    words = [record.method, printable(record.path, 80), record.target or "-", shown or "-"]
    words.append(f"{record.status or '---'} {record.fate}")
    if record.where:
        words.append(record.where)
    return "  ".join(words)


def _told(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "place": str(finding.place),
        "message": finding.message,
        "provider_says": finding.provider_says,
    }
