"""Fitting what is new to all that was sent before: ids that came back, cache markers that are too many.

A repair does the same to a whole list. Here nothing is looked at but what is new and what counts with it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.acts.history.mending import Mended
from transcript_doctor.acts.history.pen import Pen
from transcript_doctor.acts.history.taking import read
from transcript_doctor.acts.history.tally import Tally
from transcript_doctor.core.edit import Edit, apply
from transcript_doctor.core.minting import Mint
from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.core.target import Laws
from transcript_doctor.core.wording import cut
from transcript_doctor.place import Place, Steps

_MARKERS = ("cache_control", "cachePoint", "prompt_cache_breakpoint")
"""How formats spell a cache marker."""
_TOO_MANY = "the request holds more cache markers than are allowed"


class Fitted(NamedTuple):
    """New messages as they can be sent behind a request, and what becomes of the request."""

    messages: list[Any]
    older: dict[int, Any]
    """Messages of the request that are another now, by index."""
    changes: list[Mended]
    freed: int = 0
    """How many cache markers left the request."""


class Fitter:
    """Fits new messages to a request, as its tally has it."""

    def __init__(self, pen: Pen, tally: Tally) -> None:
        self._pen, self._tally = pen, tally
        self._mint: Mint | None = None
        """One for the whole life, so that it need not try again what it made before."""

    def fitted(
        self, tail: list[Any], request: list[Any], laws: Laws, outside: object
    ) -> Fitted | None:
        """Return new messages as they can stand behind a request; None where only the whole list tells.

        `outside` is how many cache markers stand beside the messages, where somebody said so.
        """
        found = Fitted(tail, {}, [])
        if self._tally.is_reused and laws.bites("I005", "later"):
            renamed = self._renamed(tail, len(request), laws)
            if renamed is None:
                return None
            found = renamed
        most = laws.param("L001", "markers")
        if self._tally.marks.new and most is not None:
            over = self._tally.marks.count - most + (outside if type(outside) is int else 0)
            if over > len(self._tally.marks.sent):
                return None
            return self._unmarked(found, request, max(over, 0))
        return found

    # -- ids ---------------------------------------------------------------------------------------

    def _renamed(self, tail: list[Any], at: int, laws: Laws) -> Fitted | None:
        """Give calls whose id came back, and their results, an id that is nobody's.

        None where a turn has one id twice.
        """
        outline = read(self._pen.format, tail)
        rows: list[Call | Result] = [*outline.calls, *outline.results]
        rows.sort(key=lambda row: row.message)
        names: dict[str, str] = {}
        met: set[str] = set()
        waiting: set[str] = set()
        edits: list[Edit] = []
        changes: list[Mended] = []
        for row in rows:
            ident = row.id or ""
            if isinstance(row, Result):
                waiting.discard(ident)
            elif ident in waiting:
                return None
            elif ident:
                names.pop(ident, None)
                if ident in met or ident in self._tally.ids:
                    names[ident] = self._fresh(ident, laws)
                    changes.append(self._said(row, at))
                met.add(ident)
                waiting.add(ident)
            if ident in names:
                spot = (row.message, *self._pen.verbs.id_at(row))
                edits.append(Edit("put", spot, names[ident]))
        return Fitted(apply(tail, edits), {}, changes)

    def _fresh(self, ident: str, laws: Laws) -> str:
        self._mint = self._mint or Mint(laws, ())
        while (made := self._mint.fresh_id(ident)) in self._tally.ids:
            pass
        self._tally.ids.add(made)
        return made

    def _said(self, call: Call, at: int) -> Mended:
        place = Place((self._pen.format.list_key, at + call.message, *call.part))
        why = f"the id {cut(call.id or '', 80)} was used by an earlier call"
        return Mended("I005", place, "rename the later call and its result", why, "safe")

    # -- cache markers -----------------------------------------------------------------------------

    def _unmarked(self, found: Fitted, request: list[Any], over: int) -> Fitted:
        """Take the oldest cache markers from a request, so many."""
        spots = list(dict.fromkeys(self._tally.marks.sent))
        messages = [request[at] for at in spots]
        edits: list[Edit] = []
        changes: list[Mended] = []
        for number, *part in read(self._pen.format, messages).markers[:over]:
            edits += _without_marker(messages[int(number)], int(number), tuple(part))
            place = Place((self._pen.format.list_key, spots[int(number)], *part))
            changes.append(Mended("L001", place, "remove the oldest markers", _TOO_MANY, "safe"))
        made = zip(spots, apply(messages, edits), messages, strict=True)
        older = {at: message for at, message, was in made if message is not was}
        return Fitted(found.messages, older, found.changes + changes, over)


def _without_marker(message: Any, at: int, part: Steps) -> list[Edit]:
    node = node_at(message, part)
    keys = [key for key in _MARKERS if isinstance(node, dict) and key in node]
    if isinstance(node, dict) and len(node) == 1:  # the marker is a part of its own
        return [Edit("drop", (at, *part))]
    return [Edit("drop", (at, *part, key)) for key in keys]
