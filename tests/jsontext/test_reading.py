"""Reading JSON, lines and pasted literals as users really have them."""

from __future__ import annotations

import json
import math
import pickle
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.jsontext import Damage, Document, Lines, UnreadableText, read, records
from transcript_doctor.jsontext.fault import CUT, explain

ANY_TEXT = st.text(st.characters())
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | ANY_TEXT
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=12,
)
CONTAINERS = st.lists(VALUES, max_size=4) | st.dictionaries(ANY_TEXT, VALUES, max_size=4)


def values(document: Document) -> list[object]:
    return [record.value for record in document.records]


def lines(document: Document) -> list[int]:
    return [record.line for record in document.records]


def refusal(data: bytes | str) -> UnreadableText:
    with pytest.raises(UnreadableText) as caught:
        read(data)
    return caught.value


# One value


def test_a_message_list() -> None:
    document = read(b'[{"role": "user", "content": "Hi"}]\n')
    assert values(document) == [[{"role": "user", "content": "Hi"}]]
    assert (document.kind, document.damage, document.notes) == ("json", (), ())
    (record,) = document.records
    assert (record.line, record.offset, record.end, record.literal) == (1, 0, 35, False)
    assert record.text == '[{"role": "user", "content": "Hi"}]'


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_marks_and_encodings_that_editors_add(encoding: str) -> None:
    document = read('[{"text": "سلام 🙂"}]\r\n[2]'.encode(encoding))
    assert values(document) == [[{"text": "سلام 🙂"}], [2]]
    assert document.notes == ()


def test_utf16_with_the_big_end_first_and_its_mark() -> None:
    assert values(read(b"\xfe\xff" + "[1]".encode("utf-16-be"))) == [[1]]


def test_a_mark_in_the_middle_of_joined_files() -> None:
    document = read(b'\xef\xbb\xbf{"a": 1}\n\xef\xbb\xbf{"a": 2}\n')
    assert values(document) == [{"a": 1}, {"a": 2}]
    assert [record.text for record in document.records] == ['{"a": 1}', '{"a": 2}']


def test_a_mark_at_the_head_of_a_str() -> None:
    assert values(read("\ufeff[1]")) == [[1]]


def test_blank_lines_in_front_count() -> None:
    document = read("\n \r\n\t[\n1]\n")
    assert lines(document) == [3]
    assert document.records[0].text == "[\n1]"


def test_numbers_that_json_does_not_have_are_noted() -> None:
    document = read("[NaN, Infinity,\n -Infinity]")
    ((nan, high, low),) = values(document)
    assert math.isnan(nan)
    assert (high, low) == (math.inf, -math.inf)
    assert document.notes == ("line 1: NaN and Infinity are no JSON; they were read as numbers",)


def test_notes_say_how_many_lines_are_odd() -> None:
    document = read('{"a": 1}\n[NaN, NaN]\n{"a": 2}\n[NaN]\n')
    assert document.notes == (
        "line 2 and 1 more lines: NaN and Infinity are no JSON; they were read as numbers",
    )


def test_notes_of_an_attempt_that_failed_are_forgotten() -> None:
    document = read('{"a": [\n[NaN]\n{"b": 1}\n')
    assert values(document)[1:] == [{"b": 1}]
    assert document.notes == ("line 2: NaN and Infinity are no JSON; they were read as numbers",)


@pytest.mark.parametrize(
    "data",
    [b'["\\ud83d"]', '["\ud83d"]', b'["\xed\xa0\xbd"]'],
    ids=["escape", "str", "bytes"],
)
def test_lone_surrogates_stay(data: bytes | str) -> None:
    document = read(data)
    assert values(document) == [["\ud83d"]]
    assert json.loads(document.records[0].text) == ["\ud83d"]


def test_raw_control_characters_in_strings_are_read_and_noted() -> None:
    document = read('{"a": "one\ntwo\t\x1b[0m"}')
    assert values(document) == [{"a": "one\ntwo\t\x1b[0m"}]
    assert document.notes == ("line 1: raw control characters stand in strings",)


def test_of_two_equal_keys_the_last_counts() -> None:
    assert values(read('{"a": 1, "a": 2}')) == [{"a": 2}]


def test_bytes_of_no_encoding_become_the_replacement_character() -> None:
    document = read(b'{"a": 1}\n{"a": "\xff\xe9"}\n{"a": 3}', line=10)
    assert values(document) == [{"a": 1}, {"a": "\ufffd\ufffd"}, {"a": 3}]
    assert document.notes == ("line 11: bytes that are not UTF-8 were read as U+FFFD",)
    assert [json.loads(record.text) for record in document.records] == values(document)


