"""What people write in pages: examples run, links lead somewhere, and nothing is left out."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest

import transcript_doctor
from scripts.pages.printed import printed, with_fresh_output
from tests.markdown import ROOT, Block, anchors, blocks, links, markdown_files, rows
from transcript_doctor.acts.report.json import schema
from transcript_doctor.catalog import overrides
from transcript_doctor.cli.asking.config import load_config
from transcript_doctor.cli.main import COMMANDS, group
from transcript_doctor.core.facts import KNOWN_FACTS
from transcript_doctor.core.rule import FAMILIES
from transcript_doctor.core.target import EVIDENCE

DOCS = ROOT / "docs"
PAGES = markdown_files()
BY_HAND = [ROOT / "README.md", *(DOCS / f"{name}.md" for name in ("index", "python", "words"))]
HEALTHY = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read(*names: str) -> str:
    return ROOT.joinpath(*names).read_text(encoding="utf-8")


def command_named(word: str) -> click.Command:
    command = group.get_command(click.Context(group), word)
    assert command is not None
    return command


def all_blocks(*languages: str) -> list[Any]:
    found = [block for path in PAGES for block in blocks(path) if block.language in languages]
    return [pytest.param(block, id=f"{block.page}:{block.line}") for block in found]


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
    page = '[a](b.md) `[no](link.md)` [c](d/e.md#some-where "told")\n# Some Where: [x](y.md)!'
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
    fresh = page.replace(
        "old\nolder", f"transcript-doctor, version {transcript_doctor.__version__}"
    )
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
        session = "\n".join(
            block.text for block in blocks(ROOT / page) if block.language == "pycon"
        )
        test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
        told: list[str] = []
        outcome = doctest.DocTestRunner().run(test, out=told.append)
        assert outcome.attempted >= 10
        assert outcome.failed == 0, "".join(told)


@pytest.mark.parametrize("path", BY_HAND, ids=named)
def test_commands_in_prose_exist_with_their_options(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named_alone = set(re.findall(r"`(--\w[\w-]*)", text))
    options = {o for word in COMMANDS for param in command_named(word).params for o in param.opts}
    assert named_alone <= options
    for line in re.findall(r"(?<![\w/`-])transcript-doctor (\w+(?: [^`\n#|]*)?)", text):
        word, *rest = line.split()
        if word not in COMMANDS:
            assert word in ("says", "is", "names"), line
            continue
        known = {option for param in command_named(word).params for option in param.opts}
        assert {option for option in rest if option.startswith("--")} <= known, line


def test_the_page_of_the_command_tells_of_every_option_and_field() -> None:
    page = read("docs", "command.md")
    for name in COMMANDS:
        assert f"\n## {name}\n" in page
        command = command_named(name)
        assert [
            p.opts[-1] for p in command.params if p.opts[-1] not in page and p.opts[0][0] == "-"
        ] == []
    parts = [schema(), *schema()["$defs"].values()]
    fields = {
        (key, field.get("description"))
        for part in parts
        for key, field in part["properties"].items()
    }
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
    assert re.findall(r"- id: (\S+)", hook) == re.findall(
        r"- id: (\S+)", read(".pre-commit-hooks.yaml")
    )
    inputs = re.findall(r"^  (\w+): \{description", read("action.yml"), re.MULTILINE)
    assert re.findall(r"^      (\w+):", action, re.MULTILINE) == inputs == ["paths", "args"]


def test_every_key_of_the_context_is_explained() -> None:
    page = read("docs", "python.md")
    facts, others = page.split("**Facts**")[1].split("**Overrides**")
    for text, known in ((facts, KNOWN_FACTS), (others.split("```")[0], overrides())):
        told = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
        keys = [key for cell in told for key in re.findall(r"`(\w+)`", cell)]
        assert sorted(keys) == sorted(known)


def test_every_field_of_report_and_finding_is_explained() -> None:
    page, report = read("docs", "python.md"), transcript_doctor.check([])
    for kind in (transcript_doctor.Report, transcript_doctor.Finding):
        text = page.split(f"\n## {kind.__name__}\n")[1].split("\n## ")[0]
        told = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
        fields = {key for cell in told for key in re.findall(r"`(\w+)(?:\(\))?`", cell)}
        assert [field for field in fields if not hasattr(kind, field)] == []
        made = report if kind is transcript_doctor.Report else report.findings[0]
        assert set(made.to_json()) <= {field.rstrip("_") for field in fields}


def test_every_public_name_is_explained() -> None:
    page = read("docs", "python.md")
    names = transcript_doctor.__all__
    assert [
        name for name in names if not re.search(rf"^(## {name}$|.*`{name}\b)", page, re.M)
    ] == []


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
    assert len(FAMILIES) == len(
        re.findall(r"^## \w: ", read("docs", "rules", "index.md"), re.MULTILINE)
    )
