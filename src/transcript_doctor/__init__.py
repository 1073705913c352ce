"""Transcript Doctor: check LLM transcripts against the law of each provider."""

from __future__ import annotations

from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transcript_doctor.acts.check import check
    from transcript_doctor.acts.convert import Conversion, convert
    from transcript_doctor.acts.course import blocks, check_history
    from transcript_doctor.acts.diagnose import Diagnosis, diagnose
    from transcript_doctor.acts.history import Failed, History, Parts, answer_calls
    from transcript_doctor.acts.lab import validate
    from transcript_doctor.acts.repair import Repair, repair
    from transcript_doctor.acts.rewriting import Rewritten, repair_session
    from transcript_doctor.acts.show.diffing import diff
    from transcript_doctor.acts.show.shaping import shape
    from transcript_doctor.acts.show.showing import show
    from transcript_doctor.acts.trim import Trim, Trimmer, estimate, tokens, trim
    from transcript_doctor.acts.view import view
    from transcript_doctor.core.errors import DoctorError, OpenCalls, UnprovenRepair
    from transcript_doctor.core.facts import Unknown
    from transcript_doctor.core.finding import Finding
    from transcript_doctor.core.report import Report
    from transcript_doctor.core.transcript import Transcript

__version__ = "0.1.0"

__all__ = [
    "Conversion",
    "Diagnosis",
    "DoctorError",
    "Failed",
    "Finding",
    "History",
    "OpenCalls",
    "Parts",
    "Repair",
    "Report",
    "Rewritten",
    "Transcript",
    "Trim",
    "Trimmer",
    "Unknown",
    "UnprovenRepair",
    "answer_calls",
    "blocks",
    "check",
    "check_history",
    "convert",
    "diagnose",
    "diff",
    "estimate",
    "explain",
    "read_session",
    "repair",
    "repair_session",
    "shape",
    "show",
    "tokens",
    "trim",
    "validate",
    "view",
]
_LATER = dict.fromkeys(("Trim", "Trimmer", "estimate", "tokens", "trim"), "acts.trim")
_LATER |= dict.fromkeys(("Conversion", "convert"), "acts.convert")
_LATER |= dict.fromkeys(("Diagnosis", "diagnose"), "acts.diagnose")
_LATER |= dict.fromkeys(("Failed", "History", "Parts", "answer_calls"), "acts.history")
_LATER |= dict.fromkeys(("Repair", "repair"), "acts.repair")
_LATER |= dict.fromkeys(("Rewritten", "repair_session"), "acts.rewriting")
_LATER |= dict.fromkeys(("blocks", "check_history"), "acts.course")
_LATER |= dict.fromkeys(("DoctorError", "OpenCalls", "UnprovenRepair"), "core.errors")
_LATER |= {"Finding": "core.finding", "Report": "core.report", "Transcript": "core.transcript"}
_LATER |= {"Unknown": "core.facts", "check": "acts.check", "diff": "acts.show.diffing"}
_LATER |= {
    "shape": "acts.show.shaping",
    "show": "acts.show.showing",
    "validate": "acts.lab",
    "view": "acts.view",
}
"""Names whose modules are loaded when they are first asked for: a plugin of pytest costs nothing then."""


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = found
    return found


def explain(code: str) -> str:
    """Return the page of a rule as Markdown, by code (`P001`) or name; raises `UnknownRule`."""
    from transcript_doctor.acts.pages.rule import explain as page  # dear to load, seldom asked for

    return page(code)


def read_session(path: str | PathLike[str]) -> list[Transcript]:
    """Return the conversations of an agent's session file, each as `check` takes it.

    The agent is known by what is in the file. Raises `UnreadableFile` where it is no session.
    """
    from transcript_doctor.acts.reading.sessions import (
        session_at,  # readers are loaded when one is needed
    )

    return session_at(path)
