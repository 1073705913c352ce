"""All that servers keep for their clients between requests, for the wires whose providers do so."""

from __future__ import annotations

from typing import Any

from transcript_doctor.provider.wires.anthropic_threads import Threads
from transcript_doctor.provider.wires.responses_memory import Memory
from transcript_doctor.provider.wires.shelf import Lost
from transcript_doctor.provider.wires.wire import Answer, Wire


class Memories:
    """What one server keeps, by the format of its wires."""

    def __init__(self) -> None:
        self.responses = Memory()
        self.threads = Threads()

    def unfold(self, wire: Wire, body: dict[str, Any]) -> dict[str, Any] | Lost:
        """Return a request with all that it builds on, as the judge needs it, or why there is none."""
        if wire.format == "openai-responses":
            return self.responses.unfold(body)
        return self.threads.unfold(body) if wire.format == "anthropic" else body

    def release(self, wire: Wire, body: dict[str, Any]) -> None:
        """Let others continue what a request was about to; called once nothing more comes of it."""
        if wire.format == "anthropic":
            self.threads.release(body)

    def keep(self, wire: Wire, answer: Answer) -> None:
        """Keep an answer that is given, streamed or not, where its request asks for that."""
        if wire.format == "openai-responses":
            self.responses.keep(answer.body, wire.whole(answer))
        elif wire.format == "anthropic" and answer.body.get("thread") is not None:
            self.threads.keep(answer.body, wire.whole(answer))
