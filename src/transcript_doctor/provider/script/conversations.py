"""Whose turn it is: each conversation goes through the script by itself, from its first step.

HTTP knows no conversations, so a request is told by what it carries, the surest sign first: a header
that names the conversation; ids of calls that this server gave out (they survive trimming); the first
user message together with how many answers the request has seen. A request without any answer in it
begins the script anew, unless the one before it was answered with trouble: then it is the retry.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Literal, get_args

from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.report import Report
from transcript_doctor.provider.script.signs import answers, opening
from transcript_doctor.provider.script.trouble import Trouble
from transcript_doctor.testing import Play

Per = Literal["conversation", "server"]
"""Who has a position in the script of its own: each conversation, or all of them together one."""
PER: tuple[Per, ...] = get_args(Per)
_MOST = 2_000
"""Conversations, and ids of calls for each of them, that are remembered; the oldest are forgotten."""
_MOST_IDS = 20_000
_MOST_ALIKE = 500
"""Conversations of one opening that are told apart."""


class Conversation:
    """One conversation's way through the script."""

    def __init__(self, number: int, play: Play) -> None:
        self.number, self.play = number, play
        self.answered = 0
        """Replies that went out to it."""
        self.waits = False
        """Whether its last step was trouble, so that the client will ask the same again."""


class Script:
    """The steps that are played, and who stands where in them; without steps it is the default's turn."""

    def __init__(self, steps: Iterable[Any] | None, per: Per = "conversation") -> None:
        if per not in PER:
            raise BadOption(f"per takes {' or '.join(map(repr, PER))}, not {per!r:.40}")
        self.steps = None if steps is None else _play(steps).steps
        self.per = per
        self._all = None if self.steps is None else Conversation(1, _play(self.steps))
        self._began = 0
        self._known: OrderedDict[int, Conversation] = OrderedDict()
        self._named: dict[str, int] = {}
        self._calls: OrderedDict[str, int] = OrderedDict()
        self._opened: OrderedDict[str, list[int]] = OrderedDict()

    def conversation(self, report: Report, name: str | None) -> Conversation | None:
        """Return the conversation that a request belongs to; None where there is no script."""
        if self.steps is None or self.per == "server":
            return self._all
        found = self._named_so(name) if name else self._alike(report.outline)
        self._known.move_to_end(found.number)
        return found

    def gave(
        self, conversation: Conversation | None, message: dict[str, Any], trouble: Trouble | None
    ) -> None:
        """Write down what a conversation was answered: the ids of calls in it, and whether it got there."""
        if conversation is None:
            return
        conversation.waits = trouble is not None and trouble.is_lost
        conversation.answered += not conversation.waits
        parts = filter(_is_dict, message.get("content", ()))
        for ident in [part["id"] for part in parts if isinstance(part.get("id"), str)]:
            self._calls[ident] = conversation.number
            self._calls.move_to_end(ident)
        while len(self._calls) > _MOST_IDS:
            self._calls.popitem(last=False)

    def lost(self, number: int, step: int) -> None:
        """Write down that a client left before it had the newest answer: it will ask again."""
        conversation = self._known.get(number)
        if conversation is None or conversation.waits or conversation.play.played != step:
            return
        conversation.waits = True
        conversation.answered -= 1

    @property
    def plays(self) -> list[Play]:
        """The script as each conversation has played it."""
        if self.per == "server":
            return [self._all.play] if self._all is not None else []
        return [one.play for one in self._known.values()]

    def _named_so(self, name: str) -> Conversation:
        """Return the conversation of a name, which is a new one where the name is."""
        found = self._known.get(self._named.get(name, -1))
        if found is None:
            found = self._begin()
            self._named[name] = found.number
            if len(self._named) > 2 * _MOST:
                self._named = {n: k for n, k in self._named.items() if k in self._known}
        return found

    def _alike(self, outline: Outline | None) -> Conversation:
        """Return the conversation that a request goes on with, or a new one that begins with it."""
        found = self._by_calls(outline)
        if found is not None:
            return found
        key = opening(outline)
        found = self._by_opening(key, answers(outline))
        if found is None:
            found = self._begin()
            numbers = self._opened.setdefault(key, [])
            numbers.append(found.number)
            del numbers[:-_MOST_ALIKE]
            self._opened.move_to_end(key)
            while len(self._opened) > _MOST:
                self._opened.popitem(last=False)
        return found

    def _by_calls(self, outline: Outline | None) -> Conversation | None:
        for call in reversed(outline.calls if outline is not None else ()):
            number = self._calls.get(call.id) if isinstance(call.id, str) else None
            if number is not None and number in self._known:
                return self._known[number]
        return None

    def _by_opening(self, key: str, answers: int) -> Conversation | None:
        """Return the newest conversation that opened so and stands where the request stands."""
        numbers = self._opened.get(key, [])
        opened = [self._known[n] for n in reversed(numbers) if n in self._known]
        if answers == 0:
            return next((one for one in opened if one.waits and one.answered == 0), None)
        same = [one for one in opened if one.answered == answers]
        waiting = [one for one in same if one.waits]
        return next(iter([*waiting, *same, *opened]), None)

    def _begin(self) -> Conversation:
        assert self.steps is not None
        self._began += 1
        made = self._known[self._began] = Conversation(self._began, _play(self.steps))
        while len(self._known) > _MOST:
            self._known.popitem(last=False)
        return made


def _play(steps: Iterable[Any]) -> Play:
    return Play(steps, passing=(Trouble,))


def _is_dict(value: object) -> bool:
    return isinstance(value, dict)
