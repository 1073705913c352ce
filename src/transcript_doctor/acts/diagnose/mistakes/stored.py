"""Mistakes of whatever keeps a history and gives it back: rows lost, or out of order."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.acts.diagnose.nodes import fault_of
from transcript_doctor.acts.diagnose.subjects import call_of, other_of
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import ASSISTANT


def _lost(finding: Finding, clues: Clues) -> Sign | None:
    call = call_of(finding)
    behind = clues.behind(call.message)
    if clues.role(behind) != "a" or not clues.answered_in_front(call):
        return None
    if not clues.answered(call) or clues.letter(behind) != ASSISTANT:
        return Sign(60, f"the assistant goes on in message {behind} as if the result were there")
    if fault_of(call) is not None:
        return Sign(
            58, f"the model answers in message {behind}; a call like this has no result to lose"
        )
    return Sign(
        76,
        f"the model answers in message {behind}: it was given the result that is not here, or its "
        "endpoint takes such lists",
    )


LOST = Mistake(
    name="store-kept-one-result-a-step",
    trigger="rebuild",
    words="the model had the result, and the history was stored or read back without it",
    sentence="The live loop was right; the store keeps one result a step, or the way back finds but "
    "one.",
    signs="some calls of a turn have results, others not, and the model's answer follows directly",
    before="store.save(step, tool_result=results[0])",
    after="store.save(step, tool_results=results)      # or keep the wire's own messages, in order",
    codes=("P001",),
    shows=_lost,
    decides="whether the request of that answer held the result; some endpoints take a list with a hole",
)


def _one_branch(finding: Finding, clues: Clues) -> Sign | None:
    call = call_of(finding)
    batch, done = clues.batch(call), clues.answered(call)
    if len(done) != 1 or done[0] is not batch[-1] or clues.has_twin(call):
        return None
    if clues.letter(clues.behind(call.message)) != ASSISTANT:
        return None
    return Sign(
        77, f"of {len(batch)} calls the last alone has a result, and the model's answer follows"
    )


ONE_BRANCH = Mistake(
    name="read-one-branch-of-the-results",
    trigger="session-writer",
    words="each result was written on a branch of its own, and one branch was read back",
    sentence="Each result's line points to the line of its own call, and the reader follows one "
    "chain of parents.",
    signs="of several parallel calls the last alone has a result, and the model went on",
    before="result.parent = call.line                   # a branch for each result",
    after="result.parent = last_line                   # one chain; or collect results from all "
    "branches",
    codes=("P001",),
    shows=_one_branch,
    decides="whether the session file holds the other results: transcript-doctor check FILE",
)


def _gap(finding: Finding, clues: Clues) -> Sign | None:
    call = call_of(finding)
    done = clues.answered(call)
    # Places of one turn: what is answered behind the open call ran after it, or beside it.
    if not done or done[-1].place < call.place or done[0].place > call.place:
        return None
    return Sign(66, "calls in front of it and behind it have their results")


GAP = Mistake(
    name="writer-lost-a-line",
    trigger="session-writer",
    words="one result of several that ended together was never written",
    sentence="Tools that end at the same time write their results beside one another, and one is "
    "lost.",
    signs="in a turn of three or more calls one in the middle lacks its result",
    before="append(path, line)                          # from several threads at once",
    after="with lock:\n"
    "    append(path, line)                      # one writer, whole lines, then fsync",
    codes=("P001",),
    shows=_gap,
    decides="whether the file holds the result on another line or branch, or the tool failed",
)


def _sorted(finding: Finding, clues: Clues) -> Sign | None:
    call, where = call_of(finding), other_of(finding)
    if where > call.message:
        grouped = clues.by_role and not clues.crossed
        return (
            Sign(78, "all questions stand first, then all calls, then all results")
            if grouped
            else None
        )
    return Sign(84, f"the result in message {where} stands in front of its call in {call.message}")


SORTED = Mistake(
    name="sorted-the-messages",
    trigger="rebuild",
    words="the messages were sorted, or stored in another order than they were made",
    sentence="The store gives messages back by time or id, and a result that was written in the same "
    "moment as its call comes first.",
    signs="a result in front of its own call; or all messages of one role together",
    before="messages = store.find(session).order_by('created_at')",
    after="messages = store.find(session).order_by('position')   # a number that is given on "
    "writing",
    codes=("P003",),
    shows=_sorted,
)

MISTAKES = (
    LOST,
    ONE_BRANCH,
    GAP,
    SORTED,
)
