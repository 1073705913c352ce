"""Mistakes with names of tools and of their results."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Call
from transcript_doctor.core.wording import cut


def _bad_name(finding: Finding, clues: Clues) -> Sign | None:
    call = finding.subject
    if not isinstance(call, Call):  # a call without a name is another fault's
        return None
    name = str(call.name)
    half = len(name) // 2
    if half > 1 and name[:half] == name[half:]:
        return Sign(60, f"the name {cut(name, 40)} is a name twice")
    if clues.tools is not None and name in clues.tools:
        return Sign(30, f"the request declares a tool {cut(name, 40)}")
    if clues.tools is not None:
        return Sign(84, f"the request declares no tool {cut(name, 40)}")
    return Sign(74, f"the name {cut(name, 40)} is not one that the target takes")


BAD_NAME = Mistake(
    name="stored-an-invented-name",
    trigger="model-output",
    words="the model invented a tool's name, and it was stored as it came",
    sentence="The model joins words, paths or servers to a name; the call is answered and sent back "
    "for ever.",
    signs="a call whose name has dots, slashes or blanks",
    before="messages.append(message)                    # the call's name breaks the pattern",
    after="if not re.fullmatch(r'[A-Za-z0-9_-]{1,64}', call.name):\n"
    "    call.name = re.sub(r'[^A-Za-z0-9_-]', '_', call.name)[:64]",
    codes=("Y002",),
    shows=_bad_name,
    decides="whether the request declared a tool of that name",
)


def _name_lost(finding: Finding, clues: Clues) -> Sign | None:
    if finding.case in ("empty", "missing"):
        return Sign(74, "the result's name is empty: the store did not keep it")
    return None


NAME_LOST = Mistake(
    name="did-not-keep-the-name",
    trigger="rebuild",
    words="the result's name was not kept, and came back empty",
    sentence="The store keeps results by their id alone; this target pairs them by name.",
    signs="a result with an empty name",
    before="Result(id=row.call_id, name='', text=row.text)",
    after="Result(id=row.call_id, name=calls[row.call_id].name, text=row.text)",
    codes=("P008",),
    shows=_name_lost,
    decides="whether the stored result has the name",
)


def _name_guessed(finding: Finding, clues: Clues) -> Sign | None:
    if finding.case != "mismatch":
        return None
    names = {f.hit.values.get("name") for f in clues.of_code["P008"][:50]}
    if len(names) == 1 and len(clues.of_code["P008"]) > 1:
        return Sign(84, "all results have the same name, and no call has it")
    return Sign(74, "the result has another name than its call")


NAME_GUESSED = Mistake(
    name="looked-the-name-up-in-the-wrong-place",
    trigger="conversion",
    words="the converter gave a result a name that its call does not have",
    sentence="The other format's results have no name, and the converter makes one up or looks in "
    "the wrong place.",
    signs="results named `unknown`, by their id, or all alike",
    before="name = result.get('name', 'unknown')",
    after="name = names_by_id[result['tool_call_id']]  # kept from the calls in front",
    codes=("P008",),
    shows=_name_guessed,
)

MISTAKES = (
    BAD_NAME,
    NAME_LOST,
    NAME_GUESSED,
)
