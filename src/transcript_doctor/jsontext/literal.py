"""Printed Python and JavaScript literals, put into JSON without running anything.

People paste what `print(messages)` or `console.log` showed. A translation token by token keeps
every value on its line, costs memory in proportion to the text and has no depth to fear; a syntax
tree of a dense text takes hundreds of times its size.
"""

from __future__ import annotations

import re

from transcript_doctor.jsontext.fault import PRINTED, WRITE, Fault

# Early releases of Python 3.11 match a possessive group wrongly when what is in it backtracks, so
# only single characters are repeated possessively here, and no group is repeated at all: a plain
# one would keep a hundred bytes for every round.
_SPACE = r"[ \t\r\n\f\ufeff]"
_GAP = rf"""
    {_SPACE}++ | \#[^\n]*+ | //[^\n]*+ | /\*.*?\*/"""
_TOKEN = re.compile(
    rf"""
    (?P<gap>    {_GAP} )
  | (?P<string> [uU]?['"] )
  | (?P<name>   (?: -?[^\W\d]\w*+ | [0-9]++ (?= {_SPACE}*+ : ) ) (?P<key> {_SPACE}*+ : )? )
  | (?P<number> -?[0-9][0-9.]*+ (?: [eE][-+]?[0-9]+ )? )
  | (?P<open>   [\[({{] )
  | (?P<close>  [\])}}] )
  | (?P<mark>   [:,] [ \t\r\n]*+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_ONE_GAP = re.compile(_GAP, re.VERBOSE | re.DOTALL)
_SIMPLE = re.compile(r"'[^'\"\\\x00-\x1f]*+'")
_JOINED = re.compile(rf"{_SPACE}*+ (\+?) {_SPACE}*+ (?= [uU]?['\"] )", re.VERBOSE)
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
_NAMES = {
    **dict.fromkeys(("None", "null", "undefined"), "null"),
    **dict.fromkeys(("True", "true"), "true"),
    **dict.fromkeys(("False", "false"), "false"),
    **dict.fromkeys(("nan", "NaN"), "NaN"),
    **dict.fromkeys(("inf", "Infinity"), "Infinity"),
    **dict.fromkeys(("-inf", "-Infinity"), "-Infinity"),
}
_CLOSED_BY = {"[": "]", "{": "}", "(": ")"}
_LETTERS = {"a": "\\u0007", "v": "\\u000b", "'": "'"}


def starts_literal(text: str) -> bool:
    """Whether the text begins with a bracket, comments aside."""
    at = 0
    while gap := _ONE_GAP.match(text, at):
        at = gap.end()
    return text.startswith(("[", "{", "("), at)


def as_json(text: str) -> str:
    """Return the literal as JSON text in which every value keeps its line, or raise a Fault."""
    return _Translation(text).run()


class _Translation:
    """One pass over the tokens; open brackets are a list, since a user decides their depth."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._pieces: list[str] = []
        self._open: list[tuple[str, int]] = []
        self._commas: list[bool] = [False]
        self._last = -1
        self._quoted = False  # a string in single quotes was met: this is no JSON

    def run(self) -> str:
        at = 0
        while at < len(self._text):
            token = _TOKEN.match(self._text, at)
            if token is None:
                raise Fault(at, f"unexpected {self._text[at]!a}", WRITE)
            at = self._take(token)
        return "".join(self._pieces)

    def _take(self, token: re.Match[str]) -> int:
        """Translate a token; return the index behind it."""
        kind, word, end = token.lastgroup, token[0], token.end()
        if kind == "gap":
            self._pieces.append(_blank(word))
            return end
        if kind == "open":
            self._open.append((word, len(self._pieces)))
            self._commas.append(False)
            word = "[" if word == "(" else word
        elif kind == "close":
            word = self._close(token)
        elif kind == "string":
            word, end = self._strings(token.start())
        elif token["name"]:
            word = _name(token)
        elif word[0] == ",":
            self._commas[-1] = True
        self._last = len(self._pieces)
        self._pieces.append(word)
        return end

    def _close(self, token: re.Match[str]) -> str:
        bracket, opened = self._open.pop() if self._open else ("no bracket", 0)
        if _CLOSED_BY.get(bracket) != token[0]:
            raise Fault(token.start(), f"{bracket} is open, found {token[0]!a}", WRITE)
        several = self._commas.pop() or self._last == opened
        comma = self._pieces[self._last]
        if comma[0] == ",":
            self._pieces[self._last] = " " + comma[1:]
        if bracket != "(":
            return token[0]
        if several:
            return "]"
        self._pieces[opened] = " "  # brackets around one value are no tuple
        return " "

    def _strings(self, start: int) -> tuple[str, int]:
        """One JSON string for a run of strings, which printing broke into several, and its end."""
        text, at, parts, added = self._text, start, [], False
        while True:
            end = _string_end(text, at)
            parts.append(text[at:end].lstrip("uU"))
            more = _JOINED.match(text, end)
            if more is None:
                break
            at, added = more.end(), added or more[1] != ""
        if len(parts) == 1 and _SIMPLE.fullmatch(parts[0]):
            self._quoted = True
            return f'"{parts[0][1:-1]}"', end
        self._quoted = self._quoted or any(part[0] == "'" for part in parts)
        if len(parts) > 1 and not self._quoted and not added:
            return text[start:end], end  # a comma is missing; the decoder will say where
        feeds = "\n" * text.count("\n", start, end)
        return f'"{"".join(map(_body, parts))}"{feeds}', end


def _string_end(text: str, start: int) -> int:
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


def _blank(gap: str) -> str:
    """White space of the same shape, comments gone."""
    return gap if not gap.strip(" \t\r\n") else re.sub(r"[^\n]", " ", gap)


def _name(token: re.Match[str]) -> str:
    name = token[0]
    if token["key"]:
        key = name.rstrip(" \t\r\n\f\ufeff:")
        return f'"{key}"{name[len(key) :]}'
    if name not in _NAMES:
        hint = PRINTED if token.string.startswith("(", token.end()) else WRITE
        raise Fault(token.start(), f"{name[:40]!a} is no plain data", hint)
    return _NAMES[name]


def _body(string: str) -> str:
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
