"""How Responses items are written: a result is an item of its own."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.saying import media_in, texts_in, with_rest
from transcript_doctor.core.verbs import Verbs
from transcript_doctor.place import Steps

_ANSWERS = {
    "custom_tool_call": "custom_tool_call_output",
    "local_shell_call": "local_shell_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
}
"""The type of the item that answers a call; any other call is answered as a function's."""


def _say(speaker: str, text: str) -> Any:
    return {"type": "message", "role": speaker, "content": [_part(speaker, text)]}


def _part(speaker: str, text: str) -> Any:
    return {"type": "output_text" if speaker == "assistant" else "input_text", "text": text}


def _text(text: str) -> Any:
    return _part("user", text)


def _part_of(message: Any, text: str) -> Any:
    return _part(message.get("role", "user"), text)


def _answer(call: Call, text: str, failed: bool) -> Any:
    kind = call.raw.get("type") if isinstance(call.raw, dict) else None
    made = _ANSWERS.get(kind, "function_call_output") if isinstance(kind, str) else None
    if made == "apply_patch_call_output":
        return {"type": made, "call_id": call.id, "status": "failed" if failed else "completed"}
    if made == "shell_call_output":
        said = {"stdout": "", "stderr": text, "outcome": {"type": "exit", "exit_code": int(failed)}}
        return {"type": made, "call_id": call.id, "output": [said]}
    return {"type": made or "function_call_output", "call_id": call.id, "output": text}


def _said(node: Any) -> str:
    output = node.get("output")
    said = "" if _screenshot(output) else texts_in(output, _is_media)
    return with_rest(said, node, _KNOWN)


_KNOWN = frozenset({"output", "name"})


def _attached(node: Any) -> list[Any]:
    output = node.get("output") if isinstance(node, dict) else None
    return _screenshot(output) or media_in(output, _is_media)


def _screenshot(output: Any) -> list[Any]:
    """Return the picture of a screen as a part that a user's message may hold; none where it is none."""
    if not (isinstance(output, dict) and output.get("type") == "computer_screenshot"):
        return []
    held = [key for key in ("image_url", "file_id") if isinstance(output.get(key), str)]
    if len(held) != 1 or not output.keys() <= {"type", "detail", *held}:
        return []
    return [{**output, "type": "input_image"}]


def _is_media(part: dict[str, Any]) -> bool:
    return part.get("type") in ("input_image", "input_file")


def _speak(parts: list[Any]) -> Any:
    return {"type": "message", "role": "user", "content": parts}


def _id_at(row: Call | Result) -> Steps:
    return ("call_id",)


def _name_at(row: Call | Result) -> Steps:
    return ("name",)


def _filled(node: Any, parts: list[Any]) -> Any:
    """Write parts as the output of a function, or of a custom tool; a shell's is a text."""
    takes = node["type"] in ("function_call_output", "custom_tool_call_output")
    return {**node, "output": parts} if takes else None


VERBS = Verbs(
    _say, _text, _part_of, _answer, _said, None, None, _id_at, _name_at, _attached, _filled,
    _speak,
)  # fmt: skip
