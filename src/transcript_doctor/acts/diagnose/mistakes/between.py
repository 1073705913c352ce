"""Mistakes that put something between a call and its result, or take one turn apart."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.acts.diagnose.subjects import call_of, other_of
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import CALLS, Call

_TEXTS = frozenset("USM")


def _span(finding: Finding, clues: Clues) -> str | None:
    """Return the letters between a call and its result that stand apart, the call in front."""
    if finding.code != "P003":
        return None
    call, where = call_of(finding), other_of(finding)
    return clues.outline.letters[call.message + 1 : where][:50] if where > call.message else None


def _in_front(finding: Finding, clues: Clues) -> str | None:
    """Return what stands in front of results in their own turn: text, media or something else."""
    if finding.code != "P006" or finding.case != "blocked" or finding.index is None:
        return None
    media = [m for m in clues.outline.media if m.message == finding.index and not m.in_result][:1]
    return "media" if media and not clues.text(finding.index) else "text"


def _slipped(finding: Finding, clues: Clues) -> Sign | None:
    if clues.converted:
        return None
    if (between := _span(finding, clues)) is not None:
        if between and set(between) <= _TEXTS | {"R"} and set(between) & _TEXTS:
            at = finding.index + 1 if finding.index is not None else 0
            return Sign(
                72 if clues.foreign_ids else 84,
                f"message {at} stands between the call and its result, which exists",
            )
        return None
    if _in_front(finding, clues) == "text":
        told = f"a text stands in front of the results in message {finding.index}"
        return Sign(72 if clues.foreign_ids else 82, told)
    return None


SLIPPED = Mistake(
    name="slipped-a-message-in-between",
    trigger="injected-message",
    words="a message was slipped in between a call and its result",
    sentence="A notice, a reminder or what the user wrote meanwhile is appended while calls are "
    "open.",
    signs="call and result are both there, with a text between them or in front of the results",
    before="messages.append(notice)                     # at any moment",
    after="queue.append(notice)                        # until each call has its result",
    codes=("P003", "P006"),
    shows=_slipped,
)


def _converted(finding: Finding, clues: Clues) -> Sign | None:
    between = _span(finding, clues)
    front = _in_front(finding, clues)
    if front == "media":
        return Sign(77, f"a picture stands in front of a result in message {finding.index}")
    if not (clues.converted or clues.foreign_ids):
        return None
    why = "the list was converted" if clues.converted else "the ids are another format's"
    weight = 84 if clues.converted else 76
    if between and set(between) & _TEXTS:
        return Sign(weight, f"{why}, and a text stands between call and result")
    if front == "text":
        return Sign(weight, f"{why}, and a text stands in front of the results")
    if finding.code == "R008":
        return Sign(weight, f"{why}, and the user speaks directly behind results")
    return None


CONVERTED = Mistake(
    name="converter-split-the-user-turn",
    trigger="conversion",
    words="a converter took one user turn apart, and put its text or pictures beside the results",
    sentence="A turn that holds results and more is written as several messages, in the wrong order.",
    signs="text or pictures between a call and its result, in a list with another format's ids",
    before="for part in turn.parts:\n"
    "    emit(message_of(part))                # text is flushed first",
    after="emit(results_of(turn))                      # results lead, whatever stands beside "
    "them\n"
    "emit(rest_of(turn))",
    codes=("P003", "P006", "R008"),
    shows=_converted,
    decides="whether the history in front of the converter has the text behind the results",
)


def _two_runs(finding: Finding, clues: Clues) -> Sign | None:
    between = _span(finding, clues)
    if between is None or finding.index is None:
        return None
    if CALLS not in between:
        told = "an answer stands between the call and its result"
        return Sign(55, told) if "A" in between else None
    start = finding.index
    if clues.letter(start - 1) == "U" == clues.letter(start - 2):
        seen = "two questions in a row, then two turns that call, and the results of both"
        if not clues.crossed:  # whatever sorts messages by their roles leaves the same
            return Sign(74, f"{seen} in the order of the calls")
        return Sign(83, f"{seen}, mixed")
    return Sign(58, "the turn of another run stands between the call and its result")


TWO_RUNS = Mistake(
    name="two-runs-on-one-session",
    trigger="race",
    words="two runs wrote into one history at the same time",
    sentence="A second request starts before the first has ended, and both append to the same list.",
    signs="two questions in a row, calls of two turns, then their results mixed",
    before="await agent.run(session, text)              # from every request that comes in",
    after="async with session.lock:\n    await agent.run(session, text)",
    codes=("P003",),
    shows=_two_runs,
    decides="the times at which the messages were written",
)


def _apart(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "P005" and isinstance(finding.subject, Call | type(None)):
        calls = [clues.letter((finding.index or 0) + 1)] == [CALLS]
        told = (
            "each call of one turn is a message of its own"
            if calls
            else "each result is a message of its own"
        )
        return Sign(83, told)
    if finding.code == "R004" and finding.case == "assistant":
        return Sign(50, "two messages of the assistant in a row may have been one answer")
    between = _span(finding, clues)
    if between is not None and CALLS in between:
        return Sign(60, "calls that may be of one turn stand in messages of their own")
    return None


APART = Mistake(
    name="one-message-a-part",
    trigger="conversion",
    words="parallel calls or results were written as one message each, where one message is wanted",
    sentence="The adapter translates item by item and starts a new message at each call or result.",
    signs="one result a message, or one call a message, where the target wants them together",
    before="messages += [message_of(result) for result in results]",
    after="messages.append(message_of(*results))       # all results of a turn in one message",
    codes=("P005", "P003", "R004"),
    shows=_apart,
    decides="whether the calls were made in one answer",
)

MISTAKES = (
    SLIPPED,
    CONVERTED,
    TWO_RUNS,
    APART,
)
