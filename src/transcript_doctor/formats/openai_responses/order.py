"""What hangs on the order of Responses items: whole exchanges, and what reasoning led to."""

from __future__ import annotations

import re

from transcript_doctor.core.outline import ASSISTANT, CALLS, REASONING, RESULTS, Outline

_UNNAMED = {ASSISTANT: "unnamed-message", CALLS: "unnamed-call"}


def look_along(out: Outline) -> None:
    """Decide whether the exchanges are tidy, and note reasoning that stands alone or is lacking."""
    out.untidy = _untidy(out)
    if REASONING in out.letters:
        _note_followers(out)


def _untidy(out: Outline) -> bool:
    """Tell whether some call is not answered at once: all calls of a turn, then all results."""
    calls, results = iter(out.calls), iter(out.results)
    pending: list[str | None] = []
    done = 0
    for letter in out.letters:
        if letter == CALLS:
            ident = next(calls).id
            if done and done == len(pending):
                pending, done = [], 0
            if done or ident is None:
                return True
            pending.append(ident)
        elif letter == RESULTS:
            if done >= len(pending) or pending[done] != next(results).id:
                return True
            done += 1
        elif done != len(pending):
            return True
    return done != len(pending)


def _note_followers(out: Outline) -> None:
    """Note reasoning without the item that it led to, and items whose reasoning has lost its id."""
    rows = {row.message: row.item for row in out.reasoning}
    for run in re.finditer(f"{REASONING}+", out.letters):
        behind = run.end()
        role = out.roles[behind : behind + 1]
        item = out.messages[behind] if role == "a" else {}
        ident, kind = item.get("id"), item.get("type", "message")
        if rows[behind - 1] is None and type(ident) is str:
            out.note("T001", "item", behind, ("id",), id=ident, type=kind)
        case = "item" if role in ("", "u", "s", "t") else None
        if role == "a" and type(ident) is not str:
            case = _UNNAMED.get(out.letters[behind])
        for i in range(run.start(), behind) if case else ():
            own = rows[i]
            # An id that the server did not make is no link to an item that it made.
            if own is not None and (case == "item" or own.startswith("rs")):
                out.note("T003", str(case), i, (), id=own, type=kind)
