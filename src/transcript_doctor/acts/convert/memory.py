"""Where every message of a conversion came from, so that the way back gives the very nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from transcript_doctor.core.speech import Piece


class Segment(NamedTuple):
    """Messages as they were given, and the messages that they became."""

    given: list[Any]
    made: list[Any]


class Memory(NamedTuple):
    """What one conversion remembers."""

    format: str
    """The format that was converted from."""
    segments: tuple[Segment, ...]
    pieces: Mapping[int, tuple[Any, Piece]]
    """The parts of messages, by the `id()` of the node that each became."""
    ids: Mapping[str, str]
    """Ids as they are now, and as they were."""
    names: Mapping[str, str]
    """Names of tools as they are now, and as they were."""
    body: Mapping[str, Any] | None
    """The whole request that was given; None where it was a list."""
    key: str
    """The key of the list in that request."""

    def known(self, messages: list[Any]) -> Iterator[tuple[int, int, list[Any]]]:
        """Yield begin, end and original of each run of messages that is unchanged since.

        A message is known by identity wherever it stands, and by equality where it stood.
        """
        starts = {id(s.made[0]): s for s in self.segments if s.made}
        stood: dict[int, Segment] = {}
        at = 0
        for segment in self.segments:
            stood[at] = segment
            at += len(segment.made)
        i = 0
        while i < len(messages):
            for found in (starts.get(id(messages[i])), stood.get(i)):
                if (
                    found is not None
                    and found.made
                    and found.made == messages[i : i + len(found.made)]
                ):
                    yield i, i + len(found.made), found.given
                    i += len(found.made)
                    break
            else:
                i += 1


def joined(rows: list[tuple[int, int, list[Any]]], given: list[Any]) -> tuple[Segment, ...]:
    """Return segments of rows (first and last index given, messages made) that share no message.

    What became no message at all stands in the segment behind it, or in the last one.
    """
    merged: list[tuple[int, int, list[Any]]] = []
    for first, last, made in rows:
        if merged and (first <= merged[-1][1] or not merged[-1][2]):
            before = merged.pop()
            first, last, made = before[0], max(last, before[1]), [*before[2], *made]
        merged.append((first, last, made))
    if len(merged) > 1 and not merged[-1][2]:
        tail = merged.pop()
        before = merged.pop()
        merged.append((before[0], tail[1], before[2]))
    return tuple(Segment(given[first : last + 1], made) for first, last, made in merged)


def settled(segments: tuple[Segment, ...], after: list[Any]) -> tuple[Segment, ...]:
    """Return the segments after a repair of what they made; untouched messages are known by identity."""
    kept = {id(message): i for i, message in enumerate(after)}
    made: list[Segment] = []
    given: list[Any] = []
    done = 0
    for segment in segments:
        given += segment.given
        spots = [kept.get(id(message)) for message in segment.made]
        if spots and None not in spots and spots == sorted(spots):  # type: ignore[type-var]
            first, last = spots[0], spots[-1]
            if first is not None and last is not None and first >= done:
                made.append(Segment(given, after[done : last + 1]))
                given, done = [], last + 1
    if made and (given or done < len(after)):
        last_one = made.pop()
        made.append(Segment([*last_one.given, *given], [*last_one.made, *after[done:]]))
    elif not made:
        made.append(Segment(given, after))
    return tuple(made)
