"""Every place that a repair names is one of what was given: the node itself, or where one went in."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.damages import ANY, LIST_KEYS, NAMED, ORDER, damaged
from transcript_doctor.acts.repair import Change, Refused, repair
from transcript_doctor.core.safety import POLICIES
from transcript_doctor.place import Place

SEEDS = st.integers(0, 2**32)
FORMAT_NAMES = st.sampled_from(sorted(LIST_KEYS))
_MARK = re.compile(r"(?:asked|said|answered) \d+|call_\d{4}")


def at(root: Any, place: Place) -> Iterator[Any]:
    """The nodes on the way to a place, as far as they are there; the last key may be one that lacks."""
    node = root
    yield node
    for step in place:
        try:
            node = node[step]
        except (LookupError, TypeError):
            assert step == place[-1], f"{place} leads nowhere"
            return
        yield node


def marks(node: Any) -> set[str]:
    """What tells a node from all others: its texts and ids, each of which stands once in a sound list."""
    return set(_MARK.findall(json.dumps(node)))


@given(FORMAT_NAMES, SEEDS, st.sampled_from(POLICIES), st.sampled_from([ANY, ORDER]))
@settings(max_examples=200)
def test_places_are_of_what_was_given(format: str, seed: int, policy: Any, kinds: Any) -> None:
    body = damaged(format, kinds, random.Random(seed))
    before = copy.deepcopy(body)
    done = repair(body, format=format if format in NAMED else None, policy=policy)
    total = len(before[LIST_KEYS[format]])
    for loss in done.losses:
        found = list(at(body, loss.place))
        if loss.index is not None and len(found) == len(loss.place) + 1 and marks(loss.raw):
            # A whole message may have taken in another one before it left.
            assert marks(loss.raw) & marks(found[-1])
    rows: list[Change | Refused] = [*done.changes, *done.refused]
    for row in rows:
        hit, outline = row.finding.hit, row.finding.grounds.outline
        if hit.message is None:
            continue
        assert row.index is None or 0 <= row.index < total
        if row.added:
            *above, last = row.place
            held = list(at(body, Place(above)))[-1]
            assert isinstance(held, list | dict)
            assert not isinstance(last, int) or 0 <= last <= len(held)
            continue
        named = list(at(outline.messages, Place((hit.message, *hit.part))))[1:]
        found = list(at(body, row.place))
        if outline.messages is body[LIST_KEYS[format]]:
            sent = found[len(row.place) - len(hit.part) :]
            assert [id(node) for node in named] == [id(node) for node in sent]
        # A message may have taken in others since: what a part says tells which one is meant.
        node = named[-1]
        if len(named) > len(hit.part) > 1 and marks(node) and marks(found[-1]):
            assert marks(node) & marks(found[-1]), (row, node, found[-1])
