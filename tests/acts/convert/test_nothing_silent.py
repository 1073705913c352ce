"""Every rare part to every target: all of it is in the outcome or in the losses, and the SDKs take the rest.

`rare_parts.json` holds a history for each kind of part of each format; what stands between tildes, or begins
with zz, may not vanish.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.acts.convert.sdk_types import TAKES
from tests.differential.mistral_oracle import verdict
from transcript_doctor import check, convert

PARTS = json.loads(Path(__file__).with_name("rare_parts.json").read_text("utf-8"))
TARGETS = (
    "anthropic", "openai", "openai-responses", "gemini", "bedrock", "mistral", "pi", "oracle",
    "deepseek", "groq", "deepseek-anthropic",
)  # fmt: skip
KINDS = [(format, kind) for format, kinds in PARTS.items() for kind in kinds]
_WORD = re.compile(r"~\w+~|\bzz_\w+")


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a value, and what a text is the base64 or the JSON of."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield str(key)
            yield from strings(child)
    elif isinstance(value, list | tuple):
        for child in value:
            yield from strings(child)
    elif isinstance(value, str):
        yield value
        data = value.rpartition("base64,")[2]
        with suppress(ValueError):
            yield base64.b64decode(data, validate=True).decode()
        if value.startswith("{"):
            yield from strings(json.loads(value))


def words(value: Any) -> set[str]:
    """Return what stands between tildes in a value."""
    return {word for text in strings(value) for word in _WORD.findall(text)}


@pytest.mark.parametrize(("format", "kind"), KINDS, ids=[f"{f}: {k}" for f, k in KINDS])
def test_it_is_said_or_confessed_and_the_rest_is_taken(format: str, kind: str) -> None:
    messages = PARTS[format][kind]
    assert check(messages, format=format).ok, check(messages, format=format)
    for to in TARGETS:
        there = convert(messages, to=to, format=format)
        lost = [loss.raw for loss in there.losses]
        done = [f"{change.title} {change.reason}" for change in there.changes]
        silent = words(messages) - words([there.whole, lost, done, [*there.ids]])
        assert not silent, (to, silent, there.losses)
        assert all(loss.what and loss.raw is not None for loss in there.losses), (to, there.losses)
        assert there.report.ok or (not there.messages and there.losses), (to, there.report.findings)
        if to in TAKES and there.messages and there.transcript is not messages:
            TAKES[to](there.messages)
        if to == "mistral" and there.messages:
            on = [{"role": "user", "content": "On."}] * (there.messages[-1]["role"] == "assistant")
            assert verdict([*there.messages, *on], "v13", finetuning=False) is None


@pytest.mark.parametrize(("format", "kind"), KINDS, ids=[f"{f}: {k}" for f, k in KINDS])
def test_it_finds_its_way_back_with_the_conversion_and_without(format: str, kind: str) -> None:
    messages = PARTS[format][kind]
    for to in TARGETS:
        there = convert(messages, to=to, format=format)
        back = convert(there, to=format)
        assert all(new is old for new, old in zip(back.messages, messages, strict=True)), to
        if not there.messages:
            continue
        # From a file, without the conversion: legal at home, and all is there but for what was lost.
        written = json.loads(json.dumps(there.whole))
        again = convert(written, to=format, format=there.format, source=there.target)
        assert again.report.ok, (to, again.report.findings)
        lost = [loss.raw for loss in (*there.losses, *again.losses)]
        left = words(messages) - words(again.whole) - words(lost)
        assert not left or left <= words([*there.ids]), (to, left)
