"""The line of any place, in any layout, without reading the text again for each place."""

from __future__ import annotations

import json
import pprint
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.jsontext import Lines, read
from transcript_doctor.jsontext import lines as lines_module

Place = tuple[str | int, ...]

ANY_TEXT = st.text(st.characters(), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=12,
)
CONTAINERS = st.lists(VALUES, max_size=4) | st.dictionaries(ANY_TEXT, VALUES, max_size=4)
JSON_GAPS = ["", "", " ", "\n", "\r\n", "\t", "\r", "\n\n  "]
LITERAL_GAPS = [*JSON_GAPS, "# note, 'x'\n", "// note\n", "/* [\n\n */"]


class Writer:
    """Writes a value with random gaps, and counts the lines on its way: the oracle."""

    def __init__(
        self, chance: random.Random, gaps: list[str], scalar: Any, *, loose: bool = False
    ) -> None:
        self.chance, self.gaps, self.scalar, self.loose = chance, gaps, scalar, loose
        self.text, self.line, self.lines = "", 1, dict[Place, int]()

    def put(self, text: str) -> None:
        self.text += text
        self.line += text.count("\n")

    def gap(self) -> None:
        self.put(self.chance.choice(self.gaps))

    def write(self, value: Any, place: Place = ()) -> Writer:
        self.gap()
        self.lines[place] = self.line
        if isinstance(value, list | dict):
            self.put("[" if isinstance(value, list) else "{")
            items = value.items() if isinstance(value, dict) else enumerate(value)
            for count, (key, inner) in enumerate(items):
                self.put("," if count else "")
                if isinstance(value, dict):
                    self.gap()
                    self.put(self.scalar(key))
                    self.gap()
                    self.put(":")
                self.write(inner, (*place, key))
            if self.loose and value and self.chance.random() < 0.3:
                self.put(",")
            self.gap()
            self.put("]" if isinstance(value, list) else "}")
        else:
            self.put(self.scalar(value))
        self.gap()
        return self


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    yield place
    if not isinstance(value, list | dict):
        return
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield from places(inner, (*place, key))


def with_mark(value: Any, place: Place) -> Any:
    """The value with a mark in place of what stands at a place."""
    if not place:
        return "<MARK>"
    copy = value.copy()
    copy[place[0]] = with_mark(copy[place[0]], place[1:])
    return copy


@given(CONTAINERS, st.randoms(use_true_random=False), st.booleans())
def test_json_in_any_layout(value: Any, chance: random.Random, ascii_only: bool) -> None:
    def scalar(inner: object) -> str:
        return json.dumps(inner, ensure_ascii=ascii_only)

    written = Writer(chance, JSON_GAPS, scalar).write(value)
    (record,) = read(written.text).records
    finder = Lines(record)
    order = list(written.lines)
    chance.shuffle(order)
    assert {place: finder.line(place) for place in order} == written.lines


@given(CONTAINERS, st.randoms(use_true_random=False))
def test_literals_in_any_layout(value: Any, chance: random.Random) -> None:
    written = Writer(chance, LITERAL_GAPS, repr, loose=True).write(["-", value])
    document = read(written.text)
    assert document.kind == "literal"
    finder = Lines(document.records[0])
    assert {place: finder.line(place) for place in written.lines} == written.lines


@given(CONTAINERS, st.sampled_from([0, 1, 4, "\t"]), st.booleans(), st.booleans())
def test_json_as_python_writes_it(
    value: Any, indent: int | str, ascii_only: bool, dos: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    (record,) = read(text.replace("\n", "\r\n") if dos else text).records
    finder = Lines(record)
    for place in places(value):
        marked = json.dumps(with_mark(value, place), indent=indent)
        assert finder.line(place) == marked[: marked.index('"<MARK>"')].count("\n") + 1


def test_messages_as_pprint_shows_them() -> None:
    messages = [
        {"role": "user", "content": "word " * 40},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}, {"id": "c2"}]},
    ]
    text = pprint.pformat(messages, width=40, sort_dicts=False)
    finder = Lines(read(text).records[0])
    shown = text.split("\n")
    assert finder.line((0, "content")) == 2
    assert "assistant" in shown[finder.line((1, "role")) - 1]
    assert "c2" in shown[finder.line((1, "tool_calls", 1, "id")) - 1]


