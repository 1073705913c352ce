"""The script and the options on the page are those that are taken."""

from __future__ import annotations

import re

import click
import yaml

from tests.markdown import ROOT, blocks
from transcript_doctor.cli.serve import serve
from transcript_doctor.provider.script import trouble
from transcript_doctor.provider.script.file import KEYS, steps_from

PAGE = ROOT / "docs" / "serve.md"


def test_the_script_shown_is_taken_and_names_every_key() -> None:
    (shown,) = [block.text for block in blocks(PAGE) if block.language == "yaml"]
    value = yaml.safe_load(shown)
    assert len(steps_from(value)) == 11
    assert {key for row in value["steps"] for key in row} >= KEYS - {"hang"}


def test_all_trouble_is_shown() -> None:
    text = PAGE.read_text(encoding="utf-8")
    makers = [
        n
        for n, v in vars(trouble).items()
        if callable(v) and getattr(v, "__module__", "") == trouble.__name__
    ]
    public = [n for n in makers if not n.startswith("_") and n[0].islower()]
    assert [name for name in public if f"{name}(" not in text] == []


def test_the_options_shown_exist() -> None:
    text = PAGE.read_text(encoding="utf-8")
    known = {
        option for param in serve.params if isinstance(param, click.Option) for option in param.opts
    }
    assert set(re.findall(r"`(--[\w-]+)", text)) <= known
