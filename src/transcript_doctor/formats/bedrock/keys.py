"""Which blocks and keys Converse messages may hold.

Source: the service model of botocore 1.44 (`bedrock-runtime`).
"""

from __future__ import annotations

MESSAGE_KEYS = ("role", "content")
BLOCKS: dict[str, tuple[str, ...]] = {
    kind: tuple(keys.split())
    for kind, keys in {
        "text": "",
        "image": "format source error",
        "document": "format name source context citations",
        "video": "format source",
        "audio": "format source error",
        "toolUse": "toolUseId name input type",
        "toolResult": "toolUseId content status type",
        "guardContent": "text image",
        "cachePoint": "type ttl",
        "reasoningContent": "reasoningText redactedContent",
        "citationsContent": "content citations",
        "searchResult": "source title content citations",
        "toolAddition": "tool",
        "toolRemoval": "tool",
    }.items()
}
"""Each kind of block with the keys that its value may have; a block sets exactly one kind."""
RESULT_BLOCKS = ("text", "json", "image", "document", "video", "searchResult")
MEDIA = frozenset({"image", "document", "video", "audio"})
