"""An id has a form that the target does not take.

## What it means
The id of a call, and with it that of its result, is longer or shorter than the target allows, or
holds characters outside its pattern.

## Why it is refused
Every provider makes ids of its own form, and several check that form when they come back. A history
that moved here from another provider, a gateway that packs extra facts into the id, and code that
makes ids itself all break it.

## How it is healed
The id is rewritten on both sides in the same way. Nothing else changes, for an id means nothing
beyond the pair that it ties.

## Sources
vercel/ai#5171 and anomalyco/opencode#12653 (ids that are too long). The targets' pages name the
source and the date of each law.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from transcript_doctor.core.healing import of_either
from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find ids of another form; all distinct ids are looked at before any single call.

    The law's `results` asks for the ids of results too, where no call bears them; its `form` says
    in words what its pattern wants.
    """
    if outline.hosted_calls:
        yield from _hosted(outline, laws)
    pattern = laws.param("I002", "pattern")
    least, most = laws.param("I002", "min", 0), laws.param("I002", "max")
    if pattern is None and most is None:
        return
    legal = re.compile(pattern or ".*", re.DOTALL)
    rows: list[Call | Result] = list(outline.calls)
    if laws.param("I002", "results"):
        borne = {call.id for call in outline.calls}
        rows += (result for result in outline.results if result.id not in borne)
    form = laws.param("I002", "form")
    bad: dict[str, str] = {}
    for ident in {row.id for row in rows if row.id}:
        if legal.fullmatch(ident) is None:
            bad[ident] = "form" if form else "pattern"
        elif len(ident) < least or (most is not None and len(ident) > most):
            bad[ident] = "length"
    allowed = str(most) if least == most else f"{least} to {most}" if least else f"up to {most}"
    for row in rows if bad else ():
        if row.id in bad:
            values = {"pattern": pattern or "", "form": form, "max": most, "allowed": allowed}
            yield _hit(row, bad[row.id], values)


def _hosted(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find ids of provider-run calls that the provider cannot have issued; MCP calls have none."""
    pattern = laws.param("I002", "hosted", None, "hosted")
    for call in outline.hosted_calls if pattern is not None else ():
        if call.id and call.kind == "provider" and re.fullmatch(pattern, call.id) is None:
            yield _hit(call, "hosted", {"pattern": pattern})


def _hit(row: Call | Result, case: str, values: dict[str, object]) -> Hit:
    ident = row.id or ""
    own = {"id": ident, "name": row.name, "length": len(ident), "n": len(ident)}
    if isinstance(row, Call):
        own["k"] = row.index
    return Hit(case, row.message, row.part, {**values, **own}, row)


@of_either
def heal(surgeon: Surgeon, hit: Hit, row: Call | Result) -> bool:
    """Write another id on both sides, the same for the same id all over the history.

    What the provider is said to have run cannot be renamed; its result is then without its call.
    """
    if hit.case == "hosted":
        return surgeon.lose(row.message, row.part, "a provider-run call") and surgeon.drop(
            row.message, row.part
        )
    if not surgeon.mint.works:
        return False
    ident = surgeon.mint.stand_in(row.id or "")
    answers = surgeon.answers.answers_of(row) if isinstance(row, Call) else []
    return surgeon.rename_all([row, *answers], ident)


RULE = Rule(
    code="I002",
    name="invalid-id",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "pattern": "the id {id} has characters outside {pattern}",
        "form": "the id {id} does not consist of {form}",
        "length": "the id {id} has {length} characters, allowed are {allowed}",
        "hosted": "the id {id} of a provider-run call does not match {pattern}",
    },
    remedy={
        "hosted": Remedy("lossy", "drop the call and its result: the provider made neither"),
        "*": Remedy("safe", "rewrite the id on both sides"),
    },
    needs="always",
    check=find,
    heal=heal,
)
