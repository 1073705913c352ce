"""Any JSON value given to check, shape and show ends in a report or a text; the value is never changed."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor import check, shape, show
from transcript_doctor.catalog import FORMATS, target_names

_KEYS = (
    "role content type text id name input tool_calls function arguments tool_call_id tool_use_id "
    "parts functionCall functionResponse response toolUse toolResult toolUseId status call_id output "
    "summary messages contents roles model system tools thinking signature source image_url"
)
KEYS = st.sampled_from(_KEYS.split())
_WORDS = (
    "user assistant tool system model text tool_use tool_result function_call toolResult thinking "
    "image_url {} [] c1 c2"
)
WORDS = st.sampled_from(_WORDS.split())
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=8)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=25,
)
NAMES = st.sampled_from([None, *FORMATS])
TARGETS = st.sampled_from([None, "all", *target_names()])


@given(VALUES, NAMES, TARGETS, st.sampled_from([None, "request", "record"]))
def test_any_value_ends_in_a_report(
    value: Any, format: str | None, target: str | None, as_: Any
) -> None:
    before = copy.deepcopy(value)
    report = check(value, format=format, target=target, as_=as_)
    assert json.loads(json.dumps(report.to_json()))["ok"] is report.ok
    assert report.ok is not any(finding.severity == "error" for finding in report.findings)
    for finding in report.findings:
        assert finding.severity in ("error", "warning")
        assert finding.message
        assert finding.index is None or finding.index >= 0
        assert str(finding.place)
    assert repr(before) == repr(value)


@given(VALUES, NAMES)
def test_any_value_has_a_shape_and_lines(value: Any, format: str | None) -> None:
    before = repr(value)
    assert "\n" not in shape(value, format=format)
    assert all(line.isprintable() for line in show(value, format=format).split("\n"))
    assert repr(value) == before
