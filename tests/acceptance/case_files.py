"""The histories from public bug reports: read, expanded, and judged as their README says."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from transcript_doctor import Finding, Report, check

DATA = Path(__file__).resolve().parents[1] / "data" / "cases"
CODES: dict[str, list[str]] = tomllib.loads((DATA / "kinds.toml").read_text("utf-8"))
VISIBLE = ("messages", "with-context")
_REPEAT = "@@REPEAT:"


class Case(NamedTuple):
    """One case, its stand-ins for long texts and long lists expanded."""

    id: str
    source: str
    kind: str
    provider: str
    """The format as the report has it: `mistral` is OpenAI chat aimed at Mistral."""
    context: dict[str, Any]
    messages: list[Any]
    repaired: list[Any] | None
    valid: bool
    visible: bool
    needs_context: bool
    indices: tuple[int, ...] | None
    """Where a finding is right; None: anywhere."""

    @property
    def format(self) -> str:
        """The wire format."""
        if self.provider == "other":
            return str(self.context["wire"])
        return "openai-chat" if self.provider == "mistral" else self.provider

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes that name this kind of fault rightly."""
        return tuple(CODES.get(self.kind, ()))

    def judge(self, messages: list[Any]) -> Report:
        """Check a list as the request of this case's report."""
        format = self.context["wire"] if self.provider == "other" else self.provider
        return check(messages, format=format, context=self.context, as_="request")


@cache
def load_cases(file: str = "cases.jsonl") -> tuple[Case, ...]:
    """Every case, in the order of the file."""
    lines = (DATA / file).read_text("utf-8").split("\n")
    return tuple(_case(json.loads(line)) for line in lines if line)


def visible_sick(file: str = "cases.jsonl") -> list[Case]:
    """The cases that a check of the list, with the context, must find."""
    return [case for case in load_cases(file) if case.visible and not case.valid]


def rightly(case: Case) -> list[Finding]:
    """The findings that name the case's fault, in a place where it is."""
    return [
        finding
        for finding in case.judge(case.messages).findings
        if finding.code in case.codes and (case.indices is None or finding.index in case.indices)
    ]


def expand(value: Any) -> Any:
    """Return a value with its stand-ins for repetition written out."""
    if isinstance(value, str) and value.startswith(_REPEAT):
        text, _, times = value.removeprefix(_REPEAT).rpartition(":")
        return text * int(times)
    if isinstance(value, dict):
        return {key: expand(child) for key, child in value.items()}
    if not isinstance(value, list):
        return value
    made: list[Any] = []
    for child in value:
        if isinstance(child, dict) and "@@repeat" in child:
            made.extend(expand(child["item"]) for _ in range(child["@@repeat"]))
        else:
            made.append(expand(child))
    return made


def _case(raw: dict[str, Any]) -> Case:
    expect, repaired = raw["expect"], raw.get("repaired")
    also = expect.get("index_also_ok") or []
    index = expect.get("index")
    return Case(
        id=raw["id"],
        source=raw["source"],
        kind=raw["kind"],
        provider=raw["provider"],
        context=raw.get("context") or {},
        messages=expand(raw["messages"]),
        repaired=None if repaired is None else expand(repaired),
        valid=expect["valid"],
        visible=expect["visible"] in VISIBLE,
        needs_context=expect["visible"] == "with-context",
        indices=None if index is None else (index, *also),
    )