@given(st.lists(CONTAINERS, min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_a_list_of_records(values: list[Any], chance: random.Random) -> None:
    expected: dict[Place, int] = {}
    text = ""
    for index, value in enumerate(values):
        above = text.count("\n")
        written = Writer(chance, ["", " ", "\r"], json.dumps).write(value)
        expected |= {(index, *place): line + above for place, line in written.lines.items()}
        text += written.text + chance.choice(["\n", "\r\n", "\n \n"])
    finder = Lines(read(text).records)
    assert {place: finder.line(place) for place in expected} == expected


def test_pretty_records_that_follow_one_another() -> None:
    text = '{\n "é": 1,\n "b": [\n  2]\n}\n\n{\n "a": 2\n}\n'
    finder = Lines(read(text).records)
    places = [(0,), (0, "é"), (0, "b", 0), (1,), (1, "a")]
    assert [finder.line(place) for place in places] == [1, 2, 4, 7, 8]


def test_a_line_of_jsonl_is_never_scanned(monkeypatch: pytest.MonkeyPatch) -> None:
    document = read('{"a": [1]}\n\n{"b": [2]}\n')
    monkeypatch.setattr(lines_module, "_scan", None)
    assert Lines(document.records[1]).line(("b", 0)) == 3
    assert Lines(document.records).line((1, "b", 0)) == 3


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("messages", 1, "tool_call_id"), 4),
        (("messages", 2), 2),
        (("messages", -1), 2),
        (("messages", "0"), 2),
        (("messages", 0, "role", "deeper"), 3),
        ((0,), 1),
        (("nothing", 1, 2), 1),
        ((), 1),
    ],
)
def test_a_place_that_is_not_there_gets_the_nearest_container(place: Place, line: int) -> None:
    text = '{\n"messages": [\n{"role": "user"},\n{"role":\n"tool"}\n]\n}'
    assert Lines(read(text).records[0]).line(place) == line


@pytest.mark.parametrize("place", [(), (9,), (-1, "a"), ("a", 1)])
def test_a_place_outside_the_list_of_records(place: Place) -> None:
    document = read('\n{"a": 1}\n{"a": 2}\n')
    assert Lines(document.records).line(place) == 2
    assert Lines([]).line(place) == 1


def test_of_two_equal_keys_the_last() -> None:
    (record,) = read('{\n"a": [1],\n"b": 2,\n"a": [\n3]}').records
    assert Lines(record).line(("a", 0)) == 5


def test_a_mark_and_numbers_by_the_caller() -> None:
    (record,) = read(b"\xef\xbb\xbf\n[\n1,\n2]", line=10).records
    assert [Lines(record).line(place) for place in [(), (0,), (1,)]] == [11, 12, 13]


def test_a_text_read_with_more_stack_than_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoStack:
        def raw_decode(self, text: str, at: int) -> tuple[object, int]:
            raise RecursionError

    (record,) = read("[1,\n[2,\n3]]").records
    monkeypatch.setattr(lines_module, "_DECODER", NoStack())
    assert Lines(record).line((1, 1)) == 1


def test_deep_places_end_at_a_fixed_depth() -> None:
    deep = 300
    (record,) = read("[\n" * deep + "]" * deep).records
    finder = Lines(record)
    assert finder.line((0,) * 50) == 51
    assert finder.line((0,) * (deep - 1)) == 101


class Meter:
    """Counts the characters that the decoder is made to skip."""

    def __init__(self) -> None:
        self.skipped = 0
        self.decoder = json.JSONDecoder(strict=False)

    def raw_decode(self, text: str, at: int) -> tuple[Any, int]:
        value, end = self.decoder.raw_decode(text, at)
        self.skipped += end - at
        return value, end


def session(messages: int) -> dict[str, Any]:
    call = {"id": "c1", "function": {"name": "f", "arguments": '{"a": 1}'}}
    return {
        "model": "m",
        "messages": [{"role": "assistant", "tool_calls": [call, call]} for _ in range(messages)],
    }


@pytest.mark.parametrize("backwards", [False, True])
def test_many_findings_cost_a_few_passes_over_the_text(
    backwards: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = []
    for messages in (200, 400):
        meter = Meter()
        monkeypatch.setattr(lines_module, "_DECODER", meter)
        text = json.dumps(session(messages), indent=1)
        finder = Lines(read(text).records[0])
        indices = range(messages - 1, -1, -1) if backwards else range(messages)
        found = [finder.line(("messages", i, "tool_calls", 1, "id")) for i in indices]
        assert sorted(found) == found[:: -1 if backwards else 1]
        assert meter.skipped <= 6 * len(text)
        costs.append(meter.skipped)
    assert costs[1] <= 2.1 * costs[0]


def test_one_finding_reads_the_messages_beside_it_without_opening_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[int] = []
    text = json.dumps(session(500), indent=1)
    (record,) = read(text).records
    scan = lines_module._scan
    monkeypatch.setattr(lines_module, "_scan", lambda *given: calls.append(1) or scan(*given))
    assert Lines(record).line(("messages", 250, "role")) > 250
    assert len(calls) == 3
