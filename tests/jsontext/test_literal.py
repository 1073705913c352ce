"""Pasted Python and JavaScript literals are read as the JSON that they stand for."""

from __future__ import annotations

import ast
import json
import pprint
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import transcript_doctor
from transcript_doctor.jsontext import UnreadableText, read, records
from transcript_doctor.jsontext.fault import Fault
from transcript_doctor.jsontext.literal import as_json

NOTE = "line 1: not JSON: read as a printed Python or JavaScript literal"
ANY_TEXT = st.text(st.characters())
PYTHON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(ANY_TEXT | st.integers(0), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[{'role': 'user', 'content': None}]", [{"role": "user", "content": None}]),
        ("{'a': True, 'b': False, 'c': \"it's\"}", {"a": True, "b": False, "c": "it's"}),
        ("{'a': (), 'b': (1,), 'c': (1, 2), 'd': ((1), ('x'))}", None),
        ("({'a': 1})", {"a": 1}),
        ("({'a': 1}, 2,)", [{"a": 1}, 2]),
        ("[{u'role': u'user'},\n]", [{"role": "user"}]),
        ("{1: 2, True: 3}", {"1": 2, "True": 3}),
        ("['one '\n 'two', 'three']", ["one two", "three"]),
        ("['it', \"don't \" \"won't\"]", ["it", "don't won't"]),
        ('[\'\'\'one\n"two"\'\'\', """it\'s \\\n"""]', ['one\n"two"', "it's "]),
        (
            r"['\x41\101\u00e9\U0001f600\'\"\d\a\v\0\/\\\x22\x5c\x1b']",
            ['AAé😀\'"\\d\a\v\0/\\"\\\x1b'],
        ),
        ("['\\\x01\t']", ["\\\x01\t"]),
        (r"['\N{DASH}', '\U99999999']", [r"\N{DASH}", r"\U99999999"]),
        ("[ { role: 'user', content: undefined }, ]", [{"role": "user", "content": None}]),
        ("[ 'one ' +\n 'two' ]", ["one two"]),
        ('[ "one " + "two" ]', ["one two"]),
        ("# why\n[1, // one\n /* two\n */ 2, # three\n]", [1, 2]),
        ('[{"a": 1,},]', [{"a": 1}]),
        (r'{"path": "C:\Docs\d"}', {"path": r"C:\Docs\d"}),
        ("['\ud83d']", ["\ud83d"]),
        ("\ufeff['a']", ["a"]),
        ("['a',\f'b']", ["a", "b"]),
    ],
)
def test_literals_that_people_paste(text: str, value: object) -> None:
    document = read(text)
    assert document.kind == "literal"
    (record,) = document.records
    expected = ast.literal_eval(text) if value is None else value
    assert record.value == json.loads(json.dumps(expected))
    assert record.literal
    assert json.loads(record.text) == record.value


@pytest.mark.parametrize(
    "string",
    [
        "'''a's b'''",
        "''''a'' b'''",
        '"""a"s ""b"""',
        "'''\\''''",
        "''''''",
        "u'''a\nb''' 'c'",
        "'' ''",
        r"'a\'b' ''",
    ],
)
def test_quotes_inside_strings_end_nothing(string: str) -> None:
    (record,) = read(f"[{string}, 1]").records
    assert record.value == [ast.literal_eval(string), 1]


def test_a_string_that_is_never_closed() -> None:
    for opening in ("'''", '"""', "'"):
        with pytest.raises(Fault) as caught:
            as_json(f"[1, {opening}" + "\\' x \\\"" * 100_000)
        assert caught.value.at == 4


def test_no_pattern_repeats_a_group_possessively() -> None:
    """Python 3.11.0 to 3.11.4 match such a group wrongly when what is in it backtracks."""
    package = Path(transcript_doctor.__file__).parent
    group = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+|\(\?>")
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted([*package.rglob("*.py"), *package.rglob("*.toml")])
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if group.search(line)
    ]
    assert found == []
    assert group.search("(a|b)*+")
    assert group.search("(?>a)")


