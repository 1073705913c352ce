"""Mistakes with what stands in a result: nothing, a bare value, parts that are not taken."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.core.finding import Finding


def _no_output(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "C002" and finding.case == "in-result":
        return Sign(82, "the text inside a result is blank: the tool gave no output")
    if finding.code == "C005" and finding.case in ("null", "missing", "empty-list", "error-empty"):
        return Sign(82, "the result has no content: the tool failed, or returned nothing")
    return None


NO_OUTPUT = Mistake(
    name="passed-no-output-on",
    trigger="tool-error-path",
    words="a tool that gave nothing left a result without content",
    sentence="A tool returns None or an empty text, or never ran, and that is passed on as its "
    "result.",
    signs="a result with null or blank content",
    before="content = tool(**arguments)                 # may be None or ''",
    after="content = tool(**arguments) or '(no output)'",
    codes=("C002", "C005"),
    shows=_no_output,
)


def _raw_value(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "C005" and finding.case in ("type", "json-type"):
        return Sign(86, "the result's content is a bare value, not a text")
    return None


RAW_VALUE = Mistake(
    name="passed-a-raw-value-on",
    trigger="client-bug",
    words="a tool's value was passed on without turning it into text",
    sentence="A dict or a number goes from the function straight into the message.",
    signs="a result whose content is an object or a number",
    before="{'role': 'tool', 'content': tool(**arguments)}",
    after="{'role': 'tool', 'content': json.dumps(tool(**arguments))}",
    codes=("C005",),
    shows=_raw_value,
)


def _kept_media(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "C005" and finding.case in ("media", "other-media", "kind", "not-text"):
        return Sign(82, "the result holds parts that this target takes from users only")
    return None


KEPT_MEDIA = Mistake(
    name="put-parts-into-a-text-result",
    trigger="conversion",
    words="pictures or parts were put into a result that takes text only",
    sentence="Tools give back pictures, and the adapter puts them where one provider takes them and "
    "the next does not.",
    signs="a picture, or a list of parts, inside a result",
    before="{'role': 'tool', 'content': parts}",
    after="{'role': 'tool', 'content': text_of(parts)}   # pictures follow in a user message",
    codes=("C005",),
    shows=_kept_media,
)

MISTAKES = (
    NO_OUTPUT,
    RAW_VALUE,
    KEPT_MEDIA,
)
