"""Two messages in a row have the same role.

## What it means
A user message follows a user message, or an assistant message an assistant message. System messages
between them are looked through.

## Why it is refused
Most providers join such neighbours, or take them as they are. Several chat templates and older
endpoints raise an error unless user and assistant take turns. An answer that was stopped and thrown
away, or a reminder in the user's name, leaves two of a kind.

## How it is healed
The neighbours become one message; no word is lost.

## Sources
vllm-project/vllm#6862, huggingface/text-generation-inference#3198. The targets' pages name the
source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.pairing import pairs_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find neighbours of one role, looking through system messages."""
    roles = outline.roles
    if not any(pair in roles for pair in ("uu", "aa", "us", "as")):
        return
    faults = None
    last, at = "", -1
    for i, role in enumerate(roles):
        if role == "s":
            continue
        # Where the list holds items, what the model made in one turn are several of them.
        if role == last and role in _WORDS and not (role == "a" and outline.items):
            if faults is None:
                faults = _lost(outline, laws)
            if at not in faults[0] and not {at, i} & faults[1]:
                spot, word = outline.role_spot(i), _WORDS[role]
                yield Hit(word, i, spot, {"role": word}, related=((at,),))
        last, at = role, i


def _lost(outline: Outline, laws: Laws) -> tuple[set[int], set[int]]:
    """Return the messages whose calls lack their results, and those whose results lack their calls.

    What is missing stood between the neighbours: that is the fault, where the roles are refused only
    maybe.
    """
    if laws.ruling("R004", "user", "warning").severity == "error":
        return set(), set()
    pairs = pairs_of(outline, laws.pairing)
    open_ = {call.message for call in pairs.unanswered} | {call.message for call, _ in pairs.apart}
    stray = {row.message for row in pairs.orphans} | {row.message for _, row in pairs.apart}
    return open_, stray


_WORDS = {"u": "user", "a": "assistant"}


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Merge the message into the one before it that has its role.

    Where calls must be answered, what stands behind them waits for their results to part the two.
    """
    before = int(hit.related[0][0])
    answers, laws = surgeon.answers, surgeon.laws
    waits = any(not answers.is_met(call) for call in answers.calls_in(before))
    if waits and laws.ruling("P001", "unanswered", "error").severity == "error":
        return False
    return surgeon.merge(before, message)


RULE = Rule(
    code="R004",
    name="repeated-role",
    scope="conversation",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "user": "two user messages in a row",
        "assistant": "two assistant messages in a row",
    },
    remedy=Remedy("safe", "merge the neighbours into one message"),
    needs="always",
    check=find,
    heal=heal,
)
