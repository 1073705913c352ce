"""Which blocks and keys a request may hold: the SDK's request types, as tables.

Source: the official Python SDK, anthropic 2.14.0, `types/*_param.py` and `types/beta/*_param.py`
(read 2026-11-30). A new block type or key is an edit here and nowhere else.
"""

from __future__ import annotations


def _table(rows: dict[str, str], *more: str) -> dict[str, frozenset[str]]:
    return {kind: frozenset(keys.split()).union({"type", *more}) for kind, keys in rows.items()}


MESSAGE_KEYS = frozenset({"role", "content"})
SYSTEM_KEYS = frozenset({"role", "content", "clear_at", "output_config"})

BLOCK_KEYS: dict[str, frozenset[str]] = {
    **_table(
        {
            "text": "text citations",
            "tool_use": "id name input caller toolset_name",
            "tool_result": "tool_use_id content is_error toolset_name",
            "image": "source transformations",
            "document": "source title context citations",
            "search_result": "source title content citations",
            "server_tool_use": "id name input caller",
            "mcp_tool_use": "id name input server_name",
            "mcp_tool_result": "tool_use_id content is_error",
            "web_search_tool_result": "tool_use_id content caller",
            "web_fetch_tool_result": "tool_use_id content caller",
            "code_execution_tool_result": "tool_use_id content",
            "bash_code_execution_tool_result": "tool_use_id content",
            "text_editor_code_execution_tool_result": "tool_use_id content",
            "tool_search_tool_result": "tool_use_id content",
            "advisor_tool_result": "tool_use_id content",
            "container_upload": "file_id",
            "compaction": "content encrypted_content signature tool_changes",
            "tool_reference": "tool_name",
            "browser_state": "tabs state_changes",
            "tool_addition": "tool",
            "tool_removal": "tool",
        },
        "cache_control",
    ),
    **_table(
        {
            "thinking": "thinking signature",
            "redacted_thinking": "data",
            "mcp_tool_listing": "mcp_server_name tools",
            "fallback": "from to trigger",
        }
    ),
}
"""The keys of each block type."""

DUMMY_SEALS = frozenset(
    {"skip_thought_signature_validator", "context_engineering_is_the_way_to_go"}
)
"""What another provider takes in the place of a signature, and converters leave behind."""
MEDIA = frozenset({"image", "document"})
IN_RESULT = frozenset(
    {"text", "image", "document", "search_result", "tool_reference", "browser_state"}
)
"""Blocks that a tool result may hold."""
ONLY_IN_RESULT = frozenset({"browser_state", "tool_reference"})
IN_SYSTEM = frozenset({"text", "tool_addition", "tool_removal"})
HOSTED = frozenset({"server_tool_use", "mcp_tool_use"})
"""Calls that the provider runs."""
SERVER_TOOLS = frozenset(
    {
        "advisor",
        "web_search",
        "web_fetch",
        "code_execution",
        "bash_code_execution",
        "text_editor_code_execution",
        "tool_search_tool_regex",
        "tool_search_tool_bm25",
    }
)
"""Names that a `server_tool_use` block may bear."""

SOURCE_KEYS = _table(
    {
        "base64": "media_type data",
        "text": "media_type data",
        "url": "url",
        "file": "file_id",
        "content": "content",
    }
)
"""The keys of a medium's `source`, by its type."""
CITATION_KEYS = _table(
    {
        "char_location": "cited_text document_index document_title start_char_index end_char_index",
        "page_location": (
            "cited_text document_index document_title start_page_number end_page_number"
        ),
        "content_block_location": (
            "cited_text document_index document_title start_block_index end_block_index"
        ),
        "web_search_result_location": "cited_text encrypted_index title url",
        "search_result_location": (
            "cited_text search_result_index source title start_block_index end_block_index"
        ),
    }
)
"""The keys of a citation in a text block, by its type."""
