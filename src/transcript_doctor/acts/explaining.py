"""The page of a rule, and of a target: made from prose, cases and laws, so that they cannot drift apart.

The same text is the docs page, the answer of the command, and what `explain` returns.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from transcript_doctor import rules
from transcript_doctor.acts.check import check
from transcript_doctor.acts.showing import shape
from transcript_doctor.catalog import RULES, rule_named, target_named, target_names
from transcript_doctor.core.rule import Remedy, Rule
from transcript_doctor.core.target import Law, Target
from transcript_doctor.safetext import markdown

_SAFETY = {
    "safe": "nothing said is lost or invented",
    "marked": "a true, neutral marker is added",
    "lossy": "something real leaves the request, and is listed",
    "manual": "a person must decide",
}


def explain(code: str) -> str:
    """Return the page of a rule as Markdown, by code (`P001`) or name; raises `UnknownRule`."""
    rule = rule_named(code)
    title, _, prose = rule.prose.partition("\n")
    sections = [
        f"# {rule.code} {rule.name}\n\n{title}\n",
        _facts(rule),
        prose.strip().replace("\n## ", "\n\n## "),
        _sentences(rule),
        _example(rule),
        _refusers(rule),
    ]
    return "\n\n".join(section.strip() for section in sections if section) + "\n"


def _facts(rule: Rule) -> str:
    weight = "a warning" if rule.severity == "error" else "nothing"
    scope = {
        "conversation": "the conversation itself, so converting it to another format does not help",
        "wire": "one wire format; a conversion writes it anew",
    }[rule.scope]
    return (
        f"Family: {rule.family}. It concerns {scope}. Where a target has no law on it, it is {weight}.\n"
        f"Since version {rule.since}."
    )


def _sentences(rule: Rule) -> str:
    rows = ["## Cases", "", "| case | sentence | fix |", "| --- | --- | --- |"]
    for case, sentence in rule.cases.items():
        remedy = rule.remedy_for(case)
        rows.append(f"| `{case}` | {_cell(sentence)} | {_remedy(remedy)} |")
    return "\n".join(rows)


def _remedy(remedy: Remedy | None) -> str:
    return f"{remedy.safety}: {_cell(remedy.title)}" if remedy else ""


def cases_of(rule: Rule) -> list[dict[str, Any]]:
    """Return the cases beside a rule's file: sick and healthy lists with what is found in them."""
    for folder in _folders():
        path = os.path.join(folder, f"{rule.name.replace('-', '_')}.cases.json")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                cases: list[dict[str, Any]] = json.load(file)["cases"]
                return cases
    return []


def _folders() -> Iterator[str]:
    root = os.path.dirname(rules.__file__ or "")
    for name in sorted(os.listdir(root)):
        if os.path.isdir(os.path.join(root, name)):
            yield os.path.join(root, name)


def _example(rule: Rule) -> str:
    """Return the rule's first sick case, judged now."""
    for case in cases_of(rule):
        if any(found["code"] == rule.code for found in case["finds"]):
            report = check(
                case["messages"],
                format=case.get("format"),
                target=case.get("target"),
                context=case.get("context"),
                as_=case.get("as"),
            )
            finding = next((f for f in report.findings if f.code == rule.code), None)
            if finding is not None:
                body = json.dumps(case["messages"], ensure_ascii=True, indent=2)
                says = finding.provider_says
                lines = [
                    f"{finding.severity} {finding.code} at {finding.place}: {finding.message}",
                    *([f"{finding.target} says: {says}"] if says else []),
                ]
                return (
                    f"## Example\n\n{_cell(case['name'])}, judged for {finding.target}:\n\n"
                    f"```json\n{body}\n```\n\n```text\n{shape(case['messages'], format=report.format)}\n"
                    + "\n".join(lines)
                    + "\n```"
                )
    return ""


def _refusers(rule: Rule) -> str:
    rows = ["## Targets with a law on it", "", "| target | case | verdict | sentence | evidence |", "| --- | --- | --- | --- | --- |"]
    for name in target_names():
        for law in target_named(name).laws:
            if law.rule == rule.code:
                rows.append(f"| {name} | {_cases(law)} | {_verdict(law)} | {_code(law.says)} | {law.evidence}, {law.date} |")
    return "\n".join(rows) if len(rows) > 4 else ""


def describe(name: str) -> str:
    """Return the page of a target as Markdown: its pairing law, and each law with source and date."""
    target = target_named(name)
    rows = ["| rule | case | verdict | sentence | evidence | source |", "| --- | --- | --- | --- | --- | --- |"]
    for law in sorted(target.laws, key=lambda law: list(RULES).index(law.rule)):
        rule = RULES[law.rule]
        rows.append(
            f"| {rule.code} {rule.name} | {_cases(law)} | {_verdict(law)} | {_code(law.says)} "
            f"| {law.evidence}, {law.date} | {_cell(law.source)} |"
        )
    return "\n\n".join(
        part for part in (f"# {target.name}\n\n{_cell(target.title)}.", _cell(target.prose), _pairing(target), _families(target), "## Laws\n\n" + "\n".join(rows)) if part
    ) + "\n"


def _pairing(target: Target) -> str:
    told = ", ".join(f"{key}: {value}" for key, value in target.pairing._asdict().items() if value not in (False, "free", "anything"))
    return f"Format: {target.format}. Pairing: {told}."


def _families(target: Target) -> str:
    if not target.families:
        return ""
    rows = [f"| {name} | {_code(pattern)} |" for name, pattern in target.families.items()]
    return "\n".join(["## Model families", "", "| family | pattern searched in the model's name |", "| --- | --- |", *rows])


def _cases(law: Law) -> str:
    cases = ", ".join(f"`{case}`" for case in law.cases) or "all"
    return f"{cases} (in the last message)" if law.at == "last" else cases


def _verdict(law: Law) -> str:
    conditions = [f"{key} = {value}" for key, value in law.when.items()]
    conditions += [f"not {fact}" for fact in law.unless]
    return f"{law.verdict}{' when ' + _cell(', '.join(conditions)) if conditions else ''}"


def _cell(text: str) -> str:
    return markdown(text.replace("\n", " "))


def _code(text: str | None) -> str:
    """Return a text as code in a table's cell; a fence longer than any run of backticks in it holds it."""
    if not text:
        return ""
    text = " ".join(text.split()).replace("|", "\\|")
    longest = max((len(run) for run in text.replace("`", " ` ").split() if set(run) == {"`"}), default=0)
    fence = "`" * (longest + 2 if "`" in text else 1)
    return f"{fence} {text} {fence}" if "`" in text else f"{fence}{text}{fence}"


def safety_words() -> dict[str, str]:
    """Return what each class of fix promises."""
    return dict(_SAFETY)


def table() -> str:
    """Return the table of rules and targets: R refused, M by model or fact, C contested, A accepted, - no law."""
    names = target_names()
    rows = ["| rule | " + " | ".join(names) + " |", "| --- |" + " --- |" * len(names)]
    for rule in RULES.values():
        cells = [_mark([law for law in target_named(name).laws if law.rule == rule.code]) for name in names]
        rows.append(f"| [{rule.code} {rule.name}](rules/{rule.code}.md) | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def _mark(laws: list[Law]) -> str:
    if any(law.verdict == "refused" and not law.when for law in laws):
        return "R"
    if any(law.verdict == "refused" for law in laws):
        return "M"
    if any(law.verdict == "contested" for law in laws):
        return "C"
    return "A" if laws else "-"
