"""The report as JSON, version 1; `report.schema.json` beside this file describes it."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from transcript_doctor.acts.diagnose.suspecting import Looks
from transcript_doctor.acts.report.entry import Entry, Tally
from transcript_doctor.acts.show.shaping import shape
from transcript_doctor.core.finding import Finding
from transcript_doctor.place import Place
from transcript_doctor.safetext import printable

VERSION = 1
LONGEST = 4000
"""Characters of one text; a sentence may name every call of a turn, and a call has any id."""
_ESCAPES = str.maketrans({"\x7f": "\\u007f", "<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""What JSON leaves as it is, and a terminal or a page does not."""

_FINDING_KEYS = (
    "code", "name", "case", "severity", "index", "place", "line", "message", "related",
    "refused_by", "provider_says", "looks_like", "fix",
)  # fmt: skip


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the report."""
    text = files(__package__).joinpath("report.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


class JsonWriter:
    """Writes one JSON object, a line for each transcript."""

    def __init__(self) -> None:
        self._written = 0

    def begin(self) -> str:
        """Open the object."""
        return f'{{"version": {VERSION}, "transcripts": ['

    def block(self, entry: Entry) -> str:
        """Return one transcript as JSON."""
        return dumps(_entry(entry))

    def put(self, block: str) -> str:
        """Return one transcript on a line of its own."""
        self._written += 1
        comma = "," if self._written > 1 else ""
        return f"{comma}\n{block}"

    def end(self, tally: Tally) -> str:
        """Close the object."""
        return "\n]}\n" if self._written else "]}\n"


def dumps(value: Any) -> str:
    """Return JSON in ASCII that is harmless on a terminal and inside a page."""
    return json.dumps(value).translate(_ESCAPES)


def _entry(entry: Entry) -> dict[str, Any]:
    report, looks = entry.report, Looks(entry.report)
    return {
        "source": printable(entry.source),
        "line": entry.line,
        "format": report.format,
        "recognised": printable_in(report.recognised._asdict()),
        "target": report.target,
        "as": report.as_,
        "ok": report.ok,
        "shape": printable(shape(report)),
        "stands": [stand.to_json() for stand in report.stands],
        "findings": [_finding(entry, finding, looks) for finding in entry.findings],
        "unknowns": [printable_in(unknown.to_json()) for unknown in report.unknowns],
        "session": _session(entry),
    }


def _session(entry: Entry) -> dict[str, Any] | None:
    session = entry.session
    if session is None:
        return None
    keys = ("agent", "version", "session", "state", "when")
    return {key: printable_in(getattr(session, key)) for key in keys}


def _finding(entry: Entry, finding: Finding, looks: Looks) -> dict[str, Any]:
    row = finding.to_json()
    row["looks_like"] = looks.like(finding)
    row["line"] = entry.line_of(finding.place)
    row["related"] = [_related(entry, place) for place in finding.related]
    shown = {key: printable_in(row[key]) for key in _FINDING_KEYS}
    return {**shown, **_elsewhere(entry, finding.place)}


def _related(entry: Entry, place: Place) -> dict[str, Any]:
    row = {"place": str(place), "line": entry.line_of(place)}
    return {**row, **_elsewhere(entry, place)}


def _elsewhere(entry: Entry, place: Place) -> dict[str, Any]:
    """Return the file of a place, where a session has several and it is not the one that was named."""
    file = entry.spot_of(place).file
    return {"file": printable(file)} if file != entry.source else {}


def printable_in(value: Any) -> Any:
    """Return a value of JSON with its texts made printable; it is a few levels deep at most."""
    if isinstance(value, str):
        return printable(value, LONGEST)
    if isinstance(value, dict):
        return {key: printable_in(child) for key, child in value.items()}
    return [printable_in(child) for child in value] if isinstance(value, list) else value
