"""The command as a whole: what it costs, what it says to misuse, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLES, ROOT, run, run_really
from transcript_doctor import __version__
from transcript_doctor.cli.main import COMMANDS


def test_version_loads_no_subcommand() -> None:
    program = (
        "import sys\n"
        "from transcript_doctor.cli.main import main\n"
        "sys.argv = ['transcript-doctor', '--version']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted(m for m in sys.modules if m.startswith('transcript_doctor')), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert ran.stdout.decode() == f"transcript-doctor, version {__version__}\n"
    for name in (
        "cli.check",
        "cli.asking.options",
        "acts.report",
        "acts.share.sharing",
        "acts.minimise.minimising",
        "jsontext",
    ):
        assert f"'transcript_doctor.{name}'" not in ran.stderr.decode()


def test_help_lists_every_command_with_a_line() -> None:
    shown = run("--help")
    assert shown.exit_code == 0
    for name in COMMANDS:
        line = next(line for line in shown.output.splitlines() if line.startswith(f"  {name} "))
        assert len(line.split()) > 3


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    shown = run(name, "-h")
    assert shown.exit_code == 0
    assert shown.output.startswith(f"Usage: root {name} ") or f" {name} " in shown.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chekc", "x"), "did you mean check?"),
        (("xyzzy",), "--help lists them"),
        (("check", "no-such-file.json"), "no-such-file.json: there is no such file"),
        (("check", EXAMPLES, "--target", "antropic"), "did you mean anthropic"),
        (("check", EXAMPLES, "--wire", "opnai-chat"), "did you mean openai-chat"),
        (("check", EXAMPLES, "--select", "P999"), "unknown rule 'P999'"),
        (("rule", "P9"), "unknown rule"),
        (("targets", "nobody"), "unknown target"),
        (("show", "no-such-file.json"), "no such file"),
        (("diff", EXAMPLES, EXAMPLES), "this is a folder"),
        (("share", EXAMPLES / "night-shift.jsonl"), "3 transcripts"),
        (("minimise", EXAMPLES / "healthy-shop-openai.json"), "no finding to minimise"),
    ],
)
def test_misuse_is_one_clear_line_and_exit_code_2(words: tuple[str, ...], says: str) -> None:
    ran = run(*words)
    assert ran.exit_code == 2
    assert says in ran.stderr
    assert ran.stderr.startswith("transcript-doctor: ")
    assert ran.stderr.count("\n") == 1
    assert "Traceback" not in ran.output


@pytest.mark.parametrize("words", [("check",), ("check", "x", "--format", "xml"), ("--nope",)])
def test_wrong_options_are_exit_code_2(words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2


def test_a_hostile_name_of_a_file_is_escaped() -> None:
    ran = run("check", "\x1b[31mred\u202e.json")
    assert ran.exit_code == 2
    assert r"\x1b[31mred\u202e.json" in ran.stderr
    assert "\x1b" not in ran.output


def test_module_and_script_are_the_same() -> None:
    ran = run_really("--version")
    assert (ran.returncode, ran.stdout.decode()) == (
        0,
        f"transcript-doctor, version {__version__}\n",
    )
    script = Path(sys.executable).with_name("transcript-doctor")
    if script.exists():
        same = subprocess.run([script, "--version"], capture_output=True, check=True)
        assert same.stdout == ran.stdout


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes on Windows")
def test_a_reader_that_leaves_is_no_failure_of_ours() -> None:
    line = json.dumps([{"role": "tool", "tool_call_id": "x", "content": "y"}]) + "\n"
    command = [sys.executable, "-m", "transcript_doctor", "check", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(line.encode() * 300)
        process.stdin.close()
        said = process.stderr.read()
        assert process.wait() == 141
    assert said == b""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent in another way on Windows")
def test_ctrl_c_ends_quietly() -> None:
    program = (
        "import os, signal, sys, time, transcript_doctor.cli.main as m\n"
        "from transcript_doctor.cli.reading import reading\n"
        # Whoever runs the tests in the background ignores this signal, and children inherit that.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "reading.load = lambda file: (os.kill(os.getpid(), signal.SIGINT), time.sleep(9))\n"
        "sys.argv = ['transcript-doctor', 'show', 'README.md']\n"
        "m.main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, cwd=ROOT, check=False
    )
    assert signal.SIGINT == 2
    assert ran.returncode == 130
    assert ran.stderr.decode().strip() == "transcript-doctor: stopped"


def test_output_that_cannot_be_encoded_is_escaped(tmp_path: Path) -> None:
    file = tmp_path / "wide.json"
    file.write_text('[{"role": "user", "content": "\u00fc \u79d8"}]', encoding="utf-8")
    ran = run_really("show", file, PYTHONIOENCODING="latin-1")
    assert ran.returncode == 0
    assert ran.stdout.decode("latin-1").strip() == '0  user -> "\u00fc \\u79d8"'


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed(shell: str) -> None:
    ran = run("completion", shell)
    assert ran.exit_code == 0
    assert "_TRANSCRIPT_DOCTOR_COMPLETE" in ran.output
    assert "transcript-doctor" in ran.output


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("transcript-doctor mini", "minimise"),
        ("transcript-doctor rule P00", "P001"),
        ("transcript-doctor check --target openai-r", "openai-responses"),
        ("transcript-doctor check --wire ge", "gemini"),
        ("transcript-doctor targets dee", "deepseek"),
    ],
)
def test_words_are_completed(typed: str, offered: str) -> None:
    ran = run_really(
        _TRANSCRIPT_DOCTOR_COMPLETE="bash_complete",
        COMP_WORDS=typed,
        COMP_CWORD=str(len(typed.split()) - 1),
    )
    assert f"plain,{offered}" in ran.stdout.decode().split()