def test_utf16_that_was_cut_in_the_middle_of_a_character() -> None:
    document = read("[1]\n".encode("utf-16-le") + b"x")
    assert values(document) == [[1]]
    assert document.notes == ("line 2: bytes that are not UTF-16-LE were read as U+FFFD",)


def test_a_chunk_may_end_inside_a_character(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transcript_doctor.jsontext.decoding._CHUNK", 1)
    assert values(read('["سلام 🙂"]'.encode())) == [["سلام 🙂"]]


@given(CONTAINERS, st.sampled_from([None, 0, 1, 4, "\t"]), st.booleans(), st.booleans())
def test_whatever_json_writes_is_read(
    value: object, indent: int | str | None, ascii_only: bool, dos: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    if dos:
        text = text.replace("\n", "\r\n")
    for data in (text, text.encode("utf-8", "surrogatepass")):
        document = read(data)
        assert document.kind == "json"
        assert (document.damage, document.notes) == ((), ())
        assert values(document) == [json.loads(text)]
        assert json.loads(document.records[0].text) == json.loads(text)


# Lines


def test_records_on_lines() -> None:
    document = read('{"a": 1}\r\n\r\n  \n{"a": 2}\n[3]\nnull\n"x"')
    assert document.kind == "jsonl"
    assert values(document) == [{"a": 1}, {"a": 2}, [3], None, "x"]
    assert lines(document) == [1, 4, 5, 6, 7]


def test_records_end_at_line_feeds_only() -> None:
    text = '{"a": "\u2028\u2029\x85\x0b\x0c\x1c"}'
    document = read(f'{text}\n{{"b":\r2}}\r\r\n{{"c": 3}}')
    assert values(document) == [json.loads(text, strict=False), {"b": 2}, {"c": 3}]
    assert lines(document) == [1, 2, 3]


@given(st.lists(CONTAINERS, min_size=2, max_size=5), st.booleans(), st.data())
def test_lines_are_read_with_their_numbers(
    records_: list[object], ascii_only: bool, data: st.DataObject
) -> None:
    text, expected, line = "", [], 1
    for value in records_:
        blank = data.draw(st.sampled_from(["", "\n", "\r\n \n"]))
        line += blank.count("\n")
        expected.append(line)
        text += blank + json.dumps(value, ensure_ascii=ascii_only) + "\n"
        line += 1
    document = read(text)
    assert document.kind == "jsonl"
    assert lines(document) == expected
    assert values(document) == [json.loads(json.dumps(value)) for value in records_]
    source = text.encode("utf-8", "surrogatepass")
    for record in document.records:
        raw = source[record.offset : record.end].decode("utf-8", "surrogatepass")
        assert record.text == raw
        assert json.loads(raw) == record.value


@given(CONTAINERS, CONTAINERS, st.booleans(), st.data())
def test_a_half_last_line_costs_only_itself(
    first: object, last: object, ascii_only: bool, data: st.DataObject
) -> None:
    whole = json.dumps(last, ensure_ascii=ascii_only)
    half = whole[: data.draw(st.integers(1, len(whole) - 1))]
    document = read(json.dumps(first) + "\n" + half)
    assert values(document) == [json.loads(json.dumps(first))]
    (damage,) = document.damage
    assert damage.line == 2
    assert 1 <= damage.column <= len(half) + 1
    assert damage.hint == CUT


@given(CONTAINERS, st.booleans(), st.data())
def test_a_value_that_was_cut_says_so(value: object, ascii_only: bool, data: st.DataObject) -> None:
    whole = json.dumps(value, ensure_ascii=ascii_only)
    assert refusal(whole[: data.draw(st.integers(1, len(whole) - 1))]).hint == CUT


@pytest.mark.parametrize(
    "half", ["[tr", "[-", "[1.", "[1e", "[1e+", "[-In", "[Na", '["\\', '["\\u12']
)
def test_words_and_escapes_that_were_cut(half: str) -> None:
    assert refusal(half).hint == CUT


@pytest.mark.parametrize(
    ("text", "read_values", "damage"),
    [
        ('{"a": 1}\nhello\n{"a": 3}\n', [{"a": 1}, {"a": 3}], [(2, 1)]),
        ('hello\n{"a": 1}\n{"a": 3}\n', [{"a": 1}, {"a": 3}], [(1, 1)]),
        ('{"a":\n{"a": 1}\n', [{"a": 1}], [(1, 6)]),
        ('{"a": "x\n{"a": 1}\n', [{"a": 1}], [(1, 7)]),
        ('{"a": 1}\n\0\0\0\0', [{"a": 1}], [(2, 1)]),
        ('{"a": 1}\n{"a": tru, "b": {"c": 1}}\n', [{"a": 1}], [(2, 7)]),
        pytest.param(
            '{"a": 1}\n' + "[" * 100_000 + '\n{"a": 3}', [{"a": 1}, {"a": 3}], [(2, 1)], id="deep"
        ),
        pytest.param(
            '{"a": 1}\n[' + "1" * 5000 + ']\n{"a": 3}', [{"a": 1}, {"a": 3}], [(2, 1)], id="digits"
        ),
        ('{"a": 1}\n404 not found', [{"a": 1}], [(2, 5)]),
    ],
)
def test_a_broken_line_costs_only_itself(
    text: str, read_values: list[object], damage: list[tuple[int, int]]
) -> None:
    document = read(text)
    assert document.kind == "jsonl"
    assert values(document) == read_values
    assert [(d.line, d.column) for d in document.damage] == damage


@pytest.mark.parametrize(
    ("line", "read_values", "whole"),
    [
        ('{"a": 1}{"a": 2} [3]', [{"a": 1}, {"a": 2}, [3]], True),
        ('{"a": "hel{"a": 2, "b": [{"c": 1}]}', [{"a": 2, "b": [{"c": 1}]}], False),
        ('{"a": 1, {"a": 2}{"a": 3}', [{"a": 2}, {"a": 3}], False),
        ('{"é": "é"}{"a": tr{"a": "é"}', [{"é": "é"}, {"a": "é"}], False),
        ('\0\0\0{"a": 2}', [{"a": 2}], False),
        ('{"a": x {"b": y {"a": 2}', [{"a": 2}], False),
        ('{"a": x {"a": {"b": 1}', [], False),
        ('{"a": x {"b": 1}}', [], False),
        ('{"a": x' + ' {"a": x' * 20 + ' {"a": 1}', [], False),
    ],
)
def test_two_writers_on_one_line(line: str, read_values: list[object], whole: bool) -> None:
    document = read('{"first": 1}\n' + line)
    assert values(document) == [{"first": 1}, *read_values]
    assert lines(document) == [1] + [2] * len(read_values)
    assert bool(document.damage) is not whole
    for record in document.records:
        assert json.loads(record.text) == record.value


def test_a_line_numbered_by_the_caller() -> None:
    document = read(b'\n{"a": 1}\n{"a"', line=41)
    assert lines(document) == [42]
    assert document.damage[0].line == 43


def test_a_text_of_one_line_with_several_records() -> None:
    assert read('{"a": 1}{"a": 2}').kind == "jsonl"


# Values over several lines, one after the other


def test_pretty_records_that_follow_one_another() -> None:
    text = '{\n "é": 1\n}\n{\n "a": 2\n}\n\n[\n3]\n'
    document = read(text)
    assert document.kind == "jsonl"
    assert values(document) == [{"é": 1}, {"a": 2}, [3]]
    assert lines(document) == [1, 4, 8]
    assert [json.loads(record.text) for record in document.records] == values(document)


@pytest.mark.parametrize("half", ['{\n "a": 2,\n "b": "x\n', '{\n "a": 2,\n', '{\n "a": x\n}\n'])
def test_a_half_pretty_record_costs_only_itself(half: str) -> None:
    document = read('{\n "a": 1\n}\n' + half + '{\n "a": 3\n}\n')
    assert values(document) == [{"a": 1}, {"a": 3}]
    assert lines(document) == [1, 4 + half.count("\n")]
    assert 4 < document.damage[0].line <= 4 + half.count("\n")
    assert json.loads(document.records[1].text) == {"a": 3}


def test_a_value_and_then_other_text() -> None:
    document = read('[{"a": 1}]\n\nError code: 400\n')
    assert values(document) == [[{"a": 1}]]
    assert [(d.line, d.column) for d in document.damage] == [(3, 1)]
    document = read('[\n{"a": 1}]\nError code: 400\n')
    assert values(document) == [[{"a": 1}]]
    assert [(d.line, d.column) for d in document.damage] == [(3, 1)]


@pytest.mark.parametrize("text", ['{"a": 1},\n{"a": 2},\n', '{\n"a": 1},\n{"a": 2},\n'])
def test_a_piece_cut_out_of_a_list(text: str) -> None:
    document = read(text)
    assert values(document) == [{"a": 1}, {"a": 2}]
    assert document.notes == ("line 1 and 1 more lines: a comma after a record was passed over",)
    assert [json.loads(record.text) for record in document.records] == values(document)


# Values out of a page or a program


FENCE = "line 1: a code fence around the value was passed over"
NAME = "line 1: the name in front of the value was passed over"


@pytest.mark.parametrize(
    ("text", "values_", "lines_", "notes"),
    [
        ("```json\n[1,\n2]\n```\n", [[1, 2]], [2], (FENCE,)),
        ('```\r\n{"a": 1}\r\n```', [{"a": 1}], [2], (FENCE,)),
        ('```jsonl\n{"a": 1}\n{"b": 2}\n```', [{"a": 1}, {"b": 2}], [2, 3], (FENCE,)),
        ("```json\n[1]", [[1]], [2], (FENCE,)),
        ('messages = [{"a": 1},\n{"a": 2}]', [[{"a": 1}, {"a": 2}]], [1], (NAME,)),
        ('export const m = {"a": 1};\n', [{"a": 1}], [1], (NAME,)),
        ("self.messages: list[dict] =\n [1]", [[1]], [2], (NAME,)),
        ("\ufeffm=[1]", [[1]], [1], (NAME,)),
        ("```\nm = [1]\n```", [[1]], [2], (FENCE, NAME)),
        ('["```", ";"]', [["```", ";"]], [1], ()),
    ],
)
def test_what_stands_around_a_pasted_value_is_passed_over(
    text: str, values_: list[object], lines_: list[int], notes: tuple[str, ...]
) -> None:
    document = read(text)
    assert values(document) == values_
    assert lines(document) == lines_
    assert document.notes == notes
    assert not document.damage


def test_a_name_keeps_the_places_behind_it() -> None:
    record = read('const m = [{"a": 1},\n{"b": 2}];').records[0]
    assert record.text == '[{"a": 1},\n{"b": 2}]'
    assert Lines(record).line((1, "b")) == 2


# Texts that cannot be read


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "hint"),
    [
        ("", 1, 1, "nothing to read", "list of messages"),
        (" \n\n", 3, 1, "nothing to read", "list of messages"),
        ("<html>", 1, 1, "found '<'", "HTML"),
        ("# Title\n\nwords", 1, 1, "found '#'", "comments"),
        ("12 = [{}]", 1, 4, "found '='", "Mend"),
        ("my list = [{}]", 1, 1, "found 'm'", "without the name"),
        ('["a\\q\n1]', 1, 4, "a backslash that escapes nothing", "twice"),
        ("hello", 1, 1, "expected a value", "Mend"),
        ('[\n  {"a": 1},\n  {"b": 2}\n', 4, 1, "middle of a value", "was cut"),
        ('[{"a": 1},\n{"b": 2}', 2, 9, "middle of a value", "was cut"),
        ('{\n"a": [\n  {"a": 1},\n  {"b": 2', 4, 10, "middle of a value", "was cut"),
        ('[{"a": 1} {"b": 2}]', 1, 11, "expected ',', found '{'", "Mend"),
        (' [\n{"a": 1}\n{"b": 2},\n', 3, 1, "expected ','", "Mend"),
        ('[\n{"a": 1},\n{"b": 2}\n{"c": 3},\n{"d": 4}\n]', 4, 1, "expected ','", "Mend"),
        ('{"a" 1}', 1, 6, "expected ':', found '1'", "Mend"),
        ('{"a": `, }', 1, 7, "a value, found '`'", "Mend"),
        ('{"a": [1, ], "b": `}', 1, 19, "unexpected '`'", "Mend"),
        ('{"a": 1, }}', 1, 11, "no bracket is open, found '}'", "Mend"),
        ("{1}", 1, 2, "a key in double quotes", "Mend"),
        ('[\n {"a": "x},\n {"a": "y"}\n]', 2, 12, "not closed on its line", "Close"),
        ('[\n {"a": "x\ty"},\n {"a": y}\n]', 3, 8, "'y' is no plain data", "Mend"),
        ('[\n {"a": "x\\qy"},\n {"a": y}\n]', 3, 8, "'y' is no plain data", "Mend"),
        pytest.param("[" * 1_000_000, 1, 1, "nested too deeply", "Mend", id="deep"),
        pytest.param("[\n" * 100_000, 1, 1, "nested too deeply", "Mend", id="deep-lines"),
        pytest.param("[" + "9" * 10_000 + "]", 1, 1, "too many digits", "Mend", id="digits"),
        ("42,", 1, 3, "value has ended, found ','", "Mend"),
        ("42 43", 1, 4, "value has ended, found '4'", "Mend"),
        ("\0\0\0\0", 1, 1, r"found '\x00'", "crash"),
        ("[1]]", 1, 4, "", ""),
    ],
)
def test_what_is_wrong_and_what_to_do(
    text: str, line: int, column: int, message: str, hint: str
) -> None:
    if text == "[1]]":
        (damage,) = read(text).damage
        assert damage == Damage(1, 4, "expected a value, found ']'", damage.hint)
        return
    error = refusal(text)
    assert (error.line, error.column) == (line, column)
    assert message in error.message
    assert hint in error.hint
    assert str(error) == f"line {line}, column {column}: {error.message}. {error.hint}"


