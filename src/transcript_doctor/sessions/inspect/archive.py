"""An `.eval` file: a zip that may be cut off, garbled, or packed in a way that the standard library
does not know. Nothing of it raises, but for a package that is lacking."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO

from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.reader import Source
from transcript_doctor.core.wording import lacks
from transcript_doctor.sessions.inspect.directory import (
    DEFLATED,
    STORED,
    ZSTD,
    Member,
    listed,
    walked,
)

_BLOCK = 1 << 20
_BITE = 1 << 12
"""Bytes that zstd is given at a time: where they are damaged, what came of them is lost."""
_FRAME = b"\x28\xb5\x2f\xfd"
"""How a frame of zstd begins; a large member has several."""
_LARGEST = 1 << 31
"""Bytes of a member that are read at most: a small zip can hold a member without end."""


class Archive:
    """The members of a zip by name; of a name that stands there twice the last one counts."""

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._stream = _seekable(source)
        found = listed(self._stream)
        self.is_whole = found is not None
        """Whether the directory at its end could be read."""
        self.members = {m.name: m for m in (walked(self._stream) if found is None else found)}

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def source(self, name: str) -> Source:
        """Return a member as a file of its own; its name is that of the archive, `!`, its own."""
        member = self.members[name]
        return Source(f"{self._name}!{name}", lambda: BytesIO(self._data(member)))

    def _data(self, member: Member) -> bytes:
        """Return what is in a member, as far as it can be unpacked."""
        packed = _Slice(self._stream, member.start, member.end)
        if member.method == STORED:
            return packed.read(_LARGEST)
        if member.method == DEFLATED:
            return b"".join(_inflated(packed))
        if member.method == ZSTD:
            return b"".join(_unpacked(packed, self._name))
        return b""


class _Slice:
    """The packed bytes of one member, as a stream."""

    def __init__(self, stream: BinaryIO, start: int, end: int) -> None:
        self._stream, self._at, self._end = stream, start, end

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes; none where the member ends."""
        left = max(0, self._end - self._at)
        self._stream.seek(self._at)
        data = self._stream.read(left if size < 0 else min(size, left))
        self._at += len(data)
        return data


def _seekable(source: Source) -> BinaryIO:
    stream = source.open()
    if stream.seekable():
        return stream
    with stream:
        return BytesIO(stream.read())


def _inflated(packed: _Slice) -> Iterator[bytes]:
    unpack = zlib.decompressobj(-zlib.MAX_WBITS)
    total, rest = 0, b""
    while total < _LARGEST and not unpack.eof:
        block = rest or packed.read(_BLOCK)
        try:
            data = unpack.decompress(block, _BLOCK)
        except zlib.error:
            return
        rest = unpack.unconsumed_tail
        if not (block or data):
            return
        total += len(data)
        yield data


def _unpacked(packed: _Slice, name: str) -> Iterator[bytes]:
    try:
        import zstandard
    except ImportError:
        raise UnreadableFile(
            f"{name}: this log is packed with zstd: {lacks('zstandard', 'sessions')}"
        ) from None
    unpack = zstandard.ZstdDecompressor().decompressobj()
    total = 0
    while total < _LARGEST:
        block = unpack.unused_data if unpack.eof else packed.read(_BITE)
        if unpack.eof:
            block = block or packed.read(_BITE)
            if not block.startswith(_FRAME[: len(block)]):
                return
            unpack = zstandard.ZstdDecompressor().decompressobj()
        if not block:
            return
        try:
            data = unpack.decompress(block)
        except zstandard.ZstdError:
            return
        total += len(data)
        yield data
