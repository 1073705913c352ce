"""Repairers of other libraries, and ours, behind one question: this list, made fit to be sent.

Each is asked in the way that keeps most, where it lets its user choose. What it says of its changes is
kept as plain words, so that a loss can be looked up in them.
"""

from __future__ import annotations

import json
import os
from typing import Any

from benchmarks.peers.mending import Mended, Messages, Repairer

_BOTH = ("openai-chat", "anthropic")
_SHORT = {"openai-chat": "openai", "anthropic": "anthropic"}


def _ours() -> list[Repairer]:
    from transcript_doctor import repair

    def mend(format: str, messages: Messages) -> Mended:
        done = repair(messages, format=format, as_="request")
        return Mended(done.messages, len(done.losses), not done.report.ok)

    return [Repairer("transcript-doctor `repair`", "transcript-doctor", _BOTH, mend)]


def _turnsafe() -> list[Repairer]:
    import turnsafe

    def mend(format: str, messages: Messages) -> Mended:
        made, fixes = turnsafe.repair_detailed(messages, provider=_SHORT[format])
        return Mended(made, sum("drop" in fix.action or "remove" in fix.action for fix in fixes))

    return [Repairer("turnsafe `repair_detailed`", "turnsafe", _BOTH, mend)]


def _tessera() -> list[Repairer]:
    import tessera

    def mend(format: str, messages: Messages) -> Mended:
        done = tessera.repair(messages, adapter=_SHORT[format])
        drops = [c for c in done.changes if "drop" in c.action or "remove" in c.action]
        return Mended(list(done.transcript), len(drops), not done.is_valid)

    return [Repairer("tessera-transcript `repair`", "tessera-transcript", _BOTH, mend)]


def _toolrepair() -> list[Repairer]:
    import toolrepair

    def mend(format: str, messages: Messages) -> Mended:
        made = toolrepair.repair(messages, format=_SHORT[format], strategy="synthesize")
        return Mended(made, None)

    name = 'tool-call-repair `repair`, `strategy="synthesize"`'
    return [Repairer(name, "tool-call-repair", _BOTH, mend)]


def _deepagents() -> list[Repairer]:
    from deepagents.middleware.patch_tool_calls import PatchToolCallsMiddleware
    from langchain_core.messages import convert_to_messages, convert_to_openai_messages

    middleware: Any = PatchToolCallsMiddleware()

    def mend(format: str, messages: Messages) -> Mended:
        rows = convert_to_messages(messages)
        patched = middleware.before_agent({"messages": rows}, None)
        if patched is not None:
            rows = [row for row in patched["messages"] if row.type != "remove"]
        return Mended(list(convert_to_openai_messages(rows)), None)

    name = "deepagents `PatchToolCallsMiddleware`"
    return [Repairer(name, "deepagents", ("openai-chat",), mend)]


def _litellm() -> list[Repairer]:
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # else it asks the network at its import
    import litellm
    from litellm.litellm_core_utils.prompt_templates import factory

    def mend(format: str, messages: Messages) -> Mended:
        litellm.modify_params = True
        given = json.loads(json.dumps(messages))
        return Mended(factory.sanitize_messages_for_tool_calling(given), None)

    name = "litellm `sanitize_messages_for_tool_calling`"
    return [Repairer(name, "litellm", ("openai-chat",), mend)]


def _tau() -> list[Repairer]:
    from benchmarks.peers import tau

    return [Repairer("tau `repair_tool_history`", "tau-ai", ("openai-chat",), tau.mend)]


def _pydantic_ai() -> list[Repairer]:
    from benchmarks.peers import pydantic_ai

    formats = ("openai-chat",)
    return [
        Repairer("pydantic-ai `repair_messages`", "pydantic-ai-slim", formats, pydantic_ai.mend)
    ]


LOADERS = {
    "transcript-doctor": _ours,
    "turnsafe": _turnsafe,
    "tessera-transcript": _tessera,
    "tool-call-repair": _toolrepair,
    "deepagents": _deepagents,
    "litellm": _litellm,
    "tau-ai": _tau,
    "pydantic-ai-slim": _pydantic_ai,
}
"""The packages, each with what makes its repairers; it raises ImportError where it is not there."""
