"""What a script or a scripted model raises: always a fault of the test or of the loop, never of a transcript.

They are assertion errors as well, so that a test runner reports a failed test and not a broken one.
"""

from __future__ import annotations

from transcript_doctor.core.errors import DoctorError


class ScriptFault(DoctorError, AssertionError):
    """The root of what is raised about a script."""


class BadStep(ScriptFault):
    """A step that is none, or that cannot be played; the message says which, and what a step is."""


class ScriptEnded(ScriptFault):
    """A model that was asked once more than its script has steps."""


class TooManyCalls(ScriptFault):
    """A model that was asked more often than `max_calls` allows."""


class StepsLeft(ScriptFault):
    """A script that was not played to its end; the message shows the next step."""
