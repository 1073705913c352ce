"""Mistakes that lose the turn that called, and leave its results."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import CALLS, MIXED, RESULTS


def _rebuilt(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if at is None:
        return None
    empty = clues.outline.empty
    if finding.code == "C001":
        behind = clues.letter(at + 1)
        if behind in (RESULTS, MIXED) and clues.of_code.get("P002"):
            return Sign(92, f"message {at} is empty, and results without calls follow it")
        if finding.case == "nothing" and _null(clues, at):
            return Sign(
                74, f"the content of message {at} is null, which it is beside calls: none are there"
            )
        return None
    before = at - 1
    while before >= 0 and clues.letter(before) == RESULTS:
        before -= 1
    if before < 0 or clues.letter(before) != "A" or clues.has_summary:
        return None
    if before in clues.outline.ends_hosted:
        return None
    if before in empty:
        return Sign(94, f"message {before} is an answer without content, and its calls are gone")
    seen = f"message {before} is an answer with text alone, and results follow it"
    if not clues.outline.calls and len(_turns_with_orphans(clues)) > 1:
        return Sign(86, f"{seen}; so it is in every turn, and no call is anywhere")
    return Sign(76, seen)


def _turns_with_orphans(clues: Clues) -> set[int]:
    """Return where the runs of results end that nothing called."""
    return {clues.behind(f.index) for f in clues.of_code["P002"][:200] if f.index is not None}


def _null(clues: Clues, at: int) -> bool:
    raw = clues.outline.messages[at]
    return isinstance(raw, dict) and raw.get("content") is None and not _REASONED & raw.keys()


_REASONED = frozenset({"reasoning_content", "reasoning", "thinking", "refusal", "audio"})

REBUILT = Mistake(
    name="rebuilt-the-assistant-turn",
    trigger="rebuild",
    words="the assistant's turn was rebuilt without its calls",
    sentence="Messages are kept as role and content, so a turn that called is stored without its "
    "calls.",
    signs="an answer without calls, often empty or null, with results behind it that nothing "
    "called",
    before="messages.append({'role': 'assistant', 'content': message.content})",
    after="messages.append(message)                    # the object as it was received, calls "
    "and all",
    codes=("P002", "C001"),
    shows=_rebuilt,
    decides="whether the stored history has the calls: an adapter may lose them on the way, and a cut in "
    "the middle of a list leaves the same",
)


def _never_appended(finding: Finding, clues: Clues) -> Sign | None:
    at = finding.index
    if finding.code != "P002" or at is None or clues.has_summary:
        return None
    before = at - 1
    while before >= 0 and clues.letter(before) == RESULTS:
        before -= 1
    if before < clues.head:
        return None
    if clues.letter(before) == CALLS and not clues.of_code.get("P001"):
        return Sign(
            58, f"the result stands behind the results of message {before}, which are whole"
        )
    if clues.letter(before) != "U":
        return None
    ends = clues.behind(at) >= len(clues.outline.letters)
    return Sign(
        66 if ends else 58, f"the result follows the user's words in message {before} directly"
    )


NEVER_APPENDED = Mistake(
    name="never-appended-the-call-turn",
    trigger="client-bug",
    words="the results were appended, and the assistant's turn that called was not",
    sentence="The loop runs the calls of an answer and appends the results, but not the answer "
    "itself.",
    signs="results directly behind the user's words",
    before="messages += results",
    after="messages += [reply, *results]               # the answer that called, as it came, first",
    codes=("P002",),
    shows=_never_appended,
    decides="whether the stored history has the turn: then an adapter drops it, often for null "
    "content",
)


def _dropped_null(finding: Finding, clues: Clues) -> Sign | None:
    sign = _never_appended(finding, clues)
    return None if sign is None else Sign(min(sign.weight + 4, 62), sign.seen)


DROPPED_NULL = Mistake(
    name="adapter-dropped-the-call-turn",
    trigger="conversion",
    words="an adapter dropped a turn that has calls and no text",
    sentence="The converter skips messages without content before it looks for their calls.",
    signs="results directly behind the user's words, in a list that an adapter made",
    before="if message.content is None:\n    continue",
    after="if message.content is None and not message.tool_calls:\n    continue",
    codes=("P002",),
    shows=_dropped_null,
    decides="whether the history in front of the adapter has the turn",
)

MISTAKES = (
    REBUILT,
    NEVER_APPENDED,
    DROPPED_NULL,
)
