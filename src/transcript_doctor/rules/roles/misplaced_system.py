"""A system message stands where the target allows none.

## What it means
System instructions stand in the middle of the list, stand twice, or stand in a list that may hold
none.

## Why it is refused
Formats differ: a field of its own, the first message only, or set places between the turns.
Notices, summaries and reminders that a harness puts in as system messages break this, and so does a
second component that puts its own system prompt in front of the first.

## How it is healed
Where the target takes a system message at the head, the text moves there, behind what stands there
already; what says the same twice is said once. Where it takes none in the list, a person decides: the
system prompt is another field of the request, and a user message is another speaker.

## Sources
vllm-project/vllm#41114, Realiserad/fish-ai#622. The targets' pages name the source and the date of
each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find system messages where the target has no place for them; one finding a message."""
    roles = outline.roles
    if "s" not in roles:
        return
    bites = {case for case in RULE.cases if laws.bites("R007", case)}
    if not bites:
        return
    for i, role in enumerate(roles):
        if role != "s":
            continue
        values = {
            "previous": _word(roles, i - 1),
            "next": _word(roles, i + 1),
            "role": outline.role_of(i),
        }
        cases = [c for c in _cases(outline, i, laws) if c in bites]
        firm = (c for c in cases if laws.ruling("R007", c, "warning").severity == "error")
        case = next(firm, cases[0] if cases else None)
        if case is not None:
            yield Hit(case, i, ("role",), values)


def _cases(outline: Outline, i: int, laws: Laws) -> Iterator[str]:
    """Yield the cases that a system message makes, the most exact first."""
    roles = outline.roles
    yield "unsupported"
    if i in outline.directives:
        return
    before = roles[i - 1] if i else ""
    yield "first" if not i else "second" if before == "s" else "not-first"
    allowed = laws.target.after.get(_word(roles, i - 1))
    if i and allowed is not None and "system" not in allowed:
        yield "after"
    behind = _word(roles, i + 1)
    paused = outline.ends_hosted.get(i - 1) == "result"
    if i and before not in "su" and allowed is None and not paused:
        yield "after"
    if behind not in ("assistant", "system", ""):
        yield "before"


def heal(surgeon: Surgeon, hit: Hit) -> bool:
    """Move the text to the head of the list, where the target takes system messages there."""
    laws = surgeon.laws
    if not hit.message or any(laws.bites("R007", case) for case in ("first", "unsupported")):
        return False
    surgeon.cost, surgeon.told = "safe", "move the text to the head of the list"
    roles, end = surgeon.outline.roles, hit.message + 1
    while roles[end : end + 1] == "s":  # what stands behind it would be the next to be misplaced
        end += 1
    return all(surgeon.to_front(message) for message in range(hit.message, end))


def _word(roles: str, i: int) -> str:
    return {"u": "user", "a": "assistant", "t": "tool", "s": "system", "?": "?"}.get(
        roles[i : i + 1] if i >= 0 else "", ""
    )


RULE = Rule(
    code="R007",
    name="misplaced-system",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "unsupported": "a system message stands in the list; this target takes none there",
        "first": "the list opens with a system message; the system prompt has a field of its own",
        "not-first": "a system message stands in the middle of the list",
        "second": "a second system message follows the first",
        "after": "a system message may not follow the role {previous!r}",
        "before": "a system message may not stand in front of the role {next!r}",
    },
    remedy={
        "first": Remedy("manual", "move the text to the field of the system prompt"),
        "second": Remedy("safe", "put both texts into one system message"),
        "not-first": Remedy("safe", "move the text into the system message at the head"),
        "*": Remedy("manual", "move the text to the system prompt, or say it in a user message"),
    },
    needs="always",
    check=find,
    heal=heal,
)
