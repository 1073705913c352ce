"""Trouble on order: steps that fail, break off, come slowly or come out wrong, as providers do on bad days.

They stand in a script like any other step, and most of them wrap one:
`[rate_limited(), cut(say("Half of th")), say("All of it.")]`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.core.errors import BadOption
from transcript_doctor.testing import reply

OVERLOADED = 529
"""Stands for the status that each provider has for it: Anthropic's 529, the others' 503."""


class Trouble(NamedTuple):
    """A step that a provider cannot give, or not in good order."""

    status: int = 0
    """The status that is answered instead of a reply; 0 where a reply is given."""
    sentence: str | None = None
    """What is said with it; the provider's own words where nothing is."""
    retry_after: float | None = None
    """Seconds, for the header `retry-after`."""
    step: Any = None
    """What is said where something is: a message, or a function of the request."""
    after: int | None = None
    """Frames of the stream that still go out before it breaks off."""
    broken: int = 0
    """The status that is told in mid-stream where it breaks off; 0: the connection just closes."""
    pause: float = 0.0
    """Seconds before each frame of a stream, or before a whole answer."""
    hangs: bool = False
    """Nothing more comes, and the connection stays open until the client leaves."""

    @property
    def is_lost(self) -> bool:
        """Whether the client gets no whole answer, and will ask the same again."""
        return bool(self.status or self.broken) or self.after is not None

    @property
    def kind(self) -> str:
        """What it is, in a word: the status instead of an answer, or what befalls the answer on its way."""
        if self.status:
            return "status"
        if self.hangs:
            return "hang"
        if self.is_lost:
            return "broken" if self.broken else "cut"
        return "slow"


def failure(
    status: int, sentence: str | None = None, *, retry_after: float | None = None
) -> Trouble:
    """Return a failure with a status from 400 to 599, said in the provider's words unless given."""
    if type(status) is not int or not 400 <= status <= 599:
        raise BadOption(f"a failure has a status from 400 to 599, not {status!r:.40}")
    return Trouble(status, sentence, _seconds("retry_after", retry_after))


def rate_limited(retry_after: float | None = 1, sentence: str | None = None) -> Trouble:
    """Return a 429 whose header `retry-after` names seconds; None leaves the header out."""
    return failure(429, sentence, retry_after=retry_after)


def server_error(sentence: str | None = None) -> Trouble:
    """Return a 500."""
    return failure(500, sentence)


def overloaded(sentence: str | None = None) -> Trouble:
    """Return a provider that has too much to do: 529 where it is Anthropic, 503 elsewhere."""
    return failure(OVERLOADED, sentence)


def cut(step: Any, after: int = 3) -> Trouble:
    """Return a step whose stream closes after so many frames, and in any case before its end.

    An answer in one piece is cut in half.
    """
    return _around(step, after=_count("cut", after))


def broken(step: Any, after: int = 3, status: int = OVERLOADED) -> Trouble:
    """Return a step whose stream tells of a failure after so many frames, and in any case before its end.

    A request that wants no stream gets the status instead.
    """
    return _around(step, after=_count("broken", after), broken=failure(status).status)


def slow(step: Any, seconds: float = 0.1) -> Trouble:
    """Return a step with a pause before each frame of the stream, or before an answer in one piece."""
    return _around(step, pause=_seconds("slow", seconds) or 0.0)


def hang(step: Any = None, after: int = 0) -> Trouble:
    """Return a step after whose first frames nothing more comes until the client gives up."""
    return _around(reply() if step is None else step, after=_count("hang", after), hangs=True)


def malformed(name: str, arguments: str = '{"path": "a.p') -> dict[str, Any]:
    """Return a reply that calls a tool with arguments that are no JSON, as cut-off generations are.

    APIs that carry arguments as an object cannot say it in one piece; their streams can.
    """
    return reply({"type": "toolCall", "id": None, "name": name, "arguments": arguments})


def empty() -> dict[str, Any]:
    """Return a reply with nothing in it."""
    return reply()


def _around(step: Any, **changes: Any) -> Trouble:
    """Return a step with trouble added to what it has of it already."""
    return (step if isinstance(step, Trouble) else Trouble(step=step))._replace(**changes)


def _count(name: str, frames: int) -> int:
    if type(frames) is not int or frames < 0:
        raise BadOption(
            f"{name} comes after a number of frames, 0 or more, not after {frames!r:.40}"
        )
    return frames


def _seconds(name: str, value: float | None) -> float | None:
    if value is None:
        return None
    if type(value) not in (int, float) or not 0 <= value <= 3600:
        raise BadOption(f"{name} takes seconds, from 0 to 3600, not {value!r:.40}")
    return value
