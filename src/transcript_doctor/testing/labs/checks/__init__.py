"""What the labs hold a learner's file against: behaviours as functions of the file, each in a sentence."""

from transcript_doctor.testing.labs.checks.check import Check, Lab, Verdict, run_checks
from transcript_doctor.testing.labs.checks.failing import FAILING
from transcript_doctor.testing.labs.checks.looping import LOOPING
from transcript_doctor.testing.labs.checks.names import NAMES
from transcript_doctor.testing.labs.checks.script import SCRIPT
from transcript_doctor.testing.labs.checks.stopping import STOPPING

REBUILD = Lab("the loop, from an empty gap", "harness.py", (*NAMES, *LOOPING, *FAILING, *STOPPING))
"""The second lab."""
LABS = (SCRIPT, REBUILD)
"""Both labs, in their order."""

__all__ = ["LABS", "REBUILD", "SCRIPT", "Check", "Lab", "Verdict", "run_checks"]
