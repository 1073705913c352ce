"""Mistakes that cut a history: windows, summaries, and lists that begin in the middle."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import RESULTS, Call

_TRIM = "messages = trim(messages, max_messages=20).messages     # evicts whole exchanges"


def _through(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if at is None:
        return None
    if finding.code in ("R003", "P007"):
        if finding.case != "opens" and finding.code == "P007":
            return None
        if clues.letter(clues.head) == "A" and clues.summary == clues.head:
            return None
        if clues.letter(clues.head) == "A":
            return Sign(66, "the history opens with an answer: a greeting, or the rest of a cut")
        return Sign(82, "the history opens in the middle: with an answer, not with a question")
    front = clues.outline.letters[clues.head : at]
    if not front.strip(RESULTS) and finding.code == "P002":
        if set(clues.outline.letters[clues.head :]) <= {RESULTS}:
            return Sign(68, "the list holds results and nothing else")
        return Sign(86, f"message {at} is at the head, and its call is not in the list")
    if finding.code == "P002" and any(clues.says_cut(i) for i in range(max(at - 2, 0), at + 1)):
        return Sign(86, "a note there says that older messages were taken out")
    return None


THROUGH = Mistake(
    name="cut-through-an-exchange",
    trigger="trim",
    words="a window cut through an exchange: the call is gone, its result is left",
    sentence="The last N messages are kept, and the cut falls between a call and its results.",
    signs="the list begins with results, or with an answer, and what they belong to is not there",
    before="messages = messages[-20:]",
    after=_TRIM,
    codes=("P002", "R003", "P007"),
    shows=_through,
    decides="whether the whole history is longer at its head, or the assistant speaks first by design",
)


def _half(finding: Finding, clues: Clues) -> Sign | None:
    if not clues.has_summary or finding.index is None:
        return None
    where = "the system prompt" if clues.summary is None else f"message {clues.summary}"
    told = f"{where} reads like a summary of what was before"
    if finding.code == "P002":
        return Sign(90, f"{told}, and the call of this result is not in the list")
    call = finding.subject
    if not isinstance(call, Call):
        return None
    first = not any(row.message < call.message for row in clues.outline.calls[:1])
    return (
        Sign(
            84 if clues.answered(call) else 66, f"{told}, and the first turn behind it is not whole"
        )
        if first
        else None
    )


HALF = Mistake(
    name="summarised-half-an-exchange",
    trigger="compaction",
    words="a summary took one half of an exchange and left the other",
    sentence="Older messages are replaced by a summary, and the border falls inside an exchange.",
    signs="a summary at the head, and behind it results without calls, or a turn without all its "
    "results",
    before="messages = [user(summary(messages[:cut]))] + messages[cut:]",
    after="found = trim(messages, max_tokens=budget, summarise=summary)   # whole exchanges\n"
    "messages = found.messages",
    codes=("P002", "P001"),
    shows=_half,
)


def _new_only(finding: Finding, clues: Clues) -> Sign | None:
    letters = clues.outline.letters
    if finding.code != "P002" or not letters or letters.strip(RESULTS):
        return None
    # A window that is narrow enough leaves the same list.
    return Sign(74, "the list holds results and nothing else")


NEW_ONLY = Mistake(
    name="sent-only-what-is-new",
    trigger="api-contract",
    words="only what is new was sent, without the call that it answers",
    sentence="The endpoint keeps nothing between requests, and the request holds the newest results "
    "alone.",
    signs="a list of results without any other message",
    before="send(new_results)",
    after="send(history + new_results)                 # or name the stored response: "
    "previous_response_id",
    codes=("P002",),
    shows=_new_only,
    decides="whether previous_response_id or a stored conversation goes with the request",
)


def _nothing_left(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code not in ("R001", "R010") or finding.case in ("missing", "text", "type"):
        return None
    if clues.has_summary:
        return Sign(84, "a summary in the system prompt stands for everything that was said")
    return None


NOTHING_LEFT = Mistake(
    name="summarised-everything",
    trigger="compaction",
    words="the summary took the place of every user message",
    sentence="The whole conversation becomes a system message, and no user's words are left to "
    "answer.",
    signs="a summary as system message, and no message of the user",
    before="messages = [system(summary)]",
    after="messages = [system_prompt, user(summary), *newest_exchange]",
    codes=("R001", "R010"),
    shows=_nothing_left,
)


def _trimmed_away(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code not in ("R001", "R010") or finding.case in ("missing", "text", "type"):
        return None
    if clues.has_summary:
        return None
    return Sign(55, "no message of the user is left")


TRIMMED_AWAY = Mistake(
    name="trimmed-everything",
    trigger="trim",
    words="a window left no message of the user",
    sentence="The window skips forward to a border that it never finds, or keeps a running tool "
    "loop alone.",
    signs="an empty list, or one without a user's words",
    before="messages = messages[-20:]\n"
    "while messages and messages[0].role != 'user': messages.pop(0)",
    after="messages = trim(messages, max_tokens=budget).messages   # keeps the user's first words",
    codes=("R001", "R010"),
    shows=_trimmed_away,
    decides="how long the list was before it was cut",
)

MISTAKES = (
    THROUGH,
    HALF,
    NEW_ONLY,
    NOTHING_LEFT,
    TRIMMED_AWAY,
)
