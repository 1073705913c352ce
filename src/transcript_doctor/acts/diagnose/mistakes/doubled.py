"""Mistakes of whatever keeps a history: the same thing written or read twice."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.acts.diagnose.nodes import alike
from transcript_doctor.acts.diagnose.subjects import open_call, other_of, result_of
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Result


def _twice(finding: Finding, clues: Clues) -> Sign | None:
    if (call := open_call(finding)) is not None:
        if clues.has_twin(call):
            return Sign(64, "the same calls stand in two messages in a row")
        return None
    if finding.code == "P004":
        result, first = result_of(finding), clues.result_at(finding.hit.related[0])
        if not _same(first, result):
            return None
        if first.message == result.message:
            return Sign(72, f"message {result.message} holds the same result twice")
        return Sign(64, f"messages {first.message} and {result.message} hold the same result")
    if finding.code == "I004" and finding.case == "duplicate" and clues.item_again(finding):
        return Sign(84, f"item {finding.index} stands in the list before, word for word")
    return None


def _same(one: Result, other: Result) -> bool:
    return alike(one.raw, other.raw) or alike(_content(one), _content(other))


def _content(row: Result) -> object:
    return row.raw.get("content", row.raw.get("output")) if isinstance(row.raw, dict) else None


TWICE = Mistake(
    name="appended-twice",
    trigger="rebuild",
    words="the same thing was stored, or read back, twice",
    sentence="A turn is appended by the loop and again by the code that restores or merges the "
    "history.",
    signs="a call turn or a result that is there twice, word for word",
    before="messages = load(session) + run.messages     # the run was loaded already",
    after="messages = load(session, before=run.id) + run.messages",
    codes=("P001", "P004", "I004"),
    shows=_twice,
    decides="whether the double is in the store, or comes in when the request is built",
)


def _snapshots(finding: Finding, clues: Clues) -> Sign | None:
    result, where = result_of(finding), other_of(finding)
    if where >= result.message:
        return None
    apart = clues.behind(where) <= result.message
    if apart or not clues.holds_again(result.message, where):
        return None
    here, first = clues.results_at[result.message], clues.results_at[where]
    if len(here) == len(first):
        return Sign(66, f"messages {where} and {result.message} hold the same results")
    return Sign(84, f"message {result.message} holds all that message {where} held, and more")


SNAPSHOTS = Mistake(
    name="wrote-every-update",
    trigger="session-writer",
    words="a message that grew was written anew each time, and all its states were kept",
    sentence="A row that is updated in place is appended to the file on each update.",
    signs="messages of results in a row, each holding those of the one before it",
    before="on_update(lambda row: append(path, row))",
    after="on_update(lambda row: rows.update({row.id: row}))\n"
    "append(path, rows[row.id])                  # once, when it is whole",
    codes=("P004",),
    shows=_snapshots,
)

MISTAKES = (
    TWICE,
    SNAPSHOTS,
)
