"""Parquet: rows a few at a time, every shape of the column, damaged files, and no package for it."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session, text_source
from transcript_doctor.core.errors import UnreadableFile

CALL = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}
TALK: list[dict[str, Any]] = [
    {"role": "user", "content": "Hi"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "content": "ok", "tool_call_id": "c1"},
    {"role": "assistant", "content": "Done."},
]
SICK = [TALK[0], TALK[2], TALK[3]]


def made(path: Path, rows: list[dict[str, Any]], **options: Any) -> Path:
    parquet.write_table(pa.Table.from_pylist(rows), path, **options)
    return path


def sessions(path: Path) -> list[Any]:
    found = read_session(file_source(str(path), path))
    assert found is not None
    return found


def test_structs_are_filled_with_nulls_that_are_no_keys(tmp_path: Path) -> None:
    rows = [{"id": "a", "trajectory": TALK}, {"id": "b", "trajectory": SICK}]
    first, second = sessions(made(tmp_path / "x.parquet", rows))
    assert first.request[0] == {"role": "user", "content": "Hi"}
    assert first.request[1] == {"role": "assistant", "tool_calls": [CALL]}
    assert (first.session, check(first).findings) == ("a", ())
    (finding,) = check(second).findings
    assert (finding.code, second.spot(finding.place).line) == ("P002", 2)
    assert second.why.endswith("this is record 1 (from 0), column trajectory")


@pytest.mark.parametrize("column", ["messages", "conversations", "trajectory"])
def test_a_column_may_be_a_text_or_lists_of_fields(tmp_path: Path, column: str) -> None:
    (one,) = sessions(made(tmp_path / "a.parquet", [{column: json.dumps(TALK), "other": 1}]))
    assert shape(one.request) == "U A[c1] R(c1) A"
    fields = {"role": ["user", "assistant"], "content": ["a", "b"]}
    (two,) = sessions(made(tmp_path / "b.parquet", [{column: fields}]))
    assert [m["content"] for m in two.request] == ["a", "b"]


def test_rows_are_read_a_few_at_a_time(tmp_path: Path) -> None:
    rows = [{"conversations": [{"from": "human", "value": str(k)}]} for k in range(1000)]
    found = sessions(made(tmp_path / "x.parquet", rows, row_group_size=100))
    assert [s.request[0]["content"] for s in found] == [str(k) for k in range(1000)]
    assert [s.begins.line for s in found] == list(range(1, 1001))


def test_a_file_without_conversations_holds_none(tmp_path: Path) -> None:
    assert sessions(made(tmp_path / "x.parquet", [{"text": "a"}])) == []


@settings(max_examples=50)
@given(data=st.data())
def test_a_cut_or_garbled_file_never_raises(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("p") / "x.parquet"
    whole = made(path, [{"messages": TALK}, {"messages": SICK}] * 20).read_bytes()
    cut = whole[: data.draw(st.integers(4, len(whole) - 1))]
    (only,) = read_session(text_source(cut, "x.parquet")) or ()
    assert [harm.code for harm in only.damage] == ["S101"]
    garbled = bytearray(whole)
    for _ in range(3):
        garbled[data.draw(st.integers(4, len(whole) - 1))] = data.draw(st.integers(0, 255))
    for session in read_session(text_source(bytes(garbled), "x.parquet")) or ():
        check(session)


def test_without_the_package_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path / "x.parquet", [{"messages": TALK}])
    really = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return really(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(UnreadableFile, match=r"pip install pyarrow"):
        sessions(path)
