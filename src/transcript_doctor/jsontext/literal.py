"""Printed Python and JavaScript literals, put into JSON without running anything.

People paste what `print(messages)` or `console.log` showed. A translation token by token keeps
every value on its line, costs memory in proportion to the text and has no depth to fear; a syntax
tree of a dense text takes hundreds of times its size.
"""

from __future__ import annotations

import re

from transcript_doctor.jsontext.fault import PRINTED, WRITE, Fault
from transcript_doctor.jsontext.quoted import body_of, string_end

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
_NAMES = {
    **dict.fromkeys(("None", "null", "undefined"), "null"),
    **dict.fromkeys(("True", "true"), "true"),
    **dict.fromkeys(("False", "false"), "false"),
    **dict.fromkeys(("nan", "NaN"), "NaN"),
    **dict.fromkeys(("inf", "Infinity"), "Infinity"),
    **dict.fromkeys(("-inf", "-Infinity"), "-Infinity"),
}
_CLOSED_BY = {"[": "]", "{": "}", "(": ")"}


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
            end = string_end(text, at)
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
        return f'"{"".join(map(body_of, parts))}"{feeds}', end


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
