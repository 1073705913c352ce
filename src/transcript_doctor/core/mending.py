"""Mending single parts: what is meant beyond doubt is written as its format wants it.

Each function takes the surgeon, the hit, its message and the node at its place, and returns whether it
could ask for an edit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from transcript_doctor.core.answers import LEFT_OUT
from transcript_doctor.core.rule import Hit
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.content import parts_of
from transcript_doctor.core.surgery.rewriting import joined_text, node_at
from transcript_doctor.place import Steps


def _relabel(surgeon: Surgeon, hit: Hit, message: int, node: Any) -> bool:
    """Write the label that the data bear out, where one image stands in the place of another."""
    old, new = hit.values.get("label"), hit.values.get("found") or hit.values.get("right")
    if hit.case == "media-alias":
        new = hit.values.get("right")
    old, new = str(old), str(new)
    if not (old.startswith("image/") and new.startswith("image/")):
        surgeon.cost = "manual"
        return False
    part, spots = hit.part, [*_labels(node, old, new)]
    if not spots:  # Converse has the label beside the source that the fault is about
        part = _element(hit.part)
        spots = [*_labels(node_at(surgeon.outline.messages[message], part), old, new)]
    return spots != [] and all(surgeon.put(message, (*part, *place), text) for place, text in spots)


def _labels(node: Any, old: str, new: str) -> Iterator[tuple[Steps, str]]:
    """Yield where a medium's label stands in its part, with the text that it shall be."""
    short = old.removeprefix("image/"), new.removeprefix("image/")
    stack: list[tuple[Steps, Any]] = [((), node)]
    while stack:
        place, value = stack.pop()
        if isinstance(value, dict):
            stack += (((*place, key), child) for key, child in value.items())
        elif value == old or (value == short[0] and place[-1:] == ("format",)):
            yield place, new if value == old else short[1]
        elif isinstance(value, str) and value.startswith(f"data:{old}"):
            yield place, f"data:{new}{value.removeprefix(f'data:{old}')}"


def _type(surgeon: Surgeon, hit: Hit, message: int, node: Any) -> bool:
    """Make a text part of a bare text, or of one that has no type."""
    if isinstance(node, dict):
        node = node.get("text") if node.keys() <= {"text", "cache_control"} else None
    raw = surgeon.outline.messages[message]
    key = surgeon.verbs.parts_key or "content"
    if not isinstance(node, str) or not node.strip() or len(hit.part) != 2 or hit.part[0] != key:
        return False
    surgeon.told = "write the text as a part of its own"
    return surgeon.put(message, hit.part, surgeon.verbs.part(raw, node))


def _object(surgeon: Surgeon, hit: Hit, message: int, node: Any) -> bool:
    """Put a file's id, or the data of a sound, into the object that belongs there."""
    kind = hit.values.get("type")
    if kind != "file" or not isinstance(node, dict) or not isinstance(node.get("file_id"), str):
        return False
    rest = {key: value for key, value in node.items() if key != "file_id"}
    return surgeon.put(message, hit.part, {**rest, "file": {"file_id": node["file_id"]}})


def _drop(surgeon: Surgeon, hit: Hit, message: int, node: Any) -> bool:
    part = _element(hit.part)
    if part and parts_of(surgeon.outline.messages[message], surgeon.verbs) == [node]:
        return surgeon.drop_blank(message)
    return bool(part) and surgeon.drop(message, part)


def _element(part: Steps) -> Steps:
    """Return the place of the list's element in which a place stands; an empty one where there is none."""
    while part and not isinstance(part[-1], int):
        part = part[:-1]
    return part


def _join(surgeon: Surgeon, hit: Hit, message: int, node: Any) -> bool:
    """Make one text of a list that holds nothing else."""
    text = joined_text(node)
    return bool(text) and surgeon.put(message, hit.part, text)


def _listed(surgeon: Surgeon, hit: Hit, message: int, node: Any) -> bool:
    if not node.strip():
        surgeon.told = "drop the empty message"
        return surgeon.drop_blank(message)
    part = surgeon.verbs.part(surgeon.outline.messages[message], node)
    return surgeon.put(message, hit.part, [part])


def _apart(surgeon: Surgeon, hit: Hit, message: int, node: Any) -> bool:
    """Make a part of each kind of content; what stands beside them stays with the last."""
    if not isinstance(node, dict) or len(hit.part) != 2 or not isinstance(hit.part[1], int):
        return False
    kinds = str(hit.values.get("keys", "")).split(", ")
    rest = {name: value for name, value in node.items() if name not in kinds[:-1]}
    return surgeon.put(message, hit.part, rest) and all(
        surgeon.insert(message, {kind: node[kind]}, hit.part) for kind in kinds[:-1]
    )


def _leave_out(surgeon: Surgeon, hit: Hit, message: int, node: Any) -> bool:
    """Put a note in the place of a picture that cannot be taken."""
    part = _element(hit.part)
    if hit.values.get("kind") != "image" or not part:
        surgeon.cost = "manual"
        return False
    surgeon.told = "leave the image out, and say so in its place"
    surgeon.lose(message, part, "an image")
    return surgeon.put(message, part, surgeon.verbs.text(LEFT_OUT))


LOSSY = frozenset({"media-kind", "media-data"})
"""The cases in which something leaves."""
MENDS: dict[str, Callable[[Surgeon, Hit, int, Any], bool]] = {
    "media-label": _relabel,
    "media-alias": _relabel,
    "media-kind": _leave_out,
    "media-data": _leave_out,
    "not-object": _type,
    "no-type": _type,
    "bare-payload": _object,
    "blank-payload": _drop,
    "no-data": _drop,
    "reasoning-list": _join,
    "not-string": _join,
    "not-list": _listed,
    "two-payloads": _apart,
}
"""The cases of a malformed part that can be mended without a doubt."""
