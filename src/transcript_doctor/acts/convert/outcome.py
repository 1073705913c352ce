"""What a conversion gives: the transcript at its target, and all that has to be said of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from transcript_doctor.acts.convert.memory import Memory
from transcript_doctor.acts.repair import Change, Loss
from transcript_doctor.catalog import COMPOSERS
from transcript_doctor.core.errors import NoTwoLists
from transcript_doctor.core.report import Report
from transcript_doctor.core.wording import counted
from transcript_doctor.formats.oracle.lists import structured, two_lists
from transcript_doctor.safetext import printable

_MOST = 20
"""So many losses are told one by one."""
_MODELS = ("model", "modelId")
"""Keys of a request that name its model."""


class Conversion(NamedTuple):
    """A converted transcript; given to `convert` again, it finds the way back."""

    transcript: Any
    """The list of messages, or a whole request body where one was given."""
    messages: list[Any]
    request: Mapping[str, Any]
    """What a request holds beside the messages, where something is known of it: system prompt, tools."""
    losses: tuple[Loss, ...]
    """What the target cannot say; places and raw values are those of the transcript that was given."""
    changes: tuple[Change, ...]
    """What repairs did, before the conversion or at the target."""
    ids: Mapping[str, str]
    """Ids that were rewritten: as they were, and as they are now."""
    names: Mapping[str, str]
    """Names of tools that were rewritten: as they were, and as they are now."""
    report: Report
    """The check of the outcome at its target."""
    target: str
    format: str
    memory: Memory

    @property
    def ok(self) -> bool:
        """True where nothing was lost and the target takes the outcome."""
        return self.report.ok and not self.losses

    @property
    def whole(self) -> Any:
        """The transcript with all that stands beside it: a request body, or a list that needs no more."""
        if isinstance(self.transcript, list) and self.request:
            return {**self.request, **COMPOSERS[self.format].wrap(self.messages)}
        return self.transcript

    @property
    def two_lists(self) -> tuple[list[str], list[str]]:
        """An oracle's history as older contracts keep it: roles, and as many texts.

        Raises `NoTwoLists` where a message holds a picture, or where this is for no oracle.
        """
        return two_lists(self._of_an_oracle())

    @property
    def structured(self) -> list[dict[str, Any]]:
        """An oracle's history as newer contracts keep it; raises `NoTwoLists` for any other target."""
        return structured(self._of_an_oracle())

    def __str__(self) -> str:
        """Return what was done as the command says it, escaped; the transcript is `transcript`."""
        return "\n".join(map(printable, told(self)))

    def __repr__(self) -> str:
        """Return a short form for people who debug."""
        size, lost = counted(len(self.messages), "message"), counted(len(self.losses), "loss")
        return f"<conversion to {self.target}: {size}, {lost}; {self.report!r}>"

    def _of_an_oracle(self) -> list[Any]:
        if self.format != "oracle":
            raise NoTwoLists(f"this is a history for {self.target}: convert it to the oracle first")
        return self.messages


def told(made: Conversion, left: Iterable[str] = ()) -> Iterator[str]:
    """Yield a line for each change and loss, for what got another name, and for what is refused there.

    They quote the transcript: escape them before showing them. `left` are keys that stand beside the list
    and are not written with it.
    """
    for change in made.changes:
        yield f"{change.place}: {change.code}: {change.title}"
    for loss in made.losses[:_MOST]:
        yield f"{loss.place}: {made.target} cannot say: {loss.what}"
    if len(made.losses) > _MOST:
        yield f"and {counted(len(made.losses) - _MOST, 'more loss')}"
    left = tuple(left)
    for key in left:
        yield f"{key}: not in the list of {made.target}, and left out by --list-only"
    yield from _model(made)
    for old, new in made.names.items():
        yield f"tool {old!r} is called {new!r} at {made.target}"
    ids = f", {counted(len(made.ids), 'id')} rewritten" if made.ids else ""
    lost = counted(len(made.losses) + len(left), "loss")
    yield f"{counted(len(made.messages), 'message')} for {made.target}{ids}, {lost}"
    for finding in made.report.findings:
        if finding.severity == "error":
            yield f"{finding.place}: {finding.code} {finding.name}: {finding.message}"


def _model(made: Conversion) -> Iterator[str]:
    """Yield a line where the name of a model stays behind: it means nothing to another provider."""
    given, now = made.memory.body, made.transcript
    names = [given[key] for key in _MODELS if isinstance(given.get(key), str)] if given else []
    if names and isinstance(now, dict) and not any(key in now for key in _MODELS):
        yield f"model {names[0]!r} is left out: name one of {made.target}"
