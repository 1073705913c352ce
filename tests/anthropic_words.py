"""Words for writing Anthropic histories in tests: messages and blocks in a few letters."""

from __future__ import annotations

from typing import Any

SEAL = "ZXhhbXBsZS1zaWduYXR1cmUtMDAwMQ=="
PNG = "iVBORw0KGgo="
Message = dict[str, Any]


def _message(role: str, blocks: tuple[Any, ...]) -> Message:
    if len(blocks) == 1 and isinstance(blocks[0], str):
        return {"role": role, "content": blocks[0]}
    return {"role": role, "content": [text(b) if isinstance(b, str) else b for b in blocks]}


def user(*blocks: Any) -> Message:
    return _message("user", blocks)


def says(*blocks: Any) -> Message:
    return _message("assistant", blocks)


def system(*blocks: Any) -> Message:
    return _message("system", blocks)


def text(words: str = "x", **more: Any) -> Message:
    return {"type": "text", "text": words, **more}


def use(ident: str = "c1", **more: Any) -> Message:
    return {"type": "tool_use", "id": ident, "name": "look", "input": {}, **more}


def result(ident: str = "c1", content: Any = "ok", **more: Any) -> Message:
    return {"type": "tool_result", "tool_use_id": ident, "content": content, **more}


def think(words: str = "hm", **more: Any) -> Message:
    return {"type": "thinking", "thinking": words, "signature": SEAL, **more}


def server(ident: str = "srvtoolu_1", name: str = "web_search", **more: Any) -> Message:
    return {"type": "server_tool_use", "id": ident, "name": name, "input": {}, **more}


def found(ident: str = "srvtoolu_1", name: str = "web_search", **more: Any) -> Message:
    return {"type": f"{name}_tool_result", "tool_use_id": ident, "content": [], **more}


def image(data: str = PNG, label: str = "image/png", **more: Any) -> Message:
    source = {"type": "base64", "media_type": label, "data": data}
    return {"type": "image", "source": source, **more}


def without(block: Message, key: str) -> Message:
    return {k: v for k, v in block.items() if k != key}


LOOP = (user("go"), says(use()), user(result()))