def test_numbers_that_only_python_prints() -> None:
    document = read("[nan, inf, -inf, Infinity, -1.5e-07, 'x']")
    assert repr(document.records[0].value) == "[nan, inf, -inf, inf, -1.5e-07, 'x']"
    assert document.notes[-1] == NOTE


def test_the_reader_is_told_what_the_text_was_taken_for() -> None:
    assert read("['a']").notes == (NOTE,)
    assert read("\n\n# see\n['a']").records[0].line == 4


def test_literals_on_lines() -> None:
    document = read("{'a': 1}\n{'a': \"it's\"}\n{'a': x}\n{\"a\": 4}\n")
    assert document.kind == "jsonl"
    assert [record.value for record in document.records] == [{"a": 1}, {"a": "it's"}, {"a": 4}]
    assert [(damage.line, damage.column) for damage in document.damage] == [(3, 7)]


@given(PYTHON_VALUES)
def test_whatever_python_prints_is_read(value: object) -> None:
    document = read(repr(["-", value]))
    assert repr(document.records[0].value) == repr(json.loads(json.dumps(["-", value])))


@given(PYTHON_VALUES, st.integers(1, 60))
def test_whatever_python_prints_prettily_is_read(value: object, width: int) -> None:
    text = pprint.pformat(["-", value], width=width, sort_dicts=False)
    document = read(text)
    assert repr(document.records[0].value) == repr(json.loads(json.dumps(["-", value])))


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "hint"),
    [
        ("[Message(content='x')]", 1, 2, "'Message' is no plain data", "model_dump"),
        ("[{'at':\n datetime.now()}]", 2, 2, "'datetime' is no plain data", "Mend"),
        ("['a',\n b'c']", 2, 2, "'b' is no plain data", "Mend"),
        ("['a',\n {'b': 1]", 2, 9, "{ is open, found ']'", "Mend"),
        ("[\n'a'\n]\n]", 4, 1, "no bracket is open, found ']'", "Mend"),
        ("['a',\n {'b' 1}]", 2, 7, "expected ':', found '1'", "Mend"),
        ("['a\\\nb',\n {'c'\n 'd' 1}]", 4, 2, "expected ':', found '1'", "Mend"),
        ("['\"\"\"',\n {'b' 1}]", 2, 7, "expected ':', found '1'", "Mend"),
        ("['a'] x", 1, 7, "'x' is no plain data", "Mend"),
        ("['a'] 1", 1, 7, "the value has ended, found '1'", "Mend"),
        ("['a', `b`]", 1, 7, "unexpected '`'", "Mend"),
        ("['a', 'b", 1, 7, 'unexpected "\'"', "Mend"),
        ("['a', 'b'", 1, 10, "middle of a value", "was cut"),
        ("['a', /* b]", 1, 7, "unexpected '/'", "Mend"),
        ('["a" "b"]', 1, 6, "expected ','", "Mend"),
        ('["a+" "b"]', 1, 7, "expected ','", "Mend"),
        ('["don\'t" "b"]', 1, 10, "expected ','", "Mend"),
        ("{'a': 1, /* \n */ b c}", 2, 5, "'b' is no plain data", "Mend"),
    ],
)
def test_literals_with_a_fault(text: str, line: int, column: int, message: str, hint: str) -> None:
    with pytest.raises(UnreadableText) as caught:
        read(text)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert message in error.message
    assert hint in error.hint


def test_a_literal_longer_than_anybody_pastes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_LONGEST_LITERAL", 10)
    with pytest.raises(UnreadableText, match=r"json\.dumps"):
        read("['a', 'b', 'c']")


def test_nothing_is_run() -> None:
    with pytest.raises(UnreadableText):
        read("[__import__('os').abort()]")


def test_depth_is_refused_and_not_feared() -> None:
    with pytest.raises(UnreadableText, match="nested too deeply"):
        read("['a', " + "[" * 200_000 + "]" * 200_000 + "]")
