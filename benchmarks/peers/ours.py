"""This project's own check, asked like any other; it alone takes what is known of the endpoint."""

from __future__ import annotations

from benchmarks.peers.asking import Complaint, Peer, Question
from transcript_doctor import check
from transcript_doctor.catalog import FORMATS


def _complain(question: Question) -> list[Complaint]:
    report = check(
        question.messages, format=question.provider, context=question.context, as_="request"
    )
    return [Complaint(f.index, f.severity == "error") for f in report.findings]


PEERS = [Peer("transcript-doctor", "transcript-doctor", tuple(FORMATS), _complain)]
