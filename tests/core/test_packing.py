"""Packed files are opened as what is in them; what is cut off ends where it ends."""

from __future__ import annotations

import gzip
import random
import sys
from collections.abc import Callable

import pytest
import zstandard

from transcript_doctor.acts.reading.sessions import text_source
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.packing import unpacked

TEXT = b"".join(b'{"line": %d}\n' % k for k in range(20_000))
PACK = [
    pytest.param(gzip.compress, id="gzip"),
    pytest.param(zstandard.ZstdCompressor().compress, id="zstd"),
]
Pack = Callable[[bytes], bytes]


def read(data: bytes) -> bytes:
    with unpacked(text_source(data, "a")).open() as stream:
        return stream.read()


@pytest.mark.parametrize("pack", PACK)
def test_a_packed_file_is_its_content(pack: Pack) -> None:
    assert read(pack(TEXT)) == TEXT


def test_other_files_are_as_they_are() -> None:
    assert read(TEXT) == TEXT
    assert read(b"") == b""


def test_several_frames_are_one_file() -> None:
    pack = zstandard.ZstdCompressor().compress
    assert read(pack(TEXT) + pack(b"more")) == TEXT + b"more"


@pytest.mark.parametrize("pack", PACK)
def test_a_packing_that_is_cut_ends_where_it_ends(pack: Pack) -> None:
    data = pack(TEXT)
    found = read(data[: len(data) // 2]) if len(data) > 2000 else TEXT[:1]
    assert TEXT.startswith(found)


@pytest.mark.parametrize("magic", [b"\x1f\x8b", b"\x28\xb5\x2f\xfd"])
def test_a_packing_of_which_nothing_is_sound(magic: bytes) -> None:
    with pytest.raises(OSError, match="packing is damaged"):
        read(magic + b"nothing of this is packed")


@pytest.mark.parametrize("pack", PACK)
def test_what_is_made_to_burst_is_not_unpacked_to_its_end(
    pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("transcript_doctor.core.packing._FREE", 1 << 20)
    assert read(pack(bytes(1 << 20))) == bytes(1 << 20)
    with pytest.raises(OSError, match="more than 200 times its size"):
        read(pack(bytes(1 << 23)))
    many = b"".join(b'{"line": %d}\n' % (k * k) for k in range(200_000))
    assert read(pack(many)) == many


def test_what_to_do_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    packed = unpacked(text_source(b"\x28\xb5\x2f\xfd", "a.jsonl.zst"))
    with pytest.raises(UnreadableFile, match=r"a\.jsonl\.zst.*pip install zstandard"):
        packed.open()


def test_what_is_damaged_further_on_ends_there() -> None:
    packed = bytearray(gzip.compress(random.Random(7).randbytes(600_000)))
    packed[400_000:400_050] = b"\xff" * 50
    found = read(bytes(packed))
    assert 0 < len(found) < 600_000


def test_a_stream_that_is_closed_twice_stays_closed() -> None:
    stream = unpacked(text_source(gzip.compress(b"{}\n"), "a")).open()
    raw = stream.raw
    for closing in (stream, stream, raw, raw):
        closing.close()
    assert raw.closed
