"""Putting messages where a file has no place for them is refused; what stands elsewhere is hung, not copied."""

from __future__ import annotations

import json
from typing import Any

import pytest

from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.rewriting.chain import Chain
from transcript_doctor.core.rewriting.draft import Draft, Record, draft_of_lines
from transcript_doctor.core.rewriting.links import Links
from transcript_doctor.core.rewriting.placing import Around, Placing, Slot

Message = dict[str, Any]


def draft_of(*values: Any) -> Draft:
    text = "\n".join(json.dumps(value) for value in values)
    return draft_of_lines(text.encode(), lambda value: isinstance(value, dict))


def said(ident: str, above: str | None = None) -> Message:
    return {"id": ident, "above": above, "text": ident}


def itself(message: Any, around: Around) -> Any:
    return message


def placing(draft: Draft, slots: list[Slot], chain: Chain, strays: Any = None) -> Placing:
    return Placing(draft, slots, chain, itself, strays)


def texts(draft: Draft) -> list[Any]:
    return [json.loads(record.text()) for record in draft.rows() if record.raw]


def whole(record: Record) -> Slot:
    return Slot(record, ())


def test_what_is_made_of_no_message_stays() -> None:
    draft = draft_of(said("a"), said("b"))
    slots = [whole(draft.records[0])._replace(is_fixed=True), whole(draft.records[1])]
    before = [slot.raw for slot in slots]
    with pytest.raises(Unwritable, match="a compaction's summary"):
        placing(draft, slots, Chain()).place(before, [(1, before[1])])
    with pytest.raises(Unwritable, match="a compaction's summary"):
        placing(draft, slots, Chain()).place(before, [(0, said("other")), (1, before[1])])


def test_beside_what_is_no_list_no_message_is_put() -> None:
    draft = draft_of({"only": said("a")})
    slots = [Slot(draft.records[0], ("only",), is_own=False)]
    with pytest.raises(Unwritable, match="a compaction's summary"):
        placing(draft, slots, Chain()).place([slots[0].raw], [(0, slots[0].raw), (None, said("b"))])


def test_without_any_record_there_is_nothing_to_be_like() -> None:
    with pytest.raises(Unwritable, match="no record that a new one could be like"):
        placing(draft_of({}), [], Chain()).place([], [(None, said("a"))])


@pytest.mark.parametrize("order", [[1, 0], [2, 0, 1], [2, 1, 0]])
def test_what_is_held_in_one_record_is_put_elsewhere_in_it(order: list[int]) -> None:
    draft = draft_of({"held": [said("a"), said("b"), said("c")]})
    slots = [Slot(draft.records[0], ("held", i), is_own=False) for i in range(3)]
    before = [slot.raw for slot in slots]
    placing(draft, slots, Chain()).place(before, [(i, before[i]) for i in order])
    assert [one["text"] for one in texts(draft)[0]["held"]] == ["abc"[i] for i in order]


def test_behind_a_summary_alone_a_new_one_follows_at_the_end() -> None:
    draft = draft_of(said("a"), said("x", "a"))
    a, x = draft.records
    links = Links(draft, "id", "above")
    slots = [whole(a)._replace(is_fixed=True)]
    placing(draft, slots, Chain([a, x], links)).place([a.value], [(0, a.value), (None, said("n"))])
    links.close()
    assert [(one["id"], one["above"]) for one in texts(draft)] == [
        ("a", None),
        ("x", "a"),
        ("n", "x"),
    ]


def test_a_new_first_one_hangs_where_the_first_hung() -> None:
    draft = draft_of(said("h"), said("a", "h"))
    head, a = draft.records
    links = Links(draft, "id", "above")
    placing(draft, [whole(a)], Chain([a], links)).place(
        [a.value], [(None, said("n")), (0, a.value)]
    )
    links.close()
    assert [(one["id"], one["above"]) for one in texts(draft)] == [
        ("h", None),
        ("n", "h"),
        ("a", "n"),
    ]
    assert head.edits == []


def test_a_stray_in_the_right_place_is_hung_there_and_not_written_again() -> None:
    draft = draft_of(said("a"), said("s", "a"), said("b", "a"))
    a, stray, b = draft.records
    links = Links(draft, "id", "above")
    items = [(0, a.value), (None, stray.value), (1, b.value)]
    slots = [whole(a), whole(b)]
    placing(draft, slots, Chain([a, b], links), {id(stray.value): stray}).place(
        [a.value, b.value], items
    )
    links.close()
    assert [(one["id"], one["above"]) for one in texts(draft)] == [
        ("a", None),
        ("s", "a"),
        ("b", "s"),
    ]


def test_what_is_dropped_without_an_id_or_hung_on_nothing_leaves_the_rest() -> None:
    draft = draft_of({"above": "a"}, said("a"), said("b", "a"))
    nameless, a, b = draft.records
    links = Links(draft, "id", "above")
    links.drop(nameless)
    links.hang(b, None)
    links.drop(a)
    links.close()
    assert links.gone == {"a": None}
    assert json.loads(b.text())["above"] is None


def test_the_last_of_a_way_leaves_the_one_before_as_its_tip() -> None:
    draft = draft_of(said("a"), said("b", "a"))
    a, b = draft.records
    chain = Chain([a, b])
    chain.drop(b)
    assert chain.tip is a
    chain.drop(a)
    assert chain.tip is None
    chain.drop(a)
    assert not chain.holds(a)
