"""What is raised on misuse; a sick transcript never raises, it is reported.

DoctorError
├── UnknownFormat      a format name that does not exist
├── UnknownTarget      a target name that does not exist
├── UnknownRule        a rule code or name that does not exist
├── BadOption          an option with a value that it does not take
├── NoTruthValue       a report asked whether it is true, where `ok` was meant
├── UnreadableFile     a file that is absent, no text, or no JSON
├── BadHistory         a list that `check_history` cannot take
└── BadKnowledge       a target file that breaks its own schema
"""

from __future__ import annotations

from collections.abc import Iterable

from transcript_doctor.core.wording import cut, named


class DoctorError(Exception):
    """The root of every error that this package raises."""


def _suggest(kind: str, name: object, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # dear to load, and only misuse needs it

    names, word = sorted(known), cut(named(name), 80)
    near = get_close_matches(word, names, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(names)}"
    return f"unknown {kind} {word!r}; {hint}"


class UnknownFormat(DoctorError):
    """A format name that does not exist; the message names those that do."""

    def __init__(self, name: object, known: Iterable[str]) -> None:
        super().__init__(_suggest("format", name, known))


class UnknownTarget(DoctorError):
    """A target name that does not exist; the message names the nearest ones."""

    def __init__(self, name: object, known: Iterable[str]) -> None:
        super().__init__(_suggest("target", name, known))


class UnknownRule(DoctorError):
    """A rule code or name that does not exist; the message names the nearest ones."""

    def __init__(self, name: object, known: Iterable[str]) -> None:
        super().__init__(_suggest("rule", name, known))


class BadOption(DoctorError):
    """An option with a value that it does not take; the message says what it takes."""


class NoTruthValue(DoctorError, TypeError):
    """A report asked whether it is true: `assert check(messages)` would hold for ever."""


class UnreadableFile(DoctorError):
    """A file that is absent, no text, or no JSON; the message says which, where and what to do."""


class BadHistory(DoctorError):
    """A list that `check_history` cannot take; the message names the position."""


class BadKnowledge(DoctorError):
    """A target file that breaks its own schema: a fault of this package, found by its tests."""
