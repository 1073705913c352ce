"""Mistakes with answers: failed, empty or stripped ones, kept as turns."""

from __future__ import annotations

import re

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import CALLS

_EMPTY_ANSWER = ("assistant", "nothing", "stand-in", "empty-list")


def _failed_turn(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if at is None or clues.role(at) != "a":
        return None
    if finding.code == "T003" and finding.case in ("alone", "last", "resting"):
        return Sign(82, f"message {at} breaks off behind its thinking")
    if finding.code == "R005":
        if (text := clues.text(at).rstrip()) and text[-1].isalnum() and not clues.has_summary:
            return Sign(72, "the last answer breaks off in the middle of a sentence")
        return Sign(50, "an answer stands at the end, and the request goes on from it")
    if finding.code != "C001" or finding.case not in _EMPTY_ANSWER:
        return None
    if at in clues.outline.failed:
        return Sign(92, f"message {at} is marked as failed, and holds nothing")
    empty = [
        f
        for f in clues.of_code.get("C001", ())[:50]
        if f.index is not None and clues.role(f.index) == "a"
    ]
    if len(empty) > 1:
        if len(empty) == clues.outline.roles.count(
            "a"
        ):  # then the texts may have been lost on the way
            return Sign(77, "every answer of the list holds nothing")
        return Sign(
            84, "one empty answer follows the other: each is what the last one made of the next"
        )
    return Sign(66, f"message {at} is an answer that holds nothing")


FAILED_TURN = Mistake(
    name="stored-a-failed-turn",
    trigger="error-turn",
    words="an answer that failed, was empty or was cut off was stored as a turn",
    sentence="Whatever comes back is appended: refusals, empty answers, answers that ran into a "
    "limit.",
    signs="an assistant message without content, or one that ends in the middle",
    before="messages.append(response.message)",
    after="if response.message.content or response.message.tool_calls:\n"
    "    messages.append(response.message)",
    codes=("C001", "T003", "R005"),
    shows=_failed_turn,
    decides="the stop reason of that answer",
)


def _said_nothing(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if at is None or clues.role(at) != "a":
        return None
    if finding.code == "C001" and finding.case in _EMPTY_ANSWER:
        return Sign(58, "a model may answer with nothing")
    if finding.code == "C002" and finding.case != "in-result":
        return Sign(72, "a blank text in the model's own turn, most often in front of its calls")
    return None


SAID_NOTHING = Mistake(
    name="stored-the-model's-blank-answer",
    trigger="model-output",
    words="the model wrote a blank, and it was stored and sent back as it is",
    sentence="Models answer with nothing, or with blanks in front of a call; endpoints refuse to "
    "read that.",
    signs="an empty or blank text in an assistant message that is otherwise sound",
    before="messages.append(message)",
    after="messages = repair([*messages, message], target=target).messages   # without the blank",
    codes=("C001", "C002"),
    shows=_said_nothing,
    decides="the raw answer of that turn: whether the provider sent it so",
)


def _half_stream(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if finding.code != "C001" or at is None or clues.role(at) != "a":
        return None
    raw = clues.outline.messages[at]
    keys = ("reasoning_content", "reasoning", "thinking")
    if isinstance(raw, dict) and any(key in raw and not raw[key] for key in keys):
        return Sign(
            76, f"message {at} has a place for thinking, and neither thinking nor words nor calls"
        )
    return None


HALF_STREAM = Mistake(
    name="threw-the-half-stream-away",
    trigger="stream-assembly",
    words="a stream broke off, and the empty shell of its turn was stored",
    sentence="What had arrived of a call is thrown away when the stream breaks, but the turn is "
    "kept.",
    signs="an assistant message with empty thinking and nothing else",
    before="turn.calls = [call for call in calls if call.whole]\nmessages.append(turn)",
    after="if turn.text or turn.calls:\n    messages.append(turn)",
    codes=("C001",),
    shows=_half_stream,
    decides="the stop reason of that answer, and whether its builder always writes that key",
)


def _announced(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if finding.code != "R005" or at is None or clues.letter(at) == CALLS or clues.has_summary:
        return None
    if _ANNOUNCES.search(clues.text(at)):
        return Sign(68, "the last answer says what it will do, and no call follows")
    return None


_ANNOUNCES = re.compile(
    r"\b(?:I will|I'll|let me|I am going to|I'm going to|now I)\b", re.IGNORECASE
)

ANNOUNCED = Mistake(
    name="stripped-the-calls-and-left-the-text",
    trigger="interrupt",
    words="the calls of a turn that was stopped were taken out, and its text stayed at the end",
    sentence="A clean-up takes open calls out of the newest turn and leaves what was said beside "
    "them.",
    signs="the list ends on an answer that announces a call",
    before="message.tool_calls = []                     # the text stays, at the end of the "
    "request",
    after="messages = repair(messages, as_='request').messages   # keeps the call and closes it",
    codes=("R005",),
    shows=_announced,
    decides="whether a call was there before the clean-up",
)


def _acknowledged(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code != "R005" or finding.index is None or clues.summary is None:
        return None
    if finding.index == clues.summary + 1:
        return Sign(84, "a summary stands at the head, and the list ends on an answer to it")
    return None


ACKNOWLEDGED = Mistake(
    name="ended-a-summary-on-an-acknowledgement",
    trigger="compaction",
    words="a summary was followed by a made-up acknowledgement, and the request ends on it",
    sentence="After a compaction a fixed sentence of the assistant is appended so that roles "
    "alternate.",
    signs="a summary, then an assistant message at the end",
    before="messages = [user(summary), assistant('Understood.')]",
    after="messages = [user(summary)]",
    codes=("R005",),
    shows=_acknowledged,
)

MISTAKES = (
    FAILED_TURN,
    SAID_NOTHING,
    HALF_STREAM,
    ANNOUNCED,
    ACKNOWLEDGED,
)
