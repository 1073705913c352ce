"""The script, the tables and the options on the page are those that there are."""

from __future__ import annotations

import re
from typing import get_args

import click
import pytest
import yaml

from tests.markdown import ROOT, blocks
from tests.provider.wires.messages import answer, said, text
from transcript_doctor.cli.serve import serve
from transcript_doctor.provider.limits import Limits
from transcript_doctor.provider.record import Fate
from transcript_doctor.provider.script import trouble
from transcript_doctor.provider.script.file import KEYS, loaded
from transcript_doctor.provider.wires import WIRES
from transcript_doctor.testing import scriptfile

PAGE = ROOT / "docs" / "serve.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_script_shown_is_taken_and_names_every_key() -> None:
    (shown,) = [block.text for block in blocks(PAGE) if block.language == "yaml"]
    value = yaml.safe_load(shown)
    assert len(loaded(value).steps) == len(value["steps"])
    assert {key for row in value["steps"] for key in row} == KEYS | scriptfile._KEYS
    assert value.keys() - {"steps"} == scriptfile.SETTINGS
    assert all(word in shown for word in scriptfile._STOPS)


def test_all_trouble_is_shown() -> None:
    makers = [
        n
        for n, v in vars(trouble).items()
        if callable(v) and getattr(v, "__module__", "") == trouble.__name__
    ]
    public = [n for n in makers if not n.startswith("_") and n[0].islower()]
    assert [name for name in public if f"{name}(" not in TEXT] == []


def test_every_verdict_is_told() -> None:
    table = TEXT.partition("| verdict |")[2].partition("\n\n")[0]
    told = [
        word
        for row in table.split("\n")[2:]
        for word in re.findall(r"`([\w-]+)`", row.split("|")[1])
    ]
    assert sorted(told) == sorted(get_args(Fate))


NAMES = {"Chat Completions": "openai-chat", "Responses": "openai-responses"}


@pytest.mark.parametrize("wire", [name for name in WIRES if name != "gemini-array"])
def test_how_many_frames_come_before_the_first_words(wire: str) -> None:
    table = TEXT.partition("| frames before the first words |")[2].partition("\n\n")[0]
    told = {
        NAMES.get(name, name.lower()): int(count)
        for names, count in re.findall(r"^\| ([A-Z][^|]*) \| (\d) \|$", table, re.MULTILINE)
        for name in names.split(", ")
    }
    frames = list(WIRES[wire].frames(answer(wire, said(text("Words.")))))
    assert told[wire] == next(n for n, frame in enumerate(frames) if b"Words." in frame)


def test_the_options_shown_exist() -> None:
    known = {
        option for param in serve.params if isinstance(param, click.Option) for option in param.opts
    }
    assert set(re.findall(r"`(--[\w-]+)", TEXT)) <= known


def test_the_limits_told_are_the_limits() -> None:
    told, usual = " ".join(TEXT.split()), Limits()
    assert f"of more than {usual.values:,} values" in told
    assert f"do not come in {usual.body_seconds:g} seconds" in told
    assert f"has the last {usual.kept:,} as JSON" in told
    option = next(param for param in serve.params if param.name == "max_body")
    assert option.default == usual.max_body // 1024**2
