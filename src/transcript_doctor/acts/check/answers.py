"""Whole responses in the list: each gets one finding, and what is called inside it is read all the same."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.format import Format
from transcript_doctor.core.outline import Note, Outline
from transcript_doctor.core.responses import Answer, answer_in


def note_answers(outline: Outline, format: Format) -> None:
    """Note each whole response once, in the place of what the walk found odd in it.

    One that has a role is a message with keys too many; in any other the message is a part of it.
    """
    odd = sorted({note.message for note in outline.notes if note.message >= 0})
    found = {i: answer for i in odd if (answer := answer_in(outline.messages[i])) is not None}
    if not found:
        return
    odd_keys: dict[int, Note] = {}
    for note in outline.notes:
        if _is_said(note, found.get(note.message)):
            odd_keys.setdefault(note.message, note)
    outline.notes = [n for n in outline.notes if not _is_said(n, found.get(n.message))]
    letters, roles = list(outline.letters), list(outline.roles)
    for i, answer in found.items():
        words: dict[str, Any] = {"kind": answer.kind, "advice": answer.advice}
        if answer.messages:
            outline.note("S001", "whole-response", i, **words)
            outline.empty.discard(i)
        elif (first := odd_keys.get(i)) is not None:
            outline.note("Y003", "whole-response", i, **{**first.values, **words})
        # A list of items: its walk takes it for a reference to what the server has, calls and all.
        if answer.messages and answer.format == format.name and not outline.items:
            letters[i], roles[i] = _graft(outline, format, i, answer)
    outline.letters, outline.roles = "".join(letters), "".join(roles)
    outline.calls.sort(key=lambda call: call.message)
    outline.hosted_calls.sort(key=lambda call: call.message)
    outline.untidy = True


def _is_said(note: Note, answer: Answer | None) -> bool:
    """Tell whether all that a note says is that a response is no message."""
    if answer is None:
        return False
    return bool(answer.messages) or (note.code == "Y003" and len(note.part) == 1)


def _graft(outline: Outline, format: Format, i: int, answer: Answer) -> tuple[str, str]:
    """Write down the calls of a response as if its message stood in the list; return the letters of that."""
    inner = Outline(format.name, list(answer.messages), {}, outline.facts)
    format.read(inner)
    for mine, theirs in (
        (outline.calls, inner.calls),
        (outline.hosted_calls, inner.hosted_calls),
    ):
        for call in theirs:
            call.message, call.part = i, (*answer.root, *call.part)
            mine.append(call)
    return inner.letters, inner.roles
