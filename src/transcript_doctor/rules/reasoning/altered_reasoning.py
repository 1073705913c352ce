"""Sealed reasoning is not what the provider made.

## What it means
Thinking comes with a seal: a signature, or an encrypted payload in place of the text. The seal is
missing, empty, no text that could be one, or stands beside a text that was taken out. The same
holds for the sealed contents of search results.

## Why it is refused
The provider opens the seal and compares. Serialisers that drop fields they do not know, stream
readers that miss the event which brings the signature, redaction that empties texts, and thinking
that another model made (which has no seal, or a foreign one) all break it. A seal that is
well-formed and foreign cannot be seen in a list; where the caller says which model made which turn
(`turn_models`), it is found all the same.

## How it is healed
The part is dropped and listed. A signature is never invented. In the running tool loop, where the
thinking may be needed, a person decides.

## Sources
weave-os/router#860 (no signature), earendil-works/pi#4588 (empty signature),
router-for-me/CLIProxyAPI#3663 (text taken out), NoeFabris/opencode-antigravity-auth#70 (another
maker's seal). The targets' pages name source and date of each law.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.rewriting import loop_start, node_at, reasoning_at
from transcript_doctor.core.target import Laws
from transcript_doctor.place import Steps


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find sealed thinking whose text is gone, and thinking that another model sealed."""
    yield from _emptied(outline, laws)
    if outline.facts.knows("turn_models"):
        yield from _foreign(outline, laws)


def _foreign(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find seals that the receiver's maker did not make, or that another of its models made."""
    makers = laws.param("T002", "makers", None, "foreign")
    made_by = _models(outline)
    # What stands there by the provider's own leave is nobody's seal.
    documented = [
        laws.param("T001", "placeholder", None, case) for case in ("signature", "unsigned")
    ]
    for row in outline.reasoning if makers is not None else ():
        made, model = made_by.get(row.message), outline.facts.model
        if made is None or not row.seal or row.seal in documented:
            continue
        if re.search(makers, made, re.IGNORECASE) is None:
            yield Hit("foreign", row.message, row.part, {"made": made})
        elif model is not None and made not in model and model not in made:
            yield Hit("other-model", row.message, row.part, {"made": made, "model": model})


_INDEX = re.compile(r"[0-9]{1,9}")


def _models(outline: Outline) -> dict[int, str]:
    """Return which model made which message, as stated: by index, or in a row for all or for the model's."""
    stated = outline.facts.get("turn_models")
    if isinstance(stated, Mapping):
        keys = {key: str(key) for key in stated}
        rows = [(int(word), stated[key]) for key, word in keys.items() if _INDEX.fullmatch(word)]
    else:
        named = stated if isinstance(stated, list | tuple) else ()
        own = [i for i, role in enumerate(outline.roles) if role == "a"]
        rows = list(zip(own if len(named) == len(own) else range(len(named)), named, strict=True))
    return {i: name for i, name in rows if isinstance(name, str)}


def _emptied(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find sealed thinking whose text is gone; newer models send it so themselves.

    Records are not asked: they rarely name the model of each turn, and an empty text is the usual
    one there.
    """
    if laws.as_record or not laws.bites("T002", "emptied"):
        return
    for row in outline.reasoning:
        if row.kind == "thinking" and row.text == "" and isinstance(row.seal, str) and row.seal:
            yield Hit("emptied", row.message, row.part)


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Drop the reasoning, or the search result; in the running tool loop a person decides."""
    if hit.case == "edited":
        return False
    outline = surgeon.outline
    if message >= loop_start(outline) and any(
        surgeon.laws.bites("T001", case) for case in ("turn-start", "every-call-turn")
    ):
        surgeon.cost = "manual"
        return False
    if hit.case == "payload":
        surgeon.lose(message, hit.part, "a search result")
        return surgeon.drop(message, hit.part)
    part = reasoning_at(outline, message, hit.part)
    if part is None:
        return _unseal(surgeon, message, hit.part)
    surgeon.lose(message, part, "reasoning")
    return surgeon.drop(message, part)


def _unseal(surgeon: Surgeon, message: int, part: Steps) -> bool:
    """Take a broken seal off a part that is no reasoning itself."""
    node = node_at(surgeon.outline.messages[message], part)
    keys = [key for key in _SEALS if isinstance(node, dict) and key in node]
    return bool(keys) and all(
        surgeon.lose(message, (*part, key), "a signature")
        and surgeon.remove_key(message, (*part, key))
        for key in keys
    )


_SEALS = ("thoughtSignature", "thought_signature", "signature")


RULE = Rule(
    code="T002",
    name="altered-reasoning",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "missing-key": "the reasoning part lacks {key!r}",
        "empty-seal": "the reasoning part has an empty signature",
        "emptied": "the reasoning's text is gone and its signature is still there",
        "bad-seal": "the signature is no base64 text",
        "edited": "the reasoning is not what was received",
        "foreign": "the reasoning was sealed by {made}, whose seals are not known here",
        "other-model": "the reasoning was sealed by {made}, and {model} receives it",
        "payload": "the sealed {key!r} of a search result is missing",
    },
    remedy={
        "edited": Remedy("manual", "bring back the reasoning as it was received, or drop it"),
        "foreign": Remedy("lossy", "drop the reasoning that another maker sealed"),
        "other-model": Remedy("lossy", "drop the reasoning that another model sealed"),
        "payload": Remedy("lossy", "drop the search result that has lost its seal"),
        "*": Remedy("lossy", "drop the reasoning whose seal is broken"),
    },
    needs="reasoning",
    check=find,
    heal=heal,
    law_only=frozenset({"emptied", "payload", "foreign", "other-model"}),
)
