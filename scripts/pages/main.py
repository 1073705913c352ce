"""Every page that is made, by its path; writing them, and saying which are out of step.

Made from end to end are the pages of rules, targets and the command, and the list of session files. In the
others, which people write, what the command prints is made: the rest of a block that begins with
`$ transcript-doctor`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from scripts.pages.command import command_page
from scripts.pages.lists import doubts_page, rules_page, table_page, targets_page
from scripts.pages.printed import with_fresh_output
from scripts.pages.sessions import sessions_page
from transcript_doctor.acts.pages.rule import explain
from transcript_doctor.acts.pages.target import describe
from transcript_doctor.catalog import RULES, target_names

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = ("README.md", "docs/index.md")
"""Pages by hand that show what the command prints."""


def pages() -> dict[str, str]:
    """Return the text of every page that is made, or made in part, by its path below the root."""
    made = {f"docs/rules/{code}.md": explain(code) for code in RULES}
    made |= {f"docs/targets/{name}.md": describe(name) for name in target_names()}
    made |= {
        "docs/rules/index.md": rules_page(),
        "docs/targets/index.md": targets_page(),
        "docs/table.md": table_page(),
        "docs/unsure.md": doubts_page(),
        "docs/command.md": command_page(),
        "docs/sessions/index.md": sessions_page(),
    }
    for path in WRITTEN:
        made[path] = with_fresh_output((ROOT / path).read_text(encoding="utf-8"), ROOT)
    return made


def out_of_step(made: dict[str, str]) -> tuple[list[str], list[str]]:
    """Return the pages that differ from what stands in the tree, and those that nobody makes now."""
    stale = [path for path, text in made.items() if not _same(ROOT / path, text)]
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in ("rules", "targets")
        for path in sorted((ROOT / "docs" / folder).glob("*.md"))
    ]
    return stale, [path for path in found if path not in made]


def _same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def main(arguments: list[str]) -> int:
    """Write the pages, or with `--check` compare them; return the exit code."""
    made = pages()
    stale, extra = out_of_step(made)
    if "--check" in arguments:
        for path in stale + extra:
            print(f"{path} is out of step: make docs", file=sys.stderr)
        return 1 if stale or extra else 0
    for path in stale:
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(made[path], encoding="utf-8")
    for path in extra:
        (ROOT / path).unlink()
    print(f"{len(stale)} pages written, {len(extra)} removed, {len(made)} in all")
    return 0
