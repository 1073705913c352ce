"""Words of one meaning: gateways and new versions say the same in others, and one of each is compared."""

from __future__ import annotations

import re

_SAME = {
    "must": "has to|have to|needs to|need to|is to|are to|shall|should",
    "found": "detected|encountered|seen",
    "missing": "absent|lacking",
    "without": "with no|devoid of",
    "immediately": "directly|right(?= after)|straight(?= after)",
    "each": "every",
    "corresponding": "matching",
    "preceding": "previous|prior|earlier",
    "followed": "succeeded",
    "responding": "answering|replying",
    "response": "reply",
    "responses": "replies",
    "invalid": "incorrect|wrong|bad(?! request)|illegal|not valid",
    "expected": "wanted|awaited",
    "unexpected": "unforeseen|surprising",
    "duplicate": "duplicated|repeated|doubled",
    "required": "mandatory|needed|obligatory",
    "permitted": "allowed",
    "supported": "accepted",
    "support": "accept",
    "provided": "supplied|given",
    "cannot": "can not|may not|must not|can't",
    "message": "msg",
    "messages": "msgs",
    "conversation": "dialogue|dialog",
    "last": "final",
    "first": "initial",
    "unknown": "unrecognized|unrecognised",
    "insufficient": "too few|not enough",
    "ensure": "make sure",
    "empty": "blank",
}
"""The word that is compared, and what else is said for it."""
_WORD_FOR = {f"_{i}": word for i, word in enumerate(_SAME)}
_OTHERS = re.compile(
    "|".join(rf"(?P<_{i}>\b(?:{words})\b)" for i, words in enumerate(_SAME.values()))
)


def same_words(text: str) -> str:
    """Return a text in small letters, with one word in the place of each that means the same."""
    return _OTHERS.sub(lambda found: _WORD_FOR[found.lastgroup or ""], text.lower())
