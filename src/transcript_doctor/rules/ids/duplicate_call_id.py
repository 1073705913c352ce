"""Two calls of one turn share an id.

## What it means
Inside one turn of the assistant the same id stands on two calls. They may be one call stored twice,
or two different calls that were given the same id.

## Why it is refused
A result says by its id which call it answers; with two calls of that id nobody can tell. Some
endpoints refuse the calls, others the second result, and a few take both and let the model guess.
Streams that are put together twice, servers that number their calls from zero in every chunk, and
models that make ids up do this.

## How it is healed
An exact double is dropped. Otherwise the later call and its own result, the second in order, get a
new id together.

## Sources
can1357/oh-my-pi#2055 and openclaw/openclaw#40897 (models that repeat ids), agno-agi/agno#5116 (two
results of one id). The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_call
from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.core.pairing import pairs_of, turns_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find ids that stand twice in one turn (as the target joins turns).

    The law's `absent` is the id that the target gives to a call without one.
    """
    absent = laws.param("I003", "absent")
    ids = [absent if call.id is None else call.id for call in outline.calls]
    if len(set(ids)) == len(ids):
        return
    turns = turns_of(outline, laws.pairing)
    first: dict[tuple[int, str], Call] = {}
    twins: list[tuple[Call, Call]] = []
    for call, ident in zip(outline.calls, ids, strict=True):
        if ident and not (laws.pairing.skip_first and call.message == 0):
            before = first.setdefault((turns[call.message], ident), call)
            if before is not call:
                twins.append((before, call))
    if twins:
        answers = {id(call): result for call, result in pairs_of(outline, laws.pairing).answers}
        for before, call in twins:
            yield _hit(before, call, absent, [answers.get(id(row)) for row in (before, call)])


def _hit(before: Call, call: Call, absent: str | None, results: list[Result | None]) -> Hit:
    ident, (one, two) = call.id or absent, results
    values = {"id": ident, "ids": ident, "name": call.name, "where": before.message}
    if one is None or two is None:
        return Hit("in-turn", call.message, call.part, values, call, (before.place,))
    # Where results are messages, providers name those two in their sentence.
    values |= {"first": one.message, "second": two.message}
    return Hit("both-answered", call.message, call.part, values, call, (before.place, two.place))


@of_call
def heal(surgeon: Surgeon, hit: Hit, call: Call) -> bool:
    """Drop an exact double of a call that has no result of its own, else rename call and result."""
    twin = surgeon.answers.row_at(hit.related[0])
    answers = surgeon.answers.answers_of(call)
    if twin is not None and call.raw == twin.raw and not answers:
        surgeon.told = "drop {call}, an exact double"
        return surgeon.drop(call.message, call.part)
    ident = surgeon.mint.fresh_id(call.id or "call")
    both = "{call} and its result" if answers else "{call}"
    surgeon.told = f"rename {both}"
    return surgeon.rename_all([call, *answers], ident)


RULE = Rule(
    code="I003",
    name="duplicate-call-id",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "in-turn": "two calls of one turn have the id {id}",
        "both-answered": "two calls of one turn have the id {id}, and so have their results",
    },
    remedy=Remedy("safe", "rename the later call and its result, or drop an exact double"),
    needs="calls",
    check=find,
    heal=heal,
)
