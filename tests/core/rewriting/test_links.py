"""The links of a file: what hangs where, whatever is hung, dropped and hung again."""

from __future__ import annotations

import json
from typing import Any

from transcript_doctor.core.rewriting.draft import Draft, draft_of_lines
from transcript_doctor.core.rewriting.links import Links


def draft_of(**parents: str | None) -> Draft:
    lines = [json.dumps({"id": ident, "above": parent}) for ident, parent in parents.items()]
    return draft_of_lines("\n".join(lines).encode(), lambda value: "id" in value)


def told(draft: Draft) -> dict[str, Any]:
    return {r.value["id"]: json.loads(r.text())["above"] for r in draft.records if not r.dropped}


def test_what_was_hung_elsewhere_does_not_follow_where_it_hung_before() -> None:
    draft = draft_of(a=None, b="a", c="b", d=None)
    _, b, c, _ = draft.records
    links = Links(draft, "id", "above")
    links.hang(c, "d")
    links.drop(b)
    b.dropped = True
    links.close()
    assert told(draft) == {"a": None, "c": "d", "d": None}
    assert links.gone == {"b": "a"}


def test_what_hung_on_a_dropped_record_hangs_on_its_parent_or_on_an_heir() -> None:
    draft = draft_of(a=None, b="a", c="b", d="b", e="d")
    _, b, c, d, _ = draft.records
    links = Links(draft, "id", "above")
    links.drop(b)
    links.drop(d, c)
    b.dropped = d.dropped = True
    links.close()
    assert told(draft) == {"a": None, "c": "a", "e": "c"}


def test_links_that_stay_are_not_written() -> None:
    draft = draft_of(a=None, b="a", c="b")
    links = Links(draft, "id", "above")
    links.hang(draft.records[1], "c")
    links.hang(draft.records[1], "a")
    links.close()
    assert [record.edits for record in draft.records] == [[], [], []]
