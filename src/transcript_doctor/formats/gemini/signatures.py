"""Thought signatures: where the current turn lacks one, and whether one can be Google's."""

from __future__ import annotations

import re
from typing import Any

from transcript_doctor.core.outline import Outline
from transcript_doctor.place import Steps

PLACEHOLDERS = frozenset(
    {"skip_thought_signature_validator", "context_engineering_is_the_way_to_go"}
)
"""The values that Google documents for calls of other models; sent as they stand, or as base64."""
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2,3}={0,2})?")


def seal_of(part: dict[str, Any]) -> Any:
    """Return the signature on a part, or None; an empty one is as good as none on this wire."""
    return part.get("thoughtSignature") or part.get("thought_signature") or None


def note_bad_seal(out: Outline, i: int, place: Steps, seal: Any) -> None:
    """Note a signature that is neither bytes nor base64 text (either alphabet, padded or not)."""
    if isinstance(seal, str):
        bad = seal not in PLACEHOLDERS and _BASE64.fullmatch(seal) is None
    else:
        bad = not isinstance(seal, bytes | bytearray)
    if bad:
        out.note("T002", "bad-seal", i, place)


def note_missing_signatures(out: Outline, asked: int) -> None:
    """Note each step of the current turn whose first call bears no signature.

    `asked` is the content in which the user spoke last; a step is a run of the model's contents. A
    list without any signature (`unsigned`) says nothing of the model's generation, others do.
    Rules: ai.google.dev/gemini-api/docs/thought-signatures.
    """
    case = "signature" if any(row.seal for row in out.reasoning) else "unsigned"
    before = asked
    for call in out.calls:
        at = call.message
        if at <= asked:
            continue
        same_step = before > asked and out.roles[before : at + 1].strip("a") == ""
        before = at
        if not same_step and isinstance(call.raw, dict) and seal_of(call.raw) is None:
            out.note("T001", case, at, call.part, name=call.name, n=at + 1)
