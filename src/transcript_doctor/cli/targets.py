"""`targets`: who may receive a transcript, and the laws of each with source and date."""

from __future__ import annotations

import re
from datetime import date, timedelta

import click

from transcript_doctor.acts.opening.targeting import resolve
from transcript_doctor.catalog import RULES, target_named, target_names
from transcript_doctor.cli.asking.naming import unknown_target
from transcript_doctor.cli.asking.options import complete_targets
from transcript_doctor.cli.printing.tables import paragraphs, table
from transcript_doctor.core.target import Law, Target

_UNITS = {"d": 1, "w": 7, "m": 30, "y": 365}


class Age(click.ParamType[timedelta]):
    """A number of days, weeks, months or years, such as 180d."""

    name = "AGE"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> timedelta:
        """Return the age."""
        if isinstance(value, timedelta):
            return value
        found = re.fullmatch(r"(\d{1,5})([dwmy]?)", str(value))
        if found is None:
            self.fail(f"{value!r} is no age such as 180d, 26w, 6m or 1y", param, ctx)
        return timedelta(days=int(found[1]) * _UNITS[found[2] or "d"])


@click.command(short_help="List the targets, or the laws of one.")
@click.argument("name", required=False, shell_complete=complete_targets)
@click.option("--stale", type=Age(), help="Only laws whose evidence is older, such as 180d.")
def targets(name: str | None, stale: timedelta | None) -> None:
    """List the targets; with a NAME the laws of one, each with source and date."""
    chosen = [_named(name)] if name else [target_named(n) for n in target_names()]
    if stale is not None:
        click.echo(_stale(chosen, date.today() - stale))
    elif name:
        click.echo("\n\n".join(section for section in _page(chosen[0]) if section))
    else:
        rows = [(t.name, t.format, f"{len(t.laws):3} laws", _newest(t), t.title) for t in chosen]
        click.echo(table(rows))


def _named(name: str) -> Target:
    found = resolve(name, None)
    if found is None:
        raise unknown_target(name)
    return target_named(found)


def _newest(target: Target) -> str:
    return max((law.date for law in target.laws), default="")


def _page(target: Target) -> list[str]:
    """Return the sections of a target's page."""
    families = [(name, pattern) for name, pattern in target.families.items()]
    rows = [_row(law) for law in _in_order(target)]
    return [
        f"{target.name}  ({target.title}; format {target.format})",
        paragraphs([target.prose]) if target.prose else "",
        f"Model families, by a pattern searched in the model's name\n{table(families, 2)}"
        if families
        else "",
        f"Laws\n{table(rows, 2)}" if rows else "No laws of its own.",
    ]


def _in_order(target: Target) -> list[Law]:
    """Return a target's laws by rule; among those of one rule, the first that holds wins."""
    order = {code: i for i, code in enumerate(RULES)}
    return sorted(target.laws, key=lambda law: order[law.rule])


def _row(law: Law) -> tuple[str, str, str]:
    """Return a law as code, verdict, and the rest in words."""
    conditions = [f"{fact} = {value}" for fact, value in law.when.items()]
    conditions += [f"no {fact}" for fact in law.unless]
    when = f" when {' and '.join(conditions)}" if conditions else ""
    lines = [f"{', '.join(law.cases) or 'all cases'}{when}"]
    lines += [law.says] if law.says else []
    lines.append(f"[{law.evidence} {law.date}: {law.source}]")
    return f"{law.rule} {RULES[law.rule].name}", law.verdict, "\n".join(lines)


def _stale(chosen: list[Target], before: date) -> str:
    """Return the laws whose evidence is older than a day, oldest first."""
    rows = sorted(
        (law.date, target.name, f"{law.rule} {RULES[law.rule].name}", law.evidence, law.source)
        for target in chosen
        for law in target.laws
        if _day(law.date) < before
    )
    return table(rows) if rows else f"no law's evidence is older than {before.isoformat()}"


def _day(text: str) -> date:
    """Return the day of a date; of a month or a year alone, its first."""
    numbers = [int(number) for number in re.findall(r"\d+", text)[:3]]
    year, month, day = (*numbers, 1, 1, 1)[:3] if numbers else (1, 1, 1)
    try:
        return date(year, month, day)
    except ValueError:
        return date.min
