"""The page of the docs that shows the comparison: one table of counts, one of the shapes."""

from __future__ import annotations

from datetime import date
from platform import python_version
from typing import NamedTuple

from benchmarks.peers.asking import Peer, Question
from benchmarks.peers.counting import Count, count, in_place

_HEAD = """# Other tools

Tools that check histories, asked the same questions in one run ({day}, Python {python}). Made by
`make peers`, which installs them in an environment of its own at the versions below (tau needs Python 3.12:
`make peers PYTHON=python3.12`).

**Reports** are histories written after public bug reports (`tests/data/cases/`), sick and sound,
and what the sick become when repaired. **Shapes** are the commonest ways to break a history, and
four sound ones, in OpenAI chat (`tests/data/shapes.json`). A tool is asked only about formats that
it knows; *faults* and *sound* say how many histories that were. It is told the format where it
takes that.

*Found*: it has any complaint, a warning too. *In place*: it names a message where the fault is (the
README of the cases says which). *Alarms*: sound histories that it calls wrong; a warning is none.
Some faults are faults only at the endpoint of the report (a setting, a model), and only this
project's check can be told of it; *found by messages alone* leaves those out. *Fell*: it ended in
an error that is no judgement, such as a `KeyError`; that counts as found, without a place.
"""

_LEGEND = """`x` it complains and names the message, `c` it complains, `w` it only warns, `!` it
falls over, `-` it says nothing. *Truth* is what becomes of the request; where providers differ, any
answer is right and none is counted above.
"""

_SESSIONS = """## Session files

Tools that check what agents leave on disk, asked about the sessions of public reports, two real files, and
a real one after each kind of harm (`benchmarks/peers/sessions.py`). *finds*: it says that something is
wrong; `-`: it calls the file sound; an empty cell: it does not read files of that agent. A warning counts.
Of the real Claude Code file parallel results hang beside the branch: worth a warning, and no more.
"""

_TRIMS = """## Trimming

Sound histories in OpenAI chat (a chat, an agent's long turn, or both by turns), each cut down to random
numbers of its messages (`benchmarks/peers/trims.py`). *Refused*: what comes out breaks OpenAI's law, as a
result without its call does. *Nothing left, or raised*: there is no list to send, or nothing in it but
the system prompt. *Over the budget*: more is left than was asked for, in the trimmer's own unit; ours
says so and gives the smallest history that is legal, which holds the user's first and newest words and
the newest exchange unless it is told otherwise.
"""

_CONVERTING = """## Converting

The same messages translated by libraries that do this too, in one run (`benchmarks/conversion.py`): how
many times as long as each of them ours takes. Ours checks the list, converts it, lists what the other format
cannot say, and checks the outcome at its target; the others translate and do none of that.
"""

_COLUMNS = [
    "tool", "version", "formats",
    "reports: faults", "found", "in place", "found by messages alone", "sound", "alarms",
    "shapes: faults", "found", "in place", "sound", "alarms", "fell",
]  # fmt: skip


class Row(NamedTuple):
    """A peer with its answers, or with the reason why it could not be asked."""

    name: str
    version: str
    reason: str = ""
    peer: Peer | None = None


def page(
    rows: list[Row],
    cases: list[Question],
    shapes: list[Question],
    sessions: tuple[list[str], list[list[str]]],
    trims: tuple[list[str], list[list[str]]] | None = None,
    lives: tuple[str, ...] = (),
    more: tuple[str, ...] = (),
) -> str:
    """Return the page as Markdown; `more` are sections at its end."""
    peers = [row.peer for row in rows if row.peer is not None]
    notes = [f"- {peer.name}: {peer.note}." for peer in peers if peer.note]
    parts = [
        _HEAD.format(day=date.today().isoformat(), python=python_version()),
        table(_COLUMNS, [counts(row, cases, shapes) for row in rows]),
        "\n".join(notes) + "\n" if notes else "",
        "## The shapes, one by one\n",
        _LEGEND,
        table(
            ["shape", "truth", *(peer.name for peer in peers)],
            [[q.name, q.truth, *(mark(peer, q) for peer in peers)] for q in shapes],
        ),
        _SESSIONS,
        table(*sessions),
        trimming(trims, lives) if trims is not None else "",
        *more,
    ]
    return "\n".join(part for part in parts if part)


def trimming(cuts: tuple[list[str], list[list[str]]], lives: tuple[str, ...]) -> str:
    """Return the section on trimming: random cuts, and what a long life costs."""
    return "\n".join([_TRIMS, table(*cuts), *(f"- {line}" for line in lives)]) + "\n"


def converting(lines: list[str]) -> str:
    """Return the section on converting: what was measured, line by line."""
    rows = [f"  - {line.strip()}" if line.startswith(" ") else f"- {line}" for line in lines]
    return "\n".join([_CONVERTING, *rows]) + "\n"


def counts(row: Row, cases: list[Question], shapes: list[Question]) -> list[str]:
    """Return the cells of one peer in the table of counts."""
    if row.peer is None:
        return [row.name, row.version, f"not asked: {row.reason}", *[""] * (len(_COLUMNS) - 3)]
    a, b = count(row.peer, cases), count(row.peer, shapes)
    alone = f"{a.plain_found} of {a.plain_faults}"
    shown = [a.faults, a.found, a.placed, alone, a.sound, a.alarms, *_shapes(b), a.fell + b.fell]
    return [row.name, row.version, ", ".join(row.peer.formats), *map(str, shown)]


def _shapes(of: Count) -> list[int]:
    return [of.faults, of.found, of.placed, of.sound, of.alarms]


def mark(peer: Peer, question: Question) -> str:
    """Return one character for a peer's answer on one shape."""
    answer = peer.ask(question)
    if not answer:
        return "-"
    if any(complaint.crash for complaint in answer):
        return "!"
    if not any(complaint.error for complaint in answer):
        return "w"
    return "x" if question.indices is not None and in_place(question, answer) else "c"


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
