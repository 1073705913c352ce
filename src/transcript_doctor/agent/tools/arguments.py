"""Arguments of calls, checked: the schema asks a model for types, and nothing makes it send them."""

from __future__ import annotations

from typing import Any, TypeVar

_Default = TypeVar("_Default", int, None)


def str_arg(arguments: Any, name: str) -> str:
    """Return a text argument; raises ValueError where it is missing or no text."""
    value = _named(arguments, name)
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a string")
    return value


def int_arg(arguments: Any, name: str, default: _Default) -> int | _Default:
    """Return a whole-number argument, or the default where there is none; raises ValueError otherwise.

    True and false are no numbers here, though Python counts them among its own.
    """
    value = _named(arguments, name)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{name} must be an integer")
    return value


def bool_arg(arguments: Any, name: str) -> bool:
    """Return an argument that is true or false, false where there is none; raises ValueError otherwise."""
    value = _named(arguments, name)
    if value is None:
        return False
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false")
    return value


def _named(arguments: Any, name: str) -> Any:
    if not isinstance(arguments, dict):
        raise ValueError("the arguments must be an object")
    return arguments.get(name)
