"""A case as a page shows it: the file, the command that checks it, and the report on the terminal."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.pages.markdown import cell, fenced
from transcript_doctor.acts.reading.sessions import Conversation, conversations, text_source
from transcript_doctor.acts.reading.unpacking import Unpacked, unpack
from transcript_doctor.acts.report.entry import Entry, Tally, entry_text, sum_of
from transcript_doctor.acts.report.text import TextWriter
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.jsontext import read

FILE, SESSION = "history.json", "session.jsonl"
"""What the examples call the reader's file."""
_WIDTH = 88


def illustration(case: Mapping[str, Any]) -> str:
    """Return a case as Markdown: its name, its messages, what the command prints, the list repaired."""
    text = text_of(case)
    asked = _asked(case)
    name = cell(str(case["name"]))
    made = [
        f"{name[:1].upper()}{name[1:]}:",
        fenced(text, "json"),
        fenced(f"$ {_command(case, asked)}\n{_report(case, asked)}", "text"),
    ]
    if case.get("healed") is not None:
        made += ["Repaired:", fenced(pretty(case["healed"]), "json")]
    return "\n\n".join(made)


def text_of(case: Mapping[str, Any]) -> str:
    """Return the text of a case's file: the lines of a session, or messages as JSON."""
    return "\n".join(case["lines"]) if "lines" in case else pretty(case["messages"])


def given_by(case: Mapping[str, Any]) -> Any:
    """Return what `check` takes of a case: its messages, or the conversation of its session file."""
    return _found(case)[0].value if "lines" in case else case["messages"]


def _found(case: Mapping[str, Any]) -> Sequence[Unpacked | Conversation]:
    text = text_of(case)
    read_as_session = conversations(text_source(text, _file(case)))
    return unpack(read(text)) if read_as_session is None else list(read_as_session)


def _asked(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return what has to be asked for, as arguments of `check`: nothing that goes without saying."""
    asked = {key: case[key] for key in ("format", "target", "context") if case.get(key)}
    asked |= {"as_": case["as"]} if case.get("as") else {}
    told = _told(case, asked)
    for key in ("format", "as_", "target"):
        less = {name: value for name, value in asked.items() if name != key}
        if (key != "target" or _is_home(asked)) and _told(case, less) == told:
            asked = less
    return asked


def _is_home(asked: Mapping[str, Any]) -> bool:
    """Tell whether the target is where its format is at home."""
    target = asked.get("target")
    return target is None or FORMATS[target_named(target).format].home == target


def _told(case: Mapping[str, Any], asked: Mapping[str, Any]) -> tuple[Any, ...]:
    report = check(given_by(case), **asked)
    return report.findings, report.unknowns, report.format, report.target, report.as_


def _file(case: Mapping[str, Any]) -> str:
    return SESSION if "lines" in case else FILE


def _command(case: Mapping[str, Any], asked: Mapping[str, Any]) -> str:
    words = ["transcript-doctor", "check", _file(case)]
    for key, option in (("format", "--wire"), ("target", "--target"), ("as_", "--as")):
        words += [option, asked[key]] if key in asked else []
    for fact, value in asked.get("context", {}).items():
        said = value if isinstance(value, str) else json.dumps(value)
        words += ["--context", f"{fact}={said}"]
    return shlex.join(words)


def _report(case: Mapping[str, Any], asked: Mapping[str, Any]) -> str:
    """Return what the command prints about a file with the text of a case."""
    writer, tally = TextWriter(width=_WIDTH), Tally()
    pieces = [writer.begin()]
    for one in _found(case):
        report = check(one.value, **asked)
        tally.add(sum_of(report))
        session = one.value if isinstance(one, Conversation) else None
        entry = Entry(_file(case), one.line, report, one.line_of, session=session)
        pieces.append(entry_text(writer, entry))
    return "".join([*pieces, writer.end(tally)]).rstrip("\n")


def pretty(value: Any, indent: str = "") -> str:
    """Return JSON in ASCII: on one line what fits there, else one level of it broken into lines."""
    flat = json.dumps(value)
    if len(indent) + len(flat) <= _WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    opened, closed = ("{", "}") if isinstance(value, dict) else ("[", "]")
    inner = f"{indent}  "
    body = f",\n{inner}".join(_rows(value, inner))
    return f"{opened}\n{inner}{body}\n{indent}{closed}"


def _rows(value: dict[str, Any] | list[Any], indent: str) -> Iterator[str]:
    if isinstance(value, list):
        yield from (pretty(child, indent) for child in value)
    else:
        for key, child in value.items():
            yield f"{json.dumps(key)}: {pretty(child, indent)}"
