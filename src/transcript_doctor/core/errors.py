"""What is raised on misuse; a sick transcript never raises, it is reported.

DoctorError
├── UnknownFormat      a format name that does not exist
├── UnknownTarget      a target name that does not exist
├── UnknownRule        a rule code or name that does not exist
├── BadOption          an option with a value that it does not take
├── NoTruthValue       a report asked whether it is true, where `ok` was meant
├── UnreadableFile     a file that is absent, no text, or no JSON
├── Unwritable         a file that is not edited in its own format, or not now, and why
├── SickTranscript     a transcript that is refused as it is: `report` says why
├── Lossy              a conversion that may lose nothing and would: `losses` says what
├── NoTwoLists         an oracle's history that does not fit into two lists of texts
├── BadHistory         a list that `check_history` cannot take
├── OpenCalls          a `History` asked to go on while calls wait for their results
├── BadAnswers         results that are not those of the open calls: one is missing, or nobody's
├── BadMessage         a message that a `History` cannot take
├── IllegalRequest     a record of which no request can be made that its target takes
├── UnprovenRepair     a repair whose proof failed, with the evidence
└── BadKnowledge       a target file that breaks its own schema
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from transcript_doctor.core.wording import cut, named


class DoctorError(Exception):
    """The root of every error that this package raises."""


def _suggest(kind: str, name: object, known: Iterable[str], meant: Iterable[str] = ()) -> str:
    from difflib import get_close_matches  # dear to load, and only misuse needs it

    names, word = sorted(known), cut(named(name), 80)
    near = list(meant)[:3] or get_close_matches(word, names, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(names)}"
    return f"unknown {kind} {word!r}; {hint}"


class UnknownFormat(DoctorError):
    """A format name that does not exist; the message names those that do."""

    def __init__(self, name: object, known: Iterable[str]) -> None:
        super().__init__(_suggest("format", name, known))


class UnknownTarget(DoctorError):
    """A target name that does not exist; the message names the nearest ones, or those that may be meant."""

    def __init__(self, name: object, known: Iterable[str], meant: Iterable[str] = ()) -> None:
        super().__init__(_suggest("target", name, known, meant))


class UnknownRule(DoctorError):
    """A rule code or name that does not exist; the message names the nearest ones."""

    def __init__(self, name: object, known: Iterable[str]) -> None:
        super().__init__(_suggest("rule", name, known))


class BadOption(DoctorError):
    """An option with a value that it does not take; the message says what it takes."""


class NoTruthValue(DoctorError, TypeError):
    """A report asked whether it is true: `assert check(messages)` would hold for ever."""


class UnreadableFile(DoctorError):
    """A file that is absent, no text, or no JSON; the message says which, where and what to do."""


class Unwritable(DoctorError):
    """A file that is not edited in its own format, or not now; the message says why."""


class SickTranscript(DoctorError):
    """A transcript that is refused as it is; `report` holds the findings, `hint` is what may be done."""

    def __init__(self, report: Any, hint: str = "repair it first") -> None:
        self.report, self.hint = report, hint
        errors = [finding for finding in report.findings if finding.severity == "error"]
        rows = "; ".join(f"{f.code} {f.name} at {f.place}" for f in errors[:5])
        more = f" and {len(errors) - 5} more" if len(errors) > 5 else ""
        super().__init__(f"sick for {report.target}: {rows}{more}; {hint}")


class Lossy(DoctorError):
    """A strict conversion that would lose something; `losses` holds what, and where it stands."""

    def __init__(self, target: str, losses: tuple[Any, ...]) -> None:
        self.losses = losses
        rows = "; ".join(f"{loss.what} at {loss.place}" for loss in losses[:5])
        more = f" and {len(losses) - 5} more" if len(losses) > 5 else ""
        super().__init__(f"{target} cannot say all of it: {rows}{more}")


class NoTwoLists(DoctorError):
    """An oracle's history that two lists of texts do not hold; the message says where."""


class BadHistory(DoctorError):
    """A list that `check_history` cannot take; the message names the position."""


class OpenCalls(DoctorError):
    """Calls wait for their results; `ids` names them, `code` is the rule that a request would break."""

    code = "P001"

    def __init__(self, ids: Iterable[str]) -> None:
        self.ids = tuple(ids)
        super().__init__(
            f"P001 unanswered-call: no result yet for {_listed(self.ids)}; "
            "give results, or close the calls with interrupt()"
        )


class BadAnswers(DoctorError):
    """Results that do not fit the calls: ids that are missing, unknown, or answered already.

    `closed` are those that came too late: their calls were closed by an interrupt. `code` is the rule
    that a request would break: P001, P002 or P004.
    """

    def __init__(
        self,
        missing: Iterable[str] = (),
        unknown: Iterable[str] = (),
        again: Iterable[str] = (),
        closed: Iterable[str] = (),
    ) -> None:
        self.missing, self.unknown, self.again = tuple(missing), tuple(unknown), tuple(again)
        self.closed = tuple(closed)
        told = {
            "P002 orphan-result: no open call is": self.unknown,
            "P004 duplicate-result: there is a result already for": self.again,
            "P004 duplicate-result: too late, interrupt() closed the call, as a second run on one "
            "history does:": self.closed,
            "P001 unanswered-call: no result for": self.missing,
        }
        words = [f"{word} {_listed(ids)}" for word, ids in told.items() if ids]
        self.code = words[0][:4] if words else "P001"
        super().__init__("; ".join(words))


class BadMessage(DoctorError):
    """A message that a `History` cannot take; `report` holds the findings where a law refuses it."""

    def __init__(self, why: str, report: Any = None) -> None:
        self.report = report
        super().__init__(why)


class IllegalRequest(DoctorError):
    """A record of which no request can be made that its target takes; `report` says why."""

    def __init__(self, why: str, report: Any) -> None:
        self.report = report
        super().__init__(why)


def _listed(ids: tuple[str, ...]) -> str:
    more = f" and {len(ids) - 8} more" if len(ids) > 8 else ""
    return ", ".join(cut(ident, 80) for ident in ids[:8]) + more


class UnprovenRepair(DoctorError):
    """A repair whose proof failed: a fault of this package; `evidence` says what was wrong, line by line.

    `transcript` is what the repair had come to; the one that was given is as it was.
    """

    def __init__(self, evidence: Iterable[str], transcript: Any) -> None:
        self.evidence, self.transcript = tuple(evidence), transcript
        super().__init__(
            "the repair cannot be proved, and nothing was changed: " + self.evidence[0]
        )


class BadKnowledge(DoctorError):
    """A target file that breaks its own schema: a fault of this package, found by its tests."""
