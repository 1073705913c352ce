"""Replacing what people and tools wrote by neutral text of the same kind; equal stays equal."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from typing import Any

from transcript_doctor.acts.share.neutral import (
    ADDRESS,
    DATA_URL,
    SALTS,
    counted,
    distinct,
    filled,
    first_bytes,
    form_of,
    odd,
    scrambled,
)
from transcript_doctor.acts.share.plainwords import is_plain_label, plain_model
from transcript_doctor.core.sniff import HEAD, head_of

_PREFIX = re.compile(r"(?:toolu|srvtoolu|mcptoolu|tooluse|chatcmpl-tool|[A-Za-z]{1,4})[_-]")
"""What ids begin with; so few letters are no secret, and laws ask for them."""
_TINY_ID = re.compile(r"[a-z]{0,3}\d{1,2}")
_PIECES = re.compile(r"[_.:/@-]+")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
_LONGEST_ID = 600
_LONGEST_DATA = 64
_TRIES = 500
"""Numbers that are tried for an id before its form is given up."""


class Disguise:
    """One consistent replacement: what was replaced once is replaced by the same again."""

    def __init__(
        self, salt: int = 0, *, avoid: frozenset[str] = frozenset(), keep_sizes: bool = False
    ) -> None:
        self._salt, self._word = salt, SALTS[salt]
        self._avoid, self._keep_sizes = avoid, keep_sizes
        self._made: dict[tuple[str, Any], Any] = {}
        self._used: set[str] = set()
        self._kept = 0
        self._full: set[tuple[str, str]] = set()
        """Forms of ids of which no further one was found that is free."""
        self.originals: dict[str, int] = {}
        """Every text that was replaced, with how much of its head is nobody's secret."""
        self.written: dict[str, int] = {}
        """Every text that was put in its place, with how much of its head was kept on purpose."""

    def text(self, text: str) -> str:
        """Replace what somebody said."""
        return self._once("text", text, self._text)

    def ident(self, text: str) -> str:
        """Replace an id; its length and the classes of its characters stay."""
        if _TINY_ID.fullmatch(text) or text in ("", "null"):
            return text
        prefix = _PREFIX.match(text)
        return self._once("id", text, self._ident, public=prefix.end() if prefix else 0)

    def name(self, text: str) -> str:
        """Replace a function's, a server's or a speaker's name."""
        return self._once("name", text, self._name)

    def key(self, text: str) -> str:
        """Replace a key of something that has keys of its own, such as the arguments of a call."""
        return self._once("key", text, lambda _: f"{self._numbered('key', 'k')}{odd(text)}")

    def word(self, text: str) -> str:
        """Replace a role or type that is no word of any format; it stays a stranger."""
        return self._once("word", text, lambda _: self._numbered("word", "kind", "_"))

    def model(self, text: str) -> str:
        """Replace what in a model's name is not a public one's; that is all there is to hide."""
        made = plain_model(text)
        if made != text:
            self.originals |= {piece: 0 for piece in _PIECES.split(text) if piece not in made}
        return made

    def address(self, text: str) -> str:
        """Replace an address; its scheme stays."""
        return self._once("address", text, self._address)

    def data(self, text: str) -> str:
        """Replace base64 text: what its first bytes say it is, it still says."""
        return self._once("data", text, self._data)

    def arguments(self, text: str, inner: Callable[[Any], Any]) -> str:
        """Replace arguments that are a text: JSON stays JSON, and broken JSON broken."""
        return self._once("arguments", text, lambda _: self._arguments(text, inner))

    def number(self, value: float, *, all_of_them: bool = False) -> float:
        """Replace a number; small whole numbers stay, unless all shall go."""
        if isinstance(value, int) and -10 < value < 10 and not all_of_them:
            return value
        key = ("number", repr(value))
        if key not in self._made:
            self._made[key] = type(value)(10 + 1000 * self._salt + self._number("number"))
        made: float = self._made[key]
        return made

    def raw(self, value: bytes | bytearray) -> bytes:
        """Replace bytes: what the first of them say they are, they still say."""
        kept = first_bytes(bytes(value[:HEAD]), self._word)
        size = len(value) if self._keep_sizes else min(len(value), _LONGEST_DATA)
        return kept.ljust(size, b"\0")[: max(size, len(kept))]

    def _once(self, kind: str, text: str, make: Callable[[str], str], *, public: int = 0) -> str:
        """Return what a text was replaced by before, or replace it now."""
        if text == "" or (text.isspace() and kind != "key"):
            return text
        found = self._made.get((kind, text))
        if found is None:
            self._kept = 0
            found = self._made[kind, text] = make(text)
            self.originals[text] = min(public, self.originals.get(text, public))
            self.written[found] = self._kept
        made: str = found
        return made

    def _number(self, kind: str) -> int:
        number: int = self._made.get(("count", kind), 0) + 1
        self._made["count", kind] = number
        return number

    def _numbered(self, kind: str, word: str, mark: str = "") -> str:
        """Return a word with the next number that makes nothing that stands in the original."""
        while True:
            salt = "" if kind == "address" else self._word
            made = f"{word}{salt}{mark}{self._number(kind)}"
            if made not in self._avoid:
                return made

    def _text(self, text: str) -> str:
        body = text.strip()
        lead, tail = text[: text.index(body)], text[text.index(body) + len(body) :]
        wide = "" if body.isascii() else " \u00f8"
        word, _, number = self._numbered("text", "text", " ").rpartition(" ")
        # What is odd may count as white space, and the body ended in none.
        return f"{lead}{word}{wide}{odd(body)} {number}{tail}"

    def _name(self, text: str) -> str:
        if _NAME.fullmatch(text):
            return self._numbered("name", "tool", "_")
        return self._ident(text)

    def _ident(self, text: str) -> str:
        """Count in the letters and digits of an id, from its end: letters stay letters."""
        text = text[:_LONGEST_ID]
        prefix = _PREFIX.match(text)
        for start in (prefix.end(), 0) if prefix else (0,):
            form = text[:start], form_of(text[start:])
            for _ in range(0 if form in self._full else _TRIES):
                made = text[:start] + counted(text[start:], self._number("id"), self._salt)
                if made not in self._used and made not in self._avoid:
                    self._used.add(made)
                    self._kept = start
                    return made
            self._full.add(form)
        return self._numbered("long id", "id", "_")

    def _address(self, text: str) -> str:
        if inline := DATA_URL.match(text):
            label = inline[1] if is_plain_label(inline[1].lower()) else self._ident(inline[1])
            head = f"data:{label}{';base64' if 'base64' in inline[2].lower() else ''},"
            data = self._data(text[inline.end() :])
            self._kept += len(head)
            return head + data
        if scheme := ADDRESS.match(text):
            return self._numbered("address", f"{scheme[1]}://{self._word or 'host'}.example/")
        return self._ident(text)

    def _data(self, text: str) -> str:
        head = head_of(text)
        first = first_bytes(head.bytes if head else b"", self._word)
        kept = b64encode(first).decode().rstrip("=")
        kept = kept[: min(len(kept), len(text)) // 4 * 4]
        made = filled(text, kept, self._salt)
        longest = max(_LONGEST_DATA, len(kept) + 8)
        if not self._keep_sizes and len(made) > longest:
            made = made[: longest - 4] + made[-(len(made) % 4 or 4) :]
        self._kept = len(kept)
        return distinct(made, len(kept), self._number("data"), self._salt)

    def _arguments(self, text: str, inner: Callable[[Any], Any]) -> str:
        try:
            made = json.dumps(inner(json.loads(text)))
        except (ValueError, RecursionError):
            made = scrambled(text, self._salt)
        self._kept = 0
        return made
