"""Packed files, opened as what is in them: gzip and zstd, and UTF-16 as UTF-8.

What is damaged ends where it is damaged.
"""

from __future__ import annotations

import zlib
from codecs import getincrementaldecoder
from collections.abc import Callable
from functools import partial
from io import BufferedReader, RawIOBase
from typing import Any, BinaryIO

from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.reader import Source
from transcript_doctor.core.wording import lacks
from transcript_doctor.jsontext.decoding import wide_encoding

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_BITE = 1 << 13
"""Packed bytes that are taken at a time: where they are damaged, what came of them is lost."""
_BUFFER = 1 << 20
_FREE = 1 << 28
"""So many bytes may come of any packed file."""
_MOST = 200
"""Of more, a file may give so many times its size; sessions give less, and what is made to burst more."""


def unpacked(source: Source) -> Source:
    """Return a file, or what is packed in it; raises `UnreadableFile` where a package is lacking."""
    with source.open() as stream:
        magic = stream.read(4)
    if (wide := wide_encoding(magic)) is not None:
        return source._replace(open=lambda: _opened(source, partial(_Recoding, wide)))
    if magic.startswith(_GZIP):
        return source._replace(open=lambda: _opened(source, _gunzip))
    if magic == _ZSTD:
        return source._replace(open=lambda: _opened(source, _unzstd(source.name)))
    return source


def _opened(source: Source, frame: Callable[[], Any]) -> BinaryIO:
    return BufferedReader(_Unpacking(source.open(), frame), _BUFFER)


def _gunzip() -> Any:
    return zlib.decompressobj(wbits=31)


def _unzstd(name: str) -> Callable[[], Any]:
    try:
        import zstandard
    except ImportError:
        raise UnreadableFile(
            f"{name}: this file is packed with zstd: {lacks('zstandard', 'sessions')}"
        ) from None
    return lambda: zstandard.ZstdDecompressor().decompressobj()


class _Recoding:
    """Text of two bytes a character, brought to UTF-8 as if it were packed."""

    eof = False
    unused_data = b""

    def __init__(self, encoding: str) -> None:
        self._decoder = getincrementaldecoder(encoding)("replace")

    def decompress(self, data: bytes) -> bytes:
        return self._decoder.decode(data).encode("utf-8", "replace")


class _Unpacking(RawIOBase):
    """A packed stream as it is unpacked; one frame may follow another."""

    def __init__(self, packed: BinaryIO, frame: Callable[[], Any]) -> None:
        self._packed, self._frame = packed, frame
        self._now = frame()
        self._left = memoryview(b"")
        """What is unpacked and not read yet."""
        self._begun = self._ended = False
        self._taken = self._given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left and not self._ended:
            self._left = memoryview(self._more())
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size

    def _more(self) -> bytes:
        """Unpack some bytes; at damage, or at what is no frame, the stream ends."""
        if self._now.eof:
            rest, self._now = self._now.unused_data, self._frame()
            data = rest.lstrip(b"\0") or self._packed.read(_BITE)
        else:
            data = self._packed.read(_BITE)
        self._ended = not data
        try:
            found: bytes = self._now.decompress(data) if data else b""
        except Exception as fault:  # each library has errors of its own for a damaged stream
            if not self._begun:
                raise OSError("its packing is damaged; nothing of it can be unpacked") from fault
            self._ended = True
            return b""
        self._begun = self._begun or bool(found)
        self._taken, self._given = self._taken + len(data), self._given + len(found)
        if self._given > max(_FREE, _MOST * self._taken):
            raise OSError(f"it holds more than {_MOST} times its size: unpack it, if that is meant")
        return found

    def close(self) -> None:
        if not self.closed:
            self._packed.close()
        super().close()
