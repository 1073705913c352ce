"""How the command ends, run in this process: exit codes of `main`, completion, odd files."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from tests.cli.running import EXAMPLES, run
from transcript_doctor.cli import main as command
from transcript_doctor.cli.asking.options import complete_rules, complete_targets
from transcript_doctor.cli.printing.tables import table


def end_of(monkeypatch: pytest.MonkeyPatch, *words: str | Path) -> int:
    """Run `main` and return its exit code."""
    monkeypatch.setattr(sys, "argv", ["transcript-doctor", *map(str, words)])
    with pytest.raises(SystemExit) as left:
        command.main()
    code = left.value.code
    assert isinstance(code, int)
    return code


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("check", EXAMPLES / "healthy-shop-openai.json"), 0),
        (("check", EXAMPLES / "trimmed-orphan-openai.json"), 1),
        (("check", "no-such-file"), 2),
        (("check", "--nope"), 2),
        (("--help",), 0),
    ],
)
def test_exit_codes(monkeypatch: pytest.MonkeyPatch, words: tuple[Any, ...], code: int) -> None:
    assert end_of(monkeypatch, *words) == code


@pytest.mark.parametrize(("raised", "code"), [(KeyboardInterrupt, 130), (BrokenPipeError, 141)])
def test_who_stops_or_leaves_is_told_apart(
    monkeypatch: pytest.MonkeyPatch, raised: type[BaseException], code: int
) -> None:
    def fail(*_: Any) -> None:
        raise raised

    monkeypatch.setattr("transcript_doctor.cli.check.expand", fail)
    monkeypatch.setattr(os, "dup2", lambda *_: None)
    assert end_of(monkeypatch, "check", "x") == code


def test_no_words_show_the_help(monkeypatch: pytest.MonkeyPatch) -> None:
    assert end_of(monkeypatch) == 2


def test_completion_offers_what_there_is() -> None:
    context = click.Context(click.Command("x"))
    assert [item.value for item in complete_rules(context, click.Option(["--x"]), "p00")][:1] == [
        "P001"
    ]
    assert "openai" in {item.value for item in complete_targets(context, click.Option(["--x"]), "")}


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, really = tmp_path / "a.json", Path.open
    file.write_text("[]", "utf-8")

    def refuse(self: Path, *how: Any, **more: Any) -> Any:
        # This file alone: pytest reads the package's modules by `Path.open` when they are first imported.
        if self == file:
            raise PermissionError(13, "Permission denied")
        return really(self, *how, **more)

    monkeypatch.setattr(Path, "open", refuse)
    ran = run("check", file)
    assert ran.exit_code == 2
    assert f"{file}: Permission denied" in ran.stderr
    assert run("share", file).stderr == f"transcript-doctor: {file}: Permission denied\n"


def test_a_project_file_that_is_odd_is_passed_over_or_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    (tmp_path / "in" / "pyproject.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "pyproject.toml").write_text("[tool]\ntranscript-doctor = 3\n", "utf-8")
    ran = run("check", EXAMPLES)
    assert ran.exit_code == 2
    assert "is no table" in ran.stderr


def test_a_table_of_nothing_is_nothing() -> None:
    assert table([]) == ""


def test_a_context_may_be_any_text() -> None:
    words = ("check", EXAMPLES / "healthy-shop-openai.json", "--context")
    assert run(*words, "model=" + "[" * 100_000).exit_code == 0
    assert run(*words, "=x").exit_code == 2


@pytest.mark.parametrize("option", ["--context", "--to-context"])
def test_a_fact_that_is_misspelt_is_misuse(option: str) -> None:
    words = ("convert", EXAMPLES / "healthy-shop-openai.json", "--to", "openai", option)
    ran = run(*words, "thinkng=true")
    assert ran.exit_code == 2
    assert "there is no fact 'thinkng'; did you mean thinking?" in ran.stderr
    assert run(*words, "model=x").exit_code == 0
    assert run(*words, "quite_another=true").exit_code == 0


@pytest.mark.parametrize("words", [("check",), ("repair",), ("share",), ("sessions",), ("show",)])
def test_a_file_that_is_not_there_is_told_in_one_way(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    ran = run(*words, tmp_path / "a.json")
    assert ran.exit_code == 2
    assert ran.stderr.endswith(f"{tmp_path / 'a.json'}: there is no such file\n")


def test_a_refusal_in_a_file_that_is_not_there(tmp_path: Path) -> None:
    file = f"@{tmp_path / 'a.txt'}"
    ran = run("check", EXAMPLES / "healthy-shop-openai.json", "--error", file)
    assert (ran.exit_code, ran.stderr) == (
        2,
        f"transcript-doctor: --error {file}: there is no such file\n",
    )
