"""`agent`: a small coding agent in a folder, with a real model or a script."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from transcript_doctor.cli.asking.naming import named_target
from transcript_doctor.cli.asking.options import complete_targets
from transcript_doctor.cli.ends import FINDINGS, Misuse
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.core.wording import counted


@click.command(short_help="Let a model work in a folder: read, write, edit, run commands.")
@click.argument("prompt", required=False)
@click.option(
    "--in",
    "folder",
    type=click.Path(file_okay=False),
    default=".",
    metavar="DIR",
    help="Where it works. Default: here.",
)
@click.option(
    "--model",
    metavar="API:NAME",
    help="Whom to ask, such as anthropic:claude-opus-4-8; also openai, openai-responses, mistral, gemini.",
)
@click.option(
    "--base-url",
    metavar="URL",
    help="Another server that speaks the same API, such as a local one.",
)
@click.option(
    "--target",
    metavar="NAME",
    help="Whose laws the history follows. Default: those of the model's API.",
    shell_complete=complete_targets,
)
@click.option(
    "--script", type=click.Path(), metavar="FILE", help="Steps to play instead of asking a model."
)
@click.option(
    "--record", type=click.Path(), metavar="FILE", help="Keep the record there, not in the folder."
)
@click.option("--continue", "goes_on", is_flag=True, help="Go on with the newest record.")
@click.option("--yes", is_flag=True, help="Run commands without asking.")
@click.option(
    "--max-turns",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    metavar="N",
    help="How often the model is asked at most.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=120.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a command may run.",
)
def agent(prompt: str | None, **options: Any) -> None:
    """Work on PROMPT in a folder, with the tools read, write, edit and bash.

    PROMPT may be -, standard input. Files outside of the folder are refused, commands are asked about
    first: what a command does is not confined to the folder. Keys come from the environment, as each
    SDK has it. The record is kept as the history of a conversation, which --continue goes on with and
    `check` reads; Ctrl-C leaves it whole. The exit code is 1 where the agent did not come to an end: the
    model failed, or its last reply was cut off or says nothing. Models need the extra `models`:
    pip install '.[models]' in a clone.
    """
    from transcript_doctor.agent.agent import Agent
    from transcript_doctor.agent.coding import (
        CODING,
        AskingShell,
        coding_tools,
        new_record,
        shell_in,
    )
    from transcript_doctor.agent.folder import Folder
    from transcript_doctor.agent.leaving import in_order
    from transcript_doctor.cli.agent_record import old_record, opened
    from transcript_doctor.cli.agent_view import View

    words = _words_of(prompt, options["goes_on"])
    place, view = Folder(options["folder"]), View(asks=not options["yes"])
    shell: Any = shell_in(place, timeout=options["timeout"])
    if not options["yes"]:
        shell = AskingShell(shell, view.allows)
    with ExitStack() as open_things:
        open_things.enter_context(in_order())
        model = open_things.enter_context(_model(options))
        path = old_record(place, options["record"], goes_on=options["goes_on"])
        model.open()
        path = path or new_record(place)
        place.hide(path)
        history = open_things.enter_context(opened(path, model))
        worker = Agent(
            model, coding_tools(place, shell), history=history, system=CODING, watch=view
        )
        outcome = _run(worker, words, options["max_turns"], path)
    _tell(outcome, path)


def _words_of(prompt: str | None, goes_on: bool) -> str | None:
    words = sys.stdin.read() if prompt == "-" else prompt
    if (words is None and not goes_on) or (words is not None and not words.strip()):
        raise Misuse("say what to do: transcript-doctor agent PROMPT")
    return words


def _model(options: dict[str, Any]) -> Any:
    """Return the model to ask: a real one by name, or a script."""
    from transcript_doctor.agent.models import Scripted, connect

    if (options["model"] is None) == (options["script"] is None):
        raise Misuse("name one model: --model API:NAME, or --script FILE")
    if options["script"] is None:
        target = named_target(options["target"], None)
        return connect(options["model"], base_url=options["base_url"], target=target)
    if options["base_url"] is not None or options["target"] is not None:
        raise Misuse("--base-url and --target go with --model; a script follows the lab's laws")
    from transcript_doctor.testing import ScriptedModel
    from transcript_doctor.testing.scriptfile import load_script

    path = options["script"]
    if path.endswith(".py"):
        from transcript_doctor.provider.script.file import load  # knows Python besides

        return Scripted(ScriptedModel(load(path)))
    return Scripted(ScriptedModel(load_script(path)))


def _run(worker: Any, words: str | None, max_turns: int, path: Path) -> Any:
    """Return what a run came to; one that is ended from outside says where its record is."""
    try:
        return worker.run(words, max_turns=max_turns)
    except (KeyboardInterrupt, SystemExit):
        worker.watch.end_line()
        say(f"the record is whole: {path}; --continue goes on")
        raise
    finally:
        worker.watch.end_line()


def _tell(outcome: Any, path: Path) -> None:
    """Say on stderr how it ended."""
    if outcome.error is not None:
        say(f"stopped: {outcome.error}")
    tokens = ""
    if outcome.input_tokens or outcome.output_tokens:  # a script has none
        tokens = f", {outcome.input_tokens:,} tokens in, {outcome.output_tokens:,} out"
    say(f"{counted(outcome.turns, 'turn')}{tokens}; record: {path}")
    if outcome.error is not None:
        click.get_current_context().exit(FINDINGS)
