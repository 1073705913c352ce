"""The second generation of OpenHands: a tree of events, each with a kind."""

from transcript_doctor.sessions.openhands.newer.messages import build
from transcript_doctor.sessions.openhands.newer.sending import branch, sent, state_of

__all__ = ["branch", "build", "sent", "state_of"]
