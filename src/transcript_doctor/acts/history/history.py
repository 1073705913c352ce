"""The history object: the record of one conversation, built only in ways that cannot break it.

What a provider sent is kept as it came. One call in, exactly one result out: while calls are open
nobody else speaks. The request is computed from the record, new each time, and legal or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from threading import RLock
from typing import Any, Self

from transcript_doctor.acts.history.answering import Pen, answer_calls, pen_for
from transcript_doctor.acts.history.book import Book
from transcript_doctor.acts.history.calls import OpenCall
from transcript_doctor.acts.history.log import Log
from transcript_doctor.acts.history.mending import Mended
from transcript_doctor.acts.history.prefix import UNSAID
from transcript_doctor.acts.history.speaking import spoken
from transcript_doctor.acts.history.storing import header, replay
from transcript_doctor.acts.history.taking import reply
from transcript_doctor.acts.history.values import Failed
from transcript_doctor.acts.repair import Loss
from transcript_doctor.core.answers import NO_RESULT


class History:
    """The record of one conversation with one target, and the requests that it yields.

    `target` is a target's name, or a format's (its home). `context` holds facts as `check` takes them.
    All methods may be called from several threads, and from several tasks.
    """

    def __init__(
        self, target: str, *, model: str | None = None, context: Mapping[str, Any] | None = None
    ) -> None:
        self._pen: Pen = pen_for(target)
        self.model = model
        stated = dict(context or {})
        self._book = Book(self._pen, stated if model is None else {"model": model, **stated})
        self._lock = RLock()

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        target: str | None = None,
        *,
        model: str | None = None,
        context: Mapping[str, Any] | None = None,
    ) -> History:
        """Return the history that a file keeps, or a new one that is kept there from now on.

        A new file needs a target. What a method did is on the disk when it returns. Raises
        `UnreadableFile` where the file is none of a history's, or is open elsewhere.
        """
        log = Log(path)
        try:
            kept = replay(log.records, log.path, target, model)
            made = cls(kept.target, model=kept.model, context=context)
            for kind, value in kept.steps:
                made._book.repeat(kind, value)
            if not log.records:
                log.append([header(made._pen, kept.model)])
        except BaseException:
            log.close()
            raise
        made._book.log = log
        return made

    # -- what it holds -----------------------------------------------------------------------------

    @property
    def target(self) -> str:
        """The name of the target."""
        return self._pen.target.name

    @property
    def record(self) -> list[Any]:
        """What happened so far, as a new list, failed turns and the results of open exchanges included."""
        with self._lock:
            return self._book.record

    @property
    def open_calls(self) -> tuple[OpenCall, ...]:
        """The calls that wait for a result, in call order."""
        with self._lock:
            return self._book.calls

    @property
    def changes(self) -> tuple[Mended, ...]:
        """What was mended in the last request, beside the turns that `view` leaves out."""
        return self._book.desk.changes

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What of the record is not in the last request, such as thinking bound to what changed before it."""
        return self._book.desk.losses

    # -- what happens ------------------------------------------------------------------------------

    def user(self, content: Any) -> None:
        """Let the user speak: a text, a list of parts, or a message of the target's format.

        Raises `OpenCalls` while calls wait for results, and `BadMessage` for what the target refuses.
        """
        with self._lock:
            self._book.must_be_closed()
            self._book.say("user", spoken(self._pen, content))

    def assistant(self, message: Any) -> tuple[OpenCall, ...]:
        """Keep what the assistant said, as received, and return the calls that now wait for results.

        `message` is an SDK's response or message, a dict as on the wire, or a text. Raises `OpenCalls`
        while calls wait for results, and `BadMessage` where there is no assistant's message in it.
        """
        with self._lock:
            self._book.must_be_closed()
            taken = reply(self._pen.format, message)
            self._book.say("assistant", taken)
            return self._book.calls if taken.calls else ()

    def answer_calls(self, assistant_message: Any, results: Mapping[str, Any]) -> list[Any]:
        """Return the messages to append behind an assistant's message; nothing is appended here.

        Raises `BadAnswers` when an id is missing or unknown.
        """
        return answer_calls(assistant_message, results, target=self.target)

    def results(self, results: Mapping[str, Any]) -> tuple[str, ...]:
        """Keep results of open calls, all or some of them, and return the ids that are still open.

        A value is a text, JSON, `Failed(text)`, an exception, or `Parts(list)`. They go out in call
        order once all are there. Raises `BadAnswers` for an id that is no open call's.
        """
        with self._lock:
            self._book.answer(results)
            return tuple(self._book.open)

    def interrupt(self) -> tuple[str, ...]:
        """Close the open calls with results that say that there is none; return their ids."""
        with self._lock:
            ids = tuple(self._book.open)
            if ids:
                self._book.answer(dict.fromkeys(ids, Failed(NO_RESULT)))
            return ids

    def request(self, *, system: Any = UNSAID, tools: Any = UNSAID) -> list[Any]:
        """Return the messages to send, as a new list that the target takes.

        Say what `system` and `tools` you send with it: when they change, thinking that is bound to them
        leaves the request (`losses`). Where the list itself holds the system prompt (OpenAI chat), it
        begins with it. Raises `OpenCalls`, or `IllegalRequest` where nothing that is known helps.
        """
        with self._lock:
            self._book.must_be_closed()
            self._book.turn_to(self._book.desk.prefix.then(system, tools))
            return self._book.desk.request(system, tools)

    def close(self) -> None:
        """Close the file, where there is one: whoever goes on writing then gets an error."""
        with self._lock:
            if self._book.log is not None:
                self._book.log.close()

    def __len__(self) -> int:
        """Return how many messages the record holds."""
        return len(self.record)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        """Return a short form for people who debug."""
        waiting = len(self.open_calls)
        return f"<history for {self.target}: {len(self)} messages, {waiting} open calls>"
