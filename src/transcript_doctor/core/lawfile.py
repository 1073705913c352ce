"""Reading a target's TOML file: its keys, checked one by one, become a `Target`.

The keys are closed lists. There are no expressions and there will be none: what a law needs to say that
it cannot say today is a new key with a meaning, or a rule's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from transcript_doctor.core.errors import BadKnowledge
from transcript_doctor.core.facts import CONDITIONS
from transcript_doctor.core.target import EVIDENCE, Law, Pairing, Target, Verdict

_LAW_KEYS = set(Law._fields) - {"cases"} | {"case"}
_TARGET_KEYS = set(Target._fields) - {"laws"} | {"law", "defaults", "extends", "drop"}
_PAIRING_KEYS = set(Pairing._fields)


def target_from(data: Mapping[str, Any], load: Callable[[str], Target]) -> Target:
    """Return the target that a parsed file describes; `load` returns those that it extends.

    A file that extends another takes over everything; its own laws come first, and `drop` names
    rules whose laws are not taken over. Of several, the last is the one taken over, and those in
    front of it lay their laws over its own. `[defaults]` holds what the file's laws have in common.
    """
    name = str(data.get("name"))
    _check_keys(name, data, _TARGET_KEYS)
    extends = data.get("extends", ())
    bases = [load(word) for word in ([extends] if isinstance(extends, str) else extends)]
    base = bases[-1] if bases else _NO_BASE
    dropped = set(data.get("drop", ()))
    defaults = data.get("defaults", {})
    laws = tuple(law_from(name, {**defaults, **row}) for row in data.get("law", ()))
    laws += tuple(law for other in bases for law in other.laws if law.rule not in dropped)
    families = {**base.families, **data.get("families", {})}
    for law in laws:
        _check_families(name, law, families)
    return Target(
        name=name,
        title=data.get("title", name),
        format=data.get("format", base.format),
        laws=laws,
        pairing=pairing_from(name, data.get("pairing", {}), base.pairing),
        order=tuple(data.get("order", base.order)),
        after={role: tuple(roles) for role, roles in data.get("after", base.after).items()},
        overlooks=tuple(data.get("overlooks", base.overlooks)),
        families=families,
        envelope=data.get("envelope", base.envelope),
        aliases=tuple(data.get("aliases", ())),
        models=data.get("models", ""),
        provider=data.get("provider", base.provider or name),
        prose=data.get("prose", ""),
        convertible=data.get("convertible", True),
        in_all=data.get("in_all", base.in_all),
        bare_list=data.get("bare_list", "record"),
    )


_NO_BASE = Target(name="", title="", format="", laws=())


def pairing_from(name: str, data: Mapping[str, Any], base: Pairing) -> Pairing:
    """Return a pairing law: the base's with the given keys changed."""
    _check_keys(f"{name} [pairing]", data, _PAIRING_KEYS)
    return base._replace(**data)


def law_from(name: str, row: Mapping[str, Any]) -> Law:
    """Return one law; every key and word is checked."""
    spot = f"{name}: law {row.get('rule')}/{row.get('case')}"
    _check_keys(spot, row, _LAW_KEYS)
    if row.get("verdict") not in get_args(Verdict):
        raise BadKnowledge(f"{spot}: verdict {row.get('verdict')!r}")
    if row.get("evidence") not in EVIDENCE:
        raise BadKnowledge(f"{spot}: evidence {row.get('evidence')!r}")
    if row.get("at", "") not in ("", "last"):
        raise BadKnowledge(f"{spot}: at {row.get('at')!r}")
    if not row.get("source") or not row.get("date"):
        raise BadKnowledge(f"{spot}: source and date are needed")
    if odd := (set(row.get("when", ())) | set(row.get("unless", ()))) - CONDITIONS:
        raise BadKnowledge(f"{spot}: unknown facts {sorted(odd)}")
    case = row.get("case", ())
    rest = {key: value for key, value in row.items() if key != "case"}
    for key in ("unless", "also", "records"):
        if key in rest:
            rest[key] = tuple(rest[key])
    return Law(cases=(case,) if isinstance(case, str) else tuple(case), **rest)


def _check_keys(spot: str, data: Mapping[str, Any], keys: set[str]) -> None:
    if odd := set(data) - keys:
        raise BadKnowledge(f"{spot}: unknown keys {sorted(odd)}")


def _check_families(name: str, law: Law, families: Mapping[str, str]) -> None:
    wanted = law.when.get("family", ())
    for family in (wanted,) if isinstance(wanted, str) else wanted:
        if family not in families:
            raise BadKnowledge(f"{name}: law {law.rule} names the unknown family {family!r}")
