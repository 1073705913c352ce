"""The explicit list of wire formats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from transcript_doctor.catalog.shelf import Shelf
from transcript_doctor.core.format import Format

if TYPE_CHECKING:
    from transcript_doctor.core.composer import Composer  # of conversions, and loaded with one

FORMATS: Mapping[str, Format] = Shelf(
    "FORMAT",
    {
        "pi": "formats.pi",
        "anthropic": "formats.anthropic",
        "openai-responses": "formats.openai_responses",
        "openai-chat": "formats.openai_chat",
        "gemini": "formats.gemini",
        "bedrock": "formats.bedrock",
        "oracle": "formats.oracle",
    },
)
"""Every format by name, in the order in which an unknown list is shown to them."""

COMPOSERS: Mapping[str, Composer] = Shelf(
    "COMPOSER",
    {
        "pi": "formats.pi.compose",
        "anthropic": "formats.anthropic.compose",
        "openai-responses": "formats.openai_responses.compose",
        "openai-chat": "formats.openai_chat.compose",
        "gemini": "formats.gemini.compose",
        "bedrock": "formats.bedrock.compose",
        "oracle": "formats.oracle.compose",
    },
)
"""How each format is read and written by a conversion."""

TELLING = frozenset({"pi", "oracle"})
"""Formats whose marks are theirs alone: they are asked first, whatever a target's own format is."""
