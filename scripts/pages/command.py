"""The page of the command: the help of each subcommand as it is printed, and what surrounds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from transcript_doctor.acts.pages.markdown import cell, fenced, table
from transcript_doctor.acts.report.json import schema
from transcript_doctor.cli.main import COMMANDS, group

_WIDTH = 88
_HEAD = """# The command

`pip install .` in a clone installs `transcript-doctor` for Python 3.11 or newer. Findings go to standard
output, notes to standard error; colour is used on a terminal only, and never where `NO_COLOR` is set."""
_CODES = {
    "0": "healthy, or warnings only; with `--fail-on warning` no finding at all",
    "1": "errors, or with `--fail-on warning` any finding; `diff`: the transcripts differ; `share`: "
    "the outcome is not the same",
    "2": "misuse, or something that could not be read; `check`: there is no transcript",
    "130": "stopped by the keyboard",
    "141": "whoever read the output has left",
}
_OUTPUTS = """## Reports for programs

`--format json` is described below and by a JSON Schema
(`src/transcript_doctor/acts/report/report.schema.json`). `--format sarif` is SARIF 2.1.0, which code
scanners and editors read. `--format github` writes workflow commands, so that findings stand beside the
lines of a change. In all of them, what a transcript holds is escaped."""
_SETTINGS = """## Configuration

The nearest `pyproject.toml` with this table counts; what is typed wins over it.

```toml
[tool.transcript-doctor]
target = "mistral"                    # who receives what this project sends
select = ["P", "C"]                   # only these rules: codes, or beginnings of codes
ignore = ["C002"]                     # not these
fail-on = "warning"                   # error (the default) or warning
context = { thinking = "enabled" }    # facts, as after --context
```

## Before each commit

With the pre-commit framework, in `.pre-commit-config.yaml`:

```yaml
repos:
  - repo: ADDRESS-OF-THIS-REPOSITORY
    rev: FULL-HASH-OF-A-COMMIT
    hooks:
      - id: transcript-doctor
        files: ^tests/transcripts/.*\\.jsonl?$    # default: every .json and .jsonl file
        args: [--target, mistral]
```

Files that hold no transcript, such as `package.json`, are passed over and counted.

## In a GitHub workflow

```yaml
steps:
  - uses: actions/checkout@v4
  - uses: OWNER/transcript-doctor@FULL-HASH-OF-A-COMMIT
    with:
      paths: tests/transcripts
      args: --target mistral --fail-on warning
```

The action needs Python 3.11 or newer on the runner. It passes `args` on as options of `check`; without
`paths` it checks the whole checkout, where a folder without transcripts is no fault."""


def command_page() -> str:
    """Return the page."""
    codes = table(("code", "meaning"), _CODES.items())
    sections = [
        _HEAD,
        _help(),
        *(f"## {name}\n\n{_help(name)}" for name in COMMANDS),
        f"## Exit codes\n\n{codes}",
        _OUTPUTS,
        _fields(),
        _SETTINGS,
    ]
    return "\n\n".join(sections) + "\n"


def _help(name: str = "") -> str:
    """Return the help of a subcommand, or of the command, as a block."""
    settings: dict[str, Any] = group.context_settings | {"terminal_width": _WIDTH}
    asked: click.Command = group
    context = click.Context(group, info_name="transcript-doctor", **settings)
    if name:
        found = group.get_command(context, name)
        assert found is not None
        asked, context = found, click.Context(found, info_name=name, parent=context)
    return fenced(asked.get_help(context), "text")


def _fields() -> str:
    """Return the fields of the JSON report, from its schema."""
    made = schema()
    tables = [("The report", made), *((f"A {name}", part) for name, part in made["$defs"].items())]
    intro = f"## The JSON report\n\n{cell(made['description'])}"
    return "\n\n".join([intro, *(_table(title, part) for title, part in tables)])


def _table(title: str, part: Mapping[str, Any]) -> str:
    article = title.replace("A unknown", "An unknown")
    rows = [
        (f"`{key}`", _kind(field), cell(field.get("description", "")))
        for key, field in part["properties"].items()
    ]
    return f"{article}:\n\n{table(('key', 'type', 'what it holds'), rows)}"


def _kind(field: Mapping[str, Any]) -> str:
    """Return the type of a field in words."""
    if "const" in field:
        return f"always `{field['const']}`"
    if "enum" in field:
        return " or ".join(f"`{value}`" for value in field["enum"])
    if field.get("type") == "array":
        items = field["items"]
        return f"list of {items['$ref'].rpartition('/')[2] if '$ref' in items else items['type']}s"
    kinds = field["type"] if isinstance(field["type"], list) else [field["type"]]
    return " or ".join(kinds)
