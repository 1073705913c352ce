"""Mistakes with ids: own ones, another provider's, none."""

from __future__ import annotations

import re

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.idforms import form_of, made_by_a_provider
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.wording import cut, named

_ELSEWHERE = re.compile(r"(?:chatcmpl|gen|resp|thinking|reasoning)[-_]")
_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-.*")


def _minted(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code in ("P001", "P002"):
        return _apart(finding, clues)
    if finding.code == "I004" and finding.case == "prefix":
        ident = named(finding.hit.values.get("id"))
        return Sign(
            82 if _UUID.fullmatch(ident[:60]) else 40,
            f"the item's id {cut(ident, 40)} is no server's",
        )
    row = finding.subject
    if finding.code == "I002" and isinstance(row, Call | Result) and form_of(row.id) is None:
        return Sign(64, f"the id {cut(str(row.id), 40)} has no provider's form")
    return None


def _apart(finding: Finding, clues: Clues) -> Sign | None:
    """Say where a call without a result and a result without a call stand where each other's would."""
    pair = _strangers(finding, clues)
    if pair is None:
        return None
    call, result = pair
    one, other = cut(str(call.id), 40), cut(str(result.id), 40)
    ours = made_by_a_provider(call.id) and not made_by_a_provider(result.id)
    kin = call.id and result.id and (result.id in call.id or call.id in result.id)
    told = f"call {one} is open, and where its result would stand one for {other} does"
    return Sign(83 if ours and result.id and not kin else 72, told)


def _strangers(finding: Finding, clues: Clues) -> tuple[Call, Result] | None:
    """Return the open call and the orphan behind it that belong together but for their ids."""
    row = finding.subject
    if isinstance(row, Call):
        behind = clues.stray_behind(row)
        return (row, behind) if behind is not None else None
    if isinstance(row, Result):
        call = clues.open_before(row)
        return (call, row) if call is not None else None
    return None


MINTED = Mistake(
    name="minted-own-ids",
    trigger="client-bug",
    words="ids were minted here instead of handing back those that came",
    sentence="The code makes an id of its own, a UUID or a counter, and puts it where the "
    "provider's belongs.",
    signs="a call is open, and a result with an id that no call has stands in its place; or ids "
    "of no provider's form",
    before="result = {'role': 'tool', 'tool_call_id': str(uuid4()), 'content': text}",
    after="result = {'role': 'tool', 'tool_call_id': call.id, 'content': text}   # the id that came",
    codes=("P001", "P002", "I002", "I004"),
    shows=_minted,
    decides="whether the id was made here, or by another provider or a gateway",
)


def _wrong_field(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "R002" and finding.case == "legacy-function":
        return Sign(76, "the result is in the old form, which names a tool and no call")
    if finding.code == "I001":
        if finding.case == "result-empty":
            return Sign(78, "the result has its key for the call's id, and nothing in it")
        if finding.case == "legacy-call":
            return Sign(76, "the call is in the old form, which has no ids")
        return None
    if finding.code not in ("P001", "P002") or (pair := _strangers(finding, clues)) is None:
        return None
    call, result = pair
    if result.id and result.id == call.item:
        return Sign(90, f"the result names its call by the item's id, {cut(result.id, 40)}")
    if result.id and result.id == call.name:
        return Sign(90, f"the result names its call by the tool's name, {cut(result.id, 40)}")
    forms = form_of(call.id), form_of(result.id)
    if all(forms) and forms[0] != forms[1]:
        return Sign(86, f"the call's id has the form {forms[0]}, the result's {forms[1]}")
    return None


WRONG_FIELD = Mistake(
    name="read-the-id-from-the-wrong-field",
    trigger="conversion",
    words="an adapter took the call's id from the wrong field, or lost it",
    sentence="Formats keep the id under different keys; the converter reads one of another format.",
    signs="a result with an empty id, the tool's name as its id, or another form of id than its "
    "call's",
    before="id = part.get('id')                         # results have it under another key",
    after="id = part['tool_use_id']                    # raises where it lacks, and is tested "
    "with both formats",
    codes=("I001", "P001", "P002", "R002"),
    shows=_wrong_field,
    decides="whether the history in front of the adapter has the ids",
)


def _carried(finding: Finding, clues: Clues) -> Sign | None:
    row = finding.subject
    if finding.code == "I002" and isinstance(row, Call | Result):
        form = form_of(row.id)
        if form is None:
            return Sign(60, f"the id {cut(str(row.id), 40)} was not made by this target")
        weight = 84 if finding.case != "length" and made_by_a_provider(row.id) else 66
        told = f"the id {cut(str(row.id), 40)} has the form {form}, which this target does not give"
        return Sign(weight, told)
    if finding.code == "I004" and finding.case == "prefix":
        ident = named(finding.hit.values.get("id"))
        if ident and not _UUID.fullmatch(ident[:60]):
            sure = made_by_a_provider(ident) or _ELSEWHERE.match(ident)
            return Sign(82 if sure else 60, f"the item's id {cut(ident, 40)} was made elsewhere")
    return None


CARRIED = Mistake(
    name="carried-ids-to-another-provider",
    trigger="provider-switch",
    words="ids of another provider were carried over",
    sentence="The session goes on with another provider, and the old turns keep the ids of the one "
    "before.",
    signs="ids in the form of another provider's, in calls and results alike",
    before="send(messages, to=other_provider)",
    after="send(convert(messages, to=target).messages)   # ids rewritten on both sides",
    codes=("I002", "I004"),
    shows=_carried,
    decides="who made the turn",
)


def _no_id(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code != "I001" or finding.case in ("result-empty", "legacy-call"):
        return None
    return Sign(56, "a result or call is written without the id that came with the call")


NO_ID = Mistake(
    name="left-the-id-out",
    trigger="client-bug",
    words="a result was written without the id of its call",
    sentence="The message is built by hand from name and content; the id that ties it to its call "
    "is left out.",
    signs="a call or result without an id",
    before="{'role': 'tool', 'name': name, 'content': text}",
    after="{'role': 'tool', 'tool_call_id': call.id, 'name': name, 'content': text}",
    codes=("I001",),
    shows=_no_id,
    decides="whether the code leaves it out or an adapter loses it",
)

MISTAKES = (
    WRONG_FIELD,
    CARRIED,
    MINTED,
    NO_ID,
)
