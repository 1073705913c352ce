"""A glance looks at what is nested, and gives up where that has no end."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.core.glance import encode_below


def test_what_is_nested_is_encoded() -> None:
    encode_below([{"a": [{"ü": "ö"}]}, ["x"], 3])
    for sick in ({"a": ["\ud800"]}, {"\udfff": 1}):
        with pytest.raises(UnicodeEncodeError):
            encode_below([sick])


def test_what_holds_itself_calls_for_a_closer_look() -> None:
    loop: dict[str, Any] = {}
    loop["loop"] = loop
    with pytest.raises(ValueError, match="too much"):
        encode_below([loop])
    use = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": loop}
    messages = [{"role": "user", "content": "x"}, {"role": "assistant", "content": [use]}]
    assert [finding.code for finding in check(messages, target="anthropic").findings] == ["P001"]
