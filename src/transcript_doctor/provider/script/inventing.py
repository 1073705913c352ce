"""Arguments that fit a tool's JSON schema, made up where nobody wrote a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple

_DEEPEST = 8
_MOST = 40
"""Properties or items of one value that are made."""
_ALL = 1_000
"""Values that are made for one schema: lists in lists would come to millions."""
_TEXTS = {
    "date": "2026-01-01",
    "date-time": "2026-01-01T00:00:00Z",
    "time": "00:00:00Z",
    "email": "ada@example.com",
    "uri": "https://example.com",
    "url": "https://example.com",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "ipv4": "127.0.0.1",
}
_TEXT = "example"


def arguments_for(schema: Any) -> dict[str, Any]:
    """Return an object that a tool's schema takes: the required properties, the simplest values."""
    made = value_for(schema)
    return made if isinstance(made, dict) else {}


def value_for(schema: Any) -> Any:
    """Return the simplest value that a schema takes."""
    return _value(schema, _Root(schema if isinstance(schema, Mapping) else {}, count(1)), 0)


class _Root(NamedTuple):
    """The whole schema, and a count of what was made of it so far."""

    schema: Mapping[str, Any]
    made: Iterator[int]


def _value(schema: Any, root: _Root, depth: int) -> Any:
    if not isinstance(schema, Mapping) or depth > _DEEPEST or next(root.made) > _ALL:
        return None
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    for key in ("enum", "examples"):
        listed = schema.get(key)
        if isinstance(listed, list) and listed:
            return listed[0]
    if isinstance(schema.get("$ref"), str):
        return _value(_pointed(schema["$ref"], root.schema), root, depth + 1)
    for key in ("anyOf", "oneOf", "allOf"):
        options = schema.get(key)
        if isinstance(options, list) and options:
            return _value(_best(options), root, depth + 1)
    return _plain(_type(schema), schema, root, depth)


def _plain(kind: str, schema: Mapping[str, Any], root: _Root, depth: int) -> Any:
    if kind == "object":
        return _object(schema, root, depth)
    if kind == "array":
        least = schema.get("minItems")
        number = min(least, _MOST) if isinstance(least, int) else 1
        item = schema.get("items")
        return [_value(item, root, depth + 1) for _ in range(number)] if item else []
    if kind in ("integer", "number"):
        least = schema.get("minimum", schema.get("exclusiveMinimum", 0))
        over = 1 if "exclusiveMinimum" in schema else 0
        return least + over if isinstance(least, int | float) else 1
    if kind == "boolean":
        return True
    return None if kind == "null" else _text(schema)


def _object(schema: Mapping[str, Any], root: _Root, depth: int) -> dict[str, Any]:
    properties, required = schema.get("properties"), schema.get("required")
    if not isinstance(properties, Mapping):
        return {}
    wanted = (
        [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    )
    return {
        n: _value(properties.get(n), root, depth + 1) for n in wanted[:_MOST] if n in properties
    }


def _text(schema: Mapping[str, Any]) -> str:
    made = _TEXTS.get(str(schema.get("format")), _TEXT)
    least, most = schema.get("minLength"), schema.get("maxLength")
    if isinstance(least, int) and len(made) < least <= 10_000:
        made = made.ljust(least, "x")
    return made[:most] if isinstance(most, int) and most >= 0 else made


def _type(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((word for word in kind if word != "null"), "null")
    if not isinstance(kind, str):
        return "object" if "properties" in schema else "string"
    return kind.lower()  # Google writes them in capitals


def _best(options: list[Any]) -> Any:
    """Return the first option that is more than null."""
    return next(
        (o for o in options if isinstance(o, Mapping) and o.get("type") != "null"), options[0]
    )


def _pointed(pointer: str, root: Mapping[str, Any]) -> Any:
    node: Any = root
    for step in pointer.removeprefix("#").split("/")[1:]:
        node = (
            node.get(step.replace("~1", "/").replace("~0", "~"))
            if isinstance(node, Mapping)
            else None
        )
    return node
