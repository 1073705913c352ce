"""What a conversion lost: the rows of its desk as losses, with their places in what was given."""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.convert.asking import Sound
from transcript_doctor.acts.opening.opening import Opened
from transcript_doctor.acts.repair import Loss
from transcript_doctor.acts.repair.entries import Where
from transcript_doctor.acts.repair.trail import given_at
from transcript_doctor.core.composer import Desk
from transcript_doctor.place import Place, Steps


def losses_of(desk: Desk, sound: Sound, opened: Opened) -> tuple[Loss, ...]:
    """Return what the target cannot say, in the order of the transcript; each holds what stood there."""
    lost = [_loss(*row, sound, opened) for row in desk.losses]
    return tuple(sorted(lost, key=lambda loss: (loss.index is None, loss.place.sort_key)))


def _loss(place: Steps, what: str, raw: Any, sound: Sound, opened: Opened) -> Loss:
    inside = bool(place) and isinstance(place[0], int)
    if raw is None:
        raw = _node(sound.outline.messages if inside else opened.request, place)
    if not inside:
        return Loss(None, Place(place), what, raw)
    where = Where.of(given_at(sound.trail, place), opened.listing.root)
    return Loss(where.index, where.place, what, raw)


def _node(found: Any, place: Steps) -> Any:
    """Return what stands at a place; None where nothing does."""
    for step in place:
        try:
            found = found[step]
        except (LookupError, TypeError):
            return None
    return found
