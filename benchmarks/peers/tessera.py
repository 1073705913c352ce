"""tessera-transcript: lists defects with message indices, fatal or wasteful; told the format."""

from __future__ import annotations

import tessera

from benchmarks.peers.asking import Complaint, Peer, Question

_FORMATS = {"openai-chat": "openai", "anthropic": "anthropic"}


def _complain(question: Question) -> list[Complaint]:
    try:
        report = tessera.inspect(question.messages, adapter=_FORMATS[question.format])
    except tessera.MalformedTranscriptError:
        return [Complaint(None)]
    fatal = tessera.Severity.FATAL
    return [Complaint(f.message_index, f.severity is fatal) for f in report.findings]


PEERS = [Peer("tessera-transcript", "tessera-transcript", tuple(_FORMATS), _complain)]
