"""Makes text from a transcript safe to show: nothing in it may act on a terminal or a page.

Transcripts carry what tools, pages and strangers wrote. Escape sequences repaint a terminal,
direction marks make one text look like another, invisible characters hide orders to a model.
Standard library only.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

_NOT_PLAIN = re.compile(r"[^ -~]")

# Printable in Python's eyes and yet without ink: fillers, selectors that can carry hidden bytes.
# The two selectors that choose the look of an emoji stay.
_NO_INK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0"
    "\U000e0100-\U000e01ef]"
)
# Invisible by itself, and still spelling: between two Arabic letters it stays.
_HALF_SPACE = "\u200c"
_IN_WORD = re.compile("[\u0620-\u064a\u0671-\u06d3]\u200c[\u0620-\u064a\u0671-\u06d3]")
_SHORT = {"\n": r"\n", "\t": r"\t", "\r": r"\r"}
_HTML = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"},
)
# A backslash works for these in every Markdown; the others (mentions, tables, links, formulas)
# are known to some only, while a numbered entity is text in all of them.
_MARKDOWN = (
    _HTML
    | {ord(c): f"\\{c}" for c in r"\`*_{}[]()#+-.!"}
    | {ord(c): f"&#{ord(c)};" for c in "|~:@$="}
)
_COMMAND = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_COMMAND, ":": "%3A", ",": "%2C"}
_ELLIPSIS = "…"


def printable(text: str, limit: int | None = None) -> str:
    r"""Return the text on one line with what cannot be seen as escapes, such as `\n` or `\u202e`.

    At most `limit` characters are returned, an ellipsis counted, and no escape is cut in two. A
    backslash stays as it is.
    """
    head = text if limit is None else text[: limit + 1]
    if head.isprintable() and (head.isascii() or not _NO_INK.search(head)):
        return (
            head if limit is None or len(head) <= limit else head[: max(limit - 1, 0)] + _ELLIPSIS
        )
    if limit is None and _HALF_SPACE not in head:
        return _NOT_PLAIN.sub(lambda found: _shown(found[0]), head)
    pieces = [char if _spells(head, k) else _shown(char) for k, char in enumerate(head)]
    return "".join(pieces) if limit is None else _cut(pieces, limit)


def _spells(text: str, k: int) -> bool:
    """Tell whether a character is the half space inside a word, as Persian is spelt with."""
    return text[k] == _HALF_SPACE and bool(_IN_WORD.fullmatch(text, max(k - 1, 0), k + 2))


def markdown(text: str) -> str:
    """Return the text for a line or a table cell of Markdown: printable, and no markup."""
    return printable(text).translate(_MARKDOWN)


def github_message(text: str) -> str:
    """Return the text for the message of a GitHub workflow command; line ends are kept for it."""
    return "".join(_COMMAND.get(char) or _shown(char) for char in text)


def github_property(text: str) -> str:
    """Return the text for a property of a GitHub workflow command, such as `file` or `title`."""
    return "".join(_PROPERTY.get(char) or _shown(char) for char in text)


def _cut(pieces: list[str], limit: int) -> str:
    """As many whole pieces as fit."""
    ends = list(accumulate(map(len, pieces)))
    if ends[-1] <= limit:
        return "".join(pieces)
    return "".join(pieces[: bisect_right(ends, limit - 1)]) + _ELLIPSIS


def _shown(char: str) -> str:
    """One character as it is, or the escape that stands for it."""
    if char.isprintable() and not _NO_INK.match(char):
        return char
    code = ord(char)
    if char in _SHORT:
        return _SHORT[char]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
