"""The one transcript that a command is about."""

from __future__ import annotations

from collections.abc import Sequence

from transcript_doctor.acts.reading.admitting import admit
from transcript_doctor.acts.reading.sessions import conversations_of
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.cli.reading.files import expand
from transcript_doctor.cli.reading.loading import Found, load, named_faults
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.jsontext import Document


def load_one(path: str) -> Found:
    """Return the one transcript of a file; raises `UnreadableFile` where it holds several."""
    (file,) = expand([path])[:1] or (None,)
    if file is None or not file.by_name:
        raise UnreadableFile(f"{path}: this is a folder; name one file")
    loaded = load(file)
    found: Sequence[Found] = ()
    if isinstance(loaded, Document):
        found, notes, reason = admit(loaded, alone=True)
        for note in notes:
            say(f"{file.name}: {note}")
    else:
        reason = f"{loaded.why}; it holds no message"
        with named_faults(file):
            found = list(conversations_of(loaded))
    if not found:
        raise UnreadableFile(f"{path}: {reason}")
    if len(found) > 1:
        raise UnreadableFile(
            f"{path}: the file holds {len(found)} transcripts; put the one that you mean "
            f"into a file of its own (they begin on lines {_some(found)})"
        )
    return found[0]


def _some(found: Sequence[Found]) -> str:
    lines = [str(one.line) for one in found[:5]]
    return ", ".join(lines) + (" ..." if len(found) > 5 else "")
