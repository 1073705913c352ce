"""Mistakes that leave a blank where words should be."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.core.finding import Finding


def _empty_task(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if at is None or finding.code not in ("C001", "C002") or clues.role(at) != "u":
        return None
    if at in clues.results_at or _media_in(clues, at):
        return None
    if finding.code == "C001" and at == clues.head:
        return Sign(72, "the first message of the user is empty")
    return Sign(50, "a message of the user is empty") if finding.code == "C001" else None


EMPTY_TASK = Mistake(
    name="sent-an-empty-user-message",
    trigger="client-bug",
    words="a user message was made of an empty text",
    sentence="An empty task, or an event without words, is sent as what the user said.",
    signs="an empty user message",
    before="messages.append(user(task.text))",
    after="if task.text.strip():\n    messages.append(user(task.text))",
    codes=("C001",),
    shows=_empty_task,
    decides="whether it was empty from the start, or a cut or a filter emptied it",
)


def _media_in(clues: Clues, at: int) -> bool:
    return any(m.message == at and not m.in_result for m in clues.outline.media[:1000])


def _caption(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code != "C002" or finding.index is None or finding.case == "in-result":
        return None
    if clues.role(finding.index) == "u" and _media_in(clues, finding.index):
        return Sign(88, "the blank text stands beside a picture or a file")
    return None


CAPTION = Mistake(
    name="added-an-empty-caption",
    trigger="media",
    words="a picture without words was sent with an empty text beside it",
    sentence="The text field is always added, also when only a picture was given.",
    signs="an empty text beside a picture in a user message",
    before="parts = [text_part(text), *pictures]",
    after="parts = [text_part(text)] * bool(text.strip()) + pictures",
    codes=("C002",),
    shows=_caption,
)


def _padding(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if finding.code != "C002" or at is None or _media_in(clues, at):
        return None
    if finding.case == "all-blank" and clues.role(at) == "u":
        return Sign(74, f"message {at} is nothing but white space")
    return None


PADDING = Mistake(
    name="padded-with-a-space",
    trigger="repair-bug",
    words="a blank was put in as a filler for an empty message",
    sentence="The code that may send no empty message puts a space there, which is refused as well.",
    signs="a user message that is a single space",
    before="content = content or ' '",
    after="messages = repair(messages).messages        # drops what is empty, or says so truly",
    codes=("C002",),
    shows=_padding,
)


def _empty_list(finding: Finding, clues: Clues) -> Sign | None:
    return Sign(88, "the list of calls is there and empty") if finding.code == "C003" else None


EMPTY_LIST = Mistake(
    name="always-set-tool-calls",
    trigger="client-bug",
    words="the list of calls was always set, also when there are none",
    sentence="The builder, or a parsing helper, fills the key with an empty list instead of leaving "
    "it out.",
    signs="an assistant message with an empty list of calls",
    before="message['tool_calls'] = calls",
    after="if calls:\n    message['tool_calls'] = calls",
    codes=("C003",),
    shows=_empty_list,
)

MISTAKES = (
    EMPTY_TASK,
    CAPTION,
    PADDING,
    EMPTY_LIST,
)
