"""Making plain: what a caller hands over becomes JSON values that run no code of their own.

Transcripts hold SDK objects, subclasses of dict and str, arrays of other libraries, and loops. Behind
this door stand exact dicts, lists, texts and numbers only, so that no comparison and no loop over a
transcript can raise, hang or call back.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.opening.making import EXACT, Maker

_TEXT = frozenset((str,))
_OUTSIDE = EXACT | {dict, list}


def plain(value: Any) -> Any:
    """Return a value with everything inside it made plain JSON: exact dicts with text keys, exact lists.

    What is plain already is returned as the same object. SDK objects are asked for the keys that were
    set, so that no null is sent back that was never received. What is no JSON, and a container inside
    itself, becomes an `Opaque`. Nothing raises.
    """
    return value if _is_plain(value) else Maker().make(value)


def opens_plain(value: Any) -> bool:
    """Tell whether a value is an exact list, or an exact dict of exact values, whatever is in these."""
    return type(value) is list or (
        type(value) is dict and _OUTSIDE.issuperset(map(type, value.values()))
    )


def _is_plain(value: Any) -> bool:
    """Tell whether a value is a tree of exact JSON types; a container met twice ends the proof."""
    seen: set[int] = set()
    stack = [value]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is str:
            continue
        if kind is dict or kind is list:
            if id(node) in seen:
                return False
            seen.add(id(node))
            if kind is list:
                stack += node
            elif _TEXT.issuperset(map(type, node)):
                stack += node.values()
            else:
                return False
        elif kind not in EXACT:
            return False
    return True
