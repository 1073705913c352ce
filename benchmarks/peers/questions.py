"""The two corpora that every peer is asked about: public reports, and the commonest shapes."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.peers.asking import Question
from tests.acceptance.case_files import load_cases

SHAPES = Path(__file__).resolve().parents[2] / "tests" / "data" / "shapes.json"


def cases() -> list[Question]:
    """Every fault that a check of the list can see, every sound case, and every repaired one."""
    made = []
    for case in load_cases():
        provider = case.format if case.provider == "other" else case.provider
        ask = Question(case.id, case.format, provider, case.context, case.messages, "accepted")
        if case.valid:
            made.append(ask)
        elif case.visible:
            sick = ask._replace(
                truth="refused", indices=case.indices, needs_context=case.needs_context
            )
            made.append(sick)
        if case.repaired is not None and not case.valid:
            made.append(ask._replace(name=f"{case.id}, repaired", messages=case.repaired))
    return made


def shapes() -> list[Question]:
    """The 25 shapes, all in OpenAI chat."""
    rows = json.loads(SHAPES.read_text("utf-8"))["shapes"]
    return [
        Question(
            name=row["name"],
            format="openai-chat",
            provider="openai-chat",
            context={},
            messages=row["messages"],
            truth=row["truth"],
            indices=None if row["at"] is None else tuple(row["at"]),
        )
        for row in rows
    ]
