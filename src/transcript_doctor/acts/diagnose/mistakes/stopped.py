"""Mistakes that leave a call open because the run ended between call and result."""

from __future__ import annotations

import re

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.acts.diagnose.subjects import call_of
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Call

_STOPS = re.compile(
    r"\s*(?:please |ok,? )?(?:stop|cancel|abort|halt|wait)"
    r"(?: (?:it|that|this|now|please|here|there|right now))?\s*(?:[.!,;\u2026\u2013\u2014]|-{1,2} |\Z)"
    r"|\s*(?:never ?mind\b|hold on\b|forget (?:it|that)\s*(?:[.!,;]|\Z))"
    r"|\s*[\[(<]?(?:the )?(?:request|run|turn|operation) (?:was )?(?:interrupted|aborted|cancell?ed) by"
    r"|\s*[\[(<]?(?:interrupted|aborted|cancell?ed) by (?:the )?user"
    r"|\s*[\[(<](?:the )?(?:user|request|run) (?:was )?(?:cancell?ed|aborted|interrupted)",
    re.IGNORECASE,
)
"""What stops a run, whatever the run is about: `Stop the server` and `Cancel my order` are tasks."""
_OBJECTS = re.compile(r"\s*no[,.! ]|.*\binstead\W*\Z", re.IGNORECASE)
_THERE = re.compile(
    r"\s*(?:hello\?|are you (?:still )?there|still there|you there|what happened|resum)",
    re.IGNORECASE,
)


def _open_turn(finding: Finding, clues: Clues) -> tuple[Call, int]:
    """Return the call that a finding of P001 is about, and what stands behind its turn."""
    call = call_of(finding)
    return call, clues.behind(call.message)


def _interrupted(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code != "P001":
        return _hosted(finding, clues)
    call, behind = _open_turn(finding, clues)
    session = clues.report.session
    if session is not None and session.state == "interrupted" and finding.case == "paused":
        return Sign(90, "the session file says that the run was stopped there")
    if clues.letter(behind) not in ("U", "M"):
        return None
    if _STOPS.match(clues.text(behind)):
        return Sign(84, f"the user stops the run in message {behind}, and the call stays open")
    if _OBJECTS.match(clues.text(behind)):
        return Sign(72, f"the user objects in message {behind} while the call is open")
    whole = not clues.answered(call)
    said = f"the user goes on in message {behind} while the call is open"
    return Sign(61, said) if whole else Sign(45, said)


def _hosted(finding: Finding, clues: Clues) -> Sign | None:
    if finding.case not in ("call", "mcp-call") or finding.index is None:
        return None
    if any(other.case.endswith("result") for other in clues.of_code["P009"][:50]):
        return None
    if finding.index in clues.outline.ends_hosted:
        return Sign(82, "the turn ends on a call that the provider was still running")
    return Sign(65, "a call that the provider runs has no result beside it")


INTERRUPTED = Mistake(
    name="stopped-between-call-and-result",
    trigger="interrupt",
    words="the run was stopped while a call was open, and nothing closed it",
    sentence="The call is stored before the tool runs; when somebody stops the run or writes in the "
    "middle of it, no result is ever stored.",
    signs="a whole turn of calls without results, and the next user message directly behind it",
    before="messages.append(user(text))                 # whatever is open stays open",
    after="messages = repair(messages, as_='request').messages   # closes what is open, with a true marker\n"
    "messages.append(user(text))",
    codes=("P001", "P009"),
    shows=_interrupted,
    decides="the time between the call and the next message, and whether the log says cancelled or "
    "restarted",
)


def _died(finding: Finding, clues: Clues) -> Sign | None:
    call, behind = _open_turn(finding, clues)
    if clues.letter(behind) not in ("U", "M"):
        return None
    done = clues.answered(call)
    if _THERE.match(clues.text(behind)):
        return Sign(70, f"in message {behind} the user asks whether anybody is there")
    if done and clues.answered_in_front(call):
        return Sign(57, f"the first {len(done)} of {len(clues.batch(call))} calls have results")
    before = next((i for i in range(call.message - 1, -1, -1) if clues.letter(i) == "U"), -1)
    if before >= 0 and clues.text(before) and clues.text(before) == clues.text(behind):
        return Sign(60, f"message {behind} says again what message {before} said")
    return Sign(50, "a call without a result, and then the next question")


DIED = Mistake(
    name="died-between-call-and-result",
    trigger="crash",
    words="the process ended between call and result, and nothing closed the call when it came "
    "back",
    sentence="The call is stored, the process dies while the tool runs, and after the restart the next "
    "message is appended behind the open call.",
    signs="a call, or the rest of a batch, without results, then a new user message",
    before="messages = load(path)                       # with a call that nobody will answer",
    after="messages = repair(load(path), as_='request').messages   # closes what the crash left open",
    codes=("P001",),
    shows=_died,
    decides="whether the process was restarted between the call and the next message",
)


def _too_early(finding: Finding, clues: Clues) -> Sign | None:
    call, behind = _open_turn(finding, clues)
    if finding.case == "paused":
        return None
    if behind < len(clues.outline.letters):
        return None
    told = "the list ends on a call that has no result yet"
    return Sign(60, told) if not clues.answered(call) else Sign(40, told)


TOO_EARLY = Mistake(
    name="sent-before-the-tool-ran",
    trigger="client-bug",
    words="the list was sent while a tool was still to run",
    sentence="The loop posts the history before every call of the newest turn has its result.",
    signs="the list ends on a call, and nothing stands behind it",
    before="results = [result_of(call) for call in calls if call.ready]\nsend(messages + results)",
    after="messages += answer_calls(reply, {call.id: run(call) for call in calls})\n"
    "send(messages)                              # raises where an id has no result",
    codes=("P001",),
    shows=_too_early,
    decides="whether the tool had ended when the request was sent; a process that dies leaves the "
    "same list",
)


def _tail_cut(finding: Finding, clues: Clues) -> Sign | None:
    call, behind = _open_turn(finding, clues)
    ends = behind >= len(clues.outline.letters)
    if clues.answered(call) or not (ends or behind == len(clues.outline.letters) - 1):
        return None
    return Sign(42, "the newest call has lost whatever stood behind it")


TAIL_CUT = Mistake(
    name="cut-off-the-newest-results",
    trigger="trim",
    words="a window cut the newest results off their call",
    sentence="A window over messages ends between a call and its results, or sets the newest results "
    "aside and never puts them back.",
    signs="the newest call has no result although its tool ran",
    before="messages = messages[start:end]              # the end falls behind the call",
    after="messages = trim(messages, max_tokens=budget).messages   # whole exchanges only",
    codes=("P001",),
    shows=_tail_cut,
    decides="whether the untrimmed history holds the result",
)

MISTAKES = (INTERRUPTED, DIED, TOO_EARLY, TAIL_CUT)
