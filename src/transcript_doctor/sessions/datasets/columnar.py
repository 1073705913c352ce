"""Reading a Parquet file: its rows, a few at a time, and the conversation of each.

Such a file has no lines: the line of a place is the number of its row, from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, Transcript
from transcript_doctor.core.wording import lacks
from transcript_doctor.place import Steps
from transcript_doctor.sessions.datasets.columns import CHAT, COLUMNS
from transcript_doctor.sessions.datasets.reading import BESIDE, transcript_of
from transcript_doctor.sessions.datasets.records import Entry
from transcript_doctor.sessions.shared.handing import with_damage

_AT_ONCE = 32
"""Rows that are in memory together."""


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of each row; raises `UnreadableFile` where the package for it is lacking."""
    damage: list[Damage] = []
    bare = Transcript([], "openai-chat", "data set", why)
    yield from with_damage(_transcripts(source, why, damage), damage, bare)


def _transcripts(source: Source, why: str, damage: list[Damage]) -> Iterator[Transcript]:
    for number, row in enumerate(_rows(source, damage)):
        origin = Origin(source.name, number + 1, 0)
        made = transcript_of(Entry(row, origin, _Row(origin).at, number), why)
        if made is not None:
            yield made


class _Row:
    """The place of a row, which is that of all in it."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin

    def at(self, steps: Steps) -> Origin:
        """Return where a place in the row stands."""
        return self._origin


def _rows(source: Source, damage: list[Damage]) -> Iterator[dict[str, Any]]:
    try:
        from pyarrow import parquet
    except ImportError:
        raise UnreadableFile(
            f"{source.name}: this is a Parquet file: {lacks('pyarrow', 'sessions')}"
        ) from None
    seen = 0
    try:
        with source.open() as stream, parquet.ParquetFile(_seekable(stream)) as file:
            wanted = (*COLUMNS, CHAT, *BESIDE)
            names = [name for name in file.schema_arrow.names if name in wanted]
            for batch in file.iter_batches(batch_size=_AT_ONCE, columns=names) if names else ():
                for row in batch.to_pylist():
                    seen += 1
                    yield row
    except GeneratorExit:
        raise
    except Exception:  # the library has many errors for a damaged file
        damage.append(Damage("S101", "tail", Origin(source.name, seen + 1, 0)))


def _seekable(stream: Any) -> Any:
    """Return a stream that can be read from any place: one that is unpacked on the way cannot."""
    if stream.seekable():
        return stream
    from io import BytesIO

    return BytesIO(stream.read())
