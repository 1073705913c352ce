"""What is wrong with a file whatever is on its lines, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.core.rewriting.draft import draft_of_document, draft_of_lines
from transcript_doctor.core.rewriting.mending import drop_doubles, split_lines
from transcript_doctor.core.transcript import Damage, Origin, Transcript
from transcript_doctor.jsontext import read


def is_record(value: Any) -> bool:
    return isinstance(value, dict) and "n" in value


def harmed(*lines: tuple[int, int], beside: bool = False) -> Transcript:
    """A transcript whose file says things twice: on these lines, first on those."""
    damage = tuple(
        Damage("S103", "line", Origin("s", line, 0), {"id": "x", "first": first}, beside)
        for line, first in lines
    )
    return Transcript([], None, "nobody", "it is", damage=damage)


def test_values_that_share_a_line_get_lines_of_their_own() -> None:
    data = b'{"n": 1} {"n": 2}\n{"n": 3}\n'
    draft = draft_of_document(data, read(data))
    (mended,) = split_lines(draft)
    assert mended.line == 1
    assert draft.data() == b'{"n": 1}\n{"n": 2}\n{"n": 3}\n'


@pytest.mark.parametrize(
    ("text", "lines", "beside", "left"),
    [
        ('{"n": 1}\n{"n": 1}\n', (2, 1), False, '{"n": 1}\n'),
        ('{"n": 1}\n{"n": 2}\n', (2, 1), False, None),
        ('{"n": 1}\n{"n": 1}\n', (2, 1), True, None),
        ('{"n": 1}\n{"n": 1}\n', (2, 7), False, None),
        ('{"n": 1}\n{"n": 1}\n', (7, 1), False, None),
        ('{"n": 1}\n{"n": 1}\n', (1, 1), False, None),
    ],
)
def test_of_doubles_the_later_goes_and_all_else_stays(
    text: str, lines: tuple[int, int], beside: bool, left: str | None
) -> None:
    draft = draft_of_lines(text.encode(), is_record)
    mended = list(drop_doubles(draft, [harmed(lines, beside=beside)]))
    assert len(mended) == (left is not None)
    assert draft.data().decode() == (left or text)


def test_a_double_that_is_named_twice_goes_once() -> None:
    draft = draft_of_lines(b'{"n": 1}\n{"n": 1}\n', is_record)
    assert len(list(drop_doubles(draft, [harmed((2, 1), (2, 1))]))) == 1


def test_records_too_deep_to_be_compared_both_stay() -> None:
    draft = draft_of_lines(b'{"n": 1}\n{"n": 1}\n', is_record)
    for record in draft.records:
        for _ in range(100_000):
            record.value = {"n": record.value}
    assert list(drop_doubles(draft, [harmed((2, 1))])) == []
    for record in draft.records:
        deep, record.value = record.value, None
        while isinstance(
            deep, dict
        ):  # taken apart here, for Python frees what is nested by recursion
            deep = deep.pop("n")