@pytest.mark.parametrize(
    ("magic", "name"),
    [
        (b"\x1f\x8b\x08", "gzip"),
        (b"\x28\xb5\x2f\xfd", "zstd"),
        (b"PK\x03\x04", "zip"),
        (b"PAR1", "Parquet"),
        (b"SQLite format 3\0", "SQLite"),
    ],
)
def test_files_that_are_no_text_are_named(magic: bytes, name: str) -> None:
    error = refusal(magic + bytes(range(256)))
    assert name in error.message
    assert error.hint


def test_many_broken_lines_are_given_up_early() -> None:
    assert refusal("{\n" * 10_002 + '{"a": 1}\n' * 10_002).line == 2


def test_the_error_can_cross_processes() -> None:
    error = refusal("[")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.line, copy.hint) == (str(error), error.line, error.hint)


@pytest.mark.parametrize(
    ("text", "found"),
    [('{"a": 1 , }', "a key in double quotes, found '}'"), ("[1, ]", "a value, found ']'")],
)
def test_trailing_commas_are_told_alike_by_all_versions(text: str, found: str) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    fault = explain(text, caught.value)
    assert (fault.at, fault.message) == (len(text) - 1, f"expected {found}")


def test_trailing_commas_as_newer_versions_report_them() -> None:
    fault = explain(
        '{"a": 1 , }',
        json.JSONDecodeError("Illegal trailing comma before end of object", '{"a": 1 , }', 8),
    )
    assert (fault.at, fault.message) == (10, "expected a key in double quotes, found '}'")


