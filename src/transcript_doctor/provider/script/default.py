"""What is answered where nobody wrote a script: each declared tool is called once, then all is done."""

from __future__ import annotations

import json
from typing import Any

from transcript_doctor.catalog import COMPOSERS
from transcript_doctor.core.composer import Tool
from transcript_doctor.core.outline import MIXED, USER, Outline
from transcript_doctor.core.report import Report
from transcript_doctor.provider.script.inventing import arguments_for, value_for
from transcript_doctor.provider.script.offer import Offer, offer_in
from transcript_doctor.testing import call, reply, say


def default_step(report: Report, body: dict[str, Any]) -> dict[str, Any]:
    """Return the next call that the user's newest request has not seen yet, or else an answer.

    It follows from the request alone, so any number of conversations may run at once.
    """
    offer = offer_in(COMPOSERS[report.format].unpack(body), body, report.format)
    outline = report.outline
    called = _called_since_asked(outline) if outline is not None else []
    chosen = _next_tool(offer, called)
    if chosen is not None:
        return reply(call(chosen.name, arguments_for(chosen.schema)))
    schema = _wanted_form(body)
    if schema is not None:
        made = value_for(schema)
        bare = isinstance(made, str) and _node(body, _KIND_OF_GEMINI) == "text/x.enum"
        return say(made if bare else json.dumps(made))
    return say(f"Done: {', '.join(called)}." if called else "This answer comes from no script.")


def _next_tool(offer: Offer, called: list[str]) -> Tool | None:
    tools, choice, name = offer
    if choice == "none" or not tools:
        return None
    if choice == "tool":
        return next((tool for tool in tools if tool.name == name), None)
    waiting = next((tool for tool in tools if tool.name not in called), None)
    return tools[0] if waiting is None and choice == "any" else waiting


def _called_since_asked(outline: Outline) -> list[str]:
    """Return the names that were called since the user spoke last, each once."""
    letters = outline.letters
    asked = max((i for i, letter in enumerate(letters) if letter in (USER, MIXED)), default=-1)
    names = [row.name for row in outline.calls if row.message > asked]
    return list(dict.fromkeys(name for name in names if isinstance(name, str)))


_KIND_OF_GEMINI = ("generationConfig", "responseMimeType")


def _wanted_form(body: dict[str, Any]) -> Any:
    """Return the JSON schema that the answer shall have, None where any text will do."""
    for path in (
        ("response_format", "json_schema", "schema"),
        ("text", "format", "schema"),
        ("output_config", "format", "schema"),
        ("output_format", "schema"),
        ("generationConfig", "responseJsonSchema"),
        ("generationConfig", "responseSchema"),
    ):
        if isinstance(node := _node(body, path), dict):
            return node
    written = _node(body, ("outputConfig", "textFormat", "structure", "jsonSchema", "schema"))
    if isinstance(written, str):  # Bedrock has it as text
        return _read(written)
    kinds = {_node(body, p) for p in _KINDS if isinstance(_node(body, p), str)}
    return {"type": "object"} if kinds & {"json_object", "application/json"} else None


_KINDS = (("response_format", "type"), ("text", "format", "type"), _KIND_OF_GEMINI)
"""Where a request says that it wants JSON, of whatever schema."""


def _node(body: dict[str, Any], path: tuple[str, ...]) -> Any:
    node: Any = body
    for step in path:
        node = node.get(step) if isinstance(node, dict) else None
    return node


def _read(schema: str) -> Any:
    try:
        return json.loads(schema)
    except (ValueError, RecursionError):
        return {"type": "object"}
