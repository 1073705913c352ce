"""Clues: what the signs of mistakes are read from, worked out once for a report.

All of it is of the list's structure, but for a few words: a summary calls itself one, a user who
stops a run says so, and ids have the form that their maker gives them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from transcript_doctor.acts.diagnose.exchanges import Exchanges
from transcript_doctor.acts.diagnose.idforms import FOREIGN, form_of
from transcript_doctor.acts.diagnose.nodes import alike
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import MIXED, SYSTEM, Call, Result
from transcript_doctor.core.report import Report
from transcript_doctor.place import Steps

_LONGEST = 600
"""Characters of one message that are looked at."""
_PAST = (
    r"(?:(?:the|our|this|my|all|what (?:was|has been)) )?"
    r"(?:(?:previous|earlier|older|prior|past|above|whole|entire) )?"
    r"(?:conversations?|messages|talk|chat|session|turns|exchange|history|dialogue|discussion|said|so far)\b"
)
_SUMMARY = re.compile(
    # It calls itself one in its first words, as a heading, a tag or a sentence ...
    r"\A[\W_]*(?:(?:this|here|the following|below) (?:is|was) (?:a |the |your )?)?(?:(?:the|a|our) )?"
    r"(?:(?:conversation|session|context|chat|history|previous|earlier|compacted|progress) ){0,3}"
    r"summary(?: (?:so far|of|up to|for context)\b|[\W_])"
    # ... or says anywhere of what the words before were.
    rf"|(?m:^)[\W_]*(?:conversation|session|chat|context)[ _-]summary\b"
    rf"|(?<!a )\bsummary of {_PAST}"
    r"|continued from a previous (?:conversation|session)"
    rf"|\b{_PAST} (?:(?:was|were|is|are|has been|have been) )?(?:summari[sz]ed|compacted)\b"
    r"|\bcompacted (?:conversation|history|context)\b",
    re.IGNORECASE,
)
"""A text that is a summary of what was said. One that asks for a summary, or speaks of one, is none."""
_CUT_OUT = re.compile(
    r"\A[\W_]*(?:note: )?(?:[\w,]+ ){0,4}(?:older|earlier|previous|some) "
    r"(?:messages?|turns?|content|context)\b.{0,30}\b(?:removed|truncated|omitted|dropped|deleted)\b|\A\s*\[(?:truncated|\.\.\.|…)\W*\Z",
    re.IGNORECASE,
)
"""A note, and nothing else, that says that something was taken out."""


class Clues(Exchanges):
    """One report with what is known beside it; every list is made on the first question."""

    def __init__(self, report: Report, context: Mapping[str, Any] | None = None) -> None:
        super().__init__(report)
        self.context: Mapping[str, Any] = context if isinstance(context, Mapping) else {}
        self._texts: dict[int, str] = {}
        self._again: dict[tuple[int, int], bool] = {}

    # -- messages ----------------------------------------------------------------------------------

    def role(self, message: int) -> str:
        """Return the letter of a message's role, or nothing where there is none."""
        roles = self.outline.roles
        return roles[message] if 0 <= message < len(roles) else ""

    def text(self, message: int) -> str:
        """Return what a message says, as far as it is looked at."""
        if not 0 <= message < len(self.outline.messages):
            return ""
        if message not in self._texts:
            parts = FORMATS[self.outline.format].parts(self.outline.messages[message])
            said = [p.text for p in parts if p.kind == "text" and isinstance(p.text, str)]
            self._texts[message] = "\n".join(text[:_LONGEST] for text in said[:4])[:_LONGEST]
        return self._texts[message]

    @cached_property
    def head(self) -> int:
        """How many system messages stand at the head."""
        letters = self.outline.letters
        return len(letters) - len(letters.lstrip(SYSTEM))

    @cached_property
    def summary(self) -> int | None:
        """The message near the head that reads like a summary of what was before, if one does."""
        near = range(min(self.head + 2, len(self.outline.messages)))
        likely = (i for i in near if self.letter(i) in ("S", "U", "A", MIXED))
        return next((i for i in likely if _SUMMARY.search(self.text(i))), None)

    @cached_property
    def has_summary(self) -> bool:
        """Whether a summary of older messages stands near the head, or in the system prompt."""
        if self.summary is not None:
            return True
        system = self.context.get("system") or self.outline.request.get("system")
        parts = system if isinstance(system, list) else [system]
        texts = [part.get("text") if isinstance(part, dict) else part for part in parts[:4]]
        return any(isinstance(text, str) and _SUMMARY.search(text[:4000]) for text in texts)

    def says_cut(self, message: int) -> bool:
        """Tell whether a message says that older ones were taken out."""
        return _CUT_OUT.search(self.text(message)) is not None

    @cached_property
    def tools(self) -> frozenset[str] | None:
        """The names of the tools that the request declares; None where it declares none."""
        if (declared := self.outline.declared) is not None:
            return frozenset(declared)
        tools = self.outline.request.get("tools")
        found: set[str] = set()
        for tool in tools[:1000] if isinstance(tools, list) else ():
            held = tool.get("function", tool) if isinstance(tool, dict) else None
            name = held.get("name") if isinstance(held, dict) else None
            if not isinstance(name, str):
                return None  # another form, or a tool of the provider's own: the names are not all known
            found.add(name)
        return frozenset(found) or None

    # -- rows --------------------------------------------------------------------------------------

    @cached_property
    def results_at(self) -> dict[int, list[Result]]:
        """The results of each message."""
        rows: dict[int, list[Result]] = {}
        for result in self.outline.results:
            rows.setdefault(result.message, []).append(result)
        return rows

    @cached_property
    def _result_by_place(self) -> dict[Steps, Result]:
        return {result.place: result for result in self.outline.results}

    def result_at(self, place: Steps) -> Result:
        """Return the result at a place below the list."""
        return self._result_by_place[place]

    def holds_again(self, later: int, earlier: int) -> bool:
        """Tell whether a message of results holds all calls' results that an earlier one holds; 2 or more."""
        key = (later, earlier)
        if key not in self._again:
            here = {row.id for row in self.results_at.get(later, ())}
            first = {row.id for row in self.results_at.get(earlier, ())}
            self._again[key] = len(here) > 1 and first <= here
        return self._again[key]

    def item_again(self, finding: Finding) -> bool:
        """Tell whether the item that a finding names for its id stood in the list before, word for word."""
        items, where = self.outline.messages, finding.hit.values.get("where")
        if finding.index is None or type(where) is not int or not 0 <= where < len(items):
            return False
        return alike(items[where], items[finding.index])

    @cached_property
    def _call_by_place(self) -> dict[Steps, Call]:
        return {call.place: call for call in self.outline.calls}

    def call_at(self, place: Steps) -> Call:
        """Return the call at a place below the list."""
        return self._call_by_place[place]

    @cached_property
    def sealed(self) -> bool:
        """Whether any reasoning in the list has its seal."""
        return any(row.seal for row in self.outline.reasoning)

    @cached_property
    def converted(self) -> bool:
        """Whether somebody says that the list comes out of a conversion."""
        return "convert_from" in self.context

    @cached_property
    def foreign_ids(self) -> bool:
        """Whether calls bear ids in the form that makers of another format give them."""
        foreign = FOREIGN.get(self.outline.format, ())
        return any(form_of(call.id) in foreign for call in self.outline.calls[:50])
