"""Which values of a file are judged: plain transcripts, and sick ones where nothing else was asked for."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from transcript_doctor.acts.reading.looking import is_transcript, may_be_one
from transcript_doctor.acts.reading.unpacking import Unpacked, unpack, why_none
from transcript_doctor.jsontext import Document


class Admitted(NamedTuple):
    """The transcripts of a file, and what has to be said about it."""

    found: list[Unpacked]
    notes: list[str]
    reason: str = ""
    """Why nothing was found."""


def admit(document: Document, *, alone: bool) -> Admitted:
    """Return the transcripts of a text; `alone` says that its owner asked for this file and no other."""
    values = unpack(document)
    plain = [_is_plain(one) for one in values]
    some = any(plain)
    found = [
        one
        for one, sure in zip(values, plain, strict=True)
        if sure or (_is_doubtful(one) and (not one.joined if some else alone))
    ]
    if not found:
        return Admitted([], [], why_none(values, in_full=alone))
    if not some and any(one.value for one in found):
        return Admitted(found, ["nothing in it looks like a message; is it a transcript?"])
    return Admitted(found, [*_places(found), *_left_out(values, found)])


def _is_plain(one: Unpacked) -> bool:
    return is_transcript(one.value) and one.framework is None


def _is_doubtful(one: Unpacked) -> bool:
    return may_be_one(one.value) and one.framework is None


def _places(found: list[Unpacked]) -> list[str]:
    """Say below which keys the transcripts were found."""
    counts = Counter(one.under for one in found if one.under)
    return [
        f"the messages stand under {place}" + (f" ({count} times)" if count > 1 else "")
        for place, count in counts.items()
    ]


def _left_out(values: list[Unpacked], found: list[Unpacked]) -> list[str]:
    """Say how much of a file was passed over, and where that begins."""
    taken = set(map(id, found))
    lines = sorted(
        line for one in values for line in (one.left_out if id(one) in taken else (one.line,))
    )
    if not lines:
        return []
    if len(lines) == 1:
        return [f"line {lines[0]} holds no message: passed over"]
    return [f"{len(lines)} places, the first on line {lines[0]}, hold no message: passed over"]
