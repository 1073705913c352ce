"""pi, and the agents that keep its kind of file: tau, OpenClaw.

Each line is an entry of a tree that names its parent; the last one is the tip, and the way from it to
the root is the conversation. Failed turns stay in the file and are not sent.
"""

from __future__ import annotations

from transcript_doctor.core.reader import Reader
from transcript_doctor.sessions.pi.reading import read, recognise

READER = Reader(
    name="pi",
    title="a session of pi, tau or OpenClaw",
    agent="pi",
    versions=("1", "2", "3"),
    homes=("~/.pi/agent/sessions", "~/.tau/sessions"),
    recognise=recognise,
    read=read,
)
