"""Arguments that are made up fit the schema that asked for them."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transcript_doctor.provider.script.inventing import arguments_for, value_for


@pytest.mark.parametrize(
    ("schema", "made"),
    [
        ({"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}, {"path": "example"}),
        ({"type": "object", "properties": {"path": {"type": "string"}}}, {}),
        ({"properties": {"n": {"type": "integer", "minimum": 3}}, "required": ["n"]}, {"n": 3}),
        ({"properties": {"n": {"type": "number", "exclusiveMinimum": 3}}, "required": ["n"]}, {"n": 4}),
        ({"properties": {"e": {"enum": ["x", "y"]}}, "required": ["e"]}, {"e": "x"}),
        ({"properties": {"e": {"type": "string", "default": "d"}}, "required": ["e"]}, {"e": "d"}),
        ({"properties": {"e": {"const": 5}}, "required": ["e"]}, {"e": 5}),
        ({"properties": {"e": {"type": "string", "examples": ["x"]}}, "required": ["e"]}, {"e": "x"}),
        ({"properties": {"e": {"anyOf": [{"type": "null"}, {"type": "integer"}]}}, "required": ["e"]}, {"e": 0}),
        ({"properties": {"e": {"type": ["null", "boolean"]}}, "required": ["e"]}, {"e": True}),
        ({"properties": {"e": {"type": "array", "items": {"type": "integer"}, "minItems": 2}}, "required": ["e"]}, {"e": [0, 0]}),
        ({"$defs": {"P": {"type": "string", "format": "date"}}, "properties": {"d": {"$ref": "#/$defs/P"}}, "required": ["d"]}, {"d": "2026-01-01"}),
        ({"type": "OBJECT", "properties": {"n": {"type": "INTEGER"}}, "required": ["n"]}, {"n": 0}),
        (None, {}),
        ("words", {}),
        ({"type": "string"}, {}),
        ({"type": "object", "required": ["gone"]}, {}),
    ],
    ids=range(17),
)  # fmt: skip
def test_the_simplest_that_fits(schema: Any, made: dict[str, Any]) -> None:
    assert arguments_for(schema) == made


def test_schemas_without_end_come_to_one() -> None:
    node: dict[str, Any] = {"type": "object", "properties": {}, "required": ["n"]}
    node["properties"]["n"] = {"$ref": "#"}
    assert "n" in arguments_for(node)
    wide = {"type": "object", "properties": {}, "required": ["n"]}
    wide["properties"] = {"n": {"type": "array", "minItems": 10**9, "items": {"type": "string"}}}
    assert len(arguments_for(wide)["n"]) == 40
    assert value_for({"type": "string", "minLength": 10**9}) == "example"


LEAF = st.sampled_from(
    [
        {"type": "string"},
        {"type": "string", "minLength": 12},
        {"type": "string", "maxLength": 2},
        {"type": "integer"},
        {"type": "integer", "minimum": -4},
        {"type": "number", "exclusiveMinimum": 0.5},
        {"type": "boolean"},
        {"type": "null"},
        {"enum": [1, "a"]},
        {"const": None},
        {"type": ["null", "string"]},
    ]
)


def _deeper(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    named = st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3)
    objects = named.map(lambda p: {"type": "object", "properties": p, "required": sorted(p)})
    arrays = inner.map(lambda item: {"type": "array", "items": item, "minItems": 1})
    either = st.lists(inner, min_size=1, max_size=3).map(lambda options: {"anyOf": options})
    return objects | arrays | either


@given(st.recursive(LEAF, _deeper, max_leaves=8))
def test_what_is_made_is_valid(schema: Any) -> None:
    jsonschema.validate(value_for(schema), schema)


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "properties",
                    "required",
                    "items",
                    "anyOf",
                    "$ref",
                    "enum",
                    "minItems",
                    "minimum",
                    "format",
                    "maxLength",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=50)
@given(ODD)
def test_nothing_raises_on_a_schema_that_is_none(schema: Any) -> None:
    assert isinstance(arguments_for(schema), dict)


def test_lists_in_lists_do_not_come_to_millions() -> None:
    schema: Any = {"type": "string"}
    for _ in range(3):
        schema = {"type": "array", "items": schema, "minItems": 40}
    assert json.dumps(value_for(schema)).count("example") <= 1_000
