"""What is shared is the same case, and nobody's words are in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.acts.histories import JSON_VALUES, SECRETS, bodies
from transcript_doctor import check, shape
from transcript_doctor.acts.plainwords import is_plain_word, plain_model
from transcript_doctor.acts.sharing import share

KEPT = ("role", "type", "media_type", "model", "stop_reason", "format", "roles")


def texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a value with the key that it stands under; the texts in JSON arguments too."""
    if isinstance(value, str):
        yield key, value
        if key == "arguments":
            try:
                yield from texts(json.loads(value), "in arguments")
            except (ValueError, RecursionError):
                return
    elif isinstance(value, dict):
        for name, child in value.items():
            yield from texts(child, str(name))
    elif isinstance(value, list):
        for child in value:
            yield from texts(child, key)


def private(value: Any) -> set[str]:
    """The texts of six and more characters that are no roles, types or names of public models."""
    return {
        text
        for key, text in texts(value)
        if len(text) >= 6
        and any(map(str.isalnum, re.sub("true|false|null", "", text)))
        and not (key in KEPT and (is_plain_word(text) or plain_model(text) == text or "/" in text))
    }


def kinds(transcript: Any, **options: Any) -> list[tuple[Any, ...]]:
    report = check(transcript, **options)
    return [(f.code, f.case, f.index, f.severity) for f in report.findings]


@given(bodies(), st.sampled_from((None, "all")))
@settings(max_examples=150)
def test_findings_stay_and_words_go(transcript: Any, target: str | None) -> None:
    made = share(transcript, target=target)
    assert made.same, made.differences
    assert kinds(made.transcript, target=target) == kinds(transcript, target=target)
    written = "\n".join(text for _, text in texts(made.transcript))
    assert [text for text in private(transcript) if text in written] == []


@given(JSON_VALUES)
def test_any_value_can_be_shared(value: Any) -> None:
    made = share(value)
    assert made.same, made.differences
    assert shape(made.transcript).split() == shape(made.transcript).split()
    json.dumps(made.transcript)
