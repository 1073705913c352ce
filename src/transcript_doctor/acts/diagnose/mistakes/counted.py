"""Mistakes that give one id to two things."""

from __future__ import annotations

import re

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.acts.diagnose.nodes import alike
from transcript_doctor.acts.diagnose.subjects import call_of, other_of
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.wording import cut

_COUNTER = re.compile(r"(?:[A-Za-z]+[_-]?){0,3}\d{1,4}")


def _counts(finding: Finding, clues: Clues) -> Sign | None:
    ident = str(call_of(finding).id)
    if _COUNTER.fullmatch(ident[:40]):
        return Sign(80, f"the id {cut(ident, 40)} counts from the same number in each turn")
    return Sign(50, "the same id in two turns")


COUNTS = Mistake(
    name="counted-ids-anew-each-turn",
    trigger="conversion",
    words="a gateway counts ids from nought in each turn, so they come back",
    sentence="The gateway has no ids from its backend and gives call_0, call_1 in every answer anew.",
    signs="small numbers as ids, the same ones in several turns",
    before="id = f'call_{index}'",
    after="id = f'call_{uuid4().hex[:24]}'             # where it is made, once",
    codes=("I005",),
    shows=_counts,
)


def _split_item(finding: Finding, clues: Clues) -> Sign | None:
    if finding.case != "duplicate" or clues.item_again(finding):
        return None
    return Sign(80, "one id stands on two items, which were one in the answer")


SPLIT_ITEM = Mistake(
    name="split-an-item-in-two",
    trigger="conversion",
    words="one item was written as two, both with its id",
    sentence="A turn with thinking and text becomes two message items, and both get the turn's id.",
    signs="two items with one server id",
    before="items += [item(thinking, id=turn.id), item(text, id=turn.id)]",
    after="items += [item(text, id=turn.id)]           # an id belongs to one item; others go "
    "without",
    codes=("I004",),
    shows=_split_item,
)


def _snapshots(finding: Finding, clues: Clues) -> Sign | None:
    call, before = call_of(finding), clues.call_at(finding.hit.related[0])
    if before.message != call.message:
        return None
    if before.name == call.name and alike(before.arguments, call.arguments):
        return Sign(76, f"the call stands twice in message {call.message}, word for word")
    return Sign(50, "two calls of one message have one id")


SNAPSHOT_CALLS = Mistake(
    name="took-snapshots-for-pieces",
    trigger="stream-assembly",
    words="each state of a growing answer was added as if it were a new piece",
    sentence="The stream gives the answer so far each time, and the code appends it each time.",
    signs="the same calls again and again in one message, each time some more",
    before="calls += event.calls                        # the event holds all calls so far",
    after="calls = event.calls                         # or merge by index",
    codes=("I003",),
    shows=_snapshots,
    decides="what the stream's events hold: pieces, or the answer so far",
)


def _turn_twice(finding: Finding, clues: Clues) -> Sign | None:
    if other_of(finding) != call_of(finding).message:
        return Sign(62, "the same call stands in two messages of one turn")
    return None


TURN_TWICE = Mistake(
    name="stored-the-turn-twice",
    trigger="race",
    words="a turn that calls was stored twice",
    sentence="Two writers, or a retry, append the same answer to one history.",
    signs="two assistant messages with the same calls",
    before="messages.append(reply)                      # and again when the request is retried",
    after="if reply.id not in seen:\n    messages.append(reply)",
    codes=("I003",),
    shows=_turn_twice,
    decides="whether two requests ran, or the loading code adds what is there",
)

MISTAKES = (
    COUNTS,
    SPLIT_ITEM,
    SNAPSHOT_CALLS,
    TURN_TWICE,
)
