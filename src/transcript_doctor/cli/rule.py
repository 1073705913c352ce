"""`rule` and `rules`: what a rule means, and which rules there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import click

from transcript_doctor.catalog import RULES, rule_named, target_named, target_names
from transcript_doctor.cli.asking.options import complete_rules
from transcript_doctor.cli.printing.tables import paragraphs, table
from transcript_doctor.core.rule import FAMILIES, Rule
from transcript_doctor.core.target import Law

_MANY = 4


@click.command(short_help="Explain a rule, and who refuses what it finds.")
@click.argument("code", shell_complete=complete_rules)
@click.option("--markdown", is_flag=True, help="Print the page of the documentation.")
def rule(code: str, markdown: bool) -> None:
    """Explain a rule: what it means, why it is refused, how it is healed, who refuses it.

    CODE is a code such as P001, or a name such as unanswered-call.
    """
    found = rule_named(code)
    if markdown:
        from transcript_doctor.acts.pages.rule import explain

        click.echo(explain(found.code), nl=False)
        return
    click.echo("\n\n".join(section for section in _page(found) if section))


@click.command()
def rules() -> None:
    """List all rules, by family."""
    blocks = []
    for letter, family in FAMILIES.items():
        mine = [found for code, found in RULES.items() if code[0] == letter]
        rows = [(found.code, found.name, _title(found)) for found in mine]
        blocks.append(f"{family}\n{table(rows, 2)}")
    click.echo("\n\n".join(blocks))


def _title(found: Rule) -> str:
    return found.prose.strip().partition("\n")[0]


def _page(found: Rule) -> list[str]:
    """Return the sections of a rule's page."""
    head = f"{found.code} {found.name}  ({found.family}; since {found.since})"
    sections = [f"{head}\n\n{_title(found)}"]
    for section in found.prose.split("\n## ")[1:]:
        title, _, text = section.partition("\n")
        if title.strip() != "Sources":
            body = paragraphs(text.strip().split("\n\n"), 2)
            sections.append(f"{title.strip()}\n{body}")
    sections.append(f"Cases\n{table(_cases(found), 2)}")
    sections += [f"Refused by\n{refusals}"] if (refusals := _refusals(found)) else []
    return sections


def _cases(found: Rule) -> list[tuple[str, str]]:
    rows = []
    for case, sentence in found.cases.items():
        remedy = found.remedy_for(case)
        fix = f"\nfix ({remedy.safety}): {remedy.title}" if remedy else ""
        rows.append((case, sentence + fix))
    return rows


def _refusals(found: Rule) -> str:
    """Return the laws that refuse, with the targets that share each: cases, sentence, evidence."""
    shared: dict[str, list[str]] = {}
    for name in target_names():
        for law in target_named(name).laws:
            if law.rule == found.code and law.verdict != "accepted":
                shared.setdefault(_said(law), []).append(name)
    blocks = []
    for said, names in shared.items():
        blocks.append(paragraphs([", ".join(_gathered(dict.fromkeys(names)))], 2))
        blocks.append(paragraphs([said], 6))
    return "\n".join(blocks)


def _gathered(names: Iterable[str]) -> Iterator[str]:
    """Yield names, many endpoints of one provider as one word."""
    for provider, group in groupby(names, lambda name: target_named(name).provider):
        found = list(group)
        yield from [f"{provider}-* ({len(found)})"] if len(found) >= _MANY else found


def _said(law: Law) -> str:
    conditions = [f"{fact} = {value}" for fact, value in law.when.items()]
    conditions += [f"no {fact}" for fact in law.unless]
    words = [" and ".join(conditions)] if conditions else []
    words += ["contested"] if law.verdict == "contested" else []
    cases = f"{', '.join(law.cases)}: " if law.cases else ""
    says = law.says or "(no sentence known)"
    return f"{cases}{says} [{'; '.join([*words, law.evidence])}]"
