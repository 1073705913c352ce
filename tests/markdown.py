"""Reading the project's Markdown in tests: its files, links, headings, tables and blocks of code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
_MADE = {".git", ".venv", ".venv-peers", ".tools", "site", "build", "dist", "node_modules"}
_FENCED = re.compile(r"^(`{3,})(\w*)\n(.*?)^\1$\n?", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(r"(?<!\\)\]\(([^()\s]+)(?: \"[^\"]*\")?\)")


class Block(NamedTuple):
    """A block of code: its language, its text, the page and the line where it begins."""

    language: str
    text: str
    page: str
    line: int


def markdown_files() -> list[Path]:
    """Every Markdown file of the project."""
    found = sorted(ROOT.rglob("*.md"))
    return [
        path
        for path in found
        if not _MADE & set(path.relative_to(ROOT).parts)
        and not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    ]


def blocks(path: Path) -> Iterator[Block]:
    """Yield the blocks of code of a page."""
    text = path.read_text(encoding="utf-8")
    for found in _FENCED.finditer(text):
        line = text.count("\n", 0, found.start()) + 2
        yield Block(found[2], found[3], path.relative_to(ROOT).as_posix(), line)


def without_code(text: str) -> str:
    """The text without blocks of code and code in lines."""
    return _CODE.sub("", _FENCED.sub("", text))


def links(text: str) -> list[str]:
    """The ends of all links of a page."""
    return [found[1] for found in _LINK.finditer(without_code(text))]


def anchors(text: str) -> set[str]:
    """What may stand behind a `#` in a link to this page."""
    found = set()
    for title in re.findall(r"^#+ (.+)$", _FENCED.sub("", text), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "").lower()
        found.add(re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", plain)).strip("-"))
    return found


def headings(text: str) -> list[str]:
    """The headings of a page, with their marks."""
    return re.findall(r"^#+ .+$", _FENCED.sub("", text), re.MULTILINE)


def rows(text: str) -> list[list[str]]:
    """The rows of all tables of a page, each as its cells without what is code in them."""
    lines = [line for line in _CODE.sub("", _FENCED.sub("", text)).splitlines() if line[:1] == "|"]
    return [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
