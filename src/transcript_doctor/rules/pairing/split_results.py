"""The results of parallel calls are not together.

## What it means
The calls of one turn are answered in several messages where the target wants them in one; or a
target that knows no parallel calls is sent several at once.

## Why it is refused
These endpoints count the results in the very next message, and find too few. Adapters that write
one message for each result, as another format wants it, break them. Some chat templates know one
call a turn and no more.

## How it is healed
The results are put together (or the calls are taken apart into one exchange each); nothing is lost.

## Sources
vllm-project/vllm#25108 (one call at a time). The targets' pages name the source and the date of
each law.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.pairing import missed_ids, pairs_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find results that lie scattered, and parallel calls where single ones are wanted."""
    if outline.untidy:
        pairs = pairs_of(outline, laws.pairing)
        missed = missed_ids(pairs) if pairs.split else {}
        for call, late in pairs.split:
            related = tuple(result.place for result in late)
            values = {"id": call.id, "name": call.name, "ids": missed.get(call.message, call.id)}
            yield Hit("split", call.message, call.part, values, call, related)
    if laws.bites("P005", "parallel"):
        counts = Counter(call.message for call in outline.calls)
        for message, count in counts.items():
            if count > 1:
                yield Hit("parallel", message, (), {"count": count})


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Move the scattered results behind the turn of their calls, or make an exchange of each call."""
    if hit.case == "parallel":
        return surgeon.one_by_one(surgeon.answers.calls_in(message))
    late = surgeon.answers.late_results(hit.subject) if isinstance(hit.subject, Call) else []
    return late != [] and all(surgeon.move(result, call) for call, result in late)


RULE = Rule(
    code="P005",
    name="split-results",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "split": "the results of one turn's calls lie over several messages",
        "parallel": "the message holds {count} calls; this target takes one at a time",
    },
    remedy={
        "split": Remedy("safe", "put the results into one message"),
        "parallel": Remedy("safe", "make one exchange of each call"),
    },
    needs="calls",
    check=find,
    law_only=frozenset({"parallel"}),
    heal=heal,
)
