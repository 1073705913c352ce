"""Write the pages that are made from rules and targets; with `--check` only say which are out of step."""

from __future__ import annotations

import sys
from pathlib import Path

from transcript_doctor.acts.explaining import describe, explain, table
from transcript_doctor.catalog import FORMATS, RULES, target_named, target_names

DOCS = Path(__file__).parents[1] / "docs"


def pages() -> dict[str, str]:
    """Return every generated page by its path below docs/."""
    made = {f"rules/{code}.md": explain(code) for code in RULES}
    made |= {f"targets/{name}.md": describe(name) for name in target_names()}
    made["rules/index.md"] = _rules()
    made["targets/index.md"] = _targets()
    made["table.md"] = (
        "# Rules and targets\n\nR refused, M refused for some models or settings, C contested, "
        "A accepted, - no law (an error by default is then a warning).\n\n" + table() + "\n"
    )
    return made


def _rules() -> str:
    rows = ["# Rules", "", "| code | name | family | what it is |", "| --- | --- | --- | --- |"]
    for rule in RULES.values():
        title = rule.prose.partition("\n")[0]
        rows.append(f"| [{rule.code}]({rule.code}.md) | {rule.name} | {rule.family} | {title} |")
    return "\n".join(rows) + "\n"


def _targets() -> str:
    rows = ["# Targets", "", "| target | receives | format | laws |", "| --- | --- | --- | --- |"]
    for name in target_names():
        target = target_named(name)
        rows.append(
            f"| [{name}]({name}.md) | {target.title} | {target.format} | {len(target.laws)} |"
        )
    homes = ", ".join(f"{f.name}: {f.home}" for f in FORMATS.values())
    return (
        "\n".join(rows)
        + f"\n\nWithout a target, a transcript is judged for its format's home ({homes}).\n"
    )


def main(arguments: list[str]) -> int:
    """Write or compare; return the exit code."""
    made = pages()
    stale = [path for path, text in made.items() if not _same(DOCS / path, text)]
    extra = [
        str(path.relative_to(DOCS))
        for folder in ("rules", "targets")
        for path in sorted((DOCS / folder).glob("*.md"))
        if str(path.relative_to(DOCS)) not in made
    ]
    if "--check" in arguments:
        for path in stale + extra:
            print(f"docs/{path} is out of step: make docs", file=sys.stderr)
        return 1 if stale or extra else 0
    for path in stale:
        (DOCS / path).parent.mkdir(parents=True, exist_ok=True)
        (DOCS / path).write_text(made[path], encoding="utf-8")
    for path in extra:
        (DOCS / path).unlink()
    print(f"{len(stale)} pages written, {len(extra)} removed, {len(made)} in all")
    return 0


def _same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
