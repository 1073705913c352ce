"""How a JSON text is written, so that what is added to it looks like what stands there."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from transcript_doctor.core.rewriting.scanning import pieces_at, skip

_HALVES = re.compile("[\ud800-\udfff]")
_INDENTED = re.compile(r"(\r?\n)([ \t]*)\Z")


class Style(NamedTuple):
    """How a text is written: what stands behind a colon and behind a comma, whether all is ASCII."""

    colon: str
    comma: str
    ascii: bool

    @classmethod
    def of(cls, text: str) -> Style:
        """Return the style of a text that holds an object or a list."""
        at = skip(text, 0)
        children = pieces_at(text, at).children if text[at : at + 1] in ("{", "[") else []
        colon, comma = ":", ","
        if children:
            first = children[0]
            if first.key is not None:
                colon = text[first.colon : first.value]
            elif text[first.value] == "{":
                colon = cls.of(text[first.value : first.end]).colon
        if len(children) > 1:
            comma = text[children[0].end : children[1].start]
        spaced = ": " if len(colon) > 1 else ":"
        return cls(spaced, ", " if len(comma) > 1 else ",", _is_ascii(text))

    def written(self, value: Any, margin: str = "") -> str:
        """Return a value as text; with a margin (a line end and blanks) it is laid out below that."""
        laid = _INDENTED.search(margin)
        if laid and isinstance(value, dict | list) and value:
            end, blanks = laid[1], laid[2]
            unit: str | int = "\t" if "\t" in blanks else 2
            text = json.dumps(
                value, ensure_ascii=self.ascii, indent=unit, separators=(",", self.colon)
            )
            text = text.replace("\n", f"{end}{blanks}")
        else:
            text = json.dumps(value, ensure_ascii=self.ascii, separators=(self.comma, self.colon))
        return text if self.ascii else _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def _is_ascii(text: str) -> bool:
    """Tell whether new text is to be in ASCII: the old one is, and had to escape something for it."""
    return text.isascii() and "\\u" in text
