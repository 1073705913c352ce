"""Results that stand in a session's file and not on its list: a real result beats any marker."""

from __future__ import annotations

from typing import Any

from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.format import Format
from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.transcript import Stray, Transcript


class Strays:
    """The strays of a transcript by the id of their call, as far as it is plain which call is meant."""

    def __init__(self, transcript: Any, outline: Outline) -> None:
        self._format = FORMATS[outline.format]
        self._by_id: dict[str, Stray] = {}
        if type(transcript) is not Transcript or not transcript.strays:
            return
        doubtful = {ident for ident, n in _counts(outline).items() if n > 1}
        for stray in transcript.strays:
            known = self._by_id.get(stray.id)
            if known is not None and known.raw != stray.raw:
                doubtful.add(stray.id)
            self._by_id[stray.id] = stray
        for ident in doubtful:
            self._by_id.pop(ident, None)

    def of(self, finding: Finding) -> tuple[Call, Any] | None:
        """Return an open call with the result that stands in the file for it."""
        call = finding.subject if self._by_id else None
        if finding.code != "P001" or not isinstance(call, Call) or not call.id:
            return None
        stray = self._by_id.get(call.id)
        return (call, stray.raw) if stray is not None and _fits(self._format, stray) else None

    def words(self, call: Call) -> str:
        """Return what is done, in words."""
        origin = self._by_id[call.id or ""].origin
        return f"bring back the result that stands on line {origin.line} of {origin.file}"


def _counts(outline: Outline) -> dict[str, int]:
    counts: dict[str, int] = {}
    for call in outline.calls:
        if call.id:
            counts[call.id] = counts.get(call.id, 0) + 1
    return counts


def _fits(format: Format, stray: Stray) -> bool:
    """Tell whether a stray is a result as this format has it, and of this call."""
    verbs = format.verbs
    if verbs is None:
        return False
    message = stray.raw if verbs.holder is None else verbs.holder([stray.raw])
    parts = format.parts(message)
    return len(parts) == 1 and parts[0].kind == "result" and parts[0].id == stray.id
