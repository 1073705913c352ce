"""The first generation of OpenHands: a row of events, each an action or an observation."""

from transcript_doctor.sessions.openhands.older.exchanges import build
from transcript_doctor.sessions.openhands.older.sending import sent, state_of

__all__ = ["build", "sent", "state_of"]
