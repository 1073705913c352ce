"""The history object: the record of one conversation, built only in ways that cannot break it.

What a provider sent is kept as it came. One call in, exactly one result out: while calls are open
nobody else speaks. The request is computed from the record, new each time, and legal or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from threading import RLock
from typing import Any, Self

from transcript_doctor.acts.history.answering import answer_calls
from transcript_doctor.acts.history.beginning import sound
from transcript_doctor.acts.history.book import Book
from transcript_doctor.acts.history.calls import OpenCall
from transcript_doctor.acts.history.log import Log
from transcript_doctor.acts.history.mending import Mended
from transcript_doctor.acts.history.pen import Pen, pen_for
from transcript_doctor.acts.history.prefix import UNSAID, must_be_sendable
from transcript_doctor.acts.history.speaking import spoken
from transcript_doctor.acts.history.storing import header, lost, replay
from transcript_doctor.acts.history.taking import reply
from transcript_doctor.acts.history.values import Failed
from transcript_doctor.acts.opening.stating import sort_context
from transcript_doctor.acts.repair import Loss
from transcript_doctor.core.answers import NO_RESULT
from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.paths import file_name


class History:
    """The record of one conversation with one target, and the requests that it yields.

    `target` is a target's name, or a format's (its home). `context` holds facts as `check` takes them.
    All methods may be called from several threads, and from several tasks.
    """

    def __init__(
        self, target: str, *, model: str | None = None, context: Mapping[str, Any] | None = None
    ) -> None:
        self._pen: Pen = pen_for(target)
        if model is not None and not isinstance(model, str):
            raise BadOption(f"model takes a name, not {type(model).__name__}")
        self.model = model
        sort_context(context)  # raises for what is no mapping, before anything is said
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
        `UnreadableFile` where the file is none of a history's, where a record of it is lost, or where it is
        open elsewhere.
        """
        name = file_name(path)
        if not Path(name).exists():  # a wrong option leaves no file behind
            cls(replay([], name, target, model).target, model=model, context=context)
        log = Log(name)
        try:
            kept = replay(log.records, log.path, target, model)
            made = cls(kept.target, model=kept.model, context=context)
            for step in kept.steps:
                if not made._book.repeat(step):
                    raise lost(log.path, step.line, "this goes on from a record that is not there")
            made._keep(log)
        except BaseException:
            log.close()
            raise
        return made

    @classmethod
    def of(
        cls,
        messages: Any,
        target: str,
        *,
        path: str | os.PathLike[str] | None = None,
        model: str | None = None,
        context: Mapping[str, Any] | None = None,
    ) -> History:
        """Return a history that begins with messages that were sent before; `path` names a new file for it.

        `messages` are whatever `check` takes, in the target's format; calls at their end may be open. Raises
        `SickTranscript` where the target refuses them, and `BadMessage` for messages of another format.
        """
        made = cls(target, model=model, context=context)
        held = sound(messages, made._pen, made._book.desk.context)
        log = Log(file_name(path)) if path is not None else None
        try:
            if log is not None and log.records:
                raise BadOption(
                    f"{log.path} keeps a history already: open it, or name another file"
                )
            if log is not None:
                made._keep(log)
            made._book.begin(held)
        except BaseException:
            if log is not None:
                log.close()
            raise
        return made

    def _keep(self, log: Log) -> None:
        log.mend()
        if not log.records:
            log.append([header(self._pen, self.model)])
        self._book.log = log

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
            return self._book.calls

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
                self._book.answer(dict.fromkeys(ids, Failed(NO_RESULT)), closing=True)
            return ids

    def request(self, *, system: Any = UNSAID, tools: Any = UNSAID) -> list[Any]:
        """Return the messages to send, as a new list that the target takes.

        Say what `system` and `tools` you send with it: when they change, thinking that is bound to them
        leaves the request (`losses`). Where the format has the system prompt in the list, the list begins
        with it: a text, or a list of parts. Raises `OpenCalls`, or `IllegalRequest` where nothing that
        is known helps.
        """
        must_be_sendable(system, tools)
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
