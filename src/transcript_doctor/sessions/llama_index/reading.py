"""Reading chat messages of LlamaIndex: each list is a conversation, which its store names by a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, Transcript
from transcript_doctor.sessions.llama_index import is_message, owns
from transcript_doctor.sessions.shared.chat import Chat, call, content, medium, said
from transcript_doctor.sessions.shared.handing import with_damage
from transcript_doctor.sessions.shared.holding import Held, held
from transcript_doctor.sessions.shared.picking import objects

AGENT = "LlamaIndex"
_ROLES = {"chatbot": "assistant", "model": "assistant", "developer": "system"}


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversations of a file."""
    damage: list[Damage] = []
    made = (_transcript(found, why) for found in held(source, owns, damage, is_message))
    bare = Transcript([], "openai-chat", AGENT, why)
    yield from with_damage((one for one in made if one.request), damage, bare)


def _transcript(found: Held, why: str) -> Transcript:
    chat = Chat()
    for i, row in enumerate(found.rows):
        if is_message(row.value):
            _write(chat, row.value, row.origin, found, i)
    return chat.transcript(AGENT, why)


def _write(chat: Chat, message: Mapping[str, Any], origin: Origin, found: Held, i: int) -> None:
    role = _ROLES.get(message["role"], message["role"])
    more, blocks = message.get("additional_kwargs"), message.get("blocks")
    more = more if isinstance(more, dict) else {}
    blocks = blocks if isinstance(blocks, list) else [{"text": message.get("content")}]
    if role == "tool":
        body = "\n".join(_texts(blocks)) or ("" if not any(blocks) else said(blocks))
        chat.result(more.get("tool_call_id"), body, origin)
    elif role != "assistant":
        chat.say(role, content(map(_medium, blocks)), origin)
    else:
        calls, at = [], []
        for k, block in enumerate(blocks):
            if isinstance(block, dict) and block.get("block_type") == "tool_call":
                made = (block.get("tool_call_id"), block.get("tool_name"), block.get("tool_kwargs"))
                calls.append(call(*made))
                at.append(found.line(i, ("blocks", k)))
        chat.answer("\n".join(_texts(blocks)), calls or _beside(more), origin, at)


def _beside(more: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the calls that stand beside the text, as the first versions have them: the provider's own."""
    return [
        one
        if isinstance(one.get("function"), dict)
        else call(one.get("id", one.get("tool_id")), one.get("name"), one.get("input"))
        for one in objects(more.get("tool_calls"))
    ]


def _texts(blocks: list[Any]) -> list[str]:
    texts = (block.get("text") for block in blocks if isinstance(block, dict))
    return [text for text in texts if isinstance(text, str) and text]


def _medium(block: Any) -> Any:
    """Return what stands beside a person's text as the wire has it."""
    if not isinstance(block, dict) or "text" in block:
        return {"text": block["text"] or ""} if isinstance(block, dict) else block
    kind = block.get("block_type")
    data, url = block.get(str(kind), block.get("data")), block.get("url")
    mime = next(
        (v for k, v in block.items() if k.endswith("mimetype") and isinstance(v, str)), None
    )
    if isinstance(data, str) and not isinstance(url, str):
        url = f"data:{mime};base64,{data}"
    return medium("image/" if kind == "image" else mime, url) if isinstance(url, str) else block
