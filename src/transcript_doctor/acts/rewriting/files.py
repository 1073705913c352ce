"""A file as it can be read and edited: a session of some agent, or plain JSON of any kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from transcript_doctor.acts.reading.admitting import admit
from transcript_doctor.acts.reading.sessions import Told, recognise
from transcript_doctor.acts.reading.unpacking import Unpacked
from transcript_doctor.acts.repair import Repair
from transcript_doctor.acts.repair.rebuilding import list_of
from transcript_doctor.acts.rewriting.plain import rewrite_plain
from transcript_doctor.core.errors import UnreadableFile, Unwritable
from transcript_doctor.core.packing import unpacked
from transcript_doctor.core.reader import Source
from transcript_doctor.core.report import Report
from transcript_doctor.core.rewriting.draft import Draft, draft_of_document
from transcript_doctor.core.rewriting.mending import split_lines
from transcript_doctor.core.rewriting.rewriter import Mended, Rewriter, Wanted, rewriter_at
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.jsontext import Document, UnreadableText, read

_BINARY = {
    b"SQLite format 3\0": "it is an SQLite database, which its agent writes through the database alone",
    b"PAR1": "it is a Parquet file, which is written whole by whoever makes data sets",
    b"PK\x03\x04": "it is a zip archive",
}


class NoTranscript(UnreadableFile):
    """A file that can be read and holds no transcript; the message says what it is."""


class Given(NamedTuple):
    """One transcript of a file, and the 1-based line where it begins."""

    value: Any
    line: int


class Editable(Protocol):
    """A file that was read."""

    given: Sequence[Given]
    data: bytes
    """Its bytes."""
    reason: str | None
    """Why it cannot be edited in its own format; None where it can."""
    is_damaged: bool
    """Whether something is wrong with the file itself, whatever its lists say."""

    def draft(self) -> Draft:
        """Return its records, to be edited; raises `Unwritable`."""

    def mend(self, draft: Draft) -> list[Mended]:
        """Heal in a draft what is wrong with the file itself, and say each thing."""

    def rewrite(self, draft: Draft, repairs: Mapping[int, Repair]) -> None:
        """Write what repairs, by the index of their transcript, made of the lists; raises `Unwritable`."""


def opened(name: str, path: Path, data: bytes) -> Editable:
    """Return a file with these bytes; raises `NoTranscript`, or `UnreadableFile`."""
    source = Source(name, lambda: BytesIO(data), path)
    told = recognise(source)
    if told is not None:
        return _Session(told, source, data)
    inner = unpacked(source)
    with inner.open() as stream:
        text = data if inner is source else stream.read()
    return _Plain(name, text, _packed(source, inner))


def _packed(source: Source, inner: Source) -> str | None:
    if inner is source:
        return None
    return "it is packed, or not written in UTF-8: unpack it first"


class _Session:
    """A session file of some agent."""

    def __init__(self, told: Told, source: Source, data: bytes) -> None:
        self._source, self.data = told.source, data
        transcripts = list(told.reader.read(told.source, told.why))
        if not transcripts:
            raise NoTranscript(f"{source.name}: {told.why}; it holds no message")
        self._transcripts = transcripts
        self.given: Sequence[Given] = [Given(one, one.begins.line) for one in transcripts]
        self.is_damaged = any(one.damage for one in transcripts)
        self.reason = self._why_not(told, source)
        self._module = told.reader.rewriting

    def _why_not(self, told: Told, source: Source) -> str | None:
        binary = (why for magic, why in _BINARY.items() if self.data.startswith(magic))
        if (why := next(binary, None)) is not None:
            return why
        if told.source is not source:
            return _packed(source, told.source)
        if told.reader.rewriting is None:
            return f"this is {told.reader.title}, and such files are not edited in their own format"
        return None

    @property
    def _rewriter(self) -> Rewriter:
        if self.reason is not None or self._module is None:
            raise Unwritable(self.reason or "such files are not edited in their own format")
        return rewriter_at(self._module)

    def draft(self) -> Draft:
        return self._rewriter.draft(self._source, self.data)

    def mend(self, draft: Draft) -> list[Mended]:
        found = list(split_lines(draft))
        # Where lines are split, places of the reading are no longer those of the draft.
        return found or list(self._rewriter.mend(draft, self._source, self._transcripts))

    def rewrite(self, draft: Draft, repairs: Mapping[int, Repair]) -> None:
        wanted = [
            Wanted(
                self._transcripts[i],
                _before(self._transcripts[i], done),
                done.messages,
                done.came_from,
            )
            for i, done in repairs.items()
        ]
        self._rewriter.rewrite(draft, self._source, wanted)


def _before(transcript: Transcript, done: Repair) -> Sequence[Any]:
    return list_of(transcript, done.report)


class _Plain:
    """A file of JSON of any kind: a list, a request, one of them or a message on each line."""

    def __init__(self, name: str, data: bytes, reason: str | None) -> None:
        self.data, self.reason, self.is_damaged = data, reason, False
        try:
            self._document: Document = read(data)
        except UnreadableText as fault:
            raise UnreadableFile(f"{name}: {fault}") from fault
        admitted = admit(self._document, alone=True)
        if not admitted.found:
            raise NoTranscript(f"{name}: {admitted.reason}")
        self._found: list[Unpacked] = admitted.found
        self.given: Sequence[Given] = [Given(one.value, one.line) for one in admitted.found]

    def draft(self) -> Draft:
        if self.reason is not None:
            raise Unwritable(self.reason)
        return draft_of_document(self.data, self._document)

    def mend(self, draft: Draft) -> list[Mended]:
        return []

    def rewrite(self, draft: Draft, repairs: Mapping[int, Repair]) -> None:
        for i, done in repairs.items():
            rewrite_plain(draft, self._found[i], done)


def damage_of(reports: Sequence[Report], given: Sequence[Given]) -> Iterator[str]:
    """Yield what is wrong with the file itself, in words, with its line."""
    for report, one in zip(reports, given, strict=True):
        for finding in report.findings:
            if finding.code.startswith("S1") and type(one.value) is Transcript:
                spot = one.value.spot(finding.place)
                yield f"line {spot.line}: {finding.code} {finding.message}"
