"""A target file that breaks its own schema is told with the spot and the word that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.core.errors import BadKnowledge
from transcript_doctor.core.lawfile import target_from

LAW = {
    "rule": "R001",
    "verdict": "refused",
    "evidence": "source",
    "source": "a test",
    "date": "2026",
}


def target(**law: Any) -> Any:
    """A target of one law, in which some keys are other than they should be."""
    row = {key: value for key, value in {**LAW, **law}.items() if value is not None}
    return target_from({"name": "made", "format": "pi", "law": [row]}, lambda name: target())


def test_a_law_is_read() -> None:
    assert [found.rule for found in target().laws] == ["R001"]
    assert target(case="missing").laws[0].cases == ("missing",)


@pytest.mark.parametrize(
    ("law", "says"),
    [
        ({"verdict": "forbidden"}, "law R001/None: verdict 'forbidden'"),
        ({"evidence": "hearsay"}, "evidence 'hearsay'"),
        ({"at": "first"}, "at 'first'"),
        ({"source": None}, "source and date are needed"),
        ({"date": ""}, "source and date are needed"),
        ({"when": {"weather": "fair"}}, r"unknown facts \['weather'\]"),
        ({"unless": ["weather"]}, r"unknown facts \['weather'\]"),
        ({"verdikt": "refused"}, r"unknown keys \['verdikt'\]"),
        ({"when": {"family": "cats"}}, "law R001 names the unknown family 'cats'"),
        ({"when": {"family": ["cats"]}}, "law R001 names the unknown family 'cats'"),
    ],
)
def test_what_is_wrong_is_named(law: dict[str, Any], says: str) -> None:
    with pytest.raises(BadKnowledge, match=says):
        target(**law)


def test_keys_of_the_file_itself_are_known() -> None:
    with pytest.raises(BadKnowledge, match=r"unknown keys \['titel'\]"):
        target_from({"name": "made", "titel": "Made"}, lambda name: target())
