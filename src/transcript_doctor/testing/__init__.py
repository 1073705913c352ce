"""Testing an agent: a scripted model that refuses what a strict provider refuses, and what goes with it.

from transcript_doctor.testing import ScriptedModel, call, reply, say

model = ScriptedModel([reply(call("read", {"path": "a.py"})), say("A is 1.")])
"""

from transcript_doctor.acts.lab import validate
from transcript_doctor.acts.show.diffing import diff
from transcript_doctor.acts.show.shaping import shape
from transcript_doctor.acts.show.showing import show
from transcript_doctor.testing.asking import Request, request_of
from transcript_doctor.testing.driving import drive
from transcript_doctor.testing.faults import (
    BadStep,
    ScriptEnded,
    ScriptFault,
    StepsLeft,
    TooManyCalls,
)
from transcript_doctor.testing.healthy import assert_healthy
from transcript_doctor.testing.model import ScriptedModel
from transcript_doctor.testing.repeating import forever, forgetful, pager, stuck
from transcript_doctor.testing.samples import parallel_calls
from transcript_doctor.testing.saying import call, fail, reply, say, text, tool_result, user
from transcript_doctor.testing.steps import Forever, Play
from transcript_doctor.testing.workspace import Workspace, big_log

__all__ = [
    "BadStep",
    "Forever",
    "Play",
    "Request",
    "ScriptEnded",
    "ScriptFault",
    "ScriptedModel",
    "StepsLeft",
    "TooManyCalls",
    "Workspace",
    "assert_healthy",
    "big_log",
    "call",
    "diff",
    "drive",
    "fail",
    "forever",
    "forgetful",
    "pager",
    "parallel_calls",
    "reply",
    "request_of",
    "say",
    "shape",
    "show",
    "stuck",
    "text",
    "tool_result",
    "user",
    "validate",
]
