"""A name is empty or has a form that the target does not take.

## What it means
The name of a called function, or of a participant, is missing, empty, too long, or holds characters
outside the target's pattern.

## Why it is refused
Names in the history are held to the same pattern as declared ones. Models invent names with dots
and slashes, streams that break off leave the name empty, adapters put a server's name in front of
the tool's, and people are called by names with blanks in them.

## How it is healed
A name of odd characters is written with `_` in their place, on the call and its result alike, unless
another tool has that name. Which tool was meant by an empty name is for a person to say, and so is a
name that the request declares: its declaration must change with it.

## Sources
continuedev/continue#9784 (an empty name). The targets' pages name the source and the date of each
law.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from transcript_doctor.core.healing import of_either
from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find names outside the target's pattern; each distinct name is looked at once.

    The law's `form` says in words what its pattern wants.
    """
    form = laws.param("Y002", "form", None, "form")
    pattern = laws.param("Y002", "pattern", None, "pattern")
    most = laws.param("Y002", "max", None, "length")
    names = {call.name for call in outline.calls if call.name}
    bad = {name: case for name in names if (case := _case(name, pattern, most)) is not None}
    for call in outline.calls if bad else ():
        if call.name in bad:
            length = len(call.name)
            values = {"name": call.name, "pattern": pattern, "length": length, "n": length}
            values |= {"max": most, "k": call.index, "form": form}
            case = "form" if form and bad[call.name] == "pattern" else bad[call.name]
            yield Hit(case, call.message, call.part, values, call)
    pattern = laws.param("Y002", "pattern", None, "result")
    for result in outline.results if pattern is not None else ():
        if result.name is not None and re.fullmatch(pattern, result.name, re.DOTALL) is None:
            values = {"name": result.name, "form": form}
            yield Hit("result", result.message, (*result.part, "name"), values, result)
    if outline.participants:
        yield from _people(outline, laws)


def _people(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find names of speakers outside the target's pattern, or outside an older, narrower one."""
    patterns = {
        case: pattern
        for case in ("participant", "older-participant")
        if (pattern := laws.param("Y002", "pattern", None, case)) is not None
    }
    for message, part, name in outline.participants:
        for case, pattern in patterns.items():
            if re.fullmatch(pattern, name) is None:
                yield Hit(case, message, part, {"name": name, "pattern": pattern})
                break


def _case(name: str, pattern: str | None, most: int | None) -> str | None:
    if most is not None and len(name) > most:
        return "length"
    if pattern is not None and re.fullmatch(pattern, name, re.DOTALL) is None:
        return "pattern"
    return None


@of_either
def heal(surgeon: Surgeon, hit: Hit, row: Call | Result) -> bool:
    """Write a name in the characters that are taken, on all its calls and results alike.

    A name that the request declares is left to a person, for the declaration must change with it.
    """
    name = hit.values.get("name")
    if (
        hit.case not in _RENAMED
        or not isinstance(name, str)
        or name in (surgeon.outline.declared or ())
    ):
        return False
    made = _stand_in(surgeon, name, "result" if hit.case == "result" else "pattern")
    if made is None:
        return False
    surgeon.cost = "safe"
    pair = surgeon.answers.result_of(row) if isinstance(row, Call) else None
    done = surgeon.put(row.message, surgeon.verbs.name_at(row), made)
    if done and pair is not None and pair.name == name:
        done = surgeon.put(pair.message, surgeon.verbs.name_at(pair), made)
    return done


_RENAMED = frozenset({"pattern", "form", "result"})
_ODD = re.compile(r"[^A-Za-z0-9_]+")


def _stand_in(surgeon: Surgeon, name: str, case: str) -> str | None:
    """Return the name in characters that are taken; None where there is none, or another tool has it."""
    made = _ODD.sub("_", name).strip("_") or "tool"
    pattern = surgeon.laws.param("Y002", "pattern", None, case)
    if pattern is not None and re.fullmatch(pattern, made, re.DOTALL) is None:
        return None
    borne = surgeon.names - {name}
    alike = [other for other in borne if _ODD.sub("_", other).strip("_") == made]
    return None if alike or made in (surgeon.outline.declared or ()) else made


RULE = Rule(
    code="Y002",
    name="invalid-name",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "missing": "the call has no function name",
        "type": "the function name is {a_type}, not a string",
        "empty": "the function name is empty",
        "pattern": "the function name {name!r} has characters outside {pattern}",
        "form": "the function name {name!r} does not consist of {form}",
        "length": "the function name has {length} characters, allowed are {max}",
        "participant": "the participant name {name!r} has characters outside {pattern}",
        "older-participant": "the participant name {name!r} has characters outside {pattern}",
        "result": "the result's function name {name!r} does not consist of {form}",
        "result-type": "the result's function name is {a_type}, not a string",
    },
    remedy={
        "missing": Remedy("manual", "write the name of the tool that was called"),
        "empty": Remedy("manual", "write the name of the tool that was called"),
        "type": Remedy("manual", "write the name of the tool that was called, as a string"),
        "participant": Remedy("manual", "write the participant's name in other characters"),
        "older-participant": Remedy("manual", "write the participant's name in other characters"),
        "length": Remedy(
            "manual", "use the declared name, or rename the tool in its declaration too"
        ),
        "result-type": Remedy("manual", "copy the name from the call, or leave it out"),
        "*": Remedy(
            "safe", "write the name in characters that are taken, on calls and results alike"
        ),
    },
    needs="always",
    check=find,
    heal=heal,
    law_only=frozenset({"result", "result-type", "older-participant"}),
)
