"""Why a text is no JSON, in words that tell its owner what to do."""

from __future__ import annotations

import re
from json import JSONDecodeError

SPACE = re.compile(r"[ \t\r\n\ufeff]*+")
"""What may stand around a value; a byte order mark stays where files were joined."""

CUT = "The text was cut, or is still being written."
WRITE = "Mend the text at this place, or write it anew with a JSON library."
DOUBLE = "A string stands in double quotes: write the text with json.dumps, not with print."
COMMENT = "JSON has no comments: take it out."
PRINTED = "Print the data instead: model_dump() of such an object, then json.dumps."
BACKSLASH = "A backslash inside a string is written twice."
CONTROL = "Close the string, or write the character as an escape, such as \\n."
NAMED = "Give the value alone, without the name and the equals sign."

_HINTS = {
    "'": DOUBLE,
    "#": COMMENT,
    "/": COMMENT,
    "<": "This looks like HTML or XML, not like JSON.",
    "\0": "A crash leaves zero bytes like this: delete them.",
}
_NAMED = re.compile(r"[\w ]{1,80}=\s*[\[{(]")
_HALF_WORD = re.compile(r"[.eE][-+]?|-|-?I[nfity]*|Na?|nul?|tru?|fals?|fa?|t|n")


class Fault(Exception):
    """Reading stopped: the index in the text, what is wrong, what to do.

    `cut` says that the text merely ends too early, `control` that only a raw control character in
    a string is in the way; `start` is the index where the unreadable value begins, `better` what a
    reader of literals, who came further, has to say.
    """

    def __init__(
        self, at: int, message: str, hint: str, *, cut: bool = False, control: bool = False
    ) -> None:
        super().__init__(message)
        self.at = at
        self.message = message
        self.hint = hint
        self.cut = cut
        self.control = control
        self.start = at
        self.better: Fault | None = None


def explain(text: str, error: JSONDecodeError) -> Fault:
    """Turn the decoder's complaint about a text into a fault."""
    at = skip(text, error.pos)
    if error.msg.startswith("Unterminated"):
        return Fault(error.pos, "this string is never closed", CUT, cut=True)
    if _ends_here(text, at, in_string=error.msg.startswith("Invalid")):
        return Fault(error.pos, "the text ends in the middle of a value", CUT, cut=True)
    if error.msg.startswith("Invalid control"):
        what = "a raw control character in a string"
        if text[error.pos] in "\r\n":
            what = "a string is not closed on its line"
        return Fault(error.pos, what, CONTROL, control=True)
    if error.msg.startswith("Invalid"):
        return Fault(error.pos, "a backslash that escapes nothing", BACKSLASH)
    if error.msg.startswith("Illegal trailing comma"):  # from Python 3.13 on
        at = skip(text, at + 1)
    wanted = "a value"
    if "property name" in error.msg or error.msg.endswith("object"):
        wanted = "a key in double quotes"
    elif "delimiter" in error.msg:
        wanted = error.msg.removeprefix("Expecting ").removesuffix(" delimiter")
    return Fault(at, f"expected {wanted}, found {text[at]!a}", _hint(text, at))


def unexpected(text: str, at: int) -> Fault:
    """Return the fault of a text that goes on where it should have ended."""
    at = skip(text, at)
    return Fault(at, f"the value has ended, found {text[at]!a}", _hint(text, at))


def skip(text: str, at: int) -> int:
    """Return the index of the next character that is not white space."""
    found = SPACE.match(text, at)
    return found.end() if found else at


def _hint(text: str, at: int) -> str:
    return NAMED if _NAMED.match(text, at) else _HINTS.get(text[at], WRITE)


def _ends_here(text: str, at: int, *, in_string: bool) -> bool:
    """Whether nothing but a half word or a half escape follows."""
    if in_string:
        return text.find('"', at) < 0 and text.find("\n", at) < 0
    return at >= len(text) or (len(text) - at < 10 and _HALF_WORD.fullmatch(text, at) is not None)
