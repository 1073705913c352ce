"""LangGraph's `_validate_chat_history`: raises, naming calls without a result but no message.

It reads LangChain's own messages, so the conversion from OpenAI's dicts goes before it.
"""

from __future__ import annotations

from langchain_core.messages import convert_to_messages
from langgraph.prebuilt.chat_agent_executor import _validate_chat_history

from benchmarks.peers.asking import Complaint, Peer, Question


def _complain(question: Question) -> list[Complaint]:
    _validate_chat_history(convert_to_messages(question.messages))
    return []  # it raises otherwise


_NOTE = "names the calls without a result, but no message"
PEERS = [
    Peer("LangGraph `_validate_chat_history`", "langgraph", ("openai-chat",), _complain, _NOTE)
]
