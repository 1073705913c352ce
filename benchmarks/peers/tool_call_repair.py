"""tool-call-repair: lists violations of pairing with message indices; told the format."""

from __future__ import annotations

import toolrepair

from benchmarks.peers.asking import Complaint, Peer, Question

_FORMATS = {"openai-chat": "openai", "anthropic": "anthropic"}


def _complain(question: Question) -> list[Complaint]:
    found = toolrepair.validate(question.messages, format=_FORMATS[question.format])
    return [Complaint(violation.message) for violation in found]


PEERS = [Peer("tool-call-repair", "tool-call-repair", tuple(_FORMATS), _complain)]
