"""Strings as Python and JavaScript print them: where one ends, and its text as JSON wants it."""

from __future__ import annotations

import re

from transcript_doctor.jsontext.fault import WRITE, Fault

_STOPS = {
    "'''": re.compile(r"\\.|'''", re.DOTALL),
    '"""': re.compile(r'\\.|"""', re.DOTALL),
    "'": re.compile(r"\\.|['\n]", re.DOTALL),
    '"': re.compile(r'\\.|["\n]', re.DOTALL),
}
"""What may end a string, by what opened it; an escape is stepped over."""
_SPECIAL = re.compile(
    r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4}|[0-7]{1,3}|\r?\n|.)"
    r'|["\x00-\x1f]',
    re.DOTALL,
)
_LETTERS = {"a": "\\u0007", "v": "\\u000b", "'": "'"}


def string_end(text: str, start: int) -> int:
    """The index behind the string that begins at an index, or a Fault if it is never closed."""
    at = start + (text[start] in "uU")
    quotes = text[at : at + 3]
    quotes = quotes if quotes in _STOPS else quotes[0]
    for stop in _STOPS[quotes].finditer(text, at + len(quotes)):
        if stop[0] == quotes:
            return stop.end()
        if stop[0] == "\n":
            break
    raise Fault(start, f"unexpected {text[start]!a}", WRITE)


def body_of(string: str) -> str:
    """What stands between the quotes, as JSON wants it."""
    quotes = 3 if string[:3] in ("'''", '"""') else 1
    return _SPECIAL.sub(_escape, string[quotes:-quotes])


def _escape(special: re.Match[str]) -> str:
    """The JSON way to write one escape, or one character that JSON wants escaped."""
    word = special[1]
    if word is None:
        return '\\"' if special[0] == '"' else f"\\u{ord(special[0]):04x}"
    if word in '\\"nrtbf/' or (word[0] == "u" and len(word) == 5):
        return special[0]
    if word in _LETTERS:
        return _LETTERS[word]
    if word.endswith("\n"):
        return ""
    if word[0] in "xU" and len(word) > 1:
        return _character(int(word[1:], 16))
    if word[0] in "01234567":
        return _character(int(word, 8))
    return "\\\\" + (word if word >= " " else f"\\u{ord(word):04x}")


def _character(code: int) -> str:
    if code in (34, 92):
        return "\\" + chr(code)
    return chr(code) if code >= 32 else f"\\u{code:04x}"
