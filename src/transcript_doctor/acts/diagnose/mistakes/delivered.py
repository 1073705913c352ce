"""Mistakes with what was delivered: half calls, another format's parts, cut texts, pictures."""

from __future__ import annotations

import re

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.acts.diagnose.nodes import fault_of
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Call


def _half_call(finding: Finding, clues: Clues) -> Sign | None:
    call = finding.subject
    if finding.code == "Y002" and finding.case == "empty":
        return Sign(76, "the call has no name: its beginning never came")
    if finding.code not in ("Y001", "P001") or not isinstance(call, Call):
        return None
    fault = fault_of(call)
    if finding.code == "P001":
        return (
            Sign(64, "the arguments of the open call end in the middle") if fault == "cut" else None
        )
    if fault == "glued":
        return Sign(90, "the arguments of two calls stand behind one another in one call")
    answered = call in clues.answered(call)[:200]
    if fault == "cut" or (finding.case == "incomplete" and fault is not None):
        return Sign(78 if answered else 66, "the arguments end in the middle")
    if fault == "broken":
        return Sign(70, "the arguments are no JSON object")
    return None


HALF_CALL = Mistake(
    name="stored-a-half-streamed-call",
    trigger="stream-assembly",
    words="a call was stored before its stream was whole, or two were put into one",
    sentence="Pieces of a stream are appended without their index, or kept when the stream breaks "
    "off.",
    signs="arguments that end in the middle, or two objects of arguments in one call",
    before="calls[-1].arguments += delta.arguments       # whichever call the delta belongs to",
    after="calls[delta.index].arguments += delta.arguments\n"
    "whole = calls if finish_reason == 'tool_calls' else []   # what was cut off is not stored",
    codes=("Y001", "Y002", "P001"),
    shows=_half_call,
    decides="the stop reason of the answer",
)


def _other_form(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "Y001" and finding.case in ("not-text", "object", "not-object"):
        return Sign(
            76, "the arguments are in another format's form: an object for a text, or the reverse"
        )
    if finding.code == "C006" and finding.case in ("unknown-type", "foreign-type", "call-list"):
        return Sign(78, "the part is of a type that another format has")
    if finding.code == "R009":
        return Sign(60, "a part stands on a role that may hold it elsewhere")
    if finding.code == "R007" and finding.case in ("first", "unsupported"):
        return Sign(
            66,
            "a system message stands in the list, where the target has a place of its own for it",
        )
    return None


OTHER_FORM = Mistake(
    name="sent-another-format's-parts",
    trigger="conversion",
    words="parts of another format were sent as they are",
    sentence="The messages were written for one API and are sent to another that words the same "
    "things otherwise.",
    signs="types of parts, forms of arguments or places of the system prompt that another format "
    "has",
    before="other_client.create(messages=messages)",
    after="other_client.create(messages=convert(messages, to=target).messages)",
    codes=("Y001", "C006", "R009", "R007"),
    shows=_other_form,
    decides="where the message was made",
)


def _encoding(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code != "Y004":
        return None
    if _ESCAPED_BYTE.fullmatch(str(finding.hit.values.get("code"))):
        told = "what stands in a text may be half a character, or a byte that is no UTF-8"
        return Sign(70, told)
    return Sign(90, "half a character stands in a text")


_ESCAPED_BYTE = re.compile(r"U\+DC[89A-F][0-9A-F]")
"""Where Python keeps the bytes of file names and output that it cannot decode."""


ENCODING = Mistake(
    name="cut-inside-a-character",
    trigger="encoding",
    words="a text was cut in the middle of a character",
    sentence="Output is shortened by UTF-16 units, and the cut falls inside a pair.",
    signs="a lone surrogate in a text",
    before="text.slice(0, limit)                        // of UTF-16 units",
    after="[...text].slice(0, limit).join('')          // of characters; then toWellFormed()",
    codes=("Y004",),
    shows=_encoding,
    decides="whether something shortens texts, or decodes bytes with surrogateescape",
)


def _media(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "C006" and finding.case.startswith("media-"):
        return Sign(
            88,
            "the data of the picture or file is not what its label says, or of no kind that is "
            "taken",
        )
    if finding.code == "L002" and finding.case != "items":
        large = finding.case.startswith("image-")
        return Sign(
            88,
            "a picture is larger than the target takes"
            if large
            else "there are more than the target takes",
        )
    return None


MEDIA = Mistake(
    name="embedded-media-unlooked-at",
    trigger="media",
    words="a picture or file was embedded without a look at its bytes, its size, or how many "
    "there are",
    sentence="The type comes from the file's name, and every picture stays in the history for good.",
    signs="data of another kind than its label, too large, or too many",
    before="part = image_part(data, media_type=guess_type(path))",
    after="part = image_part(data, media_type=sniff(data))   # and an error as text where it is "
    "no picture",
    codes=("C006", "L002"),
    shows=_media,
)

MISTAKES = (
    HALF_CALL,
    OTHER_FORM,
    ENCODING,
    MEDIA,
)
