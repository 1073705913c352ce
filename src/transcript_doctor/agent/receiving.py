"""The gate between a model's reply and the record: what cannot go back to the model does not get there.

A reply that breaks the next request breaks every request after it. So names, arguments and texts that
no provider takes back are mended here, the calls are answered with what was wrong, and a request is made of
the reply alone, to see that there is one.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, NamedTuple

from transcript_doctor.acts.history import History
from transcript_doctor.acts.history.taking import Taken, reply
from transcript_doctor.acts.history.values import sendable
from transcript_doctor.agent.misnamed import STAND_IN, misnamed
from transcript_doctor.agent.unreadable import unreadable
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.edit import Edit, apply
from transcript_doctor.core.errors import BadMessage, IllegalRequest
from transcript_doctor.core.surgery.rewriting import node_at

_ITS_OWN = ("C", "I", "S", "T", "Y", "R002", "R009")
"""Rules that a message breaks by itself, whatever stands around it."""


class Received(NamedTuple):
    """A message of an assistant that can go back."""

    message: Any
    """The very message, where there was nothing to change."""
    faults: dict[int, str]
    """What answers the calls that cannot be run, by their place among the calls."""


def received(message: Any, target: str, tools: Collection[str]) -> Received:
    """Return a model's message as the record can keep it; raises `BadMessage` where it cannot."""
    format = FORMATS[target_named(target).format]
    taken = reply(format, message)
    edits, faults = _mended(taken, tools, format.verbs)
    try:
        messages = _sendable(apply(taken.messages, edits) if edits else taken.messages)
    except LookupError:  # there is no place for a name, or for arguments
        raise BadMessage(f"a call in the reply is none of {format.title}") from None
    kept = message
    if messages is not taken.messages:
        in_one = format.verbs is not None and format.verbs.parts_key is not None
        kept = messages[0] if in_one else messages
    _try(kept, target)
    return Received(kept, faults)


def _mended(taken: Taken, tools: Collection[str], verbs: Any) -> tuple[list[Edit], dict[int, str]]:
    """Return the edits that a message needs, and what answers its calls."""
    edits: list[Edit] = []
    faults: dict[int, str] = {}
    for at, call in enumerate(taken.calls):
        place = (call.message, *call.arguments_at)
        if (unread := unreadable(call, node_at(taken.messages, place))) is not None:
            faults[at] = unread.words
            edits += [Edit("put", place, unread.quotation)] if unread.quotation else []
        if (unnamed := misnamed(call, tools)) is not None:
            faults[at] = unnamed
            edits.append(Edit("put", (call.message, *verbs.name_at(call)), STAND_IN))
    return edits, faults


def _sendable(messages: list[Any]) -> list[Any]:
    """Return messages whose texts can all be encoded; raises `BadMessage` for what is no JSON."""
    try:
        text = json.dumps(messages, ensure_ascii=False, allow_nan=False, default=_as_bytes)
        if text == sendable(text):
            return messages
        return [_with_whole_characters(message) for message in messages]
    except (TypeError, ValueError, RecursionError) as fault:
        raise BadMessage(f"the reply is no JSON: {fault}") from None


def _as_bytes(value: object) -> str:
    """Let bytes through, which SDKs keep in messages; raises for all else."""
    if isinstance(value, bytes | bytearray):
        return ""
    raise TypeError(f"{value!r} stands in it")


def _with_whole_characters(node: Any) -> Any:
    """Return a value whose texts can all be encoded."""
    if isinstance(node, dict):
        return {sendable(key): _with_whole_characters(child) for key, child in node.items()}
    if isinstance(node, list):
        return [_with_whole_characters(child) for child in node]
    return sendable(node) if isinstance(node, str) else node


def _try(message: Any, target: str) -> None:
    """Raise `BadMessage` where no request can be made of a reply, for a reason that lies in the reply."""
    trial = History(target)
    trial.user("Go on.")
    trial.assistant(message)
    trial.interrupt()
    try:
        trial.request()
    except IllegalRequest as fault:
        errors = [finding for finding in fault.report.findings if finding.severity == "error"]
        for finding in errors:
            if finding.code.startswith(_ITS_OWN):
                why = f"{finding.code} {finding.name}: {finding.message}"
                raise BadMessage(f"the reply cannot go back to the model: {why}") from None
