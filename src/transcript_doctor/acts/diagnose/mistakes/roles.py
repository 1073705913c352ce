"""Mistakes of who speaks after whom: roles in a row, system messages, a run that ends on a result."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.core.finding import Finding


def _system_within(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "R007" and finding.case not in ("unsupported", "first", "second"):
        return Sign(
            82, f"message {finding.index} is a system message in the middle of the conversation"
        )
    return None


SYSTEM_WITHIN = Mistake(
    name="put-a-system-message-into-the-conversation",
    trigger="injected-message",
    words="a system message was put into the middle of the conversation",
    sentence="A reminder or a change of instructions is appended as a system message where the talk "
    "stands.",
    signs="a system message behind the first user message",
    before="messages.append(system(reminder))",
    after="messages[-1] = user(question, reminder)     # or the target's own place for it",
    codes=("R007",),
    shows=_system_within,
)


def _counted_system(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if finding.code != "R004" or at is None or clues.letter(at - 1) != "S" or at - 1 < 1:
        return None
    return Sign(76, "the roles alternate only where system messages are counted")


COUNTED_SYSTEM = Mistake(
    name="counted-system-as-a-turn",
    trigger="repair-bug",
    words="whatever makes roles alternate took a system message for a turn",
    sentence="The helper that keeps roles in turn counts system messages, which the target looks "
    "through.",
    signs="two messages of one role with a system message between them",
    before="if messages[i].role == messages[i - 1].role:",
    after="spoken = [m for m in messages if m.role != 'system']   # compare these",
    codes=("R004",),
    shows=_counted_system,
)


def _answer_gone(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if (
        finding.code != "R004"
        or at is None
        or finding.case != "user"
        or clues.letter(at - 1) != "U"
    ):
        return None
    return Sign(62, f"messages {at - 1} and {at} are both the user's, with no answer between")


ANSWER_GONE = Mistake(
    name="stopped-answer-left-its-question",
    trigger="interrupt",
    words="an answer that was stopped was taken out, and its question stayed",
    sentence="Stopping an answer removes it from the history, but not the question before it.",
    signs="two messages of the user in a row",
    before="messages.remove(partial_answer)",
    after="messages.remove(partial_answer)\n"
    "messages[-1] = user(question, text)         # one turn; or take the question out too",
    codes=("R004",),
    shows=_answer_gone,
    decides="whether an answer was stopped there, or the user wrote twice",
)


def _system_again(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if finding.code != "R007" or at is None or not 0 < at < clues.head:
        return None
    if clues.text(at) and clues.text(at) == clues.text(at - 1):
        return Sign(84, f"messages {at - 1} and {at} are the same system message")
    return Sign(45, "two system messages stand at the head")


SYSTEM_AGAIN = Mistake(
    name="inserted-the-system-prompt-again",
    trigger="repair-bug",
    words="the system prompt was put in again instead of refreshed",
    sentence="The code that keeps the prompt at the head looks for it in the wrong place and adds a "
    "second.",
    signs="two system messages at the head, often the same",
    before="messages.insert(0, system_prompt)",
    after="messages = [system_prompt, *(m for m in messages if m.role != 'system')]",
    codes=("R007",),
    shows=_system_again,
    decides="who else writes system messages",
)


def _after_tool(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code != "R008" or clues.converted:
        return None
    return Sign(66, f"the user speaks in message {finding.index} directly behind results")


AFTER_TOOL = Mistake(
    name="ended-a-run-on-a-result",
    trigger="client-bug",
    words="a run ended on a result, and the next one began with the user",
    sentence="The run stops after a tool's result without the model's answer, and the user's next "
    "words follow.",
    signs="a user message directly behind results, at a target that wants an answer between",
    before="return result                               # the run ends on the tool's message",
    after="messages.append(assistant('(No reply was recorded here.)'))",
    codes=("R008",),
    shows=_after_tool,
    decides="whether the run ended there, or an adapter split one turn in two",
)

MISTAKES = (
    SYSTEM_WITHIN,
    COUNTED_SYSTEM,
    ANSWER_GONE,
    SYSTEM_AGAIN,
    AFTER_TOOL,
)
