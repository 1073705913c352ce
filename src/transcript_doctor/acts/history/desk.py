"""From the record to the request: kept as the record grows, checked where it grew, mended where it must be.

A request that was proved is the ground of the next one: only what came since, with the last turn
before it, is checked again; what counts over the whole list is kept in a tally. Every doubt leads to a
check of the whole list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.history.fitting import Fitted, Fitter
from transcript_doctor.acts.history.mending import Mended, is_fit, mended
from transcript_doctor.acts.history.pen import Pen
from transcript_doctor.acts.history.prefix import UNSAID, Prefix, without_stale
from transcript_doctor.acts.history.taking import Taken
from transcript_doctor.acts.history.tally import Tally
from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.acts.repair import Loss
from transcript_doctor.catalog import COMPOSERS
from transcript_doctor.core.errors import BadOption, IllegalRequest
from transcript_doctor.core.report import Report


class Desk:
    """Keeps what a request is made of; the caller sees to it that one thread at a time is here."""

    def __init__(self, pen: Pen, context: Mapping[str, Any]) -> None:
        self._pen, self.context = pen, context
        self._asked: dict[str, Any] = {
            "format": pen.format.name,
            "target": pen.target.name,
            "context": context,
        }
        self._view: list[Any] = []
        """The record without turns that are failed and empty."""
        self._roles: list[str] = []
        self._prefixes: list[Prefix] = []
        """Under what each message of the view was made."""
        self._tally = Tally()
        self._fitter = Fitter(pen, self._tally)
        self._ground: list[Any] = []
        """The last request that was proved."""
        self._ground_roles = ""
        self._seen = 0
        """So many messages of the view are in it."""
        self._under: Mapping[str, Any] = {}
        """The facts under which it was proved."""
        self.prefix = Prefix()
        self.changes: tuple[Mended, ...] = ()
        self.losses: tuple[Loss, ...] = ()
        items = [law.params["items"] for law in pen.target.laws if "items" in law.params]
        self._most = min(items, default=None)

    def add(self, taken: Taken) -> None:
        """Take in messages of the record."""
        if taken.hidden:
            return
        self._tally.add(taken, len(self._view))
        self._view += taken.messages
        for role in taken.roles:
            self._roles.append(role)
            self._prefixes.append(self.prefix)

    def turn_to(self, prefix: Prefix) -> None:
        """Let another system prompt, or other tools, stand before the messages."""
        if self.prefix.change_to(prefix) is not None:
            self._ground, self._ground_roles, self._seen = [], "", 0
            self.changes, self.losses = (), ()
        self.prefix = prefix

    def request(self, system: Any, tools: Any) -> list[Any]:
        """Return a new list that the target takes; raises `IllegalRequest` where there is none."""
        asked = self._stated(system, tools)
        head = self._head(system)
        tail = self._view[self._seen :]
        is_new = self._under != asked["context"] or not self._ground
        if is_new or ((tail or head) and not self._extend(head, tail, asked)):
            self._prove(head, tail, asked)
        return [*head, *self._ground]

    def _stated(self, system: Any, tools: Any) -> dict[str, Any]:
        stated = dict(self._asked["context"])
        if tools is not UNSAID:
            stated.setdefault("tools_declared", bool(tools))
        if system is not UNSAID and isinstance(system, str):
            stated.setdefault("system", system)
        return {**self._asked, "context": stated}

    def _head(self, system: Any) -> list[Any]:
        """Return the system message, where the format has it in the list; raises `BadOption`."""
        if system is UNSAID or COMPOSERS[self._pen.format.name].system != "inside":
            return []
        given, verbs = plain(system), self._pen.verbs
        if not given:
            return []
        if type(given) is str:
            return [verbs.say("system", given)]
        if type(given) is list:
            return [{**verbs.say("system", ""), verbs.parts_key or "content": given}]
        raise BadOption(f"system is a text or a list of parts, not {type(system).__name__}")

    def _extend(self, head: list[Any], tail: list[Any], asked: Mapping[str, Any]) -> bool:
        """Make the ground longer by what is new; False where a look at few messages does not prove that."""
        count = len(head) + len(self._ground) + len(tail)
        if not self._tally.is_local or (self._most is not None and count > self._most):
            return False
        fitted = self._fitted(tail, asked)
        window = self._window(head, fitted) if fitted is not None else None
        if fitted is None or window is None or not self._is_fit(window, asked):
            return False
        for at, message in fitted.older.items():
            self._ground[at] = message
        self._tally.extend(len(self._ground) - self._seen, fitted.freed)
        self._ground += fitted.messages
        self._ground_roles += "".join(self._roles[self._seen :])
        self._seen = len(self._view)
        self.changes += tuple(fitted.changes)
        return True

    def _fitted(self, tail: list[Any], asked: Mapping[str, Any]) -> Fitted | None:
        """Return what is new as it fits to all before it; None where only the whole list tells."""
        tally = self._tally
        if not (tally.is_reused or tally.media.new or tally.marks.new):
            return Fitted(tail, {}, [])
        laws = check(tail, **asked, as_="request").laws_of(self._pen.target)
        assert laws is not None, "a check for one target knows its laws"
        if tally.media.new and tally.is_crowded(laws):
            held = [self._ground[at] for at in dict.fromkeys(tally.media.sent)]
            new = [self._view[at] for at in dict.fromkeys(tally.media.new)]
            if not self._is_fit([*held, *new], asked, select=("L002",)):
                return None
        outside = asked["context"].get("cache_markers")
        return self._fitter.fitted(tail, self._ground, laws, outside)

    def _window(self, head: list[Any], fitted: Fitted) -> list[Any] | None:
        """Return the piece to check: how the list opens, its last turn, and what is new.

        None where only the whole list tells.
        """
        opening = self._ground_roles.find("u") + 1
        turn = self._ground_roles.rfind("a")
        while turn > 0 and self._ground_roles[turn - 1] == "a":
            turn -= 1
        if opening <= 0 or turn < opening:
            return None
        held = (*range(opening), *range(turn, len(self._ground)))
        old = [fitted.older.get(at, self._ground[at]) for at in held]
        return [*head, *old, *fitted.messages]

    def _is_fit(self, messages: list[Any], asked: Mapping[str, Any], **only: Any) -> bool:
        return is_fit(check(messages, **asked, **only, as_="request"))

    def _prove(self, head: list[Any], tail: list[Any], asked: Mapping[str, Any]) -> None:
        """Check the whole list, mend what can be mended, and make it the ground."""
        whole = [*self._ground, *tail]
        losses: list[Loss] = []
        if not self._seen:
            whole, losses = without_stale(whole, self._prefixes, self.prefix, asked)
        mending = mended(whole, asked)
        report = mending.report
        if not mending.messages:
            raise IllegalRequest("R001 empty-history: there is nothing to send", report)
        if head and report.ok:
            report = check([*head, *mending.messages], **asked, as_="request")
        if not report.ok:
            raise IllegalRequest(_why(report), report)
        outline = mending.report.outline
        self._ground = list(mending.messages)
        self._ground_roles = outline.roles if outline is not None else ""
        self._tally.begin(outline)
        self._under = asked["context"]
        self._seen = len(self._view)
        self.changes += mending.changes
        self.losses += (*losses, *mending.losses)


def _why(report: Report) -> str:
    errors = [finding for finding in report.findings if finding.severity == "error"]
    told = "; ".join(f"{f.code} {f.name} at {f.place}: {f.message}" for f in errors[:3])
    more = f"; and {len(errors) - 3} more" if len(errors) > 3 else ""
    return f"{report.target} takes no request made of this record: {told}{more}"
