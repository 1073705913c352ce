"""The pages that are made from rules, laws and the command: in step, whole, broken by no data."""

from __future__ import annotations

import html
import re
import shlex
from pathlib import Path

import pytest

import transcript_doctor
from scripts.pages import main as made_pages
from tests.cli.running import run
from tests.markdown import (
    ROOT,
    blocks,
    headings,
    markdown_files,
    rows,
    without_code,
)
from transcript_doctor import explain
from transcript_doctor.acts.pages.laws import laws_of
from transcript_doctor.catalog import RULES, target_named, target_names

DOCS = ROOT / "docs"
PAGES = markdown_files()
RULE_PAGES = [DOCS / "rules" / f"{code}.md" for code in RULES]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read(*names: str) -> str:
    return ROOT.joinpath(*names).read_text(encoding="utf-8")


def test_made_pages_are_in_step() -> None:
    assert made_pages.out_of_step(made_pages.pages()) == ([], [])


def test_pages_out_of_step_are_named_and_mended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(made_pages, "ROOT", tmp_path)
    monkeypatch.setattr(made_pages, "pages", lambda: {"docs/rules/P001.md": "new\n"})
    stray = tmp_path / "docs" / "rules" / "P999.md"
    stray.parent.mkdir(parents=True)
    stray.write_text("nobody makes this")
    assert made_pages.main(["--check"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(" ")[0] for line in told] == ["docs/rules/P001.md", "docs/rules/P999.md"]
    assert stray.exists()
    assert made_pages.main([]) == 0
    assert not stray.exists()
    assert made_pages.main(["--check"]) == 0


@pytest.mark.parametrize("path", RULE_PAGES, ids=lambda path: path.stem)
def test_a_rule_has_a_page_with_its_headings(path: Path) -> None:
    rule = RULES[path.stem]
    wanted = [f"# {rule.code} {rule.name}", "## What it means", "## Why it is refused"]
    wanted += ["## How it is healed", "## Sources", "## Cases", "## Example"]
    if any(law.rule == rule.code for name in target_names() for law in target_named(name).laws):
        wanted.append("## Targets with a law on it")
    assert headings(path.read_text(encoding="utf-8")) == wanted


def test_the_library_explains_a_rule_with_its_page() -> None:
    for code, rule in RULES.items():
        assert explain(code) == read("docs", "rules", f"{code}.md")
        assert explain(rule.name.upper()) == explain(code.lower()) == explain(code)
    with pytest.raises(transcript_doctor.DoctorError, match="did you mean P001"):
        explain("P0001")


@pytest.mark.parametrize("path", RULE_PAGES, ids=lambda path: path.stem)
def test_the_example_of_a_rule_is_what_the_command_prints(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, said, *healed = [block.text for block in blocks(path)]
    assert len(healed) <= 1
    line = said.partition("\n")[0]
    (tmp_path / shlex.split(line)[3]).write_text(file, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    line, _, report = said.partition("\n")
    ran = run(*shlex.split(line)[2:])
    assert report.split() == ran.output.split()
    assert re.search(rf"^  {path.stem} {RULES[path.stem].name} ", report, re.MULTILINE)
    assert max(map(len, said.splitlines()[1:])) <= 88


@pytest.mark.parametrize("name", target_names())
def test_each_law_of_a_target_stands_on_its_page_with_source_and_date(name: str) -> None:
    page = read("docs", "targets", f"{name}.md")
    shown = html.unescape(re.sub(r"\\(\W|_)", r"\1", page))
    for law in laws_of(name):
        assert f"\n### [{law.rule}](../rules/{law.rule}.md) {RULES[law.rule].name}\n" in page
        assert f"| {law.evidence}, {law.date}: {' '.join(law.source.split())}" in shown
        assert law.source
        assert re.fullmatch(r"\d{4}(-\d\d){0,2}", law.date)


def test_unsure_laws_are_listed_and_firm_ones_are_not() -> None:
    page = read("docs", "unsure.md")
    listed = [row for row in rows(page) if row[0].startswith(" [")]
    verdicts = {row[2].split(" when ")[0].strip() for row in listed}
    assert verdicts == {"contested", "refused, says client code"}
    named_targets = set(re.findall(r"^## (\S+)$|targets/([\w-]+)\.md", page, re.MULTILINE))
    assert {a or b for a, b in named_targets} == {
        name for name in target_names() if any(law.verdict == "contested" for law in laws_of(name))
    }


def test_the_table_has_every_rule_and_a_column_for_every_target() -> None:
    head, _, *found = [row for row in rows(read("docs", "table.md")) if len(row) > 2]
    assert [row[0].split()[0][1:] for row in found] == list(RULES)
    alone = [name for name in target_names() if not name.startswith("mistral-common-")]
    assert [cell.split("]")[0].strip(" [\\*-") for cell in head[1:]] == sorted(
        [*alone, "mistral-common"]
    )
    letters = {re.sub(r"[ \[\]]|\(.*", "", cell) for row in found for cell in row[1:]}
    assert letters <= set("RMCAV-")


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_no_page_holds_markup_by_accident(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    plain = without_code(text)
    tags = re.findall(r"<(?!!--|/?code>|div class=\"grid\" markdown=\"1\">|/div>)[^>\n]*>", plain)
    if "docs" in path.parts:
        assert tags == []
        assert "`" not in plain.replace("\\`", "")
    widths = {len(row) for row in rows(text)} if "targets" in path.parts else set()
    assert widths <= {2, 4, 5}
    assert not re.search(r"[^\S\n]+$", text, re.MULTILINE)
    assert text.endswith("\n")
