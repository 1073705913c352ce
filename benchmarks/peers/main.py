"""Asking every peer and writing the page."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from benchmarks.peers import installing, questions, repairs, sessions, trims
from benchmarks.peers.page import Row, converting, page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "peers.md"
ADAPTERS = {
    "ours": "transcript-doctor",
    "mistral_common": "mistral-common",
    "turnsafe": "turnsafe",
    "tessera": "tessera-transcript",
    "tool_call_repair": "tool-call-repair",
    "langgraph": "langgraph",
    "openai_types": "openai",
}
"""Adapter module -> the package that it needs."""


def rows() -> list[Row]:
    """Return a row for every peer, those that are not there included."""
    made = []
    for module, package in ADAPTERS.items():
        try:
            peers = import_module(f"benchmarks.peers.{module}").PEERS
        except ImportError as error:
            made.append(Row(package, "-", installing.why_missing(package, error)))
        else:
            made += [Row(peer.name, version(package), peer=peer) for peer in peers]
    return made


def main(arguments: list[str]) -> None:
    """Install, or ask and write."""
    if "--install" in arguments:
        installing.install()
        return
    from benchmarks import conversion, life  # they need what has just been installed

    text = page(
        rows(),
        questions.cases(),
        questions.shapes(),
        sessions.table(),
        trims.table(),
        tuple(life.lines()),
        (repairs.section(), converting(conversion.lines())),
    )
    PAGE.write_text(text, encoding="utf-8")
    print(text)
