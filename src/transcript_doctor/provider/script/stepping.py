"""Taking a step of the script: what it says to a request, and the trouble around what it says."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections.abc import Callable, Iterator
from traceback import walk_tb
from typing import Any, NamedTuple

from transcript_doctor.acts.convert import convert
from transcript_doctor.core.errors import DoctorError
from transcript_doctor.core.report import Report
from transcript_doctor.provider.script.conversations import Conversation
from transcript_doctor.provider.script.default import default_step
from transcript_doctor.provider.script.trouble import Trouble
from transcript_doctor.testing import BadStep, Request, request_of
from transcript_doctor.testing.saying import words_of_failure
from transcript_doctor.testing.speaking import spoken

_STATUS = re.compile(r"([45]\d\d)\b[:\s]*")
_STRICT = json.JSONEncoder(allow_nan=False)
_DEEPEST = 10
"""Functions in trouble in functions are looked into so deep."""


class Taken(NamedTuple):
    """A step that was taken."""

    number: int | None
    """Which step of the script it is, from 1; None where there is no script."""
    message: dict[str, Any]
    """What is said, in the form of the lab; empty where only trouble comes."""
    trouble: Trouble | None

    def trouble_for(self, *, streamed: bool) -> Trouble | None:
        """Return what goes wrong over HTTP: a status, or a break of the stream where there is one."""
        failed, trouble = failure_of(self.message), self.trouble
        if failed is not None and streamed and self.message.get("content"):
            around = trouble or Trouble()
            return around._replace(broken=failed.status, sentence=failed.sentence)
        if failed is None and trouble is not None and trouble.broken and not streamed:
            return Trouble(trouble.broken, trouble.sentence)
        return failed or trouble


async def take(
    conversation: Conversation | None, report: Report, body: dict[str, Any], ids: Iterator[str]
) -> Taken:
    """Return the next step of a conversation, or the default's where there is no script.

    Raises `ScriptEnded`, and `BadStep` for a step that says nothing that can be sent.
    """
    if conversation is None:
        return Taken(None, spoken(default_step(report, body), ids), None)
    number, made = conversation.play.take()
    trouble: Trouble | None = None
    for _ in range(_DEEPEST):
        if isinstance(made, Trouble):
            trouble = _joined(trouble, made)
            if trouble.status:
                return Taken(number, {}, trouble)
            made = made.step
        elif callable(made):
            made = await _called(number, made, body, report)
        else:
            break
    if not isinstance(made, dict) or made.get("role") != "assistant":
        raise BadStep(f"step {number} gave no assistant message, but {made!r:.80}")
    return Taken(number, _sayable(spoken(made, ids), number), trouble)


def _sayable(message: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the message; raises `BadStep` where JSON cannot say it: dates, sets, numbers that are none."""
    try:
        _STRICT.encode(message)
    except (TypeError, ValueError, RecursionError) as fault:
        raise BadStep(f"step {number} holds what JSON cannot say: {fault!s:.200}") from None
    return message


def failure_of(message: dict[str, Any]) -> Trouble | None:
    """Return what a message that failed is over HTTP: a status, where its text begins with one, else 500."""
    text = words_of_failure(message)
    if text is None:
        return None
    found = _STATUS.match(text)
    if found is None:
        return Trouble(500, text or None)
    return Trouble(int(found[1]), text[found.end() :] or None)


async def _called(
    number: int, step: Callable[[Request], Any], body: dict[str, Any], report: Report
) -> Any:
    """Return what a function says to a request; it may take its time, for it has a thread of its own."""
    request = _for_steps(body, report)
    try:
        made = await asyncio.to_thread(step, request)
        return await made if inspect.isawaitable(made) else made
    except DoctorError:
        raise
    except Exception as fault:
        name, where = getattr(step, "__name__", type(step).__name__), raised_at(fault, step)
        raise BadStep(
            f"step {number}, {name}, raised {type(fault).__name__}: {fault!s:.500}{where}"
        ) from fault


def raised_at(fault: BaseException, step: Any) -> str:
    """Return file and line of the step at which it raised, `""` where it is none of a file."""
    code = getattr(inspect.unwrap(step), "__code__", None)
    rows = [row for row in walk_tb(fault.__traceback__) if row[0].f_code is code]
    return f" ({code.co_filename}, line {rows[-1][1]})" if rows and code is not None else ""


def _for_steps(body: dict[str, Any], report: Report) -> Request:
    """Return a request of any API as steps read it: system, messages and tools in the form of the lab."""
    made = convert(
        body, to="lab", format=report.format, source=report.target, as_="request", repair=True
    )
    whole = made.transcript if isinstance(made.transcript, dict) else {"messages": made.messages}
    return request_of(whole.get("system", ""), whole.get("messages", []), whole.get("tools", []))


def _joined(outer: Trouble | None, inner: Trouble) -> Trouble:
    """Return trouble around trouble as one; the outer one decides where both say something."""
    if outer is None:
        return inner
    plain = Trouble._field_defaults
    told = {k: v for k, v in outer._asdict().items() if k != "step" and v != plain[k]}
    return inner._replace(**told)
