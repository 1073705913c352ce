"""Where words stand in a report for people: labelled rows, wrapped, everything made printable."""

from __future__ import annotations

from textwrap import wrap

from transcript_doctor.acts.report.paint import Paint
from transcript_doctor.safetext import printable

_LABEL = 13
_LONGEST = 500
"""Characters of one text from a transcript that are shown."""
_LONGEST_OURS = 5000
"""Characters of one text that this project makes, such as a list of targets."""


class Layout:
    """Lines of at most so many characters, with or without colours."""

    def __init__(self, width: int, paint: Paint) -> None:
        self.width, self.paint = width, paint

    def row(self, label: str, text: str, *, ours: bool = False) -> list[str]:
        """Return a text behind a label; `ours` may be long, for nothing in it is from a transcript."""
        shown = printable(label)
        gap = " " * max(_LABEL - len(shown), 2)
        head = f"    {self.paint.dim(shown)}{gap}"
        return self.hanging(head, 4 + len(shown) + len(gap), text, ours=ours)

    def hanging(self, head: str, used: int, text: str, *, ours: bool = False) -> list[str]:
        """Return a text behind a head, wrapped; `used` is the head's width without its colours."""
        made = wrap(
            printable(text, _LONGEST_OURS if ours else _LONGEST),
            max(self.width, 60),
            initial_indent=" " * used,
            subsequent_indent=" " * (4 + _LABEL),
            break_on_hyphens=False,
        )
        return [head + made[0][used:], *made[1:]] if made else [head.rstrip()]
