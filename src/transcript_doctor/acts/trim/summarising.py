"""A summary in the place of what was cut: one turn that the target takes, labelled as what it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from transcript_doctor.acts.trim.asking import Asking
from transcript_doctor.acts.trim.cutting import Cutting
from transcript_doctor.acts.trim.summaries import labelled, stands_for
from transcript_doctor.acts.trim.trials import Added, Trial
from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.format import Format, Part
from transcript_doctor.core.outline import USER
from transcript_doctor.core.verbs import Verbs
from transcript_doctor.core.wording import cut, named

_ROUNDS = 3
"""So often a summary is asked for, where it turns out longer than the room that was left for it."""


class Summing(NamedTuple):
    """How a summary is asked for and written."""

    asking: Asking
    format: Format
    verbs: Verbs
    older: Mapping[int, Sequence[Part]]
    """Summaries that were joined to messages, by index: the new one takes their place."""


def summarised(cutting: Cutting, summing: Summing, least: Trial) -> tuple[Trial, str | None]:
    """Return the cut with the summary of what it takes away, and the summary's text.

    The text is None where the summariser gave none, or where the target takes it in no place.
    """
    asking, rounds = summing.asking, _ROUNDS
    goal = asking.budget - asking.room
    while True:
        bare = cutting.within(goal, least)
        gone = _gone(cutting, summing, bare)
        text = _asked(asking, gone)
        number = sum(stands_for(message, summing.format) for message in gone)
        told = _placed(cutting, bare, labelled(text, number), summing.verbs) if text else None
        if told is None:
            return cutting.within(asking.budget, least), None
        cost, rounds = cutting.cost(told), rounds - 1
        if cost <= asking.budget or bare.border == least.border or not rounds:
            return told, text
        goal = min(goal - 1, asking.budget - (cost - cutting.cost(bare)))


def _gone(cutting: Cutting, summing: Summing, bare: Trial) -> list[Any]:
    """Return what a summary is of: messages that leave, and older summaries in messages that stay."""
    leave = set(cutting.cut_by(bare))
    rows = [(i, cutting.outline.messages[i]) for i in leave]
    for i, parts in summing.older.items():
        if i not in leave:
            rows += [(i, summing.verbs.say("user", str(part.text))) for part in parts]
    return [message for _, message in sorted(rows, key=lambda row: row[0])]


def _asked(asking: Asking, gone: list[Any]) -> str | None:
    assert asking.summarise is not None
    text = asking.summarise(gone)
    if text is None or isinstance(text, str):
        return text
    raise BadOption(f"summarise must return a text, not {cut(named(text), 80)!r}")


def _placed(cutting: Cutting, bare: Trial, text: str, verbs: Verbs) -> Trial | None:
    """Return the cut with a text in it, in the first way that the target surely takes."""
    found = list(_trials(cutting, bare, text, verbs))
    for verdict in ("clean", "doubtful"):
        for trial in found:
            if trial.verdict == verdict:
                return trial
    return None


def _trials(cutting: Cutting, bare: Trial, text: str, verbs: Verbs) -> Iterator[Trial]:
    """Yield the ways to say it: a user's message, an assistant's, a part of the user's beside it."""
    for added in _ways(cutting, bare, text, verbs):
        trial = cutting.trial(bare.border, added)
        yield trial
        if trial.verdict == "clean":
            return


def _ways(cutting: Cutting, bare: Trial, text: str, verbs: Verbs) -> Iterator[Added]:
    at = cutting.next_kept(bare)
    yield Added(verbs.say("user", text), at)
    yield Added(verbs.say("assistant", text), at)
    before = cutting.before()
    for index, front in ((before, False), (at, True)):
        if index is None or cutting.outline.letters[index] != USER:
            continue
        made = _with_part(cutting.messages[index], verbs.text(text), front, verbs)
        if made is not None:
            yield Added(made, index, replaces=True)


def _with_part(message: Any, part: Any, front: bool, verbs: Verbs) -> Any:
    """Return a user's message with a further part, in front of or behind its own; a text is one."""
    key = verbs.parts_key or "content"
    content = message.get(key) if isinstance(message, dict) else None
    own = [verbs.part(message, content)] if isinstance(content, str) else content
    if not isinstance(own, list):
        return None
    return {**message, key: [part, *own] if front else [*own, part]}
