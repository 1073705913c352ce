"""The page that lists whose session files are read, with the page of each."""

from __future__ import annotations

from pathlib import Path

from transcript_doctor.acts.pages.markdown import cell, table
from transcript_doctor.catalog import READERS
from transcript_doctor.core.reader import Reader

HERE = Path(__file__).resolve().parents[2] / "docs" / "sessions"
SHARED = {
    "qwen-code": "gemini-cli",
    "har": "recorded-requests",
    "vcr": "recorded-requests",
    "batch": "recorded-requests",
    "sharegpt": "datasets",
    "rows": "datasets",
    "parquet": "datasets",
    "openinference": "otel",
    "langsmith": "langchain",
    "mini-swe-agent": "swe-agent",
    "chatgpt": "chats",
    "claude-ai": "chats",
    "open-webui": "chats",
    "librechat": "chats",
    "aider": "chats",
}
"""Readers that share a page with another one; those without any stand on `others`."""
_HEAD = """# Session files

`transcript-doctor check` knows a file by what is in it, whatever its name, and checks the list of messages
that its agent would send next, as it stands in the file; where an agent mends a list before it sends it,
its page says so. Findings name the file and the line. A folder is searched for all of them, and
`transcript-doctor sessions` lists what agents left on this machine.

A file that is cut off, or has two records on one line, is read as far as it is whole; what is wrong with it
is reported by rules [S101](../rules/S101.md) to [S105](../rules/S105.md). A version that is newer than
those that were looked at is read as far as it is alike, and the command says so. `transcript-doctor repair
FILE` shows what makes the list of a session whole, and `--output` writes the list. With `--write` it edits
the session's own file where that is of Claude Code, Codex, pi, tau, OpenClaw, Cline or Roo Code, an opencode
export, or plain JSON or JSON lines ([what is kept in order](../repair.md#in-the-files-own-format)); all
other files are left alone. Files packed with gzip are opened, those packed with zstd too with the extra
`sessions` (`pip install '.[sessions]'` in a clone)."""


def sessions_page() -> str:
    """Return the list of readers in the order in which a file is shown to them."""
    rows = [
        (
            f"[{cell(reader.agent)}]({page_of(name)}.md)",
            cell(reader.title),
            ", ".join(f"`{home}`" for home in reader.homes) or "",
            _versions(reader),
        )
        for name, reader in READERS.items()
    ]
    made = table(("whose", "what", "where it is kept", "versions looked at"), rows)
    return f"{_HEAD}\n\n{made}\n"


def page_of(name: str) -> str:
    """Return the page that tells of a reader."""
    own = SHARED.get(name, name)
    return own if (HERE / f"{own}.md").exists() else "others"


def _versions(reader: Reader) -> str:
    seen = reader.versions
    return cell(seen[0] if len(seen) == 1 else f"{seen[0]} to {seen[-1]}" if seen else "")
