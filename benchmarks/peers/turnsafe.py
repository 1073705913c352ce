"""turnsafe: lists violations with message indices, errors and warnings; told the format."""

from __future__ import annotations

import re

import turnsafe

from benchmarks.peers.asking import Complaint, Peer, Question

_FORMATS = {"openai-chat": "openai", "anthropic": "anthropic"}


def _complain(question: Question) -> list[Complaint]:
    try:
        report = turnsafe.validate(question.messages, provider=_FORMATS[question.format])
    except ValueError as error:
        named = re.match(r"messages\[(\d+)\]", str(error))
        return [Complaint(int(named[1]) if named else None)]
    return [Complaint(v.index, v.severity == "error") for v in report.violations]


PEERS = [Peer("turnsafe", "turnsafe", tuple(_FORMATS), _complain)]
