"""What a conversion gives: the transcript at its target, and all that has to be said of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from transcript_doctor.acts.convert.memory import Memory
from transcript_doctor.acts.repair import Change, Loss
from transcript_doctor.catalog import COMPOSERS
from transcript_doctor.core.errors import NoTwoLists
from transcript_doctor.core.report import Report
from transcript_doctor.formats.oracle.lists import structured, two_lists


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

    def _of_an_oracle(self) -> list[Any]:
        if self.format != "oracle":
            raise NoTwoLists(f"this is a history for {self.target}: convert it to the oracle first")
        return self.messages
