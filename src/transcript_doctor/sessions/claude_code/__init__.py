"""Claude Code: a tree of lines, several of which make one message.

A line names its parent; the newest branch is the conversation. Each part of an answer is a line of
its own with the same `message.id`, and the results of parallel calls hang beside one another, so that
whoever follows parents alone loses all but one of them.
"""

from __future__ import annotations

from transcript_doctor.core.reader import Reader
from transcript_doctor.sessions.claude_code.reading import read, recognise

READER = Reader(
    name="claude-code",
    title="a Claude Code session",
    agent="Claude Code",
    versions=("1.0.98", "1.0.108", "2.0.76", "2.1.4", "2.1.7"),
    homes=("~/.claude/projects",),
    recognise=recognise,
    read=read,
)
