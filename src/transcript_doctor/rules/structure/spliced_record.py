"""Several records of a session file stand on one line.

## What it means
A file of lines has one record on each. Here two whole records share a line, or one that was cut off is
followed by whole ones. The whole ones were read; of the cut one nothing is known.

## Why it is refused
No provider sees the file; the agent does. A reader that takes each line for one record refuses the
whole line, so that sound records are lost with the torn one, and the provider then refuses a request
in which a call or its result is missing. It comes of two writers on one file, and of a crash in the
middle of a write: the next start writes on where the file ended.

## How it is healed
Each whole record gets a line of its own. A record that was cut off is taken out; it cannot be read.

## Sources
anthropics/claude-code#14132, anthropics/claude-code#81843.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule

RULE = Rule(
    code="S102",
    name="spliced-record",
    scope="file",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "joined": "{whole} records stand on one line of the file",
        "cut": "a record that was cut off shares its line with whole ones ({whole})",
    },
    remedy={
        "joined": Remedy("safe", "put each record on a line of its own"),
        "cut": Remedy("lossy", "take the cut record out, put the others on lines of their own"),
    },
)
