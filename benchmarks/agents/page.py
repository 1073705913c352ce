"""The page of the docs that shows what agents send, and what fake servers take."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from benchmarks.agents.mock_questions import BROKEN, SOUND
from benchmarks.agents.mocks import Asked
from benchmarks.agents.row import STUCK, Row, mark, rule
from benchmarks.agents.scenarios import SCENARIOS
from benchmarks.agents.words import COUNTS, HEAD, LEGEND, MOCKS, SENTENCES, SHAPES

_LONGEST = 60
_SHORT_ID = re.compile(r"\b(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{8}\b")
"""An id that a shape shows as it is, because it is short; such are Gemini's."""


def lapses(servers: list[Asked]) -> list[str]:
    """Return where this project's own server takes what it should not, or refuses what is sound."""
    ours = servers[0]
    taken = [q.title for q, pair in zip(BROKEN, ours.broken, strict=True) if "200" in pair]
    refused = [q.title for q, pair in zip(SOUND, ours.sound, strict=True) if pair != ("200", "200")]
    return [f"{ours.name}: {title}" for title in taken + refused]


def summary(rows: list[Row]) -> str:
    """Return the table of marks."""
    head = ["agent", "API", "option", *(scenario.key for scenario in SCENARIOS)]
    return _table(head, [_marks(row) for row in rows])


def page(rows: list[Row], servers: list[Asked], sentences: list[list[str]]) -> str:
    """Return the page as Markdown."""
    run = [row for row in rows if not row.reason]
    parts = [HEAD.format(day=date.today().isoformat()), _counts(run), LEGEND, summary(rows)]
    parts.append("\n".join(f"- *{s.key}*: {s.title}." for s in SCENARIOS) + "\n")
    parts += ["## How each keeps its history\n", _table(*_how(run)), SHAPES]
    for scenario in SCENARIOS[1:]:
        parts += [
            f"### {scenario.title[:1].upper()}{scenario.title[1:]}\n",
            _table(*_told(run, scenario.key)),
        ]
    parts += ["### What the refusals say\n", _table(["API", "rule", "sentence"], _said(run))]
    parts += [MOCKS, _table(*_servers(servers))]
    parts.append("\n".join(f"- {s.name}: {s.note}." for s in servers if s.note) + "\n")
    parts += [
        SENTENCES,
        _table(["history", "API", "status", "rule and place", "sentence"], sentences),
    ]
    return "\n".join(parts)


def _counts(rows: list[Row]) -> str:
    """Return in words how many agents send, or keep, a broken history after an interruption."""
    plain = [row for row in rows if not row.option]
    marks = [{mark(row.trials[key]) for key in ("interrupt", "partial")} for row in plain]
    refused = sum(any(one.startswith("**P") for one in each) for each in marks)
    stuck = sum(STUCK in each for each in marks)
    return COUNTS.format(all=len(plain), refused=refused, stuck=stuck)


def _marks(row: Row) -> list[str]:
    if row.reason:
        return [row.name, f"not run: {row.reason}", *[""] * (len(SCENARIOS) + 1)]
    marks = [mark(row.trials[scenario.key]) for scenario in SCENARIOS]
    return [row.name, row.api, row.option or "-", *marks]


def _how(rows: list[Row]) -> tuple[list[str], list[list[str]]]:
    head = ["agent", "API", "versions", "history", "the user interrupts"]
    told = [[r.name, r.api, r.versions, r.keeps, r.interrupts] for r in rows if not r.option]
    return head, told


def _told(rows: list[Row], key: str) -> tuple[list[str], list[list[str]]]:
    """Return the table of one scenario: what the run led to, what was sent next, and the verdict."""
    made = []
    for row in rows:
        trial = row.trials[key]
        name = f"{row.name}, {row.option}" if row.option else row.name
        cells = [name, row.api, _seen(trial["outcomes"][0]), *_next(trial), _on(trial)]
        made.append([*cells, row.notes.get(key, "")])
    head = ["agent", "API", "the run", "the last request", "verdict", "the next prompt", "note"]
    if not any(cells[-1] for cells in made):
        return head[:-1], [cells[:-1] for cells in made]
    return head, made


def _next(trial: dict[str, Any]) -> list[str]:
    """Return the shape of the request that was refused, or of the last one, and the verdict on it."""
    judged = [sent for sent in trial["sent"] if sent["fate"] in ("answered", "refused")]
    sent = next((one for one in judged if one["fate"] == "refused"), judged[-1])
    if sent["fate"] == "refused":
        return [_numbered(sent["shape"]), f"{sent['status']} **{sent['where'] or rule(sent)}**"]
    warned = f", warns {', '.join(sent['warnings'])}" if sent["warnings"] else ""
    if len(trial["outcomes"]) > 2:
        return ["nothing is sent", "-"]
    return [_numbered(sent["shape"]), f"taken{warned}"]


def _numbered(shape: str) -> str:
    """Return a shape with every id numbered, so that rows can be compared; `-` for none."""
    if not shape:
        return "-"
    numbers: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        return numbers.setdefault(found[0], f"c{len(numbers) + 1}")

    return f"`{_SHORT_ID.sub(number, shape)}`"


def _seen(outcome: str) -> str:
    if outcome.startswith("said"):
        return "finishes"
    if outcome == "interrupted":
        return outcome
    name, _, words = outcome.partition(": ")
    return f"{name}: {_safe(words)}"


def _on(trial: dict[str, Any]) -> str:
    second = trial["outcomes"][1]
    return "goes on" if second.startswith("said") else f"dead: {_seen(second)}"


def _safe(words: str) -> str:
    short = words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
    return short.replace("|", "\\|").replace("<", "&lt;").replace("`", "'").replace("*", "\\*")


def _said(rows: list[Row]) -> list[list[str]]:
    """Return one sentence for each API and rule."""
    found: dict[tuple[str, str], str] = {}
    for row in rows:
        for trial in row.trials.values():
            for sent in trial["sent"]:
                if sent["fate"] == "refused":
                    found.setdefault((row.api, rule(sent)), sent["sentence"])
    return [[api, code, sentence] for (api, code), sentence in sorted(found.items())]


def _servers(servers: list[Asked]) -> tuple[list[str], list[list[str]]]:
    shown = [server for server in servers if server.broken]
    head = ["history", *(f"{server.name} {server.version}" for server in shown)]
    rows = [
        [f"sound: {question.title}", *(" / ".join(server.sound[i]) for server in shown)]
        for i, question in enumerate(SOUND)
    ]
    rows += [
        [question.title, *(" / ".join(server.broken[i]) for server in shown)]
        for i, question in enumerate(BROKEN)
    ]
    return head, rows


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
