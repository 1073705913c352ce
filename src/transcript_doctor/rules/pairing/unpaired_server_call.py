"""A call that the provider itself runs stands without its result, or the reverse.

## What it means
Web search, code execution, MCP servers, tool search and the like are run by the provider: call and
result are both parts of the assistant's turn, the result behind the call. One of the two is
missing, or they stand on different sides of a turn in which the user spoke.

## Why it is refused
The pair must come back whole, as it was received. A stream that was interrupted while the provider
searched leaves the call alone; a compaction or a switch of tools that takes the call away leaves
the result. Repairs that know only ordinary results make it worse: a result in the user's message
does not answer such a call.

A call may stay open while the conversation waits for ordinary results only, and at the very end of
the list, where the provider paused and goes on: as soon as anybody says something else, it is
refused.

## How it is healed
The half without its partner is dropped and listed. What the provider would have found is not
invented.

## Sources
anthropics/claude-code#64383, anthropics/claude-code#95406 (result without call),
vellum-ai/vellum-assistant#17907 (call without result). The targets' pages name source and date of
each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_either
from transcript_doctor.core.outline import RESULTS, Call, Outline, Result
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find provider-run calls and results that do not meet inside one turn of the assistant."""
    if not outline.hosted_calls and not outline.hosted_results:
        return
    open_calls: dict[tuple[str, str | None], Call] = {}
    events: list[Call | Result] = [*outline.hosted_calls, *outline.hosted_results]
    events.sort(key=lambda row: (row.message, *(step for step in row.part if type(step) is int)))
    spoken = _before(outline.roles, outline.letters)
    for row in events:
        key = (row.kind, row.id)
        if isinstance(row, Call):
            if key in open_calls:
                yield _call(open_calls[key])
            open_calls[key] = row
        elif (call := open_calls.pop(key, None)) is None:
            yield _result(row)
        elif spoken[call.message + 1] != spoken[row.message]:
            yield _call(call, row)
    yield from (_call(call) for call in _refused(outline, list(open_calls.values())))


def _before(roles: str, letters: str) -> list[int]:
    """Return how many messages before each one are neither the assistant's nor results only."""
    counts = [0]
    for role, letter in zip(roles, letters, strict=True):
        counts.append(counts[-1] + (role != "a" and letter != RESULTS))
    return counts


def _refused(outline: Outline, calls: list[Call]) -> Iterator[Call]:
    """Yield the calls that may not stay open: something other than results follows their turn."""
    tail = len(outline.letters.rstrip(RESULTS))
    others = [0]
    for role in outline.roles:
        others.append(others[-1] + (role != "a"))
    for call in calls:
        if others[max(tail, call.message + 1)] != others[call.message + 1]:
            yield call


def _call(call: Call, apart: Result | None = None) -> Hit:
    case = "mcp-call" if call.kind == "mcp" else "call"
    values = {"id": call.id, "name": call.name, "tool": call.name}
    related = (apart.place,) if apart is not None else ()
    return Hit(case, call.message, call.part, values, call, related)


def _result(row: Result) -> Hit:
    case = "mcp-result" if row.kind == "mcp" else "result"
    tool = (row.name or "").removesuffix("_tool_result")
    return Hit(case, row.message, row.part, {"id": row.id, "type": row.name, "tool": tool}, row)


@of_either
def heal(surgeon: Surgeon, hit: Hit, row: Call | Result) -> bool:
    """Drop the half without its partner, and list it; of a call stored twice only one."""
    if isinstance(row, Call) and surgeon.answers.is_stored_twice(row):
        surgeon.cost = "safe"
        return surgeon.drop(row.message, row.part)
    what = "a provider-run call" if isinstance(row, Call) else "the result of a provider-run call"
    return surgeon.lose(row.message, row.part, what) and surgeon.drop(row.message, row.part)


RULE = Rule(
    code="P009",
    name="unpaired-server-call",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "call": "the provider-run {bare_call} has no result in its turn",
        "result": "{result} has no provider-run call before it in its turn",
        "mcp-call": "the MCP {bare_call} has no result in its turn",
        "mcp-result": "{result} has no MCP call before it in its turn",
    },
    remedy={
        "call": Remedy("lossy", "drop the call that has no result"),
        "mcp-call": Remedy("lossy", "drop the call that has no result"),
        "*": Remedy("lossy", "drop the result that has no call"),
    },
    needs="always",
    check=find,
    heal=heal,
)
