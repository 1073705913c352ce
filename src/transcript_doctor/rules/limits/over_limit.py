"""Something is larger or more than the target takes.

## What it means
The request holds more messages, images or documents than the target allows, or one of them is too
large: in bytes, or in pixels where the first bytes tell them.

## Why it is refused
Each limit looks at the whole request, the history included. A screenshot taken ten turns ago counts
again on every request, so a session that collects pictures fails at some point and never recovers.
Some limits grow stricter with the number of pictures, so that a picture which was fine yesterday is
refused today.

## How it is healed
Under the policy `lossy` the oldest pictures are left out, with a note in their place, and are listed.
Which picture can go is better said by a person; shrinking one is outside this tool.

## Sources
anthropics/claude-code#24541 (too many), anthropics/claude-code#9375 and can1357/oh-my-pi#10633 (too
large). The targets' pages name source and date of each limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.core.answers import LEFT_OUT
from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Media, Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.sniff import head_of, pixels_of_head
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.core.target import Laws
from transcript_doctor.place import Steps


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find counts and sizes over the limits; a count of the request stands at its first medium."""
    if (count := len(outline.messages)) > _FEW:
        most = laws.param("L002", "items")
        if most is not None and count > most:
            yield Hit("items", None, outline.root, {"count": count, "max": most})
    if outline.media:
        yield from _counts(outline, laws)
        yield from _counts_of_messages(outline, laws)
        yield from _sizes(outline, laws)


_FEW = 1000
"""No target's limit lies lower, so that short lists are not asked about."""


def _counts(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find too many images in the request; a document counts as one, for nobody opens it here."""
    counted = [m for m in outline.media if m.kind == "image" or (m.kind == "document" and m.data)]
    for case, name in (("images", "images"), ("images-by-model", "images_by_model")):
        most = laws.param("L002", name, None, case)
        if most is not None and len(counted) > most:
            values = {"count": len(counted), "max": most}
            yield Hit(case, counted[0].message, counted[0].part, values)
            return


def _counts_of_messages(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find messages that hold too many images or documents; reported at the first one too many."""
    for case, name, kind in (
        ("message-images", "message_images", "image"),
        ("documents", "message_documents", "document"),
    ):
        most = laws.param("L002", name, None, case)
        held: dict[int, list[Media]] = {}
        for medium in outline.media if most is not None else ():
            if medium.kind == kind:
                held.setdefault(medium.message, []).append(medium)
        for message, media in held.items():
            if len(media) > most:
                yield Hit(case, message, media[most].part, {"count": len(media), "max": most})


def _sizes(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find images that are too large by themselves."""
    most = laws.param("L002", "image_bytes", None, "image-bytes")
    side = laws.param("L002", "pixels", None, "image-pixels")
    images = [m for m in outline.media if m.kind == "image" and m.data]
    many = len(images) > laws.param("L002", "many", len(images), "image-pixels-many")
    tight = laws.param("L002", "pixels", None, "image-pixels-many") if many else None
    for image in images if most or side or tight else ():
        head = head_of(image.data)
        if head is None:
            continue
        if most is not None and head.size > most:
            yield _hit("image-bytes", image, {"count": head.size, "max": most})
            continue
        width, height = pixels_of_head(head.bytes) or (0, 0)
        for case, limit in (("image-pixels", side), ("image-pixels-many", tight)):
            if limit is not None and max(width, height) > limit:
                values = {"width": width, "height": height, "max": limit, "count": len(images)}
                yield _hit(case, image, values)
                break


def _hit(case: str, image: Media, values: dict[str, Any]) -> Hit:
    return Hit(case, image.message, image.part, values)


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Name a document anew; leave out the oldest images, which are listed as lost."""
    if hit.case == "document-name":
        return _rename(surgeon, message, hit.part)
    if hit.case not in ("images", "images-by-model", "message-images"):
        return False
    here = message if hit.case == "message-images" else None
    media = [m for m in surgeon.outline.media if m.kind == "image" and here in (None, m.message)]
    over = hit.values["count"] - hit.values["max"]
    spots = dict.fromkeys((m.message, _part_of(surgeon, m)) for m in media)
    return 0 < over <= len(spots) and all(
        surgeon.lose(message, part, "an image") and surgeon.put(message, part, _left_out(surgeon))
        for message, part in list(spots)[:over]
    )


def _part_of(surgeon: Surgeon, medium: Media) -> Steps:
    """Return the place of the part that holds a medium: the last element of a list on its way."""
    part = medium.part
    while part and not isinstance(part[-1], int):
        part = part[:-1]
    return part


def _left_out(surgeon: Surgeon) -> Any:
    return surgeon.verbs.text(LEFT_OUT)


def _rename(surgeon: Surgeon, message: int, part: Steps) -> bool:
    """Give a document another name; its own is a text, or nobody would have compared it."""
    name = node_at(surgeon.outline.messages[message], part)
    return surgeon.put(message, part, surgeon.titles.fresh(str(name)))


RULE = Rule(
    code="L002",
    name="over-limit",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "images": "the request holds {count} images and documents, allowed are {max}",
        "images-by-model": "the request holds {count} images and documents, some models take {max}",
        "image-bytes": "the image has {count} bytes as it is sent, allowed are {max}",
        "image-pixels": "the image has {width} x {height} pixels, allowed are {max} a side",
        "image-pixels-many": (
            "the image has {width} x {height} pixels; among {count} images {max} a side are allowed"
        ),
        "message-images": "the message holds {count} images, allowed are {max}",
        "documents": "the message holds {count} documents, allowed are {max}",
        "document-name": "two documents have the name {name!r}",
        "items": "the list holds {count} messages, allowed are {max}",
    },
    remedy={
        "image-bytes": Remedy("manual", "shrink the image"),
        "image-pixels": Remedy("manual", "shrink the image"),
        "image-pixels-many": Remedy("manual", "shrink the image, or send fewer of them"),
        "documents": Remedy("manual", "leave out documents that are no longer needed"),
        "document-name": Remedy("safe", "give one of the two another name"),
        "items": Remedy("manual", "trim the history"),
        "message-images": Remedy("lossy", "leave out the oldest images of the message"),
        "*": Remedy("lossy", "leave out the oldest images"),
    },
    needs="always",
    check=find,
    heal=heal,
)
