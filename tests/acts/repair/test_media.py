"""Pictures and documents in a repair: quoted beside their label, relabelled, renamed; never lost unseen."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.acts.repair import Repair, repair
from transcript_doctor.core.answers import QUOTED

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
BLOCK = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
URL = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}
ITEM = {"type": "input_image", "image_url": f"data:image/png;base64,{PNG}"}
INLINE = {"inlineData": {"mimeType": "image/png", "data": PNG}}
CONVERSE = {"image": {"format": "png", "source": {"bytes": PNG}}}
PI = {"type": "image", "mime_type": "image/png", "data": PNG}


def mended(format: str, messages: list[Any], **how: Any) -> Repair:
    done = repair(messages, format=format, as_="request", **how)
    assert done.report.ok, done.refused
    assert not done.losses
    return done


SAY = {"role": "user", "content": "See."}
OK = {"role": "assistant", "content": "Fine."}
ORPHANS: dict[str, tuple[Any, dict[str, Any]]] = {
    "anthropic": (
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": [BLOCK]}]},
        BLOCK,
    ),
    "openai-chat": ({"role": "tool", "tool_call_id": "c1", "content": [URL]}, URL),
    "openai-responses": ({"type": "function_call_output", "call_id": "c1", "output": [ITEM]}, ITEM),
    "gemini": (
        {"role": "user", "parts": [{"functionResponse": {"id": "c1", "name": "shot", "response": {},
                                                         "parts": [INLINE]}}]},
        INLINE,
    ),
    "bedrock": (
        {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [CONVERSE]}}]},
        CONVERSE,
    ),
    "pi": (
        {"role": "toolResult", "tool_call_id": "c1", "tool_name": "shot", "content": [PI], "is_error": False},
        PI,
    ),
}  # fmt: skip
SPOKEN: dict[str, tuple[Any, Any]] = {
    "gemini": ({"role": "user", "parts": [{"text": "See."}]}, {"role": "model", "parts": [{"text": "Fine."}]}),
    "bedrock": ({"role": "user", "content": [{"text": "See."}]}, {"role": "assistant", "content": [{"text": "Fine."}]}),
    "pi": (SAY, {"role": "assistant", "content": [{"type": "text", "text": "Fine."}], "stop_reason": "stop"}),
}  # fmt: skip


@pytest.mark.parametrize("format", ORPHANS)
def test_a_lost_result_that_is_a_picture_is_shown_beside_its_label(format: str) -> None:
    orphan, picture = ORPHANS[format]
    ask, answer = SPOKEN.get(format, (SAY, OK))
    done = mended(format, [ask, orphan, answer, ask])
    (change,) = [change for change in done.changes if change.code == "P002"]
    assert change.safety == "marked"
    held = [message.get("content", message.get("parts")) for message in done.messages]
    parts = [part for group in held if isinstance(group, list) for part in group]
    at = next(k for k, part in enumerate(parts) if part is picture)
    assert parts[at - 1]["text"].startswith((f"{QUOTED} (c1", f"{QUOTED} (f"))


def test_a_picture_beside_the_response_counts_as_said() -> None:
    """What stands in a response's own parts is not in its content: both must come through."""
    orphan = {
        "functionResponse": {"name": "shot", "response": {"output": "taken"}, "parts": [INLINE]}
    }
    ask, answer = SPOKEN["gemini"]
    done = mended("gemini", [ask, {"role": "user", "parts": [orphan]}, answer, ask])
    assert done.messages[1]["parts"][0]["text"].endswith(": taken")
    assert done.messages[1]["parts"][1] is INLINE


@pytest.mark.parametrize(
    ("format", "picture", "key"),
    [("openai-chat", URL, "image_url"), ("openai-responses", ITEM, "image_url")],
)
def test_a_wrong_label_in_a_data_url_is_corrected(format: str, picture: Any, key: str) -> None:
    held = picture[key]
    wrong = {"url": held["url"].replace("png", "jpeg")} if isinstance(held, dict) else held
    wrong = wrong.replace("png", "jpeg") if isinstance(wrong, str) else wrong
    text = {"type": "text" if format == "openai-chat" else "input_text", "text": "See."}
    message = {"role": "user", "content": [text, {**picture, key: wrong}]}
    if format == "openai-responses":
        message = {"type": "message", **message}
    done = mended(format, [message])
    assert [(change.code, change.safety) for change in done.changes] == [("C006", "safe")]
    assert done.messages[0]["content"] == [text, picture]


def test_documents_of_one_name_in_results_are_told_apart() -> None:
    paper = {"document": {"format": "pdf", "name": "a", "source": {"bytes": "JVBERi0="}}}
    ask, answer = SPOKEN["bedrock"]
    uses = [{"toolUse": {"toolUseId": f"c{k}", "name": "fetch", "input": {}}} for k in (1, 2)]
    gave = [{"toolResult": {"toolUseId": f"c{k}", "content": [paper]}} for k in (1, 2)]
    messages = [
        ask,
        {"role": "assistant", "content": uses},
        {"role": "user", "content": gave},
        answer,
        ask,
    ]
    done = mended("bedrock", messages)
    held = [block["toolResult"]["content"][0]["document"] for block in done.messages[2]["content"]]
    assert len({document["name"] for document in held}) == 2
    assert [document["source"] for document in held] == [paper["document"]["source"]] * 2


def test_a_quoted_picture_does_not_take_the_quotation_of_a_result_that_says_nothing() -> None:
    """A label alone stands for both; were the wrong one counted, only a second repair would end it."""

    def result(ident: str, part: Any) -> Any:
        row = {"role": "toolResult", "tool_name": "read", "is_error": False}
        return {**row, "tool_call_id": ident, "content": [part]}

    text, picture = {"type": "text", "text": "One."}, ORPHANS["pi"][1]
    call = {"type": "toolCall", "id": "c1", "name": "read", "arguments": {}}
    ask, answer = SPOKEN["pi"]
    messages = [
        ask,
        {"role": "assistant", "content": [call]},
        result("c1", text),
        result("c1", picture),
        result("c2", {"type": "text", "text": []}),
        answer,
        ask,
    ]
    done = mended("pi", messages)
    assert [change.code for change in done.changes] == ["P004", "P002"]
    assert not done.refused
