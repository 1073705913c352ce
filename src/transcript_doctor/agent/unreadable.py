"""Arguments of calls that cannot go back to a model: no JSON, no object, or JSON that no wire carries.

Such a call is answered with what was wrong. On the record its arguments are quoted where the format wants
an object; where it wants a text, that stays as it came.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from transcript_doctor.acts.history.mending import UNREADABLE
from transcript_doctor.core.outline import Call
from transcript_doctor.jsontext.strict import strict_json

DEEPEST = 100
"""Objects and lists inside one another in arguments; SDKs read about twice as many."""


class Unreadable(NamedTuple):
    """What becomes of a call whose arguments cannot be read."""

    words: str
    """Its result."""
    quotation: dict[str, Any] | None
    """What stands for its arguments on the record; None where they can stay."""


def unreadable(call: Call, given: Any) -> Unreadable | None:
    """Return what becomes of a call with these arguments, None where nothing is wrong with them.

    Arguments that are neither text nor object are left to the history.
    """
    if isinstance(given, dict):
        why = _unsendable(given)
        return None if why is None else Unreadable(_words(why), {UNREADABLE: _as_text(given)})
    if not isinstance(given, str) or not given.strip() or call.kind.startswith("custom"):
        return None
    _, why = _read(given)
    # None is how a format's walk reads what is not of the type that it wants: here an object.
    quotation = {UNREADABLE: given} if call.arguments is None else None
    return None if why is None else Unreadable(_words(why), quotation)


def object_or_text(text: str) -> Any:
    """Return the object that a text of arguments holds; the text, where it holds none to send back."""
    value, why = _read(text)
    return value if why is None else text


def _words(why: str) -> str:
    return f"The arguments of this call could not be read as a JSON object: {why}"


def _read(text: str) -> tuple[Any, str | None]:
    """Return what a text holds, and why it is nothing that can be sent back as an object."""
    try:
        value = strict_json(text)
    except (ValueError, RecursionError) as fault:
        return None, str(fault)
    return value, _unsendable(value) if isinstance(value, dict) else "they are no object"


def _unsendable(value: dict[str, Any]) -> str | None:
    """Return why an object cannot be sent, None where it can."""
    if _is_deep(value):
        return f"they are nested more than {DEEPEST} deep"
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        return "there is half a character in them"
    except (TypeError, ValueError) as fault:
        return str(fault)
    return None


def _as_text(value: dict[str, Any]) -> str:
    try:
        return json.dumps(value, default=repr)
    except (ValueError, RecursionError) as fault:
        return str(fault)


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST + 1):
        holders = [node for node in level if isinstance(node, dict | list)]
        level = [
            child
            for node in holders
            for child in (node.values() if isinstance(node, dict) else node)
        ]
    return bool(level)
