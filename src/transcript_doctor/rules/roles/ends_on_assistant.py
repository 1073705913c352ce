"""The last message is the assistant's, so there is nothing to answer.

## What it means
A request ends with an assistant message. Older models take it as the beginning of their answer (a
prefill). For training data the reverse holds: there the last message is the one to learn.

## Why it is refused
Newer models refuse a prefill, and a server that lets the model think first cannot start in the
middle of an answer. Often the message stands there by mistake: a notice that the harness put in,
half an answer kept after an abort, a turn whose calls were taken out.

## How it is healed
A mark that stands too early is removed. Whether a text at the end is a prefill, a duplicate or an
answer that still lacks its question is for a person to say. Records are not judged: a session at rest
ends on the assistant.

## Sources
ggml-org/llama.cpp#20861, anomalyco/opencode#27920. The targets' pages name the source and the date
of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import CALLS, UNREADABLE, Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find a request that ends on the assistant (or training data that does not)."""
    last = len(outline.roles) - 1
    if last < 0 or outline.letters[last] == UNREADABLE:
        return
    role = outline.roles[last]
    if last == 0 and role in "at" and laws.bites("R003", "alone"):
        return
    if role == "a":
        if last not in outline.ends_hosted and not _open(outline, last, laws):
            two = outline.roles.endswith("aa") and laws.bites("R005", "two")
            case = "prefix" if last in outline.prefills else "two" if two else "assistant"
            if not _said(outline, last, case, laws):
                yield Hit(case, last, ("role",))
    elif laws.bites("R005", "training"):
        values = {"role": outline.role_of(last), "speaker": outline.speaker(last)}
        yield Hit("training", last, outline.role_spot(last), values)
    for i in sorted(outline.prefills - {last}):
        yield Hit("early-prefix", i, ("prefix",))


def _said(outline: Outline, last: int, case: str, laws: Laws) -> bool:
    """Tell whether the last message is refused for its emptiness already, and for its place only maybe."""
    if (
        last not in outline.empty
        or laws.ruling("R005", case, "warning", at="last").severity == "error"
    ):
        return False
    return laws.ruling("C001", "assistant", at="last").severity == "error"


def _open(outline: Outline, last: int, laws: Laws) -> bool:
    """Tell whether the last message calls, so that it lacks results and no question."""
    if outline.letters[last] != CALLS or last in outline.prefills:
        return False
    kinds = {call.kind for call in outline.calls if call.message == last}
    if laws.pairing.without_legacy and kinds == {"legacy"}:
        return False
    return laws.bites("P001", "unanswered", "error")


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Remove the mark of a beginning that is none; all else is for a person to decide."""
    return hit.case == "early-prefix" and surgeon.remove_key(message, hit.part)


RULE = Rule(
    code="R005",
    name="ends-on-assistant",
    scope="conversation",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "assistant": "the history ends with an assistant message",
        "prefix": "the history ends with an assistant message marked as the beginning of an answer",
        "early-prefix": "an assistant message marked as the beginning of an answer is not the last",
        "two": "the history ends with two or more assistant messages",
        "training": "training data must end with an assistant message, not with the role {role!r}",
    },
    remedy={
        "assistant": Remedy(
            "manual", "send the next user message, or drop the trailing assistant message yourself"
        ),
        "prefix": Remedy("manual", "drop the beginning of the answer, or send the next question"),
        "early-prefix": Remedy("safe", "remove the mark; the text stays"),
        "two": Remedy("manual", "send the next user message, or drop what is one answer too many"),
        "training": Remedy("manual", "end the example with the assistant's answer"),
    },
    needs="always",
    check=find,
    heal=heal,
    wider={"prefix": "assistant", "two": "assistant"},
)
