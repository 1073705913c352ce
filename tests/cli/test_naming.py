"""Words for targets and formats: what stands for another name says so, what means nothing gets a hint."""

from __future__ import annotations

import click
import pytest

from tests.cli.running import EXAMPLES, run
from transcript_doctor.catalog import overrides
from transcript_doctor.cli.asking.options import complete_context
from transcript_doctor.core.facts import KNOWN_FACTS

OPENAI, ANTHROPIC = (
    EXAMPLES / "healthy-shop-openai.json",
    EXAMPLES / "healthy-coding-anthropic.json",
)


@pytest.mark.parametrize(
    ("word", "likely"),
    [
        ("gpt", "openai"),
        ("gpt-4o", "openai"),
        ("antropic", "anthropic"),
        ("openroute", "openrouter"),
        ("claude-opus", "anthropic"),
        ("gemini-3", "gemini"),
    ],
)
def test_an_unknown_target_gets_a_few_likely_names(word: str, likely: str) -> None:
    for ran in (run("check", "--target", word, OPENAI), run("targets", word)):
        assert ran.exit_code == 2
        head, _, tail = ran.stderr.partition("; did you mean ")
        assert head == f"transcript-doctor: unknown target {word!r}"
        names, _, rest = tail.partition("? ")
        assert likely in names.split(", ")
        assert len(names.split(", ")) <= 5
        assert rest == "transcript-doctor targets lists all\n"


def test_a_target_like_nothing_gets_no_names() -> None:
    ran = run("check", "--target", "zzzz", OPENAI)
    assert ran.stderr == (
        "transcript-doctor: unknown target 'zzzz'; transcript-doctor targets lists all\n"
    )


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("openrouter", "openrouter: judged by the laws of openai-compatible\n"),
        ("Azure", "Azure: judged by the laws of openai\n"),
        ("openai", ""),
        ("OpenAI", ""),
        ("deepseek", ""),
    ],
)
def test_a_name_that_stands_for_another_says_so(word: str, says: str) -> None:
    ran = run("check", "--target", word, OPENAI)
    assert ran.exit_code == 0
    assert ran.stderr == says
    assert run("check", "--target", "all", OPENAI).stderr == ""


@pytest.mark.parametrize("word", ["claude", "anthropic", "anthropic-messages"])
def test_a_format_may_be_called_as_its_target_is(word: str) -> None:
    ran = run("check", "--wire", word, ANTHROPIC)
    assert ran.exit_code == 0
    assert "anthropic, as a " in ran.stdout
    assert run("show", "--wire", word, ANTHROPIC).exit_code == 0
    assert run("diff", "--wire", word, ANTHROPIC, ANTHROPIC).exit_code == 0
    assert run("check", "--wire", word, "--target", "bedrock", ANTHROPIC).exit_code in (0, 1)


def test_a_format_may_name_mistral() -> None:
    assert "mistral, as a " in run("check", "--wire", "mistral", OPENAI).stdout


@pytest.mark.parametrize("command", ["check", "show"])
def test_an_unknown_format_is_misuse(command: str) -> None:
    ran = run(command, "--wire", "nope", OPENAI)
    assert ran.exit_code == 2
    assert "unknown format 'nope'" in ran.stderr


def test_the_keys_of_a_context_are_completed() -> None:
    context, option = click.Context(click.Command("x")), click.Option(["--x"])
    found = {item.value: item.help for item in complete_context(context, option, "th")}
    assert found["thinking="] == "the thinking setting of the request"
    every = [item.value for item in complete_context(context, option, "")]
    assert every == sorted(f"{key}=" for key in {*KNOWN_FACTS, *overrides()})


def test_another_spelling_of_a_command() -> None:
    sick = EXAMPLES / "trimmed-orphan-openai.json"
    assert run("minimize", sick).stdout == run("minimise", sick).stdout
    assert "minimize" not in run("--help").stdout