# Hostile texts

SIGNS = "[]{}:,\"'\\1a()#é+|\n\0\ufeff\r\ud83d\x1b"
WORDS = ['{"', '{"a":1}', "None", '"a"', "'b'", "NaN", "//", "/*", "-"]
HOSTILE = st.lists(st.sampled_from([*SIGNS, *WORDS]), max_size=30).map("".join)


@given(HOSTILE | ANY_TEXT | st.binary())
def test_any_text_gives_records_or_one_kind_of_error(data: str | bytes) -> None:
    try:
        document = read(data)
    except UnreadableText as error:
        told = error
    else:
        assert document.records
        assert lines(document) == sorted(lines(document))
        for record in document.records:
            assert repr(json.loads(record.text, strict=False)) == repr(record.value)
        return
    assert told.message
    assert told.hint
    assert told.line >= 1
    assert told.column >= 1


@pytest.mark.parametrize(
    "unit",
    ['{"', '{"a":x', "{}", "[]\0", '{"a":"x\n', "[\n", "['", "('a' ", "'a' ", "[/*", '"', "{1:"],
)
def test_hostile_texts_cost_in_proportion_to_their_size(
    unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []
    decode = records._decode
    monkeypatch.setattr(records, "_decode", lambda *given: tries.append(1) or decode(*given))
    costs = []
    for size in (500, 1000):
        tries.clear()
        text = '{"a": 1}\n[' + unit * size + "\n"
        try:
            read(text)
        except UnreadableText:
            pytest.fail("the first line is whole")
        costs.append(len(tries))
        assert len(tries) <= 3 * size + 30
    assert costs[1] <= 2 * costs[0] + 30


@pytest.mark.parametrize("letter", ["x", "\\n", "é", "🙂"])
def test_a_long_line_needs_at_most_eight_times_its_size(letter: str) -> None:
    body = letter if letter.startswith("\\") else letter + "x" * 3
    line = ('{"role": "user", "content": "' + body * 500_000 + '"}').encode()
    tracemalloc.start()
    document = read(b'{"a": 1}\n' + line + b"\n")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(document.records) == 2
    assert peak <= 8 * len(line)
