"""Mistakes that leave calls open where somebody else takes over: a person, or another agent."""

from __future__ import annotations

import re

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.acts.diagnose.subjects import call_of, tool_of
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Call

_HANDS_OVER = re.compile(
    r"(?:.*[_-])?(?:hand[_-]?(?:off|over)|transfer_(?:back_)?to_|delegate_to_|switch_agent|switch_to_agent)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_ASKING = frozenset({"ask", "request", "wait", "await", "prompt", "require", "confirm"})
_PERSON = frozenset({"user", "human", "person", "operator", "supervisor"})
_LEAVE = frozenset({"approval", "permission", "consent", "confirmation", "feedback"})
_INPUT = (["user", "input"], ["human", "input"], ["human", "in", "the", "loop"], ["ask"])
_PERHAPS = re.compile(r"approv|confirm|consent|permission", re.IGNORECASE)


def _asks_a_person(name: str) -> bool | None:
    """Tell whether a tool asks somebody, by its name; None where it may: a shop confirms orders too."""
    words = [word.lower() for word in _WORD.findall(name[:80])]
    if words in _INPUT or (words[:1] == ["get"] and words[1:] in _INPUT):
        return True
    if set(words[:1]) & _ASKING and set(words[1:]) & (_PERSON | _LEAVE):
        return True
    return None if words[:1] == ["ask"] or _PERHAPS.search(name) else False


def _hands_over(call: Call) -> bool:
    """Tell whether a call hands the conversation to somebody; with figures in it, it hands over money."""
    if not call.name or not _HANDS_OVER.match(call.name[:80]):
        return False
    return not any(figure in str(call.arguments)[:400] for figure in "0123456789")


def _handed_over(finding: Finding, clues: Clues) -> Sign | None:
    call = call_of(finding)
    over = next((c for c in clues.answered(call)[:50] if _hands_over(c)), None)
    if over is not None:
        return Sign(86, f"{tool_of(over)} beside it handed the conversation over, and was answered")
    if _hands_over(call):
        return Sign(72, f"{tool_of(call)} hands the conversation over, and was never answered")
    return None


HANDED_OVER = Mistake(
    name="handed-over-with-open-calls",
    trigger="handoff",
    words="a handoff answered its own call and dropped the others of the turn",
    sentence="A tool that hands over to another agent ends the turn; the results of the calls beside it "
    "are never written.",
    signs="a call that transfers or hands off, with a result or without, beside one without a "
    "result",
    before="if is_handoff(call):\n    return other_agent.run(messages + [result_of(call)])",
    after="results = {call.id: run(call) for call in calls}   # all of them, the handoff too\n"
    "return other_agent.run(messages + answer_calls(reply, results))",
    codes=("P001",),
    shows=_handed_over,
)


def _waits(finding: Finding, clues: Clues) -> Sign | None:
    call = call_of(finding)
    session = clues.report.session
    if session is not None and session.state == "paused":
        return Sign(92, "the session file says that the run waits for an approval")
    asks = _asks_a_person(call.name or "")
    if asks is False:
        return None
    if asks is None:
        return Sign(63, f"{tool_of(call)} may ask a person, and has no answer")
    if clues.answered(call):
        return Sign(
            84, f"{tool_of(call)} asks a person, and only the calls beside it were answered"
        )
    twin = "; its turn is stored twice" if clues.has_twin(call) else ""
    return Sign(70, f"{tool_of(call)} asks a person and has no answer{twin}")


WAITS = Mistake(
    name="went-on-without-the-person",
    trigger="approval-flow",
    words="the loop went on while a call still waited for a person",
    sentence="The automatic tools are done, and the loop sends on although one call waits for "
    "approval.",
    signs="the open call asks or confirms something; the calls beside it are answered",
    before="if automatic_done:\n    send(messages)",
    after="if automatic_done and check(messages, as_='request').ok:\n"
    "    send(messages)                          # an open call: paused, and nothing is sent",
    codes=("P001",),
    shows=_waits,
)

MISTAKES = (
    HANDED_OVER,
    WAITS,
)
