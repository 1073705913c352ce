"""Messages of another format in the list: only who knows all formats sees them, so no walk does."""

from __future__ import annotations

from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.format import Format
from transcript_doctor.core.outline import Outline

_STRANGE = {
    "C001": frozenset({"missing", "null"}),
    "C006": frozenset({"no-type", "unknown-type"}),
    "R002": frozenset({"missing", "unknown"}),
}
"""What a message of another format looks like to the walk: rules and their cases."""
_MEDIA = ("image", "image_url", "input_image", "document", "file", "input_file", "input_audio")
"""Types of parts that other formats have for media: one alone makes no message theirs. No set, for
what stands in the place of a type may be anything, also what no set takes."""


def note_mixed(outline: Outline, format: Format) -> None:
    """Note the first message of each other format, among those that the walk found strange.

    A message counts as another format's when that format recognises it and its own does not.
    """
    strange = {
        n.message
        for n in outline.notes
        if n.case in _STRANGE.get(n.code, ()) and n.values.get("type") not in _MEDIA
    }
    strange |= outline.empty
    others = [other for other in FORMATS.values() if other is not format]
    for i in sorted(strange):
        message = outline.messages[i : i + 1]
        if i < 0 or format.why(message) is not None:
            continue
        found = next((other for other in others if other.why(message) is not None), None)
        if found is not None:
            others.remove(found)
            outline.note("S002", "mixed", i, format=found.title, own=format.title)
