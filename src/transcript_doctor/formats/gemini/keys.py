"""Which parts and keys Gemini contents may hold, in both spellings.

Source: the types of the official Python SDK (google-genai 3.6).
"""

from __future__ import annotations

import re
from typing import Any

from transcript_doctor.core.walk import MISSING


def _spellings(names: str) -> dict[str, str]:
    """Return each key in both spellings, with the REST spelling that stands for it."""
    both = {name: name for name in names.split()}
    return {**{re.sub("([A-Z])", r"_\1", name).lower(): name for name in both}, **both}


DATA = _spellings(
    "text inlineData fileData functionCall functionResponse executableCode codeExecutionResult"
    " toolCall toolResponse"
)
"""The keys of which a part sets exactly one."""
EXTRAS = _spellings(
    "thought thoughtSignature videoMetadata mediaResolution partMetadata audioTranscription"
    " mediaProcessing speechMetadata documentMetadata spreadsheetMetadata audioMetadata"
)
CALL_KEYS = _spellings("id name args partialArgs willContinue")
RESPONSE_KEYS = _spellings("id name response parts scheduling willContinue")
HOSTED = {
    "executableCode": "code_execution",
    "toolCall": None,
    "codeExecutionResult": "code_execution",
    "toolResponse": None,
}
"""Kinds that belong to tools which the provider runs, with the name that all of them bear."""


def either(node: dict[str, Any], camel: str, snake: str) -> Any:
    """Return the value under either spelling of a key, or MISSING; a null counts as absent."""
    value = node.get(camel)
    if value is None:
        value = node.get(snake)
    return MISSING if value is None else value
