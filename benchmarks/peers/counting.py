"""How a peer did over one corpus, counted the same way for all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from benchmarks.peers.asking import Complaint, Peer, Question


class Count(NamedTuple):
    """What one peer was asked of one corpus, and how it answered."""

    faults: int
    found: int
    placed: int
    """Found, and one of the messages named is where the fault is."""
    plain_faults: int
    """Faults that the messages alone show."""
    plain_found: int
    sound: int
    alarms: int
    """Sound histories against which it has an error; what it calls harmless is no alarm."""
    fell: int
    """Histories over which it fell; among the found too, since a request would have stopped."""

    @property
    def faultless(self) -> bool:
        """Whether every fault is found in its place and nothing is said of what is sound."""
        return self.found == self.placed == self.faults and not self.alarms and not self.fell


def count(peer: Peer, questions: Iterable[Question]) -> Count:
    """Ask a peer all in the formats that it knows; where providers differ, nothing counts."""
    asked = [q for q in questions if q.format in peer.formats and q.truth != "differs"]
    answers = [(question, peer.ask(question)) for question in asked]
    faults = [(q, answer) for q, answer in answers if q.truth == "refused"]
    sound = [answer for q, answer in answers if q.truth == "accepted"]
    plain = [answer for q, answer in faults if not q.needs_context]
    return Count(
        faults=len(faults),
        found=sum(bool(answer) for _, answer in faults),
        placed=sum(in_place(q, answer) for q, answer in faults),
        plain_faults=len(plain),
        plain_found=sum(bool(answer) for answer in plain),
        sound=len(sound),
        alarms=sum(any(c.error for c in answer) for answer in sound),
        fell=sum(any(c.crash for c in answer) for _, answer in answers),
    )


def in_place(question: Question, answer: list[Complaint]) -> bool:
    """Tell whether a complaint names a message where the fault is, if it is in a message at all."""
    if question.indices is None:
        return bool(answer)
    return any(complaint.index in question.indices for complaint in answer)
