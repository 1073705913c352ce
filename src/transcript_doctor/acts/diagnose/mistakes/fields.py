"""Mistakes that leave keys in a message that no request has."""

from __future__ import annotations

import re

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.surgery.rewriting import node_at


def _dumped(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code != "Y003" or not finding.place:
        return None
    key, node = finding.hit.values.get("key"), _node(finding, clues)
    if isinstance(node, dict) and isinstance(key, str) and node.get(key, 0) is None:
        told = "the key is there with null: the whole object was written out, set or not"
        nulls = sum(value is None for value in node.values())
        return Sign(84 if nulls > 1 or key in _OF_ANSWERS else 74, told)
    return Sign(50, "a key that no request has")


_OF_ANSWERS = frozenset(
    {"annotations", "audio", "caller", "citations", "container", "function_call", "logprobs"}
    | {"parsed", "parsed_output", "refusal", "stop_sequence", "usage"}
)
"""Keys that SDKs have on what they return."""


def _node(finding: Finding, clues: Clues) -> object:
    """Return the object that holds a key that is not known."""
    if finding.index is None:
        return None
    return node_at(clues.outline.messages[finding.index], finding.hit.part[:-1])


DUMPED = Mistake(
    name="dumped-the-whole-object",
    trigger="rebuild",
    words="the SDK's object was stored with every key, and sent back so",
    sentence="The answer is written out with all keys of the SDK's class, those too that a request "
    "does not take.",
    signs="keys that only answers have, or keys with null",
    before="store(message.model_dump())",
    after="store(message.model_dump(mode='json', exclude_unset=True))",
    codes=("Y003",),
    shows=_dumped,
    decides="where the key comes from: a full dump, another provider's answer, or the code itself",
)

_LEFTOVER = re.compile(r"text|index|partial_?json|(?:arguments_?)?delta|buffer|_.*|input_buf", re.I)
_PIECES = re.compile(
    r"index|partial_?json|(?:arguments_?)?delta|input_buf|_?json_?buf(?:fer)?", re.I
)
"""Keys of a stream's pieces. Stores and applications have keys of their own, such as _id."""


def _leftover(finding: Finding, clues: Clues) -> Sign | None:
    key = finding.hit.values.get("key")
    if finding.code != "Y003" or not isinstance(key, str) or not _LEFTOVER.fullmatch(key[:40]):
        return None
    node = _node(finding, clues)
    if not isinstance(node, dict) or node.get(key) is None:
        return None
    called = isinstance(node.get("type"), str) and node["type"].endswith("tool_use")
    sure = _PIECES.fullmatch(key[:40]) or (key == "text" and called)
    return Sign(82 if sure else 64, f"the key {key[:20]!r} may be one of a stream's pieces")


LEFTOVER = Mistake(
    name="stored-the-stream's-own-keys",
    trigger="stream-assembly",
    words="what put the stream together left its own keys in the part",
    sentence="Pieces of a stream are merged into one object, and keys of the pieces stay in it.",
    signs="a part with a key of another kind of part, or of a stream's events",
    before="block = {**start_event.block, **delta}      # keys of the delta stay",
    after="block = stream.get_final_message().content[i]",
    codes=("Y003",),
    shows=_leftover,
    decides="who writes that key: what reads the stream, or what stores the message",
)

MISTAKES = (
    DUMPED,
    LEFTOVER,
)
