"""The twenty-third check of the second lab: while the gaps are empty, which names are missing."""

from __future__ import annotations

from transcript_doctor.testing.labs.checks.check import Check, Learners, holds

_WANTED = {
    "error_message": "error_message(text) makes the assistant message that says why there is no reply",
    "run_agent": "run_agent(model, system, messages, tools, prompt, *, max_turns=None) is the loop: it "
    "appends to the caller's list, and returns the last message",
    "context_for_model": "context_for_model(messages) works out the request from the record",
}


async def _names(learners: Learners) -> None:
    missing = [
        told for name, told in _WANTED.items() if not callable(getattr(learners, name, None))
    ]
    holds(not missing, "missing: " + "; ".join(missing))


NAMES = (
    Check(
        "The three names of the rebuild are in the file. Until they are, every test below can only say so.",
        _names,
    ),
)
"""What must be there before anything else can be asked."""
