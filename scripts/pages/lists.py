"""The pages that list: all rules, all targets, both in one table, and what is not known for sure."""

from __future__ import annotations

from itertools import groupby

from transcript_doctor.acts.pages.laws import laws_of
from transcript_doctor.acts.pages.markdown import cell, family_of, table
from transcript_doctor.acts.pages.table import LETTERS, overview
from transcript_doctor.acts.pages.unsure import doubts
from transcript_doctor.catalog import FORMATS, RULES, target_named, target_names
from transcript_doctor.core.rule import FAMILIES

_UNSURE = """# Where it is unsure

Providers change, reports disagree, and some answers nobody has written down. A law of which that is true
gives a warning and never an error, and is listed here with what is known of it, and since when. Where a
target has no law at all on a rule ([the table](table.md) has a `-` there) the rule's own weight counts, a
warning at most. If you know better, a report that names endpoint, model, date and the provider's sentence
settles a line: `transcript-doctor share` makes the list fit to be published."""


def rules_page() -> str:
    """Return the list of rules, by family."""
    sections = [
        "# Rules",
        "A rule is one kind of fault. What a target makes of it is a law of the target.",
    ]
    for letter, family in FAMILIES.items():
        rows = [
            (f"[{rule.code}]({rule.code}.md)", rule.name, rule.prose.strip().partition("\n")[0])
            for code, rule in RULES.items()
            if code[0] == letter
        ]
        made = table(("code", "name", "what it is"), rows)
        sections.append(f"## {letter}: {family}\n\n{made}")
    return "\n\n".join(sections) + "\n"


def targets_page() -> str:
    """Return the list of targets; the versions of one library come last, in a table of their own."""
    alone: list[str] = []
    sections = []
    for family, group in groupby(target_names(), family_of):
        names = list(group)
        if len(names) == 1:
            alone += names
        else:
            sections.append(f"## {family}\n\n{_targets(names)}")
    homes = ", ".join(f"{f.name}: [{f.home}]({f.home}.md)" for f in FORMATS.values())
    head = f"# Targets\n\nWithout a target, a transcript is judged for its format's home ({homes})."
    return "\n\n".join([head, _targets(alone), *sections]) + "\n"


def _targets(names: list[str]) -> str:
    rows = []
    for name in names:
        target, laws = target_named(name), laws_of(name)
        newest = max((law.date for law in laws), default="")
        title, format = cell(target.title), target.format
        rows.append((f"[{name}]({name}.md)", title, format, str(len(laws)), newest))
    return table(("target", "receives", "format", "laws", "newest evidence"), rows)


def table_page() -> str:
    """Return the table of rules and targets, with its letters."""
    letters = table(("letter", "what the target makes of the rule"), LETTERS.items())
    told = "Each letter leads to the laws behind it. Rest the pointer on one to read them in short."
    # The blank lines let Markdown work inside; the class is what the style sheet knows.
    grid = f'<div class="grid" markdown="1">\n\n{overview()}\n\n</div>'
    return f"# Rules and targets\n\n{told}\n\n{letters}\n\n{grid}\n"


def doubts_page() -> str:
    """Return what is contested or rests on client code alone."""
    return f"{_UNSURE}\n\n{doubts()}\n"
