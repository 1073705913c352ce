"""`check`: files, folders and standard input; what is said, in which order, and the exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import EXAMPLES, ROOT, run, run_really

USER = {"role": "user", "content": "Go."}
CALL = {"role": "assistant", "content": None, "tool_calls": [
    {"id": "call_01", "type": "function", "function": {"name": "read", "arguments": "{}"}}]}  # fmt: skip
ORPHAN = {"role": "tool", "tool_call_id": "call_99", "content": "lost"}
HEALTHY, SICK = [USER], [USER, ORPHAN]
EXPECTED = {
    "dead-session-claude-code.jsonl": [["P001"]],
    "failed-turn-pi.json": [["C001"]],
    "healthy-coding-anthropic.json": [[]],
    "healthy-shop-openai.json": [[]],
    "impatient-user-openai.json": [["P003"]],
    "night-shift.jsonl": [[], ["P004"], ["P001"]],
    "agent-interrupted-anthropic.json": [["P001"]],
    "switched-to-mistral.json": [["I002"]],
    "trimmed-orphan-openai.json": [["P002"]],
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def found(*words: str | Path, stdin: str | None = None) -> list[dict[str, Any]]:
    """The transcripts of a JSON report."""
    report = json.loads(run("check", "--format", "json", *words, stdin=stdin).stdout)
    transcripts: list[dict[str, Any]] = report["transcripts"]
    return transcripts


def test_every_example_is_expected() -> None:
    assert sorted(EXPECTED) == sorted(path.name for path in EXAMPLES.iterdir())


@pytest.mark.parametrize("name", EXPECTED)
def test_examples_have_the_fault_that_they_are_about(name: str) -> None:
    ran = run("check", EXAMPLES / name)
    transcripts = found(EXAMPLES / name)
    assert [[f["code"] for f in t["findings"]] for t in transcripts] == EXPECTED[name]
    assert all(f["severity"] == "error" for t in transcripts for f in t["findings"])
    assert ran.exit_code == (0 if EXPECTED[name] == [[]] else 1)


def test_one_history_may_please_one_provider_and_not_the_next() -> None:
    path = EXAMPLES / "switched-to-mistral.json"
    ran = run("check", "--target", "mistral", path)
    assert ran.exit_code == 1
    assert "I002 invalid-id" in ran.output
    assert {f["code"] for f in found("--target", "mistral", path)[0]["findings"]} >= {"I002"}


def test_the_text_report_reads_as_drawn() -> None:
    ran = run_really("check", "examples/trimmed-orphan-openai.json")
    assert ran.returncode == 1
    lines = ran.stdout.decode().splitlines()
    assert lines[:5] == [
        "examples/trimmed-orphan-openai.json:5  messages[1]  openai, as a request",
        "",
        "  S R(c1) A U A[c2] R(c2) A U",
        "    ~~~~~",
        "  P002 orphan-result   c1: the result for call_Yx81ra answers no call",
    ]
    assert lines[5].startswith("    refused by   openai, ")
    assert lines[6].startswith("    openai       400  Invalid parameter: messages with role 'tool'")
    assert any(line.startswith("    fix          (adds a marker) ") for line in lines)
    assert "    read as      openai-chat, because messages[1] has the role 'tool'" in lines
    assert lines[-1] == "1 transcript: 1 with errors (1 error)"
    assert max(map(len, lines)) <= 100


def test_sums_stand_at_the_end() -> None:
    ran = run("check", EXAMPLES)
    assert ran.exit_code == 1
    assert ran.output.splitlines()[-1] == "11 transcripts: 3 healthy, 8 with errors (8 errors)"


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(SICK),
        json.dumps({"messages": SICK}, indent=2),
        "".join(json.dumps(message) + "\n" for message in SICK),
        repr(SICK),
    ],
)
def test_standard_input_takes_every_form(text: str) -> None:
    for stdin in (text, text.replace("\n", "\r\n"), "\ufeff" + text):
        ran = run("check", "-", stdin=stdin)
        assert ran.exit_code == 1
        assert "P002" in ran.stdout
        assert ran.stdout.startswith("stdin:")


def test_one_transcript_a_line(here: Path) -> None:
    file = here / "all.jsonl"
    file.write_text(
        "".join(json.dumps(x) + "\n" for x in (HEALTHY, {"messages": SICK}, SICK)), "utf-8"
    )
    assert [(t["line"], t["ok"], t["as"]) for t in found(file)] == [
        (1, True, "record"),
        (2, False, "request"),
        (3, False, "record"),
    ]
    assert [f["line"] for t in found(file) for f in t["findings"]] == [2, 3]


def test_one_message_a_line_counts_its_own_lines(here: Path) -> None:
    file = write(here / "one.jsonl", "".join(json.dumps(m) + "\n" for m in (USER, USER, ORPHAN)))
    (transcript,) = found(file)
    assert [(f["code"], f["index"], f["line"]) for f in transcript["findings"]] == [("P002", 2, 3)]


def test_folders_are_searched_in_order(here: Path) -> None:
    for name in (
        "b/two.jsonl",
        "a.json",
        "b/one.json",
        ".hidden/x.json",
        "node_modules/x.json",
        "c.txt",
    ):
        write(here / name, SICK)
    write(here / "package.json", {"name": "left-pad", "version": "1.0.0"})
    write(here / ".secret.json", SICK)
    assert [Path(t["source"]).as_posix() for t in found(here.name and ".")] == [
        "a.json",
        "b/one.json",
        "b/two.jsonl",
    ]
    ran = run("check", ".")
    assert ran.exit_code == 1
    assert ran.output.splitlines()[-1].endswith("; 1 file passed over (no transcript)")


def test_a_hidden_folder_in_which_an_agent_keeps_its_logs_is_searched(here: Path) -> None:
    write(here / "brain" / ".system_generated" / "logs" / "transcript.jsonl", SICK)
    assert [Path(t["source"]).name for t in found("brain")] == ["transcript.jsonl"]


def test_a_folder_without_transcripts_is_misuse(here: Path) -> None:
    ran = run("check", here)
    assert ran.exit_code == 2
    assert "no transcript found" in ran.stderr


def test_what_cannot_be_read_is_said_and_counted(here: Path) -> None:
    write(here / "a.json", '[{"role": "user", "content": "cut')
    write(here / "b.json", HEALTHY)
    (here / "c.json").write_bytes(b"\x1f\x8b packed")
    ran = run("check", here)
    assert ran.exit_code == 2
    assert f"{here / 'a.json'}:1: column" in ran.stderr
    assert "its packing is damaged" in ran.stderr
    assert ran.stdout.splitlines()[-1] == "1 transcript: 1 healthy; 2 places could not be read"


def test_a_broken_line_does_not_hide_the_others(here: Path) -> None:
    text = "".join(json.dumps(x) + "\n" for x in (SICK, HEALTHY)) + '[{"role": "us'
    ran = run("check", write(here / "a.jsonl", text))
    assert ran.exit_code == 2
    assert "a.jsonl:3: column" in ran.stderr
    assert "1 healthy, 1 with errors" in ran.stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 1),
        (("--ignore", "P002"), 0),
        (("--ignore", "P,C"), 0),
        (("--select", "R"), 0),
        (("--select", "orphan-result"), 1),
        (("--select", "R", "--select", "P0"), 1),
        (("--target", "all"), 1),
        (("--target", "openai-compatible", "--as", "record"), 1),
    ],
)
def test_rules_can_be_chosen(here: Path, words: tuple[str, ...], code: int) -> None:
    assert run("check", *words, write(here / "a.json", SICK)).exit_code == code


def test_warnings_fail_only_when_asked(here: Path) -> None:
    file = write(here / "a.json", [USER, CALL])
    assert [f["severity"] for t in found(file, "--as", "record") for f in t["findings"]] == [
        "warning"
    ]
    assert run("check", file).exit_code == 0
    assert "(warning)" in run("check", file).output
    assert run("check", "--fail-on", "warning", file).exit_code == 1


def test_context_takes_json_and_text(here: Path) -> None:
    file = write(here / "a.json", [USER, {"role": "assistant", "content": "So"}])
    words = ("--target", "anthropic", "--wire", "anthropic", "--as", "request")
    refused = run("check", *words, "--context", "prefill=false", file)
    assert refused.exit_code == 1
    assert "R005" in refused.output
    assert run("check", *words, "--context", "prefill=true", file).exit_code == 0
    strange = run("check", *words, "--context", "xyzzy=a b", "--context", "prefill=true", file)
    assert "unknown      xyzzy" in strange.output
    assert run("check", file, "--context", "novalue").exit_code == 2


def test_the_error_that_was_pasted_comes_first(here: Path) -> None:
    file = write(here / "a.json", [USER, CALL, USER, ORPHAN])
    says = "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
    plain = [f["code"] for f in found(file)[0]["findings"]]
    assert plain == ["P001", "P002"]
    pasted = [f["code"] for f in found(file, "--error", f"Error code: 400 - {says}")[0]["findings"]]
    assert pasted == ["P002", "P001"]
    ran = run("check", file, "--error", says)
    assert "your error   it is what openai says to P002" in ran.output
    nothing = run("check", write(here / "b.json", HEALTHY), "--error", says)
    assert "P002 orphan-result" in nothing.output


def test_what_was_refused_is_a_request(here: Path) -> None:
    file = write(here / "a.json", [USER, CALL])
    says = "An assistant message with 'tool_calls' must be followed by tool messages"
    assert [t["as"] for t in found(file)] == ["record"]
    assert [t["as"] for t in found(file, "--error", says)] == ["request"]
    assert [t["as"] for t in found(file, "--error", says, "--as", "record")] == ["record"]
    assert run("check", file, "--error", says).exit_code == 1


def test_the_error_comes_from_a_file_or_from_standard_input(here: Path) -> None:
    file = write(here / "a.json", SICK)
    says = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'"
    write(here / "error.txt", says)
    typed = run("check", file, "--error", says)
    assert "your error   it is what openai says to P002" in typed.output
    assert run("check", file, "--error", "@error.txt").output == typed.output
    assert run("check", file, "--error", "-", stdin=says.encode() + b"\xff").output == typed.output
    absent = run("check", file, "--error", "@nowhere.txt")
    assert absent.exit_code == 2
    assert "@nowhere.txt" in absent.stderr
    both = run("check", "-", "--error", "-", stdin=says)
    assert both.exit_code == 2
    assert "cannot be both" in both.stderr


def test_an_error_that_is_not_about_the_history_says_so(here: Path) -> None:
    ran = run("check", write(here / "a.json", HEALTHY), "--error", "529 Overloaded")
    assert "your error   this is about the provider's own state" in ran.output
    assert "no such fault" not in ran.output


def test_many_findings_are_cut_short(here: Path) -> None:
    file = write(here / "a.json", [USER, *[ORPHAN] * 50])
    ran = run("check", file)
    assert ran.output.count("answers no call") == 1
    assert ran.output.count("refused by") == 1
    assert "    also         messages[2], messages[3], messages[4], ... (49 more)\n" in ran.output
    assert run("check", "--limit", "0", file).output.count("answers no call") == 50


def test_kinds_beyond_the_limit_are_counted(here: Path) -> None:
    odd = [{"role": "narrator", "content": "a"}, {"role": "user", "content": None}]
    file = write(here / "a.json", [USER, ORPHAN, ORPHAN, *odd, *odd])
    ran = run("check", "--limit", "1", file)
    assert "P002 orphan-result  " in ran.output
    assert "  and 4 findings more: R002 unknown-role x2, C001 empty-turn x2 (--limit" in ran.output


def test_many_healthy_files_are_not_listed(here: Path) -> None:
    write(here / "a.jsonl", "".join(json.dumps(HEALTHY) + "\n" for _ in range(60)))
    ran = run("check", here)
    assert ran.output.count("  healthy  ") == 20
    assert "... 40 more healthy\n" in ran.output
    assert ran.output.endswith("\n60 transcripts: 60 healthy\n")


def test_the_sums_alone(here: Path) -> None:
    file = write(here / "a.jsonl", f"{json.dumps(SICK)}\n{json.dumps(HEALTHY)}\n# ?\n")
    for word in ("-q", "--quiet"):
        ran = run("check", word, file)
        assert ran.stdout == (
            "2 transcripts: 1 healthy, 1 with errors (1 error); 1 place could not be read\n"
        )
        assert ran.stderr.startswith(f"{file}:3: column 1: ")
    odd = run("check", "-q", write(here / "b.json", repr(HEALTHY)))
    assert (odd.stdout, odd.stderr) == ("1 transcript: 1 healthy\n", "")
    assert run("check", "-q", "--format", "json", file).exit_code == 2


def test_a_long_transcript_is_shown_around_its_fault(here: Path) -> None:
    ran = run("check", write(here / "a.json", [*[USER] * 500, ORPHAN, *[USER] * 500]))
    shape, below = ran.output.splitlines()[2:4]
    assert shape.startswith("  … U ")
    assert shape.endswith(" U …")
    assert shape[below.index("~") :].startswith("R(")
    assert len(shape) <= 100


def test_only_some_pieces_of_a_long_shape_are_shown(here: Path) -> None:
    far = [*[USER] * 100, ORPHAN]
    ran = run("check", write(here / "a.json", far * 10))
    assert sum("~" in line for line in ran.output.splitlines()) == 3


def test_colour_is_for_terminals_only(here: Path) -> None:
    file = write(here / "a.json", SICK)
    assert b"\x1b" not in run_really("check", file, FORCE_COLOR="1").stdout


# -- configuration ---------------------------------------------------------------------------------


def config(here: Path, table: str) -> None:
    write(here / "pyproject.toml", f"[tool.transcript-doctor]\n{table}\n")


def test_the_nearest_project_file_counts(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config(here, 'target = "mistral"')
    file = write(here / "deep/er/a.json", [USER, CALL, {**ORPHAN, "tool_call_id": "call_01"}])
    monkeypatch.chdir(file.parent)
    assert found(file)[0]["target"] == "mistral"
    assert found(file, "--target", "openai")[0]["target"] == "openai"
    write(file.parent / "pyproject.toml", "[project]\nname = 'transcript-doctor'\n")
    assert found(file)[0]["target"] == "mistral"


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ('ignore = ["P002"]', 0),
        ('select = ["R", "C"]', 0),
        ('select = ["P"]', 1),
        ('fail-on = "warning"', 1),
        ("context = { tools_declared = false }", 1),
    ],
)
def test_the_project_file_says_what_need_not_be_typed(here: Path, table: str, code: int) -> None:
    config(here, table)
    assert run("check", write(here / "a.json", SICK)).exit_code == code


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ('tagret = "openai"', "no key 'tagret'"),
        ('select = "P001"', "a list of codes is wanted"),
        ('fail-on = "info"', "error or warning is wanted"),
        ("target = 3", "a name is wanted"),
        ("x = [", "pyproject.toml"),
        ('target = "nobody"', "unknown target"),
    ],
)
def test_a_wrong_project_file_is_misuse(here: Path, table: str, says: str) -> None:
    config(here, table)
    ran = run("check", write(here / "a.json", SICK))
    assert ran.exit_code == 2
    assert says in ran.stderr


def test_this_project_has_no_table_of_its_own() -> None:
    assert "[tool.transcript-doctor]" not in (ROOT / "pyproject.toml").read_text("utf-8")


def test_what_a_record_is_is_told_of_bare_lists_only() -> None:
    note = "a bare list is judged as a record of what happened; --as request if you sent it"
    rows = json.dumps([{"role": "user", "content": "Go."}])
    assert note in run("check", "-", stdin=rows).stdout
    assert note not in run("check", "-", "--as", "record", stdin=rows).stdout
    session = run("check", EXAMPLES / "dead-session-claude-code.jsonl").stdout
    assert note not in session
