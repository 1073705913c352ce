"""The underlined shape: whole where it fits, windowed around the fault where it does not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.acts.report.xray import xray

MARKS = st.sampled_from(("U", "A", "A[c1,c2]", "R(c1)", "A(error)", "A[" + "c1," * 60 + "c2]"))


def test_a_short_shape_is_whole() -> None:
    assert xray(["U", "A[c1]", "R(c1)"], {1}, 40) == [("U A[c1] R(c1)", "  ~~~~~")]
    assert xray(["U", "A[c1]", "R(c1)"], {0, 2}, 40) == [("U A[c1] R(c1)", "~       ~~~~~")]
    assert xray(["U", "A"], set(), 40) == [("U A", "")]
    assert xray([], {0}, 40) == []


def test_a_long_shape_is_a_window() -> None:
    marks = ["U", "A"] * 100
    assert xray(marks, {100}, 15) == [("… A U A U A U …", "        ~")]
    assert xray(marks, {0}, 15) == [("U A U A U A …", "~")]
    assert xray(marks, {199}, 15) == [("… U A U A U A", "            ~")]
    assert len(xray(marks, {5, 150}, 30)) == 2


def test_what_belongs_to_a_fault_is_underlined_otherwise() -> None:
    marks = ["U", "A[c1]", "U", "R(c1)"]
    assert xray(marks, {1}, 40, {3}) == [("U A[c1] U R(c1)", "  ~~~~~   -----")]
    assert xray(marks, {1}, 40, {1, 99}) == [("U A[c1] U R(c1)", "  ~~~~~")]


def test_a_window_grows_where_there_is_room() -> None:
    marks = ["A" * 30, "U", "A", "U", "A", "U", "A"]
    assert xray(marks, {2}, 20) == [("… U A U A U A", "    ~")]
    assert xray(marks[::-1], {4}, 20) == [("A U A U A U …", "        ~")]
    assert xray(["A" * 30], {0}, 20) == [("A" * 15 + "…", "~" * 16)]


@given(st.lists(MARKS, max_size=60), st.sets(st.integers(0, 70), max_size=5), st.integers(20, 100))
def test_every_fault_is_underlined_within_the_width(
    marks: list[str], faults: set[int], width: int
) -> None:
    found = xray(marks, faults, width)
    assert all(len(above) <= width and len(below) <= len(above) for above, below in found)
    runs = sum(len(below.split()) for _, below in found)
    assert runs == len([fault for fault in faults if fault < len(marks)])
    for above, below in found:
        assert all(above[i] != " " for i, mark in enumerate(below) if mark == "~")
