"""The targets by name: the folder of their files is the list, and each file is read on first use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from transcript_doctor import targets
from transcript_doctor.core.errors import UnknownTarget
from transcript_doctor.core.target import Target


@cache
def target_names() -> tuple[str, ...]:
    """Return the names of all targets, sorted."""
    return targets.names()


@cache
def target_named(name: str) -> Target:
    """Return a target by name; its file is read on first use. Raises `UnknownTarget`."""
    if name not in target_names():
        raise UnknownTarget(name, target_names())
    return _target(name)


@cache
def _target(name: str) -> Target:
    """Return a target, or a part of targets (its file begins with `_`) for those that extend it."""
    from transcript_doctor.core.lawfile import target_from  # an import reads no target

    return target_from(_toml(name), _target)


@cache
def models_of() -> Mapping[str, str]:
    """Return the targets that say which models are asked for there, with the pattern of their names.

    Only the head of each file is read, for this is asked before a target is chosen.
    """
    import tomllib  # loaded on first use: an import of the package reads no target

    found = {}
    for name in target_names():
        head = targets.text(name).partition("\n[")[0]
        if "\nmodels = " in head:
            found[name] = str(tomllib.loads(head)["models"])
    return found


@cache
def overrides() -> dict[str, Any]:
    """Return what a caller may state about an endpoint, as the data of `overrides.toml`."""
    return _toml(targets.OVERRIDES)


def _toml(name: str) -> dict[str, Any]:
    import tomllib  # loaded on first use: an import of the package reads no target

    return tomllib.loads(targets.text(name))
