"""What several subcommands take, and what it means together with the project's configuration."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem

from transcript_doctor.acts.check import check
from transcript_doctor.acts.opening.targeting import ALL, choose_target
from transcript_doctor.catalog import FORMATS, RULES, overrides, target_names
from transcript_doctor.cli.asking.config import Config, load_config
from transcript_doctor.cli.asking.naming import named_target, wire_of
from transcript_doctor.core.facts import KNOWN_FACTS
from transcript_doctor.core.report import As, Report

_F = TypeVar("_F", bound=Callable[..., Any])


class Asked(NamedTuple):
    """How transcripts shall be judged: the arguments of `check`."""

    wire: str | None
    target: str | None
    as_: As | None
    context: dict[str, Any]
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None

    def check(self, transcript: Any) -> Report:
        """Check one transcript."""
        return check(
            transcript,
            format=self.wire,
            target=self.target,
            as_=self.as_,
            context=self.context,
            select=self.select,
            ignore=self.ignore,
        )


def asked_of(values: dict[str, Any]) -> tuple[Asked, Config]:
    """Return what was asked for, the configuration under it; raises on names that do not exist."""
    config = load_config(Path.cwd())
    wire, implied = wire_of(values["wire"])
    asked = Asked(
        wire,
        named_target(values["target"] or implied or config.target, wire),
        values["as_"],
        {**config.context, **dict(values["context"])},
        _codes(values.get("select", ())) or config.select or None,
        _codes(values.get("ignore", ())) or config.ignore or None,
    )
    choose_target(asked.wire, asked.target, lenient=False)
    return asked, config


def _codes(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(code.strip() for word in words for code in word.split(",") if code.strip())


class Stated(click.ParamType[tuple[str, Any]]):
    """KEY=VALUE, where the value is JSON if it can be read as such, and a text otherwise."""

    name = "KEY=VALUE"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        """Return key and value."""
        if isinstance(value, tuple):
            return value
        key, equals, text = str(value).partition("=")
        if not equals or not key:
            self.fail(f"{value!r} is not KEY=VALUE, such as thinking=enabled", param, ctx)
        if near := _misspelt(key):
            self.fail(f"there is no fact {key[:80]!r}; did you mean {near}?", param, ctx)
        try:
            return key, json.loads(text)
        except (ValueError, RecursionError):
            return key, text


def _misspelt(key: str) -> str:
    """Return the fact that an unknown key was meant for; empty where it is known, or like none."""
    known = {*KNOWN_FACTS, *overrides()}
    if key in known:
        return ""
    from difflib import get_close_matches  # dear to load, and only misuse needs it

    return next(iter(get_close_matches(key[:80], sorted(known), n=1, cutoff=0.8)), "")


def _named(names: Callable[[], Iterable[str]]) -> Callable[..., list[CompletionItem]]:
    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in names() if name.startswith(incomplete)]

    return complete


def complete_rules(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete codes, with their names beside them."""
    word = incomplete.upper()
    return [
        CompletionItem(code, help=rule.name)
        for code, rule in RULES.items()
        if code.startswith(word)
    ]


def complete_context(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the keys of a context: facts with the way to state them, and what may be stated."""
    keys = {**dict.fromkeys(overrides(), ""), **KNOWN_FACTS}
    return [
        CompletionItem(f"{key}=", help=text.partition(":")[0])
        for key, text in sorted(keys.items())
        if key.startswith(incomplete)
    ]


complete_targets = _named(target_names)

wire = click.option(
    "--wire",
    metavar="FORMAT",
    help=f"The wire format, where it is not recognised: {', '.join(FORMATS)}.",
    shell_complete=_named(lambda: [*FORMATS, "mistral"]),
)
target = click.option(
    "--target",
    metavar="NAME",
    help="Who shall receive it; `all` for everybody. Default: the format's home.",
    shell_complete=_named(lambda: [*target_names(), ALL]),
)
as_ = click.option(
    "--as",
    "as_",
    type=click.Choice(["request", "record"]),
    help="What the list is: what is sent, or what happened. Default: a request body is a request.",
)
context = click.option(
    "--context",
    type=Stated(),
    multiple=True,
    help="A fact that the list does not hold, such as model=NAME or thinking=enabled.",
    shell_complete=complete_context,
)


def judging(command: _F) -> _F:
    """Give a command the options that say how transcripts are judged."""
    for option in (context, as_, target, wire):
        command = option(command)
    return command
