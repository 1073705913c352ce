"""The parts of a message as Gemini writes them, whole and cut into the pieces of a stream.

From Gemini 3 on the first call of a turn is signed, and from 3.5 on calls have ids.
"""

from __future__ import annotations

import re
from typing import Any

from transcript_doctor.provider.wires.saying import Said
from transcript_doctor.provider.wires.wire import Answer
from transcript_doctor.provider.wires.writing import pieces, seal_for

SIGNED = re.compile(r"gemini-([3-9]|[1-9]\d)(?!\d)|-latest$")
"""Models whose calls are signed."""
_NAMED = re.compile(r"gemini-(3\.([5-9]|[1-9]\d)|[4-9](?!\d)|[1-9]\d)|-latest$")


def rows_of(answer: Answer, parts: list[Said]) -> list[dict[str, Any]]:
    """Return the parts as Gemini writes them; the seal of thinking stands on the part behind it."""
    signs, names = SIGNED.search(answer.model), _NAMED.search(answer.model)
    made: list[dict[str, Any]] = []
    seal, fresh = "", True
    for said in parts:
        if said.kind == "thinking":
            made.append({"text": said.text, "thought": True})
            seal = said.seal or seal
        elif said.kind == "text":
            made.append({"text": said.text})
        elif said.arguments is not None:
            ident = {"id": said.id} if names else {}
            call = {"name": said.name, "args": said.arguments, **ident}
            made.append({"functionCall": call})
            seal = said.seal or seal or (seal_for(said.id) if signs and fresh else "")
            fresh = False
        if said.kind != "thinking" and seal and made:
            made[-1]["thoughtSignature"], seal = seal, ""
    return made


def cut(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Cut a part of text in pieces; its seal comes with the last."""
    texts = list(pieces(row["text"])) if "text" in row else []
    if not texts:
        return [row]
    seal = {key: value for key, value in row.items() if key == "thoughtSignature"}
    thought = {key: value for key, value in row.items() if key == "thought"}
    made = [{"text": text, **thought} for text in texts]
    made[-1] |= seal
    return made
