"""Sick lists given to every repairer: whether what comes back is fit to be sent, and what was lost of it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, NamedTuple

from benchmarks.peers import questions, strict_anthropic, strict_chat
from benchmarks.peers.installing import why_missing
from benchmarks.peers.mending import CannotSay, Repairer
from benchmarks.peers.page import table
from benchmarks.peers.repairers import LOADERS
from benchmarks.peers.saying import PLACEHOLDERS, lost

Judge = Callable[[list[Any]], str | None]
STRICT: dict[str, Judge] = {
    "openai-chat": strict_chat.objection,
    "anthropic": strict_anthropic.objection,
}
"""Judges that share nothing with this project's check; mistral-common, where it is there, is a second one."""
_HEAD = """## Repairing

The same sick lists, in OpenAI chat and Anthropic, given to libraries that repair, each asked in the way that
keeps most (`benchmarks/peers/repairs.py`). A tool is asked only about what its own types can hold. Of the
reports those are counted on which the strict judge and the report agree.
{judges}

*Left, and said so*: it gives the list back as not fit, with the reason; whose words an unknown role speaks is
for a person to say. *Lost*: texts, and calls with their arguments, that stand nowhere in the outcome, not
even in a quotation; *told* where the tool lists or counts them for its caller, *silent* where it does not.
That is a count: as many as the tool owns up to, whichever they are. *Spoiled*: a sound list of which
something was lost, or that is no longer fit.

What the judges let pass: a list of Anthropic's may begin with the assistant; a result may hold images, which
newer models of OpenAI take; of thinking, prefills and limits nothing is said. Markers that agents had written
for a missing result ({placeholders}) are not counted as lost.
"""
_ONE = """Judged by a strict reading of the providers' references that shares no code with this
project's check (`strict_chat.py`, `strict_anthropic.py` there)."""
_TWO = f"""{_ONE} In OpenAI chat mistral-common v13 judges too,
and both must take the list. What only Mistral asks for is put in first: ids of nine characters, an answer
between results and the user, and a user at the end."""
_LEGEND = """Shape by shape: `ok` fit to be sent, `left` not fit, and said so, `BAD` not fit, and no word of
it, `raises`; then what was lost. An empty cell: the tool's types cannot hold it.
"""
COLUMNS = [
    "repairer", "version", "sick lists", "fit to be sent", "left, and said so", "unfit, silent", "raised",
    "lost, told", "lost, silent", "sound lists", "spoiled",
]  # fmt: skip


class Asked(NamedTuple):
    """One list: its name, its format, and whether the strict judge refuses it as it is."""

    name: str
    format: str
    messages: list[Any]
    sick: bool


class Outcome(NamedTuple):
    """What became of one list: fit to be sent or not, how much was lost."""

    fit: bool
    left: bool = False
    """Not fit, and the repairer says so."""
    told: int = 0
    silent: int = 0
    raised: bool = False
    asked: bool = True

    @property
    def word(self) -> str:
        """The outcome in a table's cell."""
        if not self.asked:
            return ""
        if self.raised:
            return "raises"
        losses = [f"{n} {how}" for n, how in ((self.told, "told"), (self.silent, "silent")) if n]
        return ", ".join(["ok" if self.fit else "left" if self.left else "BAD", *losses])


def shapes() -> list[Asked]:
    """The commonest ways to break a history, and sound ones."""
    rows = ((q.name, q.format, q.messages) for q in questions.shapes())
    return [Asked(*row, sick=STRICT[row[1]](row[2]) is not None) for row in rows]


def cases() -> list[Asked]:
    """The lists of public reports, sick, sound and repaired, on which the strict judge agrees."""
    made = []
    for q in questions.cases():
        if q.format in STRICT:
            asked = Asked(q.name, q.format, q.messages, STRICT[q.format](q.messages) is not None)
            if asked.sick == (q.truth == "refused"):
                made.append(asked)
    return made


def second_judge() -> Judge | None:
    """Return mistral-common's verdict on a list of OpenAI chat, or None where it is not there."""
    try:
        from benchmarks.peers.mistral_common import objection
    except ImportError:
        return None
    return objection


def outcome(repairer: Repairer, asked: Asked, second: Judge | None) -> Outcome:
    """Return what a repairer makes of one list."""
    if asked.format not in repairer.formats:
        return Outcome(fit=False, asked=False)
    given = copy.deepcopy(asked.messages)
    try:
        done = repairer.mend(asked.format, given)
    except CannotSay:
        return Outcome(fit=False, asked=False)
    except Exception:  # whatever a library raises, its user is left without a list
        return Outcome(fit=False, raised=True)
    fit = STRICT[asked.format](done.messages) is None
    if second is not None and asked.format == "openai-chat":
        fit = fit and second(done.messages) is None
    gone = len(lost(asked.messages, done.messages))
    told = min(gone, done.told or 0)
    return Outcome(fit, done.unfit and not fit, told, gone - told)


def row(repairer: Repairer, installed: str, second: Judge | None) -> list[str]:
    """Return the cells of one repairer over all shapes and reports."""
    everything = [(asked, outcome(repairer, asked, second)) for asked in (*shapes(), *cases())]
    sick = [done for asked, done in everything if asked.sick and done.asked]
    sound = [done for asked, done in everything if not asked.sick and done.asked]
    fit, left, raised = (sum(done[k] for done in sick) for k in (0, 1, 4))
    shown = [len(sick), fit, left, len(sick) - fit - left - raised, raised]
    shown += [sum(done.told for done in sick), sum(done.silent for done in sick)]
    shown += [len(sound), sum(not done.fit or bool(done.told + done.silent) for done in sound)]
    return [repairer.name, installed, *map(str, shown)]


def there() -> tuple[list[Repairer], dict[str, str]]:
    """Return the repairers that are installed, and of the others' packages why they are not."""
    found: list[Repairer] = []
    lacking = {}
    for package, load in LOADERS.items():
        try:
            found += load()
        except ImportError as error:
            lacking[package] = why_missing(package, error)
    return found, lacking


def section() -> str:
    """Return the section of the page: the counts of every repairer, and the outcome of every shape."""
    second = second_judge()
    found, lacking = there()
    counts = [row(repairer, version(repairer.package), second) for repairer in found]
    for package, reason in lacking.items():
        counts.append([package, "-", f"not asked: {reason}", *[""] * (len(COLUMNS) - 3)])
    head = ["shape", *(repairer.name for repairer in found)]
    rows = [
        [asked.name, *(outcome(repairer, asked, second).word for repairer in found)]
        for asked in shapes()
        if asked.sick
    ]
    said = {
        "judges": _TWO if second is not None else _ONE,
        "placeholders": ", ".join(f"`{text}`" for text in sorted(PLACEHOLDERS)),
    }
    return "\n".join([_HEAD.format(**said), table(COLUMNS, counts), _LEGEND, table(head, rows)])
