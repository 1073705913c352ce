"""Facts: what a check must know beside the list, where it may come from, and how to say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

KNOWN_FACTS: dict[str, str] = {
    "model": "the model that receives the request: --context model=NAME",
    "thinking": "the thinking setting of the request: --context thinking=enabled, adaptive or disabled",
    "tools_declared": "whether the request declares tools: --context tools_declared=true or false",
    "system": "the system prompt of the request: --context system=TEXT",
    "system_instruction": "the system instruction of the request: --context system_instruction=TEXT",
    "previous_response_id": "the stored response that is continued: --context previous_response_id=ID",
    "conversation": "the stored conversation that the request continues: --context conversation=ID",
    "prompt": "the stored prompt that the request is filled from: --context prompt=ID",
    "store": "whether the provider stores responses: --context store=true or false",
    "cache_markers": "how many cache markers stand outside the messages: --context cache_markers=2",
    "prefix_changed": "what changed in front of the thinking: --context prefix_changed=WHAT",
    "stale_thinking_at": "messages whose thinking is older than a change: --context stale_thinking_at=[3]",
    "turn_models": "which model made which message: --context turn_models={...}",
    "target_model": "the model that receives the request: --context target_model=NAME",
    "server": "the software that serves the model: --context server=NAME",
    "endpoint": "the endpoint that receives the request: --context endpoint=NAME",
}
"""Every fact by name, with the way to state it."""

CONDITIONS = frozenset(
    {
        "thinking",
        "tools_declared",
        "previous_response_id",
        "conversation",
        "prompt",
        "store",
        "prefix_changed",
        "family",
    }
)
"""The facts that a law may name in `when` and `unless`."""


class Unknown(NamedTuple):
    """A fact that the check lacked, the rules that waited for it, and how to state it."""

    fact: str
    codes: tuple[str, ...]
    how_to_say_it: str

    def to_json(self) -> dict[str, object]:
        """Return the unknown as plain JSON."""
        return {"fact": self.fact, "codes": list(self.codes), "how_to_say_it": self.how_to_say_it}


class Facts:
    """The facts that are known: stated by the caller first, else read off the request body."""

    __slots__ = ("families", "known", "whole_request")

    def __init__(
        self,
        known: Mapping[str, object],
        *,
        whole_request: bool = False,
        families: Mapping[str, bool] | None = None,
    ) -> None:
        self.known = dict(known)
        self.whole_request = whole_request
        """Whether a whole request body was given, so that an absent key is a known absence."""
        self.families = families or {}
        """Model families that the caller settled, whatever the model's name."""

    def get(self, name: str) -> object:
        """Return the value of a fact, or None where it is not known."""
        return self.known.get(name)

    def knows(self, name: str) -> bool:
        """Tell whether a fact is known (a known absence counts)."""
        return name in self.known

    @property
    def model(self) -> str | None:
        """The receiving model's name, or None."""
        model = self.known.get("target_model") or self.known.get("model")
        return model if isinstance(model, str) else None

    def key(self, names: Iterable[str]) -> tuple[object, ...]:
        """Return a hashable summary of some facts, so that what follows from them can be kept."""
        return tuple(_summary(self.known[name]) if name in self.known else None for name in names)


def _summary(value: object) -> object:
    try:
        return repr(value)
    except (RecursionError, ValueError):  # too deep, or a number of thousands of digits
        return object()
