"""A long life of one history: messages come one by one, and each request is within the budget.

Every message is counted once, and a cut leaves some room free, so that the next one is far: a life of
n messages costs in proportion to n. The room also keeps the head of the requests the same for a while,
which caches of prompts reward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from transcript_doctor.acts.trim.asking import Asking, Summariser, taken
from transcript_doctor.acts.trim.estimating import estimate
from transcript_doctor.acts.trim.metering import Count, counts_lists, number
from transcript_doctor.acts.trim.outcome import Trim
from transcript_doctor.acts.trim.shortening import Shortening
from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.wording import cut, named

_IMPATIENT = 8
"""So many cuts in a row may fail before the next one waits until the history has grown a good deal."""


class Trimmer:
    """Holds what is sent of a growing history; `request` is within the budget wherever that can be met.

    `slack` is the share of the budget that a cut leaves free (0: each cut takes as little as it can).
    The record itself is the caller's: what was cut is given once, in `last.cut`, and forgotten.
    """

    def __init__(
        self,
        messages: Iterable[Any] = (),
        *,
        max_tokens: int | None = None,
        max_messages: int | None = None,
        count: Count = estimate,
        keep: Callable[[Any], object] | None = None,
        task: bool = True,
        question: bool = True,
        exchange: bool = True,
        summarise: Summariser | None = None,
        slack: float = 0.25,
        format: str | None = None,
        target: str | None = None,
        context: Mapping[str, Any] | None = None,
    ) -> None:
        share: object = slack
        if not isinstance(share, int | float) or not 0 <= slack < 1:
            said = cut(named(slack), 80)
            raise BadOption(f"slack takes a share from 0 to below 1, not {said!r}")
        if isinstance(messages, Mapping | str | bytes) or not isinstance(messages, Iterable):
            raise BadOption(f"messages takes a list of them, not {_shown(messages)}")
        if keep is not None and not callable(keep):
            raise BadOption("keep takes a function of a message here, for indices move")
        stays = (keep or (), task, question, summarise, exchange)
        given = taken(max_tokens, max_messages, count, *stays)
        self._asking, self._keep = given, keep
        self._goal = int(given.budget * (1 - slack))
        self._whole_lists = not given.by_messages and counts_lists(count)
        self._asked = {"format": format, "target": target, "context": context, "as_": None}
        self._window: list[Any] = []
        self._costs: dict[int, int] = {}
        """What each message of the window costs, by its `id()`."""
        self._total = 0
        self._task: set[int] = set()
        """The user's first words, by `id()`: what comes to stand beside them is none of them."""
        self._patience = self._failed = 0
        """How many messages the window must hold before the next cut, and how many failed that had hope."""
        self.last: Trim | None = None
        """The newest cut: what it took, and how it ended."""
        self.add(*messages)

    def add(self, *messages: Any) -> None:
        """Append messages; each is counted now, and never again. Raises `BadOption` on what can be none."""
        for message in messages:
            if not self._may_be(message):
                raise BadOption(
                    f"add takes messages, one by one: add(*messages), not {_shown(message)}"
                )
        for message in messages:
            self._window.append(message)
            if not _is_result(message) and self._failed < _IMPATIENT:
                self._patience = 0
            if self._asking.by_messages:
                self._total += 1
            elif not self._whole_lists:
                self._costs[id(message)] = cost = self._cost(message)
                self._total += cost

    @property
    def cost(self) -> int:
        """What the messages cost that were not cut, in the unit of the budget."""
        return number(self._asking.count(self._window)) if self._whole_lists else self._total

    @property
    def met(self) -> bool:
        """Whether the messages are within the budget; after `request`, false where no cut can meet it."""
        return self.cost <= self._asking.budget

    def request(self) -> list[Any]:
        """Return the list to send, a new one each time; cuts where the budget is passed."""
        if len(self._window) >= self._patience and not self.met:
            self._trim()
        return list(self._window)

    def _cost(self, message: Any) -> int:
        """Return what a message costs; one of the window was counted when it came."""
        known = self._costs.get(id(message))
        return number(self._asking.count(message)) if known is None else known

    def _stays(self, message: Any) -> object:
        return id(message) in self._task or (self._keep is not None and self._keep(message))

    def _trim(self) -> None:
        """Cut down to the budget without the slack, or as far as that can be done."""
        before, shortening = self._window, Shortening(self._window, self._now(), self._asked)
        found = shortening.run()
        self._asked["format"] = found.report.format
        met = found.cost <= self._asking.budget
        self._task = self._task or {id(before[i]) for i in shortening.task}
        if found.cut:
            self._window, self.last = list(found.messages), found._replace(met=met)
            rows = zip(self._window, found.came_from, strict=True)
            self._task = {id(m) for m, i in rows if i is not None and id(before[i]) in self._task}
        if met:
            self._patience = self._failed = 0
        else:
            self._wait(shortening)
        self._total = found.cost
        if not self._asking.by_messages and not self._whole_lists:
            self._costs = {id(message): self._cost(message) for message in self._window}

    def _wait(self, shortening: Shortening) -> None:
        """Put off the next cut after one that failed, so that a life of failures stays cheap."""
        if shortening.cost_of_pinned() > self._asking.budget:
            self._failed = _IMPATIENT  # what comes cannot help
        elif not self._patience:
            self._failed += 1
        self._patience = len(self._window) + max(1, len(self._window) // 8)

    def _may_be(self, message: Any) -> bool:
        """Tell whether something may be a message; a bare text is one of Gemini's."""
        if isinstance(message, str):
            return self._asked["format"] == "gemini" or self._asked["target"] == "gemini"
        return message is not None and not isinstance(
            message, bytes | int | float | list | tuple | set
        )

    def _now(self) -> Asking:
        """Return what is asked of the next cut."""
        asking = self._asking._replace(budget=self._goal, keep=self._stays)
        if self._task:
            asking = asking._replace(task=False)
        counts_one = not asking.by_messages and not self._whole_lists
        return asking._replace(count=self._cost) if counts_one else asking


def _shown(value: Any) -> str:
    """Return a value that is no message in a few words."""
    return f"{type(value).__name__} {cut(named(value), 60)}" if value is not None else "None"


def _is_result(message: Any) -> bool:
    """Tell whether a message only answers a call, so that no cut is possible because of it."""
    kind = message.get("type") if isinstance(message, dict) else None
    role = message.get("role") if isinstance(message, dict) else None
    return role in ("tool", "toolResult") or (isinstance(kind, str) and kind.endswith("_output"))
