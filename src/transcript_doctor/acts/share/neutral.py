"""Neutral stand-ins of the same kind: what a rule asks of a text, it finds in what stands for it.

Blank stays blank, wide stays wide, a lone surrogate stays, an id or a name that breaks a pattern
breaks it in the same way: the rules must find in the replacement what they found in the original,
and nothing else.
"""

from __future__ import annotations

import re
import unicodedata

from transcript_doctor.core.sniff import HEAD, kind_of_head

SALTS = ("", "b", "q", "w", "zx", "kj", "vq", "jj")
"""What neutral words end in: a variant each, for texts that already hold the words of another."""
_LETTERS, _DIGITS = "axqzkwvj", "07294183"
_FILLS = "AQgwBRhx"
"""Characters of base64 that fill data: repeated, they are no text and no mark of a medium."""
_COUNTING = "CDEFGHIJKLMNOPSTUVWXYZ"
_LOWER, _UPPER, _DIGIT = re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]")
ADDRESS = re.compile(r"(https?|gs|s3|file|ftp)://", re.IGNORECASE)
DATA_URL = re.compile(r"data:([^;,]{0,60})((?:;[\w=.-]{1,30})*),", re.IGNORECASE)
_BOXED = ("image/webp", "audio/wav", "video/x-msvideo", "image/heic", "image/heif", "image/avif")
_KEPT_HEAD = {"image/png": 24, "image/gif": 12, "video/mp4": 12, **dict.fromkeys(_BOXED, 12)}
"""Bytes that tell a kind of medium (threes fill base64), and its size in pixels where laws ask."""
_MARK = 6
_TEXTS = {"text/xml": "<?xml ", "text/html": "<html>", "image/svg+xml": "<svg> ", "text/plain": ""}


def is_address(text: str) -> bool:
    """Tell whether a text is an address, or data written as one."""
    return ADDRESS.match(text) is not None or DATA_URL.match(text) is not None


def odd(text: str) -> str:
    """Return the characters of a text that some encoder or wire may refuse, each once and apart."""
    if text.isascii() and text.isprintable():
        return ""
    seen = dict.fromkeys(char for char in text if _is_odd(char))
    return "".join(f" {char}" for char in seen)


def _is_odd(char: str) -> bool:
    return char not in "\n\r\t" and unicodedata.category(char) in ("Cc", "Cs", "Cn")


def counted(text: str, number: int, salt: int) -> str:
    """Count in the letters and digits of a text, from its end: letters stay letters."""
    made = []
    for char in reversed(text):
        if char.isascii() and char.isalpha():
            number, step = divmod(number, 26)
            base = "A" if char.isupper() else "a"
            made.append(chr(ord(base) + (step + ord(_LETTERS[salt]) - 97) % 26))
        elif char.isascii() and char.isdigit():
            number, step = divmod(number, 10)
            made.append(str((step + int(_DIGITS[salt])) % 10))
        else:
            made.append(char if char.isascii() or _is_odd(char) else "\u00f8")
    return "".join(reversed(made))


def form_of(text: str) -> str:
    """Return a text with one letter for all of a class: what `counted` leaves as it is."""
    return _DIGIT.sub("0", _UPPER.sub("A", _LOWER.sub("a", text)))


def scrambled(text: str, salt: int) -> str:
    """Return a text that is no JSON with one letter for all, and one digit."""
    letters = re.sub(r"[^\W\d_]", _LETTERS[-1 - salt], text)
    return re.sub(r"\d", "0", letters)


def first_bytes(head: bytes, word: str) -> bytes:
    """Return first bytes by which a medium is taken for what it was taken for."""
    kind = kind_of_head(head)
    if kind in _TEXTS:
        return (_TEXTS[kind] + f"text{word} " * HEAD)[:HEAD].encode()
    return head[: _KEPT_HEAD.get(kind, _MARK)] if kind is not None else b""


def filled(data: str, kept: str, salt: int) -> str:
    """Return base64 of the same length that begins with what is kept; the rest is filling."""
    return kept + re.sub(r"[A-Za-z0-9]", _FILLS[salt], data)[len(kept) :]


def distinct(data: str, kept: int, number: int, salt: int) -> str:
    """Put a number into filled data, behind its first `kept` characters: unequal stays unequal."""
    letters = []
    while number:
        number, step = divmod(number, len(_COUNTING))
        letters.append(_COUNTING[step])
    tail = "".join(reversed(letters))
    at = len(data.rstrip("=")) - len(tail) - 1
    room = at > kept and data[at : at + len(tail)] == _FILLS[salt] * len(tail)
    return data[:at] + tail + data[at + len(tail) :] if room else data
