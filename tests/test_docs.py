"""The pages: those that are made are in step, their examples run, their links lead somewhere."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest

import transcript_doctor
from scripts.pages import main as made_pages
from scripts.pages.printed import printed, with_fresh_output
from tests.cli.running import run
from tests.markdown import ROOT, Block, anchors, blocks, headings, links, markdown_files, rows
from tests.markdown import without_code
from transcript_doctor import explain
from transcript_doctor.acts.lawbook import laws_of
from transcript_doctor.acts.report.json import schema
from transcript_doctor.catalog import RULES, overrides, target_named, target_names
from transcript_doctor.cli.config import load_config
from transcript_doctor.cli.main import COMMANDS, group
from transcript_doctor.core.facts import KNOWN_FACTS
from transcript_doctor.core.rule import FAMILIES
from transcript_doctor.core.target import EVIDENCE

DOCS = ROOT / "docs"
PAGES = markdown_files()
RULE_PAGES = [DOCS / "rules" / f"{code}.md" for code in RULES]
BY_HAND = [ROOT / "README.md", *(DOCS / f"{name}.md" for name in ("index", "python", "words"))]
HEALTHY = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read(*names: str) -> str:
    return ROOT.joinpath(*names).read_text(encoding="utf-8")


def all_blocks(*languages: str) -> list[Any]:
    found = [block for path in PAGES for block in blocks(path) if block.language in languages]
    return [pytest.param(block, id=f"{block.page}:{block.line}") for block in found]


# -- made pages ----------------------------------------------------------------------------------


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
    file, said = [block.text for block in blocks(path)]
    (tmp_path / "history.json").write_text(file, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    line, _, report = said.partition("\n")
    ran = run(*shlex.split(line)[2:])
    assert report.split() == ran.output.split()
    assert re.search(rf"^  {path.stem} {RULES[path.stem].name} ", report, re.MULTILINE)
    assert max(map(len, said.splitlines()[1:])) <= 88


@pytest.mark.parametrize("name", target_names())
def test_each_law_of_a_target_stands_on_its_page_with_source_and_date(name: str) -> None:
    page = read("docs", "targets", f"{name}.md")
    flat = page.replace("\\", "")
    laws = laws_of(name)
    assert page.count("\n| ") >= len(laws)
    for law in laws:
        source = " ".join(law.source.replace("\\", "").split())
        assert f"| {law.evidence}, {law.date}: {source}" in flat.replace("&lt;", "<").replace(
            "&gt;", ">"
        ).replace("&amp;", "&").replace("&#124;", "|").replace("&#126;", "~")
        assert f"### [{law.rule}](../rules/{law.rule}.md) {RULES[law.rule].name}" in page


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


# -- nothing in a page is broken by data -----------------------------------------------------------


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


# -- what people write -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_every_link_leads_somewhere(path: Path) -> None:
    for link in links(path.read_text(encoding="utf-8")):
        if re.match(r"\w+:", link):
            continue
        name, _, anchor = link.partition("#")
        end = (path.parent / name).resolve() if name else path
        assert end.exists(), link
        if anchor:
            assert anchor in anchors(end.read_text(encoding="utf-8")), link


def test_dead_links_would_be_seen() -> None:
    page = "[a](b.md) `[no](link.md)` [c](d/e.md#some-where \"told\")\n# Some Where: [x](y.md)!"
    assert links(page) == ["b.md", "d/e.md#some-where", "y.md"]
    assert anchors(page) == {"some-where-x"}


@pytest.mark.parametrize("path", BY_HAND[:2], ids=named)
def test_reports_in_prose_are_what_the_command_prints(path: Path) -> None:
    shown = [block.text for block in blocks(path) if block.text.startswith("$ transcript-doctor")]
    assert len(shown) == 1
    line, _, report = shown[0].partition("\n")
    assert report == printed(line, ROOT)
    assert "P00" in report


def test_old_reports_in_prose_are_replaced() -> None:
    page = "A\n```text\n$ transcript-doctor --version\nold\nolder\n```\n```text\nkept\n```\n"
    fresh = page.replace("old\nolder", f"transcript-doctor, version {transcript_doctor.__version__}")
    assert with_fresh_output(page, ROOT) == fresh
    with pytest.raises(ValueError, match="no command"):
        printed("$ transcript-doctor chekc", ROOT)


@pytest.mark.parametrize("block", all_blocks("python"))
def test_examples_in_python_run(block: Block) -> None:
    exec(compile(block.text, f"{block.page}:{block.line}", "exec"), {"messages": HEALTHY})


def test_sessions_in_python_print_what_they_say() -> None:
    pages = {param.values[0].page for param in all_blocks("pycon")}
    assert "docs/python.md" in pages
    for page in pages:
        session = "\n".join(block.text for block in blocks(ROOT / page) if block.language == "pycon")
        test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
        told: list[str] = []
        outcome = doctest.DocTestRunner().run(test, out=told.append)
        assert outcome.attempted >= 10
        assert outcome.failed == 0, "".join(told)


@pytest.mark.parametrize("path", BY_HAND, ids=named)
def test_commands_in_prose_exist_with_their_options(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for line in re.findall(r"(?<![\w/`-])transcript-doctor (\w+(?: [^`\n#|]*)?)", text):
        word, *rest = line.split()
        if word not in COMMANDS:
            assert word in ("says", "is", "names"), line
            continue
        command = group.get_command(click.Context(group), word)
        assert command is not None
        known = {option for param in command.params for option in param.opts}
        assert {option for option in rest if option.startswith("--")} <= known, line


def test_the_page_of_the_command_tells_of_every_option_and_field() -> None:
    page = read("docs", "command.md")
    for name in COMMANDS:
        assert f"\n## {name}\n" in page
        command = group.get_command(click.Context(group), name)
        assert command is not None
        assert [p.opts[-1] for p in command.params if p.opts[-1] not in page and p.opts[0][0] == "-"] == []
    parts = [schema(), *schema()["$defs"].values()]
    fields = {(key, field.get("description")) for part in parts for key, field in part["properties"].items()}
    assert all(description for _, description in fields)
    assert [key for key, _ in fields if f"| `{key}` |" not in page] == []


def test_the_configuration_shown_is_taken(tmp_path: Path) -> None:
    shown = [block.text for block in blocks(DOCS / "command.md") if block.language == "toml"]
    assert len(shown) == 1
    (tmp_path / "pyproject.toml").write_text(shown[0], encoding="utf-8")
    config = load_config(tmp_path)
    keys = tomllib.loads(shown[0])["tool"]["transcript-doctor"]
    assert {key.replace("-", "_") for key in keys} == set(type(config).__dataclass_fields__)
    assert config.fail_on == "warning"


def test_the_hook_and_the_action_shown_exist() -> None:
    shown = [block.text for block in blocks(DOCS / "command.md") if block.language == "yaml"]
    hook, action = shown
    assert re.findall(r"- id: (\S+)", hook) == re.findall(r"- id: (\S+)", read(".pre-commit-hooks.yaml"))
    inputs = re.findall(r"^  (\w+): \{description", read("action.yml"), re.MULTILINE)
    assert re.findall(r"^      (\w+):", action, re.MULTILINE) == inputs == ["paths", "args"]


def test_every_key_of_the_context_is_explained() -> None:
    page = read("docs", "python.md")
    facts, others = page.split("**Facts**")[1].split("**Overrides**")
    told = [set(re.findall(r"`(\w+)`", row[0])) for row in ([], [])] if False else []
    for text, known in ((facts, KNOWN_FACTS), (others.split("```")[0], overrides())):
        told = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
        keys = [key for cell in told for key in re.findall(r"`(\w+)`", cell)]
        assert sorted(keys) == sorted(known)


def test_every_field_of_report_and_finding_is_explained() -> None:
    page = read("docs", "python.md")
    for kind in (transcript_doctor.Report, transcript_doctor.Finding):
        text = page.split(f"\n## {kind.__name__}\n")[1].split("\n## ")[0]
        told = {key for line in text.splitlines() if line.startswith("| `") for key in re.findall(r"`(\w+)(?:\(\))?`", line.split("|")[1])}
        assert [key for key in told if not hasattr(kind, key)] == []
    report = set(json.loads(json.dumps(transcript_doctor.check([]).to_json())))
    assert {key.rstrip("_") for key in re.findall(r"`(\w+)`", page)} >= report


def test_every_public_name_is_explained() -> None:
    page = read("docs", "python.md")
    assert [name for name in transcript_doctor.__all__ if f"`{name}" not in page] == []


def test_words_are_sorted_and_whole() -> None:
    page = read("docs", "words.md")
    first = [row[0].strip() for row in rows(page.split("\n## ")[0])][2:]
    assert first == sorted(first)
    contributing = read("CONTRIBUTING.md")
    listed = re.search(r"One word, one thing: ([\w,\s]+)\.", contributing)
    assert listed is not None
    words = [word.strip() for word in listed[1].split(",")]
    assert len(words) > 10
    assert [word for word in words if word not in first] == []
    assert [word for word in EVIDENCE if f"\n| {word} |" not in page] == []
    assert len(FAMILIES) == len(re.findall(r"^## \w: ", read("docs", "rules", "index.md"), re.MULTILINE))
