"""What the caller states in `context`: facts, overrides laid over a target, and orders for other acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from transcript_doctor.catalog import overrides
from transcript_doctor.core.facts import KNOWN_FACTS
from transcript_doctor.core.lawfile import law_from, pairing_from
from transcript_doctor.core.target import Target

_ORDERS = ("trim_to_", "convert_")


class Stated(NamedTuple):
    """The caller's context, sorted."""

    facts: dict[str, Any]
    laid_over: dict[str, Any]
    """Overrides of the target's laws, by key."""
    format: str | None
    provider: str | None
    unknown: tuple[str, ...]
    """Keys that mean nothing here; they are listed, never raised."""


def sort_context(context: Mapping[str, Any] | None) -> Stated:
    """Sort a context into facts, overrides, names and the rest."""
    if not context:
        return _NOTHING
    facts: dict[str, Any] = {}
    laid: dict[str, Any] = {}
    unknown = []
    for key, value in context.items():
        if key in KNOWN_FACTS:
            facts[key] = value
        elif key in overrides():
            laid[key] = value
        elif key not in ("wire", "provider") and not str(key).startswith(_ORDERS):
            unknown.append(str(key))
    wire, provider = context.get("wire"), context.get("provider")
    if context.get("accepted_by_server"):
        provider = None  # what a lenient backend took proves nothing for the others
    return Stated(
        facts,
        laid,
        wire if isinstance(wire, str) else None,
        provider if isinstance(provider, str) else None,
        tuple(unknown),
    )


_NOTHING = Stated({}, {}, None, None, ())


def lay_over(target: Target, laid: Mapping[str, Any]) -> tuple[Target, dict[str, bool]]:
    """Return the target with the stated overrides on top, and the model families that they settle."""
    families: dict[str, bool] = {}
    for key, value in laid.items():
        patch = _patch(key, value)
        if patch is None:
            continue
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
    """Return the patch for a key's value: `true`, `false`, or `value` for any other."""
    choices: Mapping[str, Any] = overrides()[key]
    word = str(value).lower() if isinstance(value, bool) else "value"
    found = choices.get(word)
    if found is None and word == "value" and value is not None:
        found = choices.get("true")
    return found


def _filled(row: Mapping[str, Any], value: Any) -> dict[str, Any]:
    """Return a law's row with the stated value put where the row says `$value`."""
    params = {k: value if v == "$value" else v for k, v in row.get("params", {}).items()}
    base = {"evidence": "stated", "source": "stated by the caller", "date": "now"}
    return {**base, **row, **({"params": params} if params else {})}
