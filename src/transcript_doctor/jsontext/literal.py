"""Printed Python and JavaScript literals, put into JSON without running anything.

People paste what `print(messages)` or `console.log` showed. A translation token by token keeps
every value on its line, costs memory in proportion to the text and has no depth to fear; a syntax
tree of a dense text takes hundreds of times its size.
"""

from __future__ import annotations

import re

from transcript_doctor.jsontext.fault import PRINTED, WRITE, Fault

_SPACE = r"[ \t\r\n\f\ufeff]"
_STRING = r"""
    [uU]?(?:
        '''[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+'''
      | \"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+\"""
      | '[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'
      | "[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"
    )"""
_GAP = rf"(?:{_SPACE} | \#[^\n]* | //[^\n]* | /\*.*?\*/ )"
_TOKEN = re.compile(
    rf"""
    (?P<gap>    {_GAP}++ )
  | (?P<string> {_STRING} (?: {_SPACE}*+ \+? {_SPACE}*+ {_STRING} )*+ )
  | (?P<name>   (?: -?[^\W\d]\w*+ | [0-9]++ (?= {_SPACE}*+ : ) ) (?P<key> {_SPACE}*+ : )? )
  | (?P<number> -?[0-9][0-9.]*+ (?: [eE][-+]?[0-9]+ )? )
  | (?P<open>   [\[({{] )
  | (?P<close>  [\])}}] )
  | (?P<mark>   [:,] [ \t\r\n]*+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_START = re.compile(rf"{_GAP}*+ [\[({{]", re.VERBOSE | re.DOTALL)
_ONE_STRING = re.compile(_STRING, re.VERBOSE | re.DOTALL)
_SIMPLE = re.compile(r"'[^'\"\\\x00-\x1f]*'")
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
    return _START.match(text) is not None


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
            self._take(token)
            at = token.end()
        return "".join(self._pieces)

    def _take(self, token: re.Match[str]) -> None:
        kind, word = token.lastgroup, token[0]
        if kind == "gap":
            self._pieces.append(_blank(word))
            return
        if kind == "open":
            self._open.append((word, len(self._pieces)))
            self._commas.append(False)
            word = "[" if word == "(" else word
        elif kind == "close":
            word = self._close(token)
        elif kind == "string":
            word = self._string(word)
        elif token["name"]:
            word = _name(token)
        elif word[0] == ",":
            self._commas[-1] = True
        self._last = len(self._pieces)
        self._pieces.append(word)

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

    def _string(self, run: str) -> str:
        """One JSON string for a run of strings, which printing broke into several."""
        if _SIMPLE.fullmatch(run):
            self._quoted = True
            return f'"{run[1:-1]}"'
        parts = [part.lstrip("uU") for part in _ONE_STRING.findall(run)]
        self._quoted = self._quoted or any(part[0] == "'" for part in parts)
        if len(parts) > 1 and not self._quoted and "+" not in _ONE_STRING.sub("", run):
            return run  # a comma is missing between JSON strings; the decoder will say where
        return '"' + "".join(map(_body, parts)) + '"' + "\n" * run.count("\n")


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
