"""Files, folders and standard input, read one after the other.

A file that cannot be read does not stop the others: that is told, and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from transcript_doctor.acts.reading.admitting import admit
from transcript_doctor.acts.reading.salvaging import salvaged
from transcript_doctor.acts.reading.sessions import Conversation, conversations_of
from transcript_doctor.cli.reading.asides import Aside, Lost, Note, PassedOver
from transcript_doctor.cli.reading.files import JSON_KINDS, Named, is_alone, is_kept
from transcript_doctor.cli.reading.loading import Found, load, named_faults, source_of
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.packing import unpacked
from transcript_doctor.jsontext import Damage, Document, UnreadableText

_BINARY = re.compile(rb".{0,7}[\x00-\x08\x0e-\x1f]", re.DOTALL)
_SPEAKS = re.compile(rb"role|content|parts|messages|tool_call|call_id")
"""Words of which one stands in every transcript."""


class Reading:
    """Reads files one after the other.

    Of the one file that was named, doubt is no reason to pass it over, unless `any_file` says that
    whoever named the files did not choose them.
    """

    def __init__(self, files: Sequence[Named], *, any_file: bool = False) -> None:
        self._alone = is_alone(files) and not any_file
        self._any_file = any_file

    def read(self, file: Named) -> Iterator[Found | Aside]:
        """Yield the transcripts of a file, and what has to be told of it."""
        try:
            yield from self._found(file)
        except UnreadableFile as fault:
            cause = fault.__cause__
            if isinstance(cause, UnreadableText) and self._is_other_text(file):
                yield from self._pass_over(file, f"no JSON ({_spot(cause)})")
            elif isinstance(cause, UnreadableText):
                yield Lost(file.name, cause.line, _spot(cause))
                yield from self._whole_messages(file)
            else:
                yield Lost(file.name, 0, str(fault).removeprefix(f"{file.name}: "))

    def _found(self, file: Named) -> Iterator[Found | Aside]:
        found = load(file)
        if isinstance(found, Document):
            yield from self._transcripts_in(file, found)
            return
        some = False
        with named_faults(file):
            for one in conversations_of(found):
                if one.newer_than:
                    yield _newer(file, one)
                some = True
                yield one
        if not some and file.by_name:  # in a folder it is a part of what was read with another file
            yield from self._pass_over(file, f"{found.why}; it holds no message")

    def _transcripts_in(self, file: Named, document: Document) -> Iterator[Found | Aside]:
        """Yield the transcripts of a file that no agent's session reader knows."""
        admitted = admit(document, alone=self._alone)
        if not admitted.found and (not document.damage or self._is_other_text(file)):
            yield from self._pass_over(file, admitted.reason)
            return
        for damage in document.damage:
            yield Lost(file.name, damage.line, _spot(damage))
        for note in [*document.notes, *admitted.notes]:
            yield Note(f"{file.name}: {note}")
        yield from admitted.found

    def _whole_messages(self, file: Named) -> Iterator[Found | Aside]:
        """Yield what is whole in a JSON file that is cut or garbled."""
        if not is_kept(file):
            return
        found = salvaged(_bytes_of(file))
        if found is not None:
            yield Note(f"{file.name}: what is whole in it is judged all the same")
            yield found

    def _pass_over(self, file: Named, reason: str) -> Iterator[Aside]:
        """Tell of a file that holds no transcript; of those that were named it is said why."""
        yield PassedOver(file.name, reason, self._alone)
        if file.by_name and not self._alone:
            yield Note(f"{file.name}: passed over: {reason}")

    def _is_other_text(self, file: Named) -> bool:
        """Tell whether a file that is no JSON speaks of no message, so that nobody misses it."""
        if not is_kept(file) or (file.by_name and not self._any_file):
            return False
        if not file.name.endswith(JSON_KINDS):
            return True
        data = _bytes_of(file)
        return not _BINARY.match(data) and not _SPEAKS.search(data.replace(b"\0", b""))


def _bytes_of(file: Named) -> bytes:
    """Return what is in a file, or in what is packed in it."""
    with unpacked(source_of(file)).open() as stream:
        return stream.read()


def _newer(file: Named, one: Conversation) -> Note:
    """Say that an agent's version is newer than what was looked at."""
    session = one.value
    return Note(
        f"{file.name}: {session.agent} {session.version} is newer than {one.newer_than}, the "
        "newest that was looked at; what is alike is read",
        session.agent,
    )


def _spot(fault: UnreadableText | Damage) -> str:
    return f"column {fault.column}: {fault.message}. {fault.hint}"
