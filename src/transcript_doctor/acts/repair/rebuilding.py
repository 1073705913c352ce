"""Giving back what was given: a list, a request body or a session's transcript, around another list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from transcript_doctor.acts.opening.plain import opens_plain, plain
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.report import Report
from transcript_doctor.core.transcript import Origin, Transcript
from transcript_doctor.place import Steps


def made_plain(transcript: Any, report: Report | None = None) -> Any:
    """Return a transcript of plain dicts and lists; the same object where it is plain already."""
    outline = report.outline if report is not None else None
    if outline is not None and outline.messages is transcript:
        return transcript  # the check took the list as it is
    if type(transcript) is not Transcript:
        return plain(transcript)
    request = plain(transcript.request)
    return transcript if request is transcript.request else transcript._replace(request=request)


def list_of(transcript: Any, report: Report) -> list[Any]:
    """Return the list of messages in a transcript that is left as it is, made plain where it is none."""
    value = transcript.request if type(transcript) is Transcript else transcript
    found = _listed(value, report) if opens_plain(value) else None
    if found is None:
        found = _listed(plain(value), report)
    if found is not None:
        return found
    return [] if report.outline is None else report.outline.messages


def _listed(value: Any, report: Report) -> list[Any] | None:
    """Return the list in a value; None where there is none, or what is around it is not plain."""
    if type(value) is list:
        return value
    try:
        listing = FORMATS[report.format].listing(value) if type(value) is dict else None
    except Exception:  # whatever the code of odd objects raises
        return None
    return listing.messages if listing is not None and type(listing.messages) is list else None


def with_list(
    transcript: Any, report: Report, messages: list[Any], sources: Sequence[int | None]
) -> Any:
    """Return the transcript of the kind given, around another list.

    `sources` holds the former index of each message, or None for one that was added.
    """
    if type(transcript) is Transcript:
        request = with_list(transcript.request, report, messages, sources)
        return _of_session(transcript, report, request, messages, sources)
    if not isinstance(transcript, dict):
        return messages
    relist = FORMATS[report.format].relist
    if relist is not None and (relisted := relist(transcript, messages)) is not None:
        return relisted
    root = report.outline.root if report.outline is not None else ()
    if not _holds(transcript, root):  # a single message stood there
        return messages[0] if len(messages) == 1 else messages
    return _put(transcript, root, messages)


def _holds(body: Any, root: Steps) -> bool:
    for step in root:
        if not isinstance(body, dict) or step not in body:
            return False
        body = body[step]
    return bool(root)


def _put(body: Any, root: Steps, value: Any) -> Any:
    if not root:
        return value
    return {**body, root[0]: _put(body[root[0]], root[1:], value)}


def _of_session(
    transcript: Transcript,
    report: Report,
    request: Any,
    messages: list[Any],
    sources: Sequence[int | None],
) -> Transcript:
    """Keep the origins of what came from the file; what was added stands on no line of it."""
    origins = transcript.origins
    if len(origins) != (len(report.outline.messages) if report.outline is not None else 0):
        return transcript._replace(request=request, origins=(), parts={})
    nowhere = Origin(transcript.begins.file, 0, 0)
    old = report.outline.messages if report.outline is not None else []
    parts = {
        now: transcript.parts[then]
        for now, then in enumerate(sources)
        if then is not None and then in transcript.parts and messages[now] is old[then]
    }
    made = tuple(nowhere if then is None else origins[then] for then in sources)
    return transcript._replace(request=request, origins=made, parts=parts)
