"""What the caller states in `context`: facts, overrides laid over a target, and orders for other acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.acts.opening.targeting import is_format
from transcript_doctor.catalog import FORMATS, overrides
from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.facts import KNOWN_FACTS, Unknown
from transcript_doctor.core.lawfile import law_from, pairing_from
from transcript_doctor.core.target import Target
from transcript_doctor.core.walk import truth
from transcript_doctor.core.wording import cut, named

_ORDERS = ("trim_to_", "convert_")


class Stated(NamedTuple):
    """The caller's context, sorted."""

    facts: dict[str, Any]
    laid_over: dict[str, Any]
    """Overrides of the target's laws, by key."""
    format: str | None
    provider: str | None
    unknown: tuple[Unknown, ...]
    """Keys and values that mean nothing here; they are listed, never raised."""


def sort_context(context: Mapping[str, Any] | None) -> Stated:
    """Sort a context into facts, overrides, names and the rest; raises where it is no mapping."""
    if not context:
        return _NOTHING
    if not isinstance(context, Mapping):
        raise BadOption("context takes a mapping of facts, such as {'thinking': 'enabled'}")
    found: dict[str, dict[str, Any]] = {"fact": {}, "override": {}, "name": {}}
    unknown = []
    given = {key: v if type(v) is range else plain(v) for key, v in context.items()}
    for key, value in given.items():
        word = cut(named(plain(key)))
        if word.startswith(_ORDERS) or (value is None and key not in KNOWN_FACTS):
            continue
        if (sort := _sort_of(key)) is None:
            unknown.append(Unknown(word, (), "this key of the context means nothing here"))
        elif (taken := _taken(sort, key, value)) is not _WRONG:
            found[sort][key] = taken
        elif value is not None:
            unknown.append(_unusable(word))
    names = found["name"]
    # What a lenient backend took proves nothing for the others.
    provider = None if given.get("accepted_by_server") else names.get("provider")
    return Stated(found["fact"], found["override"], names.get("wire"), provider, tuple(unknown))


def _sort_of(key: Any) -> str | None:
    if key in KNOWN_FACTS:
        return "fact"
    if key in ("wire", "provider"):
        return "name"
    return "override" if key in overrides() else None


def _taken(sort: str, key: str, value: Any) -> Any:
    """Return a value as the laws know it, or `_WRONG` where it makes no sense for the key."""
    if sort == "override":
        return value if _patch(key, value) is not None else _WRONG
    if key not in _TAKES:
        return value
    return _TAKES[key][1](value) if value is not None else _WRONG


def _unusable(key: str) -> Unknown:
    kind = "a number" if "number" in overrides().get(key, ()) else "true or false"
    wanted = _TAKES[key][0] if key in _TAKES else kind
    return Unknown(key, (), f"this key of the context takes {wanted}; what was stated is not used")


_NOTHING = Stated({}, {}, None, None, ())


_WRONG: Any = object()
"""Stands for a value that a fact does not take."""
_SETTINGS = ("enabled", "adaptive", "disabled", "absent")


def _thinking(value: Any) -> Any:
    """Return the setting as the laws name it, also where it was stated as a request has it."""
    if isinstance(value, Mapping):
        value = value.get("type")
    flag = truth(value)
    word = value.strip().lower() if isinstance(value, str) else value
    return (
        word if word in _SETTINGS else {True: "enabled", False: "disabled", None: _WRONG}.get(flag)
    )


def _declared(value: Any) -> Any:
    """Return whether tools are declared; the list of them says it too."""
    return len(value) > 0 if isinstance(value, list | tuple | Mapping) else _flag(value)


def _flag(value: Any) -> Any:
    flag = truth(value.strip() if isinstance(value, str) else value)
    return _WRONG if flag is None else flag


def _indices(value: Any) -> Any:
    rows = [value] if type(value) is int else value
    is_list = isinstance(rows, list | tuple | set | frozenset | range)
    return list(rows) if is_list and all(type(row) is int for row in rows) else _WRONG


def _count(value: Any) -> Any:
    return value if type(value) is int and value >= 0 else _WRONG


def _by_turn(value: Any) -> Any:
    return value if isinstance(value, Mapping | list | tuple) else _WRONG


def _name(value: Any) -> Any:
    return value if isinstance(value, str) else _WRONG


def _format(value: Any) -> Any:
    return value if isinstance(value, str) and is_format(value) else _WRONG


_TAKES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "wire": (f"a format ({', '.join(FORMATS)})", _format),
    "provider": ("a name", _name),
    "model": ("a name", _name),
    "target_model": ("a name", _name),
    "thinking": ("enabled, adaptive or disabled", _thinking),
    "tools_declared": ("true or false", _declared),
    "store": ("true or false", _flag),
    "cache_markers": ("a number", _count),
    "stale_thinking_at": ("a list of indices of messages", _indices),
    "turn_models": ("models by the index of their message, or a list of them", _by_turn),
}
"""What the facts and names take of which not every value makes sense; None states nothing of them."""


def lay_over(target: Target, laid: Mapping[str, Any]) -> tuple[Target, dict[str, bool]]:
    """Return the target with the stated overrides on top, and the model families that they settle."""
    families: dict[str, bool] = {}
    for key, value in laid.items():
        patch = _patch(key, value) or {}
        laws = tuple(
            law_from(f"context {key}", _filled(row, value)) for row in patch.get("law", ())
        )
        target = target._replace(
            laws=laws + target.laws,
            pairing=pairing_from(f"context {key}", patch.get("pairing", {}), target.pairing),
        )
        families.update(patch.get("families", {}))
    return target, families


def _patch(key: str, value: Any) -> Mapping[str, Any] | None:
    """Return the patch for a key's value, or None where the value means nothing for this key.

    A flag may be written in any way that servers read; a key without a patch for it is not changed.
    """
    choices: Mapping[str, Mapping[str, Any]] = overrides()[key]
    if "number" in choices:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return choices["number"] if is_number else None
    flag = truth(value)
    return choices.get("value") if flag is None else choices.get(str(flag).lower(), {})


def _filled(row: Mapping[str, Any], value: Any) -> dict[str, Any]:
    """Return a law's row with the stated value put where the row says `$value`."""
    params = {k: value if v == "$value" else v for k, v in row.get("params", {}).items()}
    base = {"evidence": "stated", "source": "stated by the caller", "date": "now"}
    return {**base, **row, **({"params": params} if params else {})}
