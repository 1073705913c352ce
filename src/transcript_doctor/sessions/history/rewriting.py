"""Why the file of a history is not edited: it is a record, and a request is computed from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.reader import Source
from transcript_doctor.core.rewriting.draft import Draft
from transcript_doctor.core.rewriting.rewriter import Mended, Rewriter, Wanted
from transcript_doctor.core.transcript import Transcript

_REASON = (
    "it is the record of a History, which is never edited: open it with History.open, and request() "
    "leaves out or closes what is open"
)


def draft(source: Source, data: bytes) -> Draft:
    """Raise `Unwritable`."""
    raise Unwritable(_REASON)


def mend(draft: Draft, source: Source, transcripts: Sequence[Transcript]) -> Iterator[Mended]:
    """Nothing is mended."""
    return iter(())


def rewrite(draft: Draft, source: Source, wanted: Sequence[Wanted]) -> None:
    """Raise `Unwritable`."""
    raise Unwritable(_REASON)


REWRITER = Rewriter(draft, rewrite, mend)
