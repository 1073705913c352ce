"""What a heal asks of the surgeon, called by hand: also what no target of today makes an error of."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.catalog import FORMATS, RULES, target_named
from transcript_doctor.core.edit import apply
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.healing import of_call, of_either, of_message, of_result
from transcript_doctor.core.mending import MENDS
from transcript_doctor.core.minting import Mint
from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.rule import Hit
from transcript_doctor.core.safety import POLICIES
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Law, Laws

GO = {"role": "user", "content": "Go."}
JPEG = "/9j/4AAQSkZJRgABAQAAAQABAAD/2Q=="
CALL = {"role": "assistant", "content": None, "tool_calls": [
    {"id": "c1", "type": "function", "function": {"name": "f", "arguments": None}}]}  # fmt: skip


def surgeon_on(messages: list[Any], target: str = "openai", *laws: Law) -> Surgeon:
    report = check(messages, target=target, as_="request")
    outline, verbs, found = report.outline, FORMATS[report.format].verbs, target_named(target)
    assert outline is not None
    assert verbs is not None
    found = found._replace(laws=(*laws, *found.laws))
    return Surgeon(outline, Laws(found, Facts({}), as_record=False), verbs, {}, POLICIES)


def healed(code: str, hit: Hit, messages: list[Any], target: str = "openai", *laws: Law) -> Any:
    """The list after one heal, what it cost and what it lost; None where it does nothing."""
    surgeon, heal = surgeon_on(messages, target, *laws), RULES[code].heal
    assert heal is not None
    if not surgeon.tries(lambda: heal(surgeon, hit)):
        return None
    return apply(messages, surgeon.edits()), surgeon.cost, [what for _, what, _ in surgeon.losses]


def said(*parts: Any) -> list[Any]:
    return [{"role": "user", "content": [*parts]}]


def test_half_a_character_is_lost_and_a_key_is_left_to_a_person() -> None:
    hit = Hit("surrogate", 0, ("content",), {})
    made = healed("Y004", hit, [{"role": "user", "content": "Hi \ud83d!"}])
    assert made == ([{"role": "user", "content": "Hi \ufffd!"}], "lossy", ["half a character"])
    whole = [{"role": "user", "content": "Hi \U0001f600"}]
    assert healed("Y004", hit, whole) is None
    assert healed("Y004", hit._replace(part=("content", "\ud83d")), whole) is None
    assert healed("Y004", hit._replace(message=None), whole) is None


def test_arguments_that_are_null_are_an_empty_object() -> None:
    at = ("tool_calls", 0, "function", "arguments")
    made, cost, lost = healed("Y001", Hit("null", 1, at), [GO, CALL])
    assert made[1]["tool_calls"][0]["function"]["arguments"] == "{}"
    assert (cost, lost) == ("safe", [])


def test_an_id_that_cannot_be_made_is_not_made() -> None:
    law = Law("I002", "refused", "source", "a test", "2026-11-30", params={"pattern": "x{3}"})
    short = law._replace(params={"max": 2, "min": 2, "pattern": "[a-f0-9]{2}"})
    call = check([GO, CALL]).outline.calls[0]  # type: ignore[union-attr]
    hit = Hit("pattern", 1, call.part, {}, call)
    assert healed("I002", hit, [GO, CALL], "openai", law) is None
    narrow = law._replace(params={"pattern": "x+", "min": 20})
    assert healed("I002", hit, [GO, CALL], "openai", narrow) is None
    made, cost, _ = healed("I002", hit, [GO, CALL], "openai", short)
    assert len(made[1]["tool_calls"][0]["id"]) == 2
    assert cost == "safe"


@pytest.mark.parametrize(
    ("case", "part", "values", "given", "becomes"),
    [
        (
            "media-label", ("content", 0, "image_url"), {"label": "image/png", "found": "image/jpeg"},
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{JPEG}"}},
            {"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{JPEG}"}},
        ),
        (
            "media-label", ("content", 0, "image_url"), {"label": "image/png", "found": "image/jpeg"},
            {"type": "image_url", "image_url": {"url": "https://x.io/a.png"}}, None,
        ),
        (
            "bare-payload", ("content", 0), {"type": "file"},
            {"type": "file", "file_id": "file-1"}, {"type": "file", "file": {"file_id": "file-1"}},
        ),
        ("bare-payload", ("content", 0), {"type": "input_audio"}, {"type": "input_audio"}, None),
        (
            "media-data", ("content", 0, "file"), {"kind": "document"},
            {"type": "file", "file": {"file_data": "%%"}}, None,
        ),
    ],
    ids=["label in an address", "no label", "file", "sound", "document"],
)  # fmt: skip
def test_a_part_is_mended(case: str, part: Any, values: Any, given: Any, becomes: Any) -> None:
    made = healed("C006", Hit(case, 0, part, values), said(given))
    assert (made[0] if made is not None else None) == (said(becomes) if becomes else None)


def test_a_list_of_texts_becomes_one_text() -> None:
    parts = [{"type": "text", "text": "One."}, "Two."]
    hit = Hit("not-string", 0, ("content",))
    assert healed("C006", hit, said(*parts))[0] == [{"role": "user", "content": "One.\nTwo."}]
    odd = [*parts, {"type": "image_url"}]
    assert healed("C006", hit, said(*odd)) is None


def test_a_blank_part_goes_with_the_element_that_it_stands_in() -> None:
    blank, text = {"type": "refusal", "refusal": ""}, {"type": "text", "text": "One."}
    for case in ("blank-payload", "no-data"):
        hit = Hit(case, 0, ("content", 1, "refusal"))
        assert healed("C006", hit, said(text, blank))[0] == said(text)
    assert healed("C006", Hit("no-data", 0, ("content",)), said(text)) is None
    assert {"blank-payload", "no-data"} <= MENDS.keys()


MARKED = {"type": "text", "text": "", "cache_control": {"type": "ephemeral"}}


@pytest.mark.parametrize(
    ("code", "case", "part", "given", "becomes"),
    [
        ("L001", "on-empty-text", ("content", 0), said(MARKED), said({"type": "text", "text": ""})),
        ("L001", "on-empty-text", ("content", 1),
         [{"role": "user", "content": [{"text": ""}, {"cachePoint": {"type": "default"}}]}],
         [{"role": "user", "content": [{"text": ""}]}]),
        ("T002", "edited", ("content", 0), said(MARKED), None),
        ("C005", "null", ("content",), [{"role": "user", "content": None}], None),
        ("Y003", "unknown", ("nowhere",), [GO], None),
    ],
)  # fmt: skip
def test_what_is_there_goes_and_what_is_not_stays(
    code: str, case: str, part: Any, given: list[Any], becomes: Any
) -> None:
    made = healed(code, Hit(case, 0, part), given)
    assert (made[0] if made is not None else None) == becomes


def test_what_a_fault_is_about_comes_with_the_heal() -> None:
    call, result = Call("c1", "f", 1, (), None), Result("c1", "f", 2, (), None)
    bare = Hit("x", None)
    seen: list[Any] = []

    def heal(surgeon: Any, hit: Hit, found: Any) -> bool:
        """Heal it."""
        seen.append(found)
        return True

    for made, yes, no in (
        (of_message(heal), bare._replace(message=0), bare),
        (of_call(heal), bare._replace(subject=call), bare._replace(subject=result)),
        (of_result(heal), bare._replace(subject=result), bare._replace(subject=call)),
        (of_either(heal), bare._replace(subject=result), bare),
    ):
        assert made(None, yes) is True  # type: ignore[arg-type]
        assert made(None, no) is False  # type: ignore[arg-type]
        assert inspect.getdoc(made) == "Heal it."
    assert seen == [0, call, result, result]


def test_an_id_that_somebody_bears_is_not_minted_again() -> None:
    laws = surgeon_on([GO]).laws
    first = Mint(laws, ()).fresh_id("call")
    second = Mint(laws, (first,)).fresh_id("call")
    assert first != second
    assert Mint(laws, ()).fresh_id("call") == first
    assert RULES["P001"].family == "pairing"
